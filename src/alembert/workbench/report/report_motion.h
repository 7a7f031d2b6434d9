/// What moved in a run, and every load that acted, for the report page.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "alembert/workbench/report/report_rows.h"
#include "alembert/workbench/workbench.h"

namespace alembert {

/// How many rows of a run its report should keep (ReportRows), so that everything in it stays below about three million
/// numbers: at most 2000, at least 100 where there are as many.
///
/// @param system   the workbench's own
/// @param columns  values of a row
/// @param rows     of the run
std::size_t report_frames(Workbench& workbench, const System& system, std::size_t columns, std::size_t rows);

/// Sets `motion` of a Recording (page/src/recording.ts), or `motion_note` where there is nothing to show: the motion at
/// the frames of `rows`, which are those of RunColumns. Mechanisms show bodies, joints, springs and
/// contacts, with forces and moments as they were: stops that hold and joints that stick are found again from the
/// state. Models given by energies show what they draw.
///
/// Where accelerations cannot be found, those of the frame before are shown, and `loads_note` says so.
void report_motion(Workbench& workbench, const System& system, const ReportRows& rows,
                   nlohmann::ordered_json& recording);

}  // namespace alembert
