#include "alembert/workbench/driven/motion_table_json.h"

#include "alembert/io/tables/json.h"
#include "alembert/report/start_changes_json.h"

namespace alembert {

std::string motion_table_json(const Workbench& workbench, const MotionTableSummary& s) {
  Json json;
  json["status"] = s.stopped ? "stopped" : s.stopped_by_event ? "event" : "complete";
  json["rows"] = s.rows;
  json["time"] = s.end_time;
  json["constraint_max"] = s.constraint_max;
  json["free"] = s.free;
  json["undetermined"] = s.undetermined;
  json["held_spins"] = workbench.held_spins();
  json["start_changes"] = start_changes_json(s.start_changes);
  json["warnings"] = s.warnings;
  json["trouble"] = s.trouble.empty() ? Json(nullptr) : Json(s.trouble);
  JsonTable units;
  for (const auto& [column, unit] : s.units) units.add(column, unit);
  json["units"] = units.take();
  json["files"] = Json::array();
  for (const auto& file : s.files) json["files"].push_back(file.string());
  return to_text(json);
}

}  // namespace alembert
