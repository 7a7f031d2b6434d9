/// Reports of a model as pages, one HTML file each (docs/report.md).
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "alembert/report/equation_sheet.h"
#include "alembert/workbench/run/run.h"
#include "alembert/workbench/workbench.h"

namespace alembert {

/// The report of a run: its motion, plots, equations, facts and certificate. Equations and certificate are those of
/// small models; of larger ones as much as takes two seconds at most, by size. The same run gives the same report, but
/// for the computing time in it.
///
/// @param table    `Table` of page/src/recording.ts
/// @param motion   `Motion`, or a text that says why there is no picture of the motion
/// @param command  the command line that makes this again
///
/// Throws Error (unsupported) where the program was built without the page (has_page(), report_page.h).
std::string make_report(Workbench& workbench, const RunSummary& summary, nlohmann::ordered_json table,
                        nlohmann::ordered_json motion, const std::string& command);

/// The equation sheet alone.
std::string make_equation_page(Workbench& workbench, const EquationSheet& sheet, const std::string& command);

/// The certificate alone.
std::string make_certificate_page(Workbench& workbench, const Certificate& certificate, const CertifyOptions& options,
                                  const std::string& command);

}  // namespace alembert
