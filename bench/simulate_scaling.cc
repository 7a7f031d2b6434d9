/// What a step of a whole motion costs a body, from a hundred bodies to ten thousand.
#include <array>
#include <cstdio>

#include "alembert/integrate/simulate.h"
#include "bench_simulate.h"
#include "loop_mechanisms.h"
#include "simulate_problems.h"

namespace alembert::bench {
namespace {

constexpr std::array<std::size_t, 3> sizes{100, 1000, 10000};
constexpr double goal = 2.0;  ///< a body's share of a step, to that among 100 bodies
constexpr double step = 1e-3;
constexpr double drift_allowed = 1e-6;

struct Family {
  const char* name;
  std::function<LoopMechanism(const Options&, std::size_t)> make;
};

struct Times {
  std::size_t bodies = 0;
  double begun = 0.0;  ///< [s] from the call to the end of the first step
  Samples steps;       ///< of one accepted step with its row

  double per_body() const { return steps.minimum() / static_cast<double>(bodies); }
};

/// Equal steps of rk8, a row after each.
Times measure(const LoopMechanism& mechanism, Agreement& agreement) {
  const MechanismSetup& setup = *mechanism.setup;
  Times times;
  times.bodies = setup.v0.size();
  const int wanted = static_cast<int>(std::max<std::size_t>(20, 40000 / times.bodies));
  const double began = cpu_seconds();
  const MechanismSystem system(setup);
  SimulateOptions how;
  how.first_step = how.max_step = how.output_step = step;
  how.end_time = 1.0;
  how.relative = how.absolute = 1e-4;
  double last = 0.0;
  how.go_on = [&](double) {
    const double now = cpu_seconds();
    if (last == 0.0)
      times.begun = now - began;
    else
      times.steps.add(now - last);
    last = cpu_seconds();
    return times.steps.count() < wanted;
  };
  const SimulateResult result = simulate(system, {0.0, setup.q0, setup.v0, {}}, how, [](const Row& row) {
    keep(row);
    return true;
  });
  agreement.demand(mechanism.name + " of " + std::to_string(times.bodies) + " bodies: steps are refused",
                   20 * result.counts.rejected <= result.counts.steps && result.status.trouble == Trouble::interrupted);
  agreement.demand(mechanism.name + " of " + std::to_string(times.bodies) + " bodies loses energy",
                   result.energy_drift < drift_allowed);
  return times;
}

Json measure_family(const Family& family, const Options& options, Agreement& agreement) {
  Json rows = Json::array();
  double first = 0.0;
  for (const std::size_t size : sizes) {
    const LoopMechanism mechanism = family.make(options, size);
    const GraphScope scope(*mechanism.model->graph);
    const Times times = measure(mechanism, agreement);
    if (first == 0.0) first = times.per_body();
    const double share = times.per_body() / first;
    std::printf("%-8s %8zu %12.3f %12.3f %12.3f %12.1f %9.2f", family.name, times.bodies, 1e3 * times.begun,
                1e3 * times.steps.minimum(), 1e3 * times.steps.median(), 1e9 * times.per_body(), share);
    if (size != sizes.front()) std::printf("  <= %g: %s", goal, met(share <= goal));
    std::printf("\n");
    std::fflush(stdout);
    rows.push_back(
        {{"bodies", times.bodies}, {"begun", times.begun}, {"step", json_of(times.steps)}, {"to_first", share}});
  }
  return {{"name", family.name}, {"rows", rows}};
}

}  // namespace

Json simulate_scaling(const Options& options, Agreement& agreement) {
  const std::array<Family, 2> families{
      {{"chain", [](const Options&, std::size_t n) { return open_chain(n); }},
       {"ladder", [](const Options& o, std::size_t n) { return ladder(o.source, n / 2); }}}};
  std::printf(
      "\nLarge mechanisms: a step of rk8 with a row after it, CPU time. 'begun': until the first step is done\n");
  std::printf("%-8s %8s %12s %12s %12s %12s %9s\n", "", "bodies", "begun, ms", "step min ms", "median ms", "ns a body",
              "to 100");
  Json result = Json::array();
  for (const Family& family : families) result.push_back(measure_family(family, options, agreement));
  return result;
}

}  // namespace alembert::bench
