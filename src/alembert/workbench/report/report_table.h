/// The columns of a trajectory for the report page.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "alembert/workbench/report/report_rows.h"
#include "alembert/workbench/tables/columns.h"

namespace alembert {

/// `Table` of page/src/recording.ts; `rows` are those of `columns`, all added.
nlohmann::ordered_json report_table(const RunColumns& columns, const ReportRows& rows);

}  // namespace alembert
