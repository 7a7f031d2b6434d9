/// Inverse and forward dynamics of chains up to a million bodies: what a body costs.
#include <array>
#include <cmath>
#include <cstdio>

#include "bench.h"
#include "kernels.h"
#include "turns.h"

namespace alembert::bench {
namespace {

struct Size {
  std::size_t n;
  double goal;  ///< [s] of forward dynamics; 0: none
};
constexpr std::array<Size, 5> sizes{{{100, 0.0}, {1000, 60e-6}, {10000, 0.7e-3}, {100000, 8e-3}, {1000000, 0.1}}};
constexpr double exponent_goal = 1.05;  ///< of the time in n, from 10^4 to 10^6
constexpr std::size_t most_numbers = 1 << 21;

struct Times {
  Samples inverse, forward;
};

Times measure(std::size_t n, Agreement& agreement) {
  const TestMechanism mechanism = long_chain(n);
  const PlainStates states = random_states(mechanism.plan, std::clamp<std::size_t>(most_numbers / n, 2, 128));
  Sweeps<double> ours(mechanism, states);
  if (n == sizes[0].n) {
    const TestMechanism read = chain(n);
    Sweeps<double> same(read, states);
    agreement.demand("a chain that is repeated is not the one that is read",
                     (ours.inverse(0, 0.0), same.inverse(0, 0.0), ours.out == same.out));
  }
  Turns inverse(states.count(), [&](std::size_t s, double shift) { return ours.inverse(s, shift); });
  Turns forward(states.count(), [&](std::size_t s, double shift) { return ours.forward(s, shift); });
  Times times;
  while (times.forward.wants_more(repetitions, repetition_budget)) {
    inverse.measure(times.inverse);
    forward.measure(times.forward);
  }
  return times;
}

double exponent(const Samples& few, const Samples& many) {
  return std::log(many.minimum() / few.minimum()) / std::log(100.0);
}

}  // namespace

Json bench_scaling(Agreement& agreement) {
  std::printf("\nLong chains: inverse (rnea) and forward dynamics (aba) from coordinates on; CPU time\n");
  std::printf("%8s %12s %12s %10s %9s %12s %12s %10s %9s %5s\n", "n", "rnea min us", "median us", "ns/body", "to n=100",
              "aba min us", "median us", "ns/body", "to n=100", "reps");
  std::array<Times, sizes.size()> all;
  Json rows = Json::array();
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const auto [n, goal] = sizes[k];
    all[k] = measure(n, agreement);
    std::printf("%8zu", n);
    for (const auto part : {&Times::inverse, &Times::forward}) {
      const Samples& samples = all[k].*part;
      const auto per_body = [&](std::size_t i) { return (all[i].*part).minimum() / static_cast<double>(sizes[i].n); };
      std::printf(" %12.2f %12.2f %10.1f %9.2f", 1e6 * samples.minimum(), 1e6 * samples.median(), 1e9 * per_body(k),
                  per_body(k) / per_body(0));
    }
    std::printf(" %5d", all[k].forward.count());
    if (goal > 0.0) std::printf("  aba <= %g us: %s", 1e6 * goal, met(all[k].forward.minimum() <= goal));
    std::printf("\n");
    std::fflush(stdout);
    rows.push_back({{"n", n}, {"rnea", json_of(all[k].inverse)}, {"aba", json_of(all[k].forward)}});
  }
  const double inverse = exponent(all[2].inverse, all[4].inverse), forward = exponent(all[2].forward, all[4].forward);
  std::printf("growth from n = 10^4 to 10^6: rnea n^%.3f (<= %.2f: %s), aba n^%.3f (<= %.2f: %s)\n", inverse,
              exponent_goal, met(inverse <= exponent_goal), forward, exponent_goal, met(forward <= exponent_goal));
  return {{"rows", rows}, {"rnea_exponent", inverse}, {"aba_exponent", forward}, {"exponent_goal", exponent_goal}};
}

}  // namespace alembert::bench
