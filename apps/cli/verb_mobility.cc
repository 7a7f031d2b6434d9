#include "alembert/workbench/answers/mobility_report.h"
#include "progress_bar.h"
#include "verbs.h"

namespace alembert::cli {

int mobility_verb(const Arguments& args) {
  Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  const StartPoint at = workbench.point(args.q, "", args.t, args.assemble);
  print_start_changes(workbench, at.changes);
  const MobilityReport report = [&] {
    const ProgressLine line;
    return report_mobility(workbench, at);
  }();
  print(args.json ? mobility_json(report) : mobility_text(report, workbench.model().name));
  return 0;
}

}  // namespace alembert::cli
