/// The columns of a trajectory.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "alembert/integrate/simulate.h"
#include "alembert/workbench/workbench.h"

namespace alembert {

/// The columns of a run of a model: t, every coordinate, every speed (those of closing joints behind those of the
/// tree), extra states, outputs, places of bodies where asked for, kinetic, potential, energy, balance, constraint; of
/// these five, those whose name the model does not use itself.
class RunColumns {
 public:
  /// `system` is the workbench's own and must outlive this, as must the workbench; with `bodies`, where every body of a
  /// mechanism is.
  RunColumns(Workbench& workbench, const System& system, bool bodies);

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::string>& units() const { return units_; }  ///< "" where the model does not say
  /// Columns that belong together, in the order of the trajectory: "coordinates", "speeds", "states", "outputs",
  /// "energy"; none is empty.
  struct Group {
    std::string name;
    std::vector<std::size_t> columns;
  };
  const std::vector<Group>& groups() const { return groups_; }
  /// Position of a column; throws Error (unknown_name) with "did you mean".
  std::size_t find(const std::string& name) const;
  /// The values of a row; overwritten by the next call.
  std::span<const double> values(const Row& row);

 private:
  void add(const std::string& name, const std::string& unit);
  void end_group(const std::string& name, std::size_t first);

  std::vector<std::string> names_, units_;
  std::vector<Group> groups_;
  std::vector<bool> standard_;  ///< which of kinetic, potential, energy, balance, constraint are written
  /// Values at a row; the result may be overwritten by the next call.
  using Values = std::function<std::span<const double>(const Row&)>;
  Values outputs_;
  Values closing_;  ///< coordinates, then speeds of closing joints; null where there are none
  Values bodies_;   ///< of body_columns(); null where they are not wanted
  std::size_t closing_coordinates_ = 0;
  std::vector<std::size_t> recorded_;  ///< which of the values of bodies_ are columns
  std::vector<double> values_;
};

}  // namespace alembert
