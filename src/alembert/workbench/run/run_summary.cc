#include "alembert/workbench/run/run_summary.h"

#include <cmath>

#include "alembert/core/version.h"
#include "alembert/io/tables/json.h"
#include "alembert/report/start_changes_json.h"

namespace alembert {
namespace {

Json of(const std::optional<WorstCondition>& worst) {
  if (!worst) return nullptr;
  return {{"value", std::isfinite(worst->value) ? Json(worst->value) : Json(nullptr)}, {"time", worst->time}};
}

}  // namespace

std::string summary_json(const Description& model, const RunSummary& summary) {
  const SimulateResult& r = summary.result;
  Json json;
  json["name"] = model.name;
  json["status"] = !r.status.good() ? "stopped" : r.stopped_by_event ? "event" : "complete";
  json["time"] = r.time;
  json["rows"] = r.rows;
  json["method"] = summary.method;
  json["method_reason"] = summary.method_reason;
  json["tolerance"] = summary.tolerance;
  json["step_tolerance"] = summary.step_tolerance > 0.0 ? Json(summary.step_tolerance) : Json(nullptr);
  json["steps"] = r.counts.steps;
  json["rejected"] = r.counts.rejected;
  json["evaluations"] = r.counts.evaluations;
  json["jacobians"] = r.counts.jacobians;
  json["wall_seconds"] = summary.wall_seconds;
  json["energy_drift"] = r.energy_drift;
  json["energy"] = {{"kinetic_start", r.kinetic_start},
                    {"kinetic_end", r.kinetic_end},
                    {"potential_start", r.potential_start},
                    {"potential_end", r.potential_end},
                    {"supplied", r.supplied()},
                    {"dissipated", r.dissipated_end},
                    {"balance", r.balance}};
  json["momentum"] = Json::array();
  for (const ConservedMomentum& kept : summary.motion.momenta)
    json["momentum"].push_back(
        {{"name", kept.name}, {"unit", kept.unit}, {"start", kept.start}, {"drift", kept.drift}});
  json["condition"] = {{"mass", of(summary.motion.mass)}, {"constraints", of(summary.motion.constraints)}};
  json["constraint_max"] = r.constraint_max;
  json["constraint_speed_max"] = r.constraint_speed_max;
  json["rank_changes"] = r.rank_changes;
  json["events"] = r.events;
  json["happenings"] = Json::array();
  for (const RunEvent& event : summary.happenings)
    json["happenings"].push_back({{"time", event.time}, {"what", event.what}, {"energy", event.energy}});
  json["start_changes"] = start_changes_json(summary.start_changes);
  json["warnings"] = summary.warnings;
  JsonTable units;
  for (const auto& [column, unit] : summary.units) units.add(column, unit);
  json["units"] = units.take();
  json["trouble"] = summary.trouble.empty() ? Json(nullptr) : Json(summary.trouble);
  json["version"] = version;
  json["run"] = Json::object();
  for (const auto& [name, value] : summary.identity) json["run"][name] = value;
  return to_text(json);
}

}  // namespace alembert
