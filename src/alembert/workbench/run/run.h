/// Simulating a model into a folder of results.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "alembert/integrate/simulate.h"
#include "alembert/workbench/run/motion_account.h"
#include "alembert/workbench/run/run_identity.h"
#include "alembert/workbench/workbench.h"

namespace alembert {

struct RunOptions {
  std::filesystem::path folder;
  std::optional<StartPoint> start;  ///< on the constraints: Workbench::point(..., true); the model's own otherwise
  std::optional<double> time;       ///< [s]; the model's [simulate] otherwise, and so on
  std::optional<double> step;       ///< [s]
  std::optional<double> tolerance;
  std::optional<std::string> method;
  std::optional<double> step_size;        ///< [s] of methods with equal steps
  std::optional<double> spectral_radius;  ///< of generalised alpha, 0 ... 1
  std::optional<int> order;               ///< of variational: 2, 4, 6 or 8
  /// Each a list of columns, "x,th" against time or "th:th'" against the column before the colon; drawn as SVG. None:
  /// coordinates, speeds, states, outputs and energies are drawn, the first eight of each.
  std::vector<std::string> plots;
  bool report = true;          ///< also write report.html (docs/report.md), where the program has its page
  std::string command;         ///< that makes this again, for the report
  bool bodies = false;         ///< also record where every body of a mechanism is
  std::string format = "csv";  ///< of the trajectory: csv or hdf5
  bool resume = false;         ///< go on with the run in the folder that did not come to its end
  /// What else decides the motion: the files of the model (ReadScope) and how they were read. Where it is empty, the
  /// model's own file.
  RunIdentity identity;
  /// Called after every step with the share of the time done; false asks to stop, which leaves a valid result of what
  /// was done and a checkpoint.
  std::function<bool(double)> progress;
  std::function<void(const std::string&)> say;  ///< remarks for the user, when they arise
};

/// An impact, or a joint that begins to rest, leave, stick or slide.
struct RunEvent {
  double time = 0.0;  ///< [s]
  std::string what;
  double energy = 0.0;  ///< [J] by which the energy jumped there
};

struct RunSummary {
  SimulateResult result;
  RunIdentity identity;
  std::string method;         ///< the one used
  std::string method_reason;  ///< why
  double tolerance = 0.0;
  double step_tolerance = 0.0;  ///< what the errors of single steps are held to (integrate/method.h); 0: equal steps
  double end_time = 0.0;
  double wall_seconds = 0.0;               ///< of all parts of a run that was gone on with
  MotionAccount motion;                    ///< of some rows, evenly spread
  std::vector<StartChange> start_changes;  ///< of what is stated of the start, by the constraints
  std::vector<RunEvent> happenings;        ///< the first 1000; formulas that switch are only counted
  std::vector<std::string> warnings;       ///< limits that the motion exceeded, constraints that changed their rank
  std::string trouble;                     ///< what ended the run early, in words; "" when nothing did
  bool complete_before = false;            ///< it was asked to go on with a run that is complete: nothing was done
  std::vector<std::filesystem::path> files;
  std::vector<std::pair<std::string, std::string>> units;  ///< [column] name, unit ("" where the model does not say)
};

/// Writes trajectory.csv (or .h5), summary.json, the plots and report.html into options.folder. Numerical trouble ends
/// the run early with a valid result up to then; Error is thrown for bad input and files that cannot be written, before
/// or without results. Results that were there before stay until these are whole.
///
/// While it runs, rows are in trajectory.csv.partial, and checkpoint.json, written about once a second, says how to go
/// on from there after any end of the program. options.resume does so: the files are then the same, byte for byte, as
/// those of a run that was never interrupted (but for wall_seconds). Error where the model or an option differs, or
/// where files are damaged; nothing is changed then.
RunSummary run(Workbench& workbench, const RunOptions& options);

}  // namespace alembert
