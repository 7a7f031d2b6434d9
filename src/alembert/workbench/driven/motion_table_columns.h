/// The columns of kinematics.csv and inverse.csv.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "alembert/system/system.h"
#include "alembert/workbench/workbench.h"

namespace alembert {

/// t, coordinates, speeds, accelerations (of closing joints behind those of the tree), extra states, outputs. With
/// `forces`, of a mechanism the efforts of driven or pushed coordinates (`A.effort`), the reactions of all joints and
/// the forces of all constraints: `rod.force`, the tension of a distance; `contact.fx`, ... on the second body of other
/// geometry; `gear.multiplier` of formulas. Of a system given by its energies the multipliers of its constraints
/// (`rod.multiplier`).
class MotionTableColumns {
 public:
  MotionTableColumns() = default;
  MotionTableColumns(const MotionTableColumns&) = delete;
  MotionTableColumns& operator=(const MotionTableColumns&) = delete;
  virtual ~MotionTableColumns() = default;

  const std::vector<std::string>& names() const { return names_; }
  const std::vector<std::string>& units() const { return units_; }  ///< "" where the model does not say
  /// @param lambda  [row] multipliers of the motion; changed where they are not unique
  /// Overwritten by the next call.
  virtual std::span<const double> values(const State& x, System::In u, System::In vdot, System::Out lambda) = 0;
  /// Joints, drives and constraints whose forces were not unique in some row.
  const std::vector<std::string>& undetermined() const { return undetermined_; }

 protected:
  void add(const std::string& name, std::string_view unit) {
    names_.push_back(name);
    units_.emplace_back(unit);
  }
  void append(std::span<const double> list) { values_.insert(values_.end(), list.begin(), list.end()); }
  void note_undetermined(const std::vector<std::string>& names);

  std::vector<std::string> names_, units_, undetermined_;
  std::vector<double> values_;
};

/// `system` is the workbench's own (Workbench::system()); both must outlive the result.
std::unique_ptr<MotionTableColumns> motion_table_columns(Workbench& workbench, const System& system, bool forces);

}  // namespace alembert
