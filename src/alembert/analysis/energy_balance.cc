#include "alembert/analysis/energy_balance.h"

#include "alembert/core/progress.h"
#include "alembert/core/text.h"
#include "alembert/integrate/simulate.h"
#include "alembert/system/describe_status.h"
#include "alembert/system/hybrid_system.h"

namespace alembert {

Check check_energy_balance(const System& system, const Point& start, double time, long most_steps) {
  constexpr int rows = 200;
  Check check;
  check.name = "energy balance along a motion";
  report_progress("checking: " + check.name, 0, 0);
  check.tolerance = 1e-8;
  SimulateOptions options;
  options.relative = options.absolute = 1e-11;
  options.end_time = time;
  options.output_step = time / rows;
  options.max_steps = most_steps;
  const HybridSystem hybrid(system);
  const System& moving = hybrid.needed() ? static_cast<const System&>(hybrid) : system;
  const SimulateResult result =
      simulate(moving, {start.t, start.q, start.v, start.z}, options, [](const Row&) { return true; });
  check.residual = result.energy_drift;
  if (result.rows < 2) {
    const bool starts = result.status.trouble == Trouble::too_many_steps || result.status.trouble == Trouble::stalled;
    check.note = (starts ? "" : "the motion cannot start: ") + describe(result.status, moving);
    if (!starts) check.passed = false;
    return check;
  }
  // In a passage through a singular configuration accelerations are known to fewer digits.
  if (result.rank_changes > 0) check.tolerance = 1e-6;
  check.passed = check.residual <= check.tolerance;
  check.note = "over " + shortest(result.time) + " s";
  if (result.rank_changes > 0)
    check.note += ", through a singular configuration near t = " + shortest(result.rank_change_time) + " s";
  if (!result.status.good()) check.note += "; then " + describe(result.status, moving);
  return check;
}

}  // namespace alembert
