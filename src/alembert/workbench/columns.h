/// The columns of a trajectory.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "alembert/integrate/simulate.h"
#include "alembert/workbench/workbench.h"

namespace alembert {

/// t, every coordinate, every speed (those of closing joints behind those of the tree), extra states, outputs, places
/// of bodies where asked for, kinetic, potential, energy, constraint; of these four, those whose name the model does
/// not use itself.
class Columns {
 public:
  /// Values of the model's outputs at a row; the result may be overwritten by the next call.
  using Outputs = std::function<std::span<const double>(const Row&)>;

  /// `closing` gives coordinates, then speeds of closing joints; `bodies` the values of body_columns(). Null where
  /// there are none, or they are not wanted.
  Columns(const Workbench& workbench, Outputs outputs, Outputs closing, Outputs bodies);

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::string>& units() const { return units_; }  ///< "" where the model does not say
  /// Position of a column; throws Error (unknown_name) with "did you mean".
  std::size_t find(const std::string& name) const;
  /// The values of a row; overwritten by the next call.
  std::span<const double> values(const Row& row);

 private:
  std::vector<std::string> names_, units_;
  std::vector<bool> standard_;  ///< which of kinetic, potential, energy, constraint are written
  Outputs outputs_, closing_, bodies_;
  std::size_t closing_coordinates_ = 0;
  std::vector<std::size_t> recorded_;  ///< which of the values of bodies_ are columns
  std::vector<double> values_;
};

}  // namespace alembert
