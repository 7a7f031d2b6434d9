#include <cstdio>
#include <filesystem>

#include "alembert/core/output_file.h"
#include "alembert/core/text.h"
#include "alembert/workbench/run/run.h"
#include "alembert/workbench/run/run_summary.h"
#include "progress_bar.h"
#include "verbs.h"

namespace alembert::cli {
namespace {

std::string as_text(const Description& model, const RunSummary& s) {
  const SimulateResult& r = s.result;
  char numbers[600];
  std::snprintf(numbers, sizeof numbers,
                "  to t = %.10g s by %s (%s)\n  %ld steps, %ld rejected, %ld evaluations, %.3f s\n"
                "  energy drift %.1e of the energy that moved\n"
                "  kinetic %.6g to %.6g J, potential %.6g to %.6g J, supplied %.6g J, dissipated %.6g J\n",
                r.time, s.method.c_str(), s.method_reason.c_str(), r.counts.steps, r.counts.rejected,
                r.counts.evaluations, s.wall_seconds, r.energy_drift, r.kinetic_start, r.kinetic_end, r.potential_start,
                r.potential_end, r.supplied(), r.dissipated);
  std::string text = (model.name.empty() ? "Simulated" : model.name) + "\n" + numbers;
  if (s.step_tolerance > 0.0) {
    std::snprintf(numbers, sizeof numbers, "  tolerance %g, for which errors of single steps are held to %g\n",
                  s.tolerance, s.step_tolerance);
    text += numbers;
  }
  if (r.constraint_max > 0.0 || r.constraint_speed_max > 0.0) {
    std::snprintf(numbers, sizeof numbers, "  constraints met to %.1e, their speeds to %.1e\n", r.constraint_max,
                  r.constraint_speed_max);
    text += numbers;
  }
  for (const ConservedMomentum& kept : s.motion.momenta) {
    std::snprintf(numbers, sizeof numbers, "%.6g", kept.start);
    text += "  " + kept.name + " stays " + numbers + (kept.unit.empty() ? "" : " " + kept.unit);
    std::snprintf(numbers, sizeof numbers, ", drift %.1e\n", kept.drift);
    text += numbers;
  }
  if (r.events > 0) text += "  " + std::to_string(r.events) + (r.events == 1 ? " event passed\n" : " events passed\n");
  if (r.stopped_by_event) text += "  stopped where `until` crossed zero\n";
  for (const auto& file : s.files) text += "  wrote " + file.string() + "\n";
  return text;
}

/// What decides the motion before `run` itself does: the files that were read, and how.
RunIdentity identity(const Arguments& args, const ReadScope& scope) {
  RunIdentity list = identity_of(scope.files);
  list.emplace_back("--set", join(args.set, ", "));
  list.emplace_back("--base", args.base);
  list.emplace_back("--mimic", args.mimic);
  return list;
}

RunOptions run_options(const Arguments& args, Workbench& workbench) {
  RunOptions options;
  options.folder = args.folder.empty() ? std::filesystem::path("results") / std::filesystem::path(args.model).stem()
                                       : std::filesystem::path(args.folder);
  if (!args.q.empty() || !args.v.empty()) options.start = workbench.point(args.q, args.v, 0.0, true);
  options.time = args.time;
  options.step = args.step;
  options.tolerance = args.tolerance;
  options.method = args.method;
  options.step_size = args.step_size;
  options.spectral_radius = args.spectral_radius;
  options.order = args.order;
  options.plots = args.plots;
  options.bodies = args.bodies;
  options.format = args.table_format;
  options.resume = args.resume;
  options.report = !args.no_report;
  options.command = args.command;
  return options;
}

}  // namespace

int run_verb(const Arguments& args) {
  const ReadScope scope;
  Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  RunOptions options = run_options(args, workbench);
  print_start_changes(workbench, options.start ? options.start->changes : workbench.start_changes(0.0));
  options.identity = identity(args, scope);
  for (const char* table : {"trajectory.csv", "trajectory.h5"}) scope.refuse_to_replace(options.folder / table);
  ProgressBar bar;
  options.progress = [&](double share) { return bar.update(share); };
  options.say = [](const std::string& text) { std::fprintf(stderr, "alembert: %s\n", text.c_str()); };
  const RunSummary summary = run(workbench, options);
  bar.finish();
  if (summary.complete_before) {
    const std::filesystem::path file = options.folder / "summary.json";
    std::fprintf(stderr, "alembert: the run in '%s' is complete; nothing to go on with\n",
                 options.folder.string().c_str());
    if (args.json) print(read_file(file, std::size_t{1} << 30U));
    if (!summary.trouble.empty()) std::fprintf(stderr, "alembert: %s\n", summary.trouble.c_str());
    return summary.trouble.empty() ? 0 : 1;
  }
  print(args.json ? summary_json(workbench.model(), summary) : as_text(workbench.model(), summary));
  for (const std::string& warning : summary.warnings) std::fprintf(stderr, "alembert: warning: %s\n", warning.c_str());
  if (summary.trouble.empty()) return 0;
  const bool interrupted = summary.result.status.trouble == Trouble::interrupted;
  const bool stopped = !summary.result.status.good();
  std::fprintf(stderr, "alembert: %s\n%s%s", summary.trouble.c_str(),
               stopped ? "  the results up to there are complete\n" : "",
               interrupted ? "  the same command with --resume goes on from there\n" : "");
  return 1;
}

}  // namespace alembert::cli
