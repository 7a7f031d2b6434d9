/// Two pendulums by the solvers that alembert takes from SUNDIALS, beside the same equations written by hand.
#include <array>
#include <cstdio>

#include "alembert/forms/energies/lagrange.h"
#include "alembert/integrate/simulate.h"
#include "alembert/io/load.h"
#include "alembert/system/energies/lagrange_system.h"
#include "bench_simulate.h"
#include "simulate_by_hand.h"

namespace alembert::bench {
namespace {

constexpr double goal = 1.5;          ///< our time to theirs at the same error
constexpr double known_to = 1e-10;    ///< of our finest run, against what is known
constexpr double most_seconds = 3.0;  ///< of one run
constexpr double end_time = 10.0;
constexpr std::array<double, 7> levels{1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

/// A system given by its energies, and where it starts.
class Energies {
 public:
  Energies(const std::filesystem::path& file, std::vector<double> q)
      : model_(load_lagrangian(file)),
        scope_(*model_.graph),
        system_(model_, simplified(derive_lagrange(model_))),
        q_(std::move(q)),
        v_(q_.size(), 0.0) {}

  Motion by(Method method) const {
    return [this, method](double accuracy) {
      SimulateOptions how;
      how.method = method;
      how.relative = how.absolute = accuracy;
      how.end_time = how.output_step = end_time;
      std::vector<double> end;
      const SimulateResult result = simulate(system_, {0.0, q_, v_, {}}, how, [&](const Row& row) {
        end.assign(row.x.q.begin(), row.x.q.end());
        end.insert(end.end(), row.x.v.begin(), row.x.v.end());
        return true;
      });
      return result.status.good() ? end : std::vector<double>{};
    };
  }

 private:
  Lagrangian model_;
  GraphScope scope_;
  LagrangeSystem system_;
  std::vector<double> q_, v_;
};

/// The goal counts only where the same formulas are compared.
Json compare(const char* title, std::vector<Curve> curves, std::size_t own, const std::vector<double>& truth,
             bool has_goal) {
  std::printf("\n%s\n", title);
  measure_curves(curves, truth, most_seconds);
  print_curves(curves);
  std::vector<const Curve*> ours, theirs;
  for (std::size_t k = 0; k < curves.size(); ++k) (k < own ? ours : theirs).push_back(&curves[k]);
  std::printf("%9s %12s %12s %-24s %8s\n", "error", "ours, ms", "by hand, ms", "", "ratio");
  Json rows = Json::array();
  for (const double level : levels) {
    const std::optional<Needed> mine = time_needed(ours, level), other = time_needed(theirs, level);
    if (!mine || !other) continue;
    const double ratio = mine->seconds / other->seconds;
    std::printf("%9.0e %12.3f %12.3f %-24s %8.2f", level, 1e3 * mine->seconds, 1e3 * other->seconds, other->by.c_str(),
                ratio);
    if (has_goal) std::printf("  <= %g: %s", goal, met(ratio <= goal));
    std::printf("\n");
    rows.push_back({{"error", level}, {"ours", mine->seconds}, {"by_hand", other->seconds}, {"ratio", ratio}});
  }
  std::fflush(stdout);
  return {{"title", title}, {"curves", json_of(curves)}, {"at_equal_error", rows}};
}

}  // namespace

Json simulate_beside_sundials(const Options& options, Agreement& agreement) {
  std::printf("\nWhole motions beside SUNDIALS alone with equations written by hand; CPU time\n");
  Json result = Json::array();
  {
    const Energies system(options.source / "examples" / "double-pendulum.toml", {0.5, -0.3});
    const std::vector<double> truth = system.by(Method::rk8)(1e-13);
    const std::vector<double> known{-0.107542332622362, 0.387937148385277, 1.80004727482457, -1.73423699710335};
    agreement.demand("double pendulum: known end", truth, known, known_to);
    const HandWritten bdf = double_pendulum_by_bdf();
    result.push_back(
        compare("double pendulum, 10 s, stiff solvers",
                {{"cvode", system.by(Method::cvode), powers_of_ten(3, 12)}, {bdf.name, bdf.run, powers_of_ten(3, 12)}},
                1, truth, true));
    std::vector<Curve> explicit_ones{{"rk8", system.by(Method::rk8), powers_of_ten(3, 12)}};
    for (const HandWritten& way : double_pendulum_not_stiff())
      explicit_ones.push_back({way.name, way.run, powers_of_ten(3, 12)});
    result.push_back(compare("the same, solvers for motions that are not stiff (for information)",
                             std::move(explicit_ones), 1, truth, false));
  }
  const Energies system(options.source / "examples" / "pendulum-xy.toml", {-1.0, 0.0});
  const std::vector<double> truth = system.by(Method::rk8)(1e-13);
  agreement.demand("pendulum in x and y: known end", std::vector(truth.begin(), truth.begin() + 2),
                   std::vector{-0.275087462576, -0.961419205099}, known_to);
  const HandWritten ida = pendulum_xy_by_ida();
  result.push_back(
      compare("pendulum in x and y with its constraint, 10 s",
              {{"ida", system.by(Method::ida), powers_of_ten(3, 12)}, {ida.name, ida.run, powers_of_ten(3, 12)}}, 1,
              truth, true));
  return result;
}

}  // namespace alembert::bench
