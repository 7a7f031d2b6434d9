/// The summary of a run as JSON.
#pragma once
#include <string>

#include "alembert/workbench/run/run.h"

namespace alembert {

/// Keys: name, status, time, rows, method, method_reason, tolerance, steps, rejected, evaluations, jacobians,
/// wall_seconds, energy_drift, energy, constraint_max, constraint_speed_max, rank_changes, events, happenings,
/// warnings, units, trouble, version, run. docs/cli.md says what each is.
std::string summary_json(const Description& model, const RunSummary& summary);

}  // namespace alembert
