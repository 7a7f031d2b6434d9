/// simplified(): the equations of the n-pendulum made readable. For information.
#include <array>
#include <cstdio>

#include "alembert/symbolic/operations.h"
#include "bench.h"
#include "n_pendulum.h"

namespace alembert::bench {
namespace {

constexpr double tolerance = 1e-10;

std::size_t operations_of(const Lagrangian& model, const LagrangeEquations& equations) {
  const GraphScope scope(*model.graph);
  return operations(equations.residuals());
}

void check(std::size_t n, const Lagrangian& model, const LagrangeEquations& equations, Agreement& agreement) {
  Random random(n);
  const std::vector<double> state = random_state(n, random);
  const Dynamics ours = evaluate(dynamics_tape(model, equations), n, state), exact = closed_form(n, state);
  const std::string name = "simplified, n = " + std::to_string(n);
  agreement.demand(name + ", M", ours.M, exact.M, tolerance);
  agreement.demand(name + ", C", ours.C, exact.C, tolerance);
  agreement.demand(name + ", g", ours.g, exact.g, tolerance);
}

}  // namespace

Json bench_simplify(Agreement& agreement) {
  std::printf("\nSimplifying the equations; CPU time; operations of all equations, each common part once\n");
  std::printf("%3s %10s %10s %5s %18s\n", "n", "min ms", "median ms", "reps", "operations");
  Json rows = Json::array();
  for (const std::size_t n : {2U, 4U, 6U}) {
    Samples samples;
    std::size_t before = 0, after = 0;
    while (samples.wants_more(repetitions, repetition_budget)) {
      const Lagrangian model = n_pendulum(n);
      const LagrangeEquations derived = derive_lagrange(model);
      const GraphScope scope(*model.graph);
      const double began = cpu_seconds();
      const LagrangeEquations readable = simplified(derived);
      samples.add(cpu_seconds() - began);
      if (samples.count() > 1) continue;
      before = operations_of(model, derived);
      after = operations_of(model, readable);
      check(n, model, readable, agreement);
    }
    std::printf("%3zu %10.3f %10.3f %5d %8zu -> %6zu\n", n, 1e3 * samples.minimum(), 1e3 * samples.median(),
                samples.count(), before, after);
    std::fflush(stdout);
    rows.push_back(
        {{"n", n}, {"simplified", json_of(samples)}, {"operations_before", before}, {"operations_after", after}});
  }
  return rows;
}

}  // namespace alembert::bench
