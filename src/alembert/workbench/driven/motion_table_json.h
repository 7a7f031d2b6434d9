/// The summary of a prescribed motion as JSON.
#pragma once
#include <string>

#include "alembert/workbench/driven/motion_table.h"

namespace alembert {

/// Keys: status, rows, time, constraint_max, free, undetermined, held_spins, start_changes, warnings, trouble, units,
/// files. docs/cli.md says what each is.
std::string motion_table_json(const Workbench& workbench, const MotionTableSummary& summary);

}  // namespace alembert
