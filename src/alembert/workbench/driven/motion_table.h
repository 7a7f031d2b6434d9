/// Tables of a prescribed motion: kinematics.csv and inverse.csv (motion_table_columns.h), with a summary beside each.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "alembert/workbench/workbench.h"

namespace alembert {

struct MotionTableOptions {
  std::filesystem::path folder;
  std::optional<StartPoint> start;       ///< on the constraints; the model's own otherwise
  std::optional<double> time;            ///< [s]; the model's [simulate] otherwise
  std::optional<double> step;            ///< [s]
  std::optional<double> tolerance;       ///< of extra states, and where some motion is free and must be integrated
  std::function<bool(double)> progress;  ///< share of the time done; false asks to stop
};

struct MotionTableSummary {
  long rows = 0;
  double end_time = 0.0;                   ///< [s] of the last row
  double constraint_max = 0.0;             ///< largest |phi| over the rows
  std::vector<std::string> free;           ///< speeds that the drives leave free: integrated (inverse)
  std::vector<std::string> undetermined;   ///< joints and drives whose forces are not unique: least ones are given
  bool stopped_by_event = false;           ///< `until` crossed zero: the last row is there
  std::vector<StartChange> start_changes;  ///< of what is stated of the start, by the constraints
  std::vector<std::string> warnings;       ///< limits that the motion leaves, prescribed speeds that jump
  bool stopped = false;                    ///< it ended early
  std::string trouble;                     ///< why, or what is wrong with its results, in words; "" when nothing is
  std::vector<std::filesystem::path> files;
  std::vector<std::pair<std::string, std::string>> units;  ///< [column] name, unit ("" where the model does not say)
};

// A table that stops early goes to DIR/stopped where DIR has one that is complete, with a warning.

/// kinematics.csv of a mechanism, or of a system given by its energies with constraints, whose motion is determined;
/// extra states are integrated along it. Throws Error naming what is free where drives and constraints do not determine
/// the motion.
MotionTableSummary kinematics_table(Workbench& workbench, const MotionTableOptions& options);

/// inverse.csv: the same with forces. Motions that nothing prescribes follow from the forces.
MotionTableSummary inverse_table(Workbench& workbench, const MotionTableOptions& options);

}  // namespace alembert
