#include "alembert/workbench/report/report_table.h"

#include <algorithm>

#include "alembert/io/tables/json.h"
#include "alembert/workbench/report/report_packing.h"

namespace alembert {

Json report_table(const RunColumns& columns, const ReportRows& rows) {
  Json table;
  table["rows"] = rows.rows();
  table["t"] = pack_float64(rows.column(0));
  table["columns"] = Json::array();
  for (std::size_t c = 1; c < rows.columns(); ++c) {
    Json column{{"name", columns.names()[c]}, {"unit", columns.units()[c]}};
    column["values"] = packed(rows.column(c));
    const ReportRows::Curve curve = rows.left_out() ? rows.extremes(c) : ReportRows::Curve();
    const bool moves = std::ranges::any_of(curve.y, [&](double y) { return y != curve.y.front(); });
    if (moves) column["extremes"] = {{"t", pack_float64(curve.t)}, {"y", pack_float32(curve.y)}};
    table["columns"].push_back(std::move(column));
  }
  table["groups"] = Json::array();
  std::vector<bool> grouped(rows.columns());
  const auto add_group = [&](const std::string& name, const std::vector<std::size_t>& list) {
    Json places = Json::array();
    for (const std::size_t c : list) {
      places.push_back(c - 1);
      grouped[c] = true;
    }
    if (!list.empty()) table["groups"].push_back({{"name", name}, {"columns", std::move(places)}});
  };
  for (const RunColumns::Group& group : columns.groups()) add_group(group.name, group.columns);
  std::vector<std::size_t> others;
  for (std::size_t c = 1; c < rows.columns(); ++c)
    if (!grouped[c]) others.push_back(c);
  add_group("others", others);
  return table;
}

}  // namespace alembert
