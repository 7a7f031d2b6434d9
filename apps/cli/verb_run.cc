#include <cstdio>
#include <filesystem>

#include "alembert/core/output_file.h"
#include "alembert/core/text.h"
#include "alembert/workbench/run.h"
#include "alembert/workbench/run_summary.h"
#include "progress_bar.h"
#include "verbs.h"

namespace alembert::cli {
namespace {

std::string as_text(const Description& model, const RunSummary& s) {
  const SimulateResult& r = s.result;
  char numbers[300];
  std::snprintf(numbers, sizeof numbers,
                "  to t = %.10g s by %s (%s)\n  %ld steps, %ld rejected, %ld evaluations, %.3f s\n"
                "  energy drift %.1e of the energy that moved\n",
                r.time, s.method.c_str(), s.method_reason.c_str(), r.counts.steps, r.counts.rejected,
                r.counts.evaluations, s.wall_seconds, r.energy_drift);
  std::string text = (model.name.empty() ? "Simulated" : model.name) + "\n" + numbers;
  if (s.stopped_by_event) text += "  stopped where `until` crossed zero\n";
  for (const auto& file : s.files) text += "  wrote " + file.string() + "\n";
  return text;
}

}  // namespace

int run_verb(const Arguments& args) {
  Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  RunOptions options;
  options.folder = args.folder.empty() ? std::filesystem::path("results") / std::filesystem::path(args.model).stem()
                                       : std::filesystem::path(args.folder);
  if (!args.q.empty() || !args.v.empty()) options.start = workbench.point(args.q, args.v, 0.0);
  options.time = args.time;
  options.step = args.step;
  options.tolerance = args.tolerance;
  options.method = args.method;
  options.plots = args.plots;
  options.bodies = args.bodies;
  ProgressBar bar;
  options.progress = [&](double share) { return bar.update(share); };
  const RunSummary summary = run(workbench, options);
  bar.finish();
  print(args.json ? summary_json(workbench.model(), summary) : as_text(workbench.model(), summary));
  for (const std::string& warning : summary.warnings) std::fprintf(stderr, "alembert: warning: %s\n", warning.c_str());
  if (summary.trouble.empty()) return 0;
  std::fprintf(stderr, "alembert: %s\n  the results up to there are complete\n", summary.trouble.c_str());
  return 1;
}

}  // namespace alembert::cli
