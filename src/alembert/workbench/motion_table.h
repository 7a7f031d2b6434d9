/// Tables of a prescribed motion: kinematics.csv and inverse.csv.
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
  std::optional<Point> start;            ///< the model's own otherwise
  std::optional<double> time;            ///< [s]; the model's [simulate] otherwise
  std::optional<double> step;            ///< [s]
  std::optional<double> tolerance;       ///< where some motion is free and must be integrated
  std::function<bool(double)> progress;  ///< share of the time done; false asks to stop
};

struct MotionTableSummary {
  long rows = 0;
  double end_time = 0.0;                  ///< [s] of the last row
  double constraint_max = 0.0;            ///< largest |phi| over the rows
  std::vector<std::string> free;          ///< speeds that the drives leave free: integrated (inverse)
  std::vector<std::string> undetermined;  ///< joints and drives whose forces are not unique: least ones are given
  std::string trouble;                    ///< what ended it early, in words; "" when nothing did
  std::vector<std::filesystem::path> files;
};

/// kinematics.csv: t, coordinates, speeds, accelerations, outputs. Throws Error naming what is free where the drives do
/// not determine the motion.
MotionTableSummary kinematics_table(Workbench& workbench, const MotionTableOptions& options);

/// inverse.csv: the same with the efforts of drives and the reactions of all joints. Motions that no drive prescribes
/// follow from the forces.
MotionTableSummary inverse_table(Workbench& workbench, const MotionTableOptions& options);

}  // namespace alembert
