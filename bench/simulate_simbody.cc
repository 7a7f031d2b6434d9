/// Five mechanisms beside Simbody: time against error at the end.
#include <array>
#include <cmath>
#include <cstdio>

#include "alembert/workbench/run/run_method.h"
#include "bench_simulate.h"
#include "peers.h"
#include "simulate_curves.h"
#include "simulate_problems.h"

namespace alembert::bench {
namespace {

constexpr double goal = 10.0;         ///< Simbody's time to ours at the same error
constexpr double known_to = 1e-9;     ///< what is known from elsewhere has about so many digits
constexpr double peer_to = 1e-5;      ///< a result that nothing else is known about, and Simbody's best one
constexpr double most_seconds = 2.0;  ///< of one run
constexpr std::array<double, 8> levels{1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9};

/// A whole motion by a method as users name it.
std::vector<double> simulated(const MotionProblem& problem, const std::string& method, double accuracy) {
  const MechanismSetup& setup = *problem.mechanism.setup;
  const MechanismSystem system(setup);
  SimulateOptions how;
  how.relative = how.absolute = accuracy;
  how.end_time = how.output_step = problem.time;
  RunSummary summary;
  choose_method(method, {}, system.sizes(), summary, how);
  std::vector<double> end;
  const SimulateResult result = simulate(system, {0.0, setup.q0, setup.v0, {}}, how, [&](const Row& row) {
    end.assign(row.x.q.begin(), row.x.q.end());
    end.insert(end.end(), row.x.v.begin(), row.x.v.end());
    return true;
  });
  if (!result.status.good()) end.clear();
  return end;
}
Motion by_method(const MotionProblem& problem, const std::string& method) {
  return [&problem, method](double accuracy) { return simulated(problem, method, accuracy); };
}

/// Our finest result, compared with what is known.
std::vector<double> truth_of(const MotionProblem& problem, Agreement& agreement) {
  const std::vector<double> end = by_method(problem, "rk8")(1e-13);
  agreement.demand(problem.title + ": our finest run fails", !end.empty());
  if (end.empty() || problem.known.empty()) return end;
  const auto middle = end.begin() + static_cast<std::ptrdiff_t>(end.size() / 2);
  agreement.demand(problem.title + ": known end", problem.found({end.begin(), middle}, {middle, end.end()}),
                   problem.known, known_to);
  return end;
}

/// The smallest error of some curves.
double best_error(const std::vector<const Curve*>& curves) {
  double best = INFINITY;
  for (const Curve* curve : curves)
    for (const CurvePoint& point : curve->points) best = std::min(best, point.error);
  return best;
}

Json compare_levels(const std::vector<const Curve*>& ours, const std::vector<const Curve*>& theirs) {
  Json rows = Json::array();
  std::printf("%9s %12s %-10s %12s %-28s %8s  >= %g\n", "error", "ours, ms", "", "theirs, ms", "", "ratio", goal);
  for (const double level : levels) {
    const std::optional<Needed> own = time_needed(ours, level), other = time_needed(theirs, level);
    if (!own || !other) continue;
    const double ratio = other->seconds / own->seconds;
    std::printf("%9.0e %12.3f %-10s %12.3f %-28s %8.1f  %s\n", level, 1e3 * own->seconds, own->by.c_str(),
                1e3 * other->seconds, other->by.c_str(), ratio, met(ratio >= goal));
    rows.push_back({{"error", level},
                    {"ours", own->seconds},
                    {"by", own->by},
                    {"theirs", other->seconds},
                    {"integrator", other->by},
                    {"ratio", ratio}});
  }
  return rows;
}

Json measure(const MotionProblem& problem, Agreement& agreement) {
  std::printf("\n%s\n", problem.title.c_str());
  std::fflush(stdout);
  const std::vector<double> truth = truth_of(problem, agreement);
  std::vector<Curve> curves;
  for (const char* method : {"auto", "rk8"})
    curves.push_back({method, by_method(problem, method), powers_of_ten(3, 11)});
  const std::size_t own = curves.size();
  if (const std::optional<LoopPeer> peer =
          loop_peer(plain_motion(problem.mechanism), loop_states(problem.mechanism, 1, problem.effort)))
    for (const PeerMotion& motion : peer->motions)
      curves.push_back(
          {peer->name + " " + motion.integrator,
           [run = motion.run, time = problem.time](double accuracy) { return run(0, time, accuracy, most_seconds); },
           powers_of_ten(3, 10)});
  measure_curves(curves, truth, most_seconds);
  print_curves(curves);
  std::vector<const Curve*> ours, theirs;
  for (std::size_t k = 0; k < curves.size(); ++k) (k < own ? ours : theirs).push_back(&curves[k]);
  if (!theirs.empty() && problem.known.empty())
    agreement.demand(problem.title + ": no result of the other library agrees", best_error(theirs) <= peer_to);
  const Json rows = theirs.empty() ? Json::array() : compare_levels({ours[0]}, theirs);
  std::fflush(stdout);
  return {{"problem", problem.title}, {"curves", json_of(curves)}, {"at_equal_error", rows}};
}

}  // namespace

Json simulate_beside_simbody(const Options& options, Agreement& agreement) {
  std::printf("\nWhole motions: CPU time against the error of q and v at the end, each in units of its largest.\n");
  std::printf("The truth is rk8 at 1e-13. A series ends where a run takes more than %g s.\n", most_seconds);
  for (const std::string& reason : missing_peers())
    if (reason.starts_with("Simbody")) std::printf("%s\n", reason.c_str());
  Json result = Json::array();
  for (const MotionProblem& problem : motion_problems(options.source)) result.push_back(measure(problem, agreement));
  return result;
}

}  // namespace alembert::bench
