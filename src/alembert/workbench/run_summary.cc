#include "alembert/workbench/run_summary.h"

#include "alembert/core/version.h"
#include "alembert/io/json.h"

namespace alembert {

std::string summary_json(const Description& model, const RunSummary& summary) {
  const SimulateResult& r = summary.result;
  Json json;
  json["name"] = model.name;
  json["status"] = !r.status.good() ? "stopped" : summary.stopped_by_event ? "event" : "complete";
  json["time"] = r.time;
  json["rows"] = r.rows;
  json["method"] = summary.method;
  json["method_reason"] = summary.method_reason;
  json["tolerance"] = summary.tolerance;
  json["steps"] = r.counts.steps;
  json["rejected"] = r.counts.rejected;
  json["evaluations"] = r.counts.evaluations;
  json["wall_seconds"] = summary.wall_seconds;
  json["energy_drift"] = r.energy_drift;
  json["constraint_max"] = r.constraint_max;
  json["warnings"] = summary.warnings;
  json["trouble"] = summary.trouble.empty() ? Json(nullptr) : Json(summary.trouble);
  json["version"] = version;
  return to_text(json);
}

}  // namespace alembert
