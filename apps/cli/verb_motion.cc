/// The verbs kinematics and inverse.
#include <cstdio>
#include <filesystem>

#include "alembert/core/output_file.h"
#include "alembert/core/text.h"
#include "alembert/workbench/driven/motion_table.h"
#include "alembert/workbench/driven/motion_table_json.h"
#include "progress_bar.h"
#include "verbs.h"

namespace alembert::cli {
namespace {

std::string as_text(const Workbench& workbench, const MotionTableSummary& s) {
  const Description& model = workbench.model();
  char numbers[200];
  std::snprintf(numbers, sizeof numbers, "  %ld rows to t = %.10g s, constraints met to %.1e\n", s.rows, s.end_time,
                s.constraint_max);
  std::string text = (model.name.empty() ? "Followed" : model.name) + "\n" + numbers;
  if (!workbench.held_spins().empty())
    text += "  held, because it moves nothing else: the spin of " + workbench.held_spins() + "\n";
  if (!s.free.empty())
    text += "  under-actuated: " + join(s.free, ", ") + " move freely under the forces and were integrated\n";
  if (!s.undetermined.empty())
    text += "  not unique, so the least ones are given: forces of " + join(s.undetermined, ", ") + "\n";
  if (s.stopped_by_event) text += "  stopped where `until` crossed zero\n";
  for (const auto& file : s.files) text += "  wrote " + file.string() + "\n";
  return text;
}

}  // namespace

int motion_verb(const Arguments& args) {
  const ReadScope read;
  Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  MotionTableOptions options;
  options.folder = args.folder.empty() ? std::filesystem::path("results") / std::filesystem::path(args.model).stem()
                                       : std::filesystem::path(args.folder);
  for (const char* extension : {".csv", ".json"}) read.refuse_to_replace(options.folder / (args.verb + extension));
  if (!args.q.empty() || !args.v.empty()) options.start = workbench.point(args.q, args.v, 0.0, true);
  print_start_changes(workbench, options.start ? options.start->changes : workbench.start_changes(0.0));
  options.time = args.time;
  options.step = args.step;
  options.tolerance = args.tolerance;
  ProgressBar bar;
  options.progress = [&](double share) { return bar.update(share); };
  const MotionTableSummary summary =
      args.verb == "kinematics" ? kinematics_table(workbench, options) : inverse_table(workbench, options);
  bar.finish();
  print(args.json ? motion_table_json(workbench, summary) : as_text(workbench, summary));
  for (const std::string& warning : summary.warnings) std::fprintf(stderr, "alembert: warning: %s\n", warning.c_str());
  if (summary.trouble.empty()) return 0;
  std::fprintf(stderr, "alembert: %s\n%s", summary.trouble.c_str(),
               summary.stopped ? "  the results up to there are complete\n" : "");
  return 1;
}

}  // namespace alembert::cli
