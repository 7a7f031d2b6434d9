/// `alembert derive` on a small model as a user sees it: from the start of the process to the printed equations.
#include <cstdio>

#include "bench.h"
#include "process.h"

namespace alembert::bench {

Json bench_command(const Options& options, Agreement& agreement) {
  constexpr double goal = 0.030;  // [s]
  const std::string model = (options.source / "examples" / "cart-pendulum.toml").string();
  Samples samples;
  std::string output;
  double megabytes = 0.0;
  for (int k = 0; k < repetitions; ++k) {
    const Finished run = run_program({options.command.string(), "derive", model});
    agreement.demand("alembert derive fails", run.good && !run.output.empty());
    agreement.demand("alembert derive prints something else the next time", k == 0 || run.output == output);
    output = run.output;
    megabytes = std::max(megabytes, run.peak_megabytes);
    samples.add(run.seconds);
  }
  std::printf(
      "\nalembert derive examples/cart-pendulum.toml, wall time: min %.2f ms, median %.2f ms of %d, peak %.0f MB\n",
      1e3 * samples.minimum(), 1e3 * samples.median(), samples.count(), megabytes);
  std::printf("goal below %g ms: %s\n", 1e3 * goal, met(samples.minimum() < goal));
  std::fflush(stdout);
  return {{"wall", json_of(samples)}, {"goal_seconds", goal}, {"peak_megabytes", megabytes}};
}

}  // namespace alembert::bench
