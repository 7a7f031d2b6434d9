/// Mechanisms with many bodies in closed loops: what a body costs, in joint and in body coordinates.
#include <array>
#include <cmath>
#include <cstdio>
#include <functional>

#include "alembert/system/reactions/body_dynamics.h"
#include "alembert/system/reactions/body_state.h"
#include "bench.h"
#include "loop_mechanisms.h"
#include "turns.h"

namespace alembert::bench {
namespace {

constexpr std::array<std::size_t, 4> sizes{100, 1000, 10000, 100000};
constexpr double exponent_goal = 1.05;  ///< of the time, from N = 10^3 to 10^5
constexpr double per_body_goal = 2.0;   ///< of the time of a body, to that at N = 100
constexpr double budget = 4.0;          ///< [s] of work for one size
constexpr double tolerance = 1e-8;      ///< of multipliers in joint and in body coordinates

struct Family {
  const char* name;
  std::function<LoopMechanism(const Options&, std::size_t)> make;
};

/// Both descriptions at the start.
class Start {
 public:
  explicit Start(const LoopMechanism& mechanism)
      : setup_(*mechanism.setup),
        dynamics_(setup_),
        plan_(*mechanism.model, setup_.constraints.rows.formulas),
        par_(number_body_params<double>(*mechanism.model, setup_.choices, BodyReference::center, setup_.real,
                                        setup_.lengths)),
        reader_(setup_, plan_, par_),
        bodies_(plan_, par_),
        q_(setup_.q0),
        vdot_(setup_.v0.size()),
        lambda_(static_cast<std::size_t>(setup_.constraints.rows.size())) {}

  double in_joints(double shift) {
    q_[0] += shift;
    dynamics_.at(0.0, q_, setup_.v0, {}, {});
    dynamics_.accelerate({}, vdot_, lambda_);
    return vdot_[0];
  }
  /// From the motions of the bodies on, which dynamics_ has from in_joints().
  double in_bodies() {
    bodies_.solve(reader_.read(dynamics_, 0.0, q_, setup_.v0, {}, {}));
    return bodies_.multipliers().front();
  }
  /// The multipliers of all closing joints both ways.
  void compare(const std::string& what, Agreement& agreement) {
    in_joints(0.0);
    in_bodies();
    std::vector<double> bodies;
    for (const RowSource& source : setup_.constraints.rows.sources) {
      const int first = plan_.first_row[static_cast<std::size_t>(source.index)];
      for (std::size_t k = 0; k < source.rows.size(); ++k)
        bodies.push_back(bodies_.multipliers()[static_cast<std::size_t>(first) + k]);
    }
    agreement.demand(what + ": joint and body coordinates", bodies, lambda_, tolerance);
  }
  std::size_t bodies() const { return bodies_.accelerations().size() - 1; }

 private:
  const MechanismSetup& setup_;
  MechanismDynamics<double> dynamics_;
  BodyPlan plan_;
  BodyParams<double> par_;
  BodyStateReader reader_;
  BodyDynamics bodies_;
  std::vector<double> q_, vdot_, lambda_;
};

struct Times {
  std::size_t bodies = 0;
  double made = 0.0;  ///< [s] reading and preparing the model
  Samples joints, in_bodies;

  double per_body() const { return joints.minimum() / static_cast<double>(bodies); }
};

Times measure(const Family& family, const Options& options, std::size_t N, Agreement& agreement) {
  Times times;
  const double began = cpu_seconds();
  const LoopMechanism mechanism = family.make(options, N);
  times.made = cpu_seconds() - began;
  const GraphScope scope(*mechanism.model->graph);
  Start start(mechanism);
  start.compare(family.name + (" of " + std::to_string(N)), agreement);  // also finds the order of elimination
  times.bodies = start.bodies();
  Turns joints(1, [&](std::size_t, double shift) { return start.in_joints(shift); });
  Turns bodies(1, [&](std::size_t, double) { return start.in_bodies(); });
  while (times.joints.wants_more(repetitions, budget)) {
    joints.measure(times.joints);
    if (times.in_bodies.wants_more(repetitions, budget)) bodies.measure(times.in_bodies);
  }
  return times;
}

Json measure_family(const Family& family, const Options& options, Agreement& agreement) {
  std::array<Times, sizes.size()> all;
  Json rows = Json::array();
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    all[k] = measure(family, options, sizes[k], agreement);
    const Times& t = all[k];
    const double share = t.per_body() / all[0].per_body();
    std::printf("%-7s %8zu %8zu %9.3f %12.1f %12.1f %9.1f %9.2f %14.1f %14.1f", family.name, sizes[k], t.bodies, t.made,
                1e6 * t.joints.minimum(), 1e6 * t.joints.median(), 1e9 * t.per_body(), share,
                1e6 * t.in_bodies.minimum(), 1e6 * t.in_bodies.median());
    if (k > 0) std::printf("  to N = 100 <= %g: %s", per_body_goal, met(share <= per_body_goal));
    std::printf("\n");
    std::fflush(stdout);
    rows.push_back({{"N", sizes[k]},
                    {"bodies", t.bodies},
                    {"made", t.made},
                    {"joints", json_of(t.joints)},
                    {"in_bodies", json_of(t.in_bodies)}});
  }
  const double growth = std::log(all[3].joints.minimum() / all[1].joints.minimum()) / std::log(100.0);
  std::printf("%s: growth from N = 10^3 to 10^5: N^%.3f (<= %.2f: %s)\n", family.name, growth, exponent_goal,
              met(growth <= exponent_goal));
  return {{"name", family.name}, {"rows", rows}, {"exponent", growth}, {"exponent_goal", exponent_goal}};
}

}  // namespace

Json bench_loops(const Options& options, Agreement& agreement) {
  const std::array<Family, 2> families{{{"ladder", [](const Options& o, std::size_t N) { return ladder(o.source, N); }},
                                        {"chain", [](const Options&, std::size_t N) { return closed_chain(N); }}}};
  std::printf(
      "\nMany bodies in closed loops: accelerations and multipliers in joint coordinates, and, for information,\n");
  std::printf("in body coordinates; CPU time in us. 'made': reading and preparing the model, in s\n");
  std::printf("%-7s %8s %8s %9s %12s %12s %9s %9s %14s %14s\n", "", "N", "bodies", "made", "joints min", "median",
              "ns/body", "to N=100", "bodies min", "median");
  Json result = Json::array();
  for (const Family& family : families) result.push_back(measure_family(family, options, agreement));
  return result;
}

}  // namespace alembert::bench
