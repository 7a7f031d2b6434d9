/// Lagrange's equations of the n-pendulum, from nothing to M, C and g in a fresh graph; SymPy on the same in turn.
#include <array>
#include <cstdio>

#include "bench.h"
#include "n_pendulum.h"
#include "process.h"
#include "sympy.h"

namespace alembert::bench {
namespace {

struct Goal {
  std::size_t n;
  double seconds;  ///< 0: none
};
constexpr std::array<Goal, 6> cases{{{2, 0}, {4, 0}, {6, 3e-3}, {10, 0}, {20, 0.15}, {30, 0.6}}};
constexpr double memory_goal = 500.0;  ///< [MB]
constexpr double ratio_goal = 500.0;
constexpr double tolerance = 1e-10;  ///< of M, C and g, relative to their largest entry
constexpr std::size_t compared_states = 3;
constexpr int ours_per_turn = 3;  ///< the first finds the caches full of SymPy's data; the minimum is of the others

/// SymPy by one route: its times, and whether it still answers in time.
struct Route {
  const char* name;
  Samples samples;
  bool alive = true;

  bool wants_more() const { return alive && samples.wants_more(repetitions, repetition_budget); }
  void repeat(Sympy& sympy, std::size_t n) {
    const std::optional<double> seconds = sympy.derive(n, name);
    alive = seconds.has_value();
    if (alive) samples.add(*seconds);
  }
  bool measured() const { return samples.count() > 0; }
};

struct Ours {
  Samples whole;   ///< energies built and equations derived
  Samples derive;  ///< derive_lagrange alone
  std::size_t nodes = 0;

  void repeat(std::size_t n) {
    const double began = cpu_seconds();
    const Lagrangian model = n_pendulum(n);
    const double built = cpu_seconds();
    const LagrangeEquations equations = derive_lagrange(model);
    const double ended = cpu_seconds();
    keep(equations);
    whole.add(ended - began);
    derive.add(ended - built);
    nodes = model.graph->size();
  }
};

double compare(Agreement& agreement, const std::string& what, const Dynamics& ours, const Dynamics& other) {
  return std::max({agreement.demand(what + ", M", ours.M, other.M, tolerance),
                   agreement.demand(what + ", C", ours.C, other.C, tolerance),
                   agreement.demand(what + ", g", ours.g, other.g, tolerance)});
}

/// Our numbers against the closed form and against what SymPy has derived last; the largest relative difference.
double compare_results(std::size_t n, Sympy& sympy, bool ask_sympy, Agreement& agreement) {
  const Lagrangian model = n_pendulum(n);
  const Tape tape = dynamics_tape(model, derive_lagrange(model));
  Random random(n);
  std::vector<std::vector<double>> states(compared_states);
  for (auto& state : states) state = random_state(n, random);
  const std::string name = "n = " + std::to_string(n);
  const auto theirs = ask_sympy ? sympy.evaluate(states) : std::nullopt;
  if (ask_sympy) agreement.demand(name + ": SymPy's numbers are missing", theirs && theirs->size() == compared_states);
  double worst = 0.0;
  for (std::size_t s = 0; s < compared_states; ++s) {
    const Dynamics ours = evaluate(tape, n, states[s]);
    worst = std::max(worst, compare(agreement, name + ", closed form", ours, closed_form(n, states[s])));
    if (theirs) worst = std::max(worst, compare(agreement, name + ", SymPy", ours, theirs->at(s)));
  }
  return worst;
}

void print_row(const Goal& goal, const Ours& ours, const std::array<Route, 2>& routes, double megabytes,
               double difference) {
  std::printf("%3zu %10.3f %10.3f %10.3f %5d %9zu %7.0f", goal.n, 1e3 * ours.whole.minimum(), 1e3 * ours.whole.median(),
              1e3 * ours.derive.minimum(), ours.whole.count(), ours.nodes, megabytes);
  for (const Route& route : routes)
    if (route.measured())
      std::printf(" %9.3f %3d %6.0f", route.samples.minimum(), route.samples.count(),
                  route.samples.minimum() / ours.whole.minimum());
    else
      std::printf(" %9s %3s %6s", "-", "-", "-");
  std::printf(" %8.1e", difference);
  if (goal.seconds > 0) std::printf("  < %g ms: %s", 1e3 * goal.seconds, met(ours.whole.minimum() < goal.seconds));
  std::printf("\n");
  std::fflush(stdout);
}

Json json_row(const Goal& goal, const Ours& ours, const std::array<Route, 2>& routes, double megabytes,
              double difference) {
  Json row{{"n", goal.n},         {"whole", json_of(ours.whole)}, {"derive_lagrange", json_of(ours.derive)},
           {"nodes", ours.nodes}, {"peak_megabytes", megabytes},  {"difference", difference}};
  if (goal.seconds > 0) row["goal_seconds"] = goal.seconds;
  for (const Route& route : routes) {
    if (!route.measured()) continue;
    row[std::string("sympy_") + route.name] = json_of(route.samples);
    row[std::string("ratio_") + route.name] = route.samples.minimum() / ours.whole.minimum();
  }
  return row;
}

}  // namespace

Json bench_derive(const Options& options, Agreement& agreement) {
  // First, while this process is small: a copy begins with its memory.
  std::array<double, cases.size()> megabytes{};
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const Finished copy = run_in_copy([&] { Ours().repeat(cases[k].n); });
    agreement.demand("n = " + std::to_string(cases[k].n) + " cannot be derived", copy.good);
    megabytes[k] = copy.peak_megabytes;
  }
  Sympy sympy(options);
  std::printf("\nLagrange's equations of the planar n-pendulum on a cart: M, C, g; CPU time; SymPy %s in turn\n",
              sympy.version().empty() ? "not asked" : sympy.version().c_str());
  std::printf("'alone' is derive_lagrange without building T and V; ratios are minimum / our minimum\n");
  std::printf("%3s %10s %10s %10s %5s %9s %7s %20s %20s %8s\n", "n", "min ms", "median ms", "alone ms", "reps", "nodes",
              "peak MB", "SymPy s,reps,ratio", "via T s,reps,ratio", "differ");
  Json rows = Json::array();
  bool alive = !sympy.version().empty();
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const std::size_t n = cases[k].n;
    Ours ours;
    std::array<Route, 2> routes{Route{"jacobian", {}, alive}, Route{"energy", {}, alive}};
    while (ours.whole.wants_more(repetitions, repetition_budget) || routes[0].wants_more() || routes[1].wants_more()) {
      for (int i = 0; i < ours_per_turn; ++i) ours.repeat(n);
      for (Route& route : routes)
        if (alive && route.wants_more()) {
          route.repeat(sympy, n);
          alive = route.alive;
        }
    }
    const double difference = compare_results(n, sympy, alive, agreement);
    print_row(cases[k], ours, routes, megabytes[k], difference);
    rows.push_back(json_row(cases[k], ours, routes, megabytes[k], difference));
  }
  double least_ratio = 0.0;
  for (const Json& row : rows)
    if (const double ratio = row.value("ratio_jacobian", 0.0); ratio > 0.0)
      least_ratio = least_ratio == 0.0 ? ratio : std::min(least_ratio, ratio);
  if (least_ratio > 0.0)
    std::printf("SymPy's fastest way takes at least %.0f times as long (goal %.0f: %s)\n", least_ratio, ratio_goal,
                met(least_ratio >= ratio_goal));
  const double most_memory = *std::max_element(megabytes.begin(), megabytes.end());
  std::printf("peak memory %.0f MB (goal %.0f: %s)\n", most_memory, memory_goal, met(most_memory < memory_goal));
  return {{"sympy", sympy.version()}, {"rows", rows}, {"ratio_goal", ratio_goal}, {"memory_goal", memory_goal}};
}

}  // namespace alembert::bench
