/// Simulating a model into a folder of results.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "alembert/integrate/simulate.h"
#include "alembert/workbench/workbench.h"

namespace alembert {

struct RunOptions {
  std::filesystem::path folder;
  std::optional<Point> start;  ///< the model's own otherwise
  std::optional<double> time;  ///< [s]; the model's [simulate] otherwise, and so on
  std::optional<double> step;  ///< [s]
  std::optional<double> tolerance;
  std::optional<std::string> method;
  /// Each a list of columns, "x,th" against time or "th:th'" against the column before the colon; drawn as SVG.
  std::vector<std::string> plots;
  bool bodies = false;  ///< also record where every body of a mechanism is
  /// Called with the share of the time done; false asks to stop, which leaves a valid result of what was done.
  std::function<bool(double)> progress;
};

struct RunSummary {
  SimulateResult result;
  std::string method;         ///< the one used
  std::string method_reason;  ///< why
  double tolerance = 0.0;
  double end_time = 0.0;
  double wall_seconds = 0.0;
  std::vector<std::string> warnings;  ///< limits of joints that the motion exceeded
  std::string trouble;                ///< what ended the run early, in words; "" when nothing did
  bool stopped_by_event = false;
  std::vector<std::filesystem::path> files;
};

/// Writes trajectory.csv, summary.json and the plots into options.folder. Numerical trouble ends the run early with a
/// valid result up to then; Error is thrown for bad input and files that cannot be written, before or without results.
RunSummary run(Workbench& workbench, const RunOptions& options);

}  // namespace alembert
