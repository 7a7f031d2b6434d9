/// The summary of a run as JSON.
#pragma once
#include <string>

#include "alembert/workbench/run.h"

namespace alembert {

/// Keys: name, status, time, rows, method, method_reason, tolerance, steps, rejected, evaluations, wall_seconds,
/// energy_drift, constraint_max, trouble, version.
std::string summary_json(const Description& model, const RunSummary& summary);

}  // namespace alembert
