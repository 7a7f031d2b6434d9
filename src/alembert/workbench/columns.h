/// The columns of a trajectory.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/integrate/simulate.h"
#include "alembert/model/lagrangian.h"
#include "alembert/system/state_tape.h"

namespace alembert {

/// t, every coordinate, every speed, extra states, outputs, kinetic, potential, energy, constraint; of these four,
/// those whose name the model does not use itself.
class Columns {
 public:
  explicit Columns(const Lagrangian& model);

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::string>& units() const { return units_; }  ///< "" where the model does not say
  /// Position of a column; throws Error (unknown_name) with "did you mean".
  std::size_t find(const std::string& name) const;
  /// The values of a row; overwritten by the next call.
  std::span<const double> values(const Row& row);

 private:
  std::vector<std::string> names_, units_;
  std::vector<bool> standard_;  ///< which of kinetic, potential, energy, constraint are written
  StateTape outputs_;
  std::vector<double> values_;
};

}  // namespace alembert
