#include "alembert/analysis/certificate/energy_balance.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "alembert/core/index.h"
#include "alembert/core/progress.h"
#include "alembert/core/text.h"
#include "alembert/integrate/simulate.h"
#include "alembert/integrate/stepper.h"
#include "alembert/system/constraints/describe_status.h"
#include "alembert/system/events/hybrid_system.h"

namespace alembert {

namespace {

const char* const dissipation_line = "dissipation along a motion";

/// @param can  something in the system takes energy away
/// @param brings  dampers that bring energy, in words
Check check_dissipation(const SimulateResult& result, bool can, const std::string& brings) {
  if (can && !brings.empty())
    return not_applicable(dissipation_line, brings + ": it brings energy, which others take, so that no sign is due");
  Check check;
  check.name = dissipation_line;
  check.tolerance = 1e-8;
  const double taken = result.dissipated_end;
  const double wrong = can ? std::max(0.0, -taken) : brings.empty() ? std::abs(taken) : std::max(0.0, taken);
  const double scale = std::max({result.swing, std::abs(result.supplied()), std::abs(taken), result.level});
  check.residual = scale > 0.0 ? wrong / scale : wrong;
  check.passed = check.residual <= check.tolerance;
  if (!brings.empty()) check.note = brings + ": it brings energy";
  if (!*check.passed)
    check.note = (brings.empty() ? "" : check.note + ", but ") + shortest(taken) + " J are said to be dissipated" +
                 (can || !brings.empty() ? "" : ", but nothing can");
  return check;
}

/// A motion whose energy is accounted for.
struct FollowedMotion {
  const System& system;
  State start;
  double time;
  long most_steps;

  static constexpr int rows = 200;
  static constexpr int enough = rows / 20;  ///< that a motion says something

  /// Up to a place where more rows depend on each other than before, if asked for: accelerations have few digits there,
  /// and every step takes long.
  SimulateResult follow(bool up_to_passage) const {
    SimulateOptions options;
    options.relative = options.absolute = 1e-11;
    options.end_time = time;
    options.output_step = time / rows;
    options.max_steps = most_steps;
    options.work_steers = true;
    int fewest = system.sizes().na;
    bool lost = false;
    if (up_to_passage && system.sizes().na > 0) {
      options.stepped = [&](Stepper& method, double) {
        const int dependent = dependent_at(method);
        lost = dependent > fewest;
        fewest = std::min(fewest, dependent);
      };
      options.go_on = [&](double) { return !lost; };
    }
    return simulate(system, start, options, [](const Row&) { return true; });
  }

 private:
  int dependent_at(const Stepper& method) const {
    const Sizes sizes = system.sizes();
    const std::vector<double> force(index(sizes.nv), 0.0), right(index(sizes.na), 0.0);
    std::vector<double> x(force.size()), lambda(right.size());
    system.constrained_solve(method.t(), method.y().first(index(sizes.nq)), force, right, x, lambda);
    return sizes.na - system.rows_above(rows_apart);
  }
};

}  // namespace

void check_energy_balance(Certificate& certificate, const System& system, const Point& start, double time,
                          long most_steps, const DamperSigns& dampers) {
  Check check;
  check.name = "energy balance along a motion";
  report_progress("checking: " + check.name, 0, 0);
  check.tolerance = 1e-8;
  const HybridSystem hybrid(system);
  const System& moving = hybrid.needed() ? static_cast<const System&>(hybrid) : system;
  FollowedMotion motion{moving, {start.t, start.q, start.v, start.z}, time, most_steps};
  SimulateResult result = motion.follow(true);
  const bool up_to_passage = result.status.trouble == Trouble::interrupted;
  if (up_to_passage && result.rows < FollowedMotion::enough) result = motion.follow(false);
  check.residual = result.energy_drift;
  if (result.rows < 2) {
    const bool starts = result.status.trouble == Trouble::too_many_steps || result.status.trouble == Trouble::stalled;
    check.note = (starts ? "" : "the motion cannot start: ") + describe(result.status, moving);
    if (!starts) check.passed = false;
    certificate.checks.push_back(check);
    certificate.checks.push_back(not_done(dissipation_line, check.note));
    return;
  }
  // In a passage through a singular configuration accelerations are known to fewer digits.
  if (result.rank_changes > 0) check.tolerance = 1e-6;
  check.passed = check.residual <= check.tolerance;
  check.note = "over " + shortest(result.time) + " s";
  if (result.rank_changes > 0)
    check.note += ", through a singular configuration near t = " + shortest(result.rank_change_time) + " s";
  if (result.status.trouble == Trouble::interrupted)
    check.note += ", up to a singular configuration";
  else if (!result.status.good())
    check.note += "; then " + describe(result.status, moving);
  certificate.checks.push_back(check);
  const bool dampers_take = dampers.negative.empty() ? system.dissipates() : dampers.positive;
  const bool can = dampers_take || !hybrid.contacts().empty() || !hybrid.frictions().empty();
  certificate.checks.push_back(check_dissipation(result, can, dampers.negative));
}

}  // namespace alembert
