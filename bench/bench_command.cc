/// The command on small models as a user sees it: from the start of the process to the last line of its output.
#include <cstdio>

#include "bench.h"
#include "process.h"

namespace alembert::bench {
namespace {

constexpr double goal = 0.030;  ///< [s]

Json measure(const Options& options, const std::string& verb, const std::filesystem::path& model,
             Agreement& agreement) {
  const std::string name = "alembert " + verb + " " + model.filename().string();
  if (!std::filesystem::exists(model)) {
    std::printf("%s: left out, there is no %s\n", name.c_str(), model.string().c_str());
    return {{"command", name}};
  }
  Samples samples;
  std::string output;
  double megabytes = 0.0;
  for (int k = 0; k < repetitions; ++k) {
    const Finished run = run_program({options.command.string(), verb, model.string()});
    agreement.demand(name + " fails", run.good && !run.output.empty());
    agreement.demand(name + " prints something else the next time", k == 0 || run.output == output);
    output = run.output;
    megabytes = std::max(megabytes, run.peak_megabytes);
    samples.add(run.seconds);
  }
  std::printf("%s: min %.2f ms, median %.2f ms of %d, peak %.0f MB; goal below %g ms: %s\n", name.c_str(),
              1e3 * samples.minimum(), 1e3 * samples.median(), samples.count(), megabytes, 1e3 * goal,
              met(samples.minimum() < goal));
  std::fflush(stdout);
  return {{"command", name}, {"wall", json_of(samples)}, {"goal_seconds", goal}, {"peak_megabytes", megabytes}};
}

}  // namespace

Json bench_command(const Options& options, Agreement& agreement) {
  std::printf("\nThe command, wall time from the start of the process to its end\n");
  return Json::array({measure(options, "derive", options.source / "examples" / "cart-pendulum.toml", agreement),
                      measure(options, "evaluate", options.shared / "robots" / "panda.urdf", agreement)});
}

}  // namespace alembert::bench
