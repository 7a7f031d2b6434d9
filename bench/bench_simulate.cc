/// Whole motions: one for information, then beside others, large ones, and by the command.
#include <cstdio>

#include "alembert/analysis/state/evaluate.h"
#include "alembert/forms/energies/lagrange.h"
#include "alembert/integrate/simulate.h"
#include "alembert/io/load.h"
#include "alembert/system/energies/lagrange_system.h"
#include "bench_simulate.h"

namespace alembert::bench {
namespace {

/// The double pendulum for 10 s at a tolerance of 1e-10. For information.
Json double_pendulum(const Options& options, Agreement& agreement) {
  const Lagrangian model = load_lagrangian(options.source / "examples" / "double-pendulum.toml");
  const GraphScope scope(*model.graph);
  const LagrangeSystem system(model, simplified(derive_lagrange(model)));
  const Point start = start_point(model);
  SimulateOptions how;
  how.relative = how.absolute = 1e-10;
  how.end_time = 10.0;
  how.output_step = 0.01;

  Samples samples;
  SimulateResult result;
  while (samples.wants_more(repetitions, repetition_budget)) {
    const double began = wall_seconds();
    result = simulate(system, {start.t, start.q, start.v, start.z}, how, [](const Row& row) {
      keep(row);
      return true;
    });
    samples.add(wall_seconds() - began);
  }
  agreement.demand("the double pendulum stops early", result.status.good() && result.time == how.end_time);
  agreement.demand("the double pendulum loses energy", result.energy_drift < 1e-8);
  std::printf("\nDouble pendulum, 10 s at 1e-10 with %s, wall time: min %.2f ms, median %.2f ms of %d\n",
              std::string(name_of(how.method)).c_str(), 1e3 * samples.minimum(), 1e3 * samples.median(),
              samples.count());
  std::printf("%ld steps, %ld rejected, %ld evaluations, %ld rows, energy drift %.1e\n", result.counts.steps,
              result.counts.rejected, result.counts.evaluations, result.rows, result.energy_drift);
  return {{"wall", json_of(samples)},
          {"steps", result.counts.steps},
          {"rejected", result.counts.rejected},
          {"evaluations", result.counts.evaluations},
          {"rows", result.rows},
          {"energy_drift", result.energy_drift}};
}

}  // namespace

Json bench_simulate(const Options& options, Agreement& agreement) {
  Json result = double_pendulum(options, agreement);
  result["command"] = simulate_command(options, agreement);
  result["simbody"] = simulate_beside_simbody(options, agreement);
  result["sundials"] = simulate_beside_sundials(options, agreement);
  result["scaling"] = simulate_scaling(options, agreement);
  return result;
}

}  // namespace alembert::bench
