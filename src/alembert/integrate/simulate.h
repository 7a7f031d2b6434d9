/// Simulation of a system, constrained or not: rows at exact times, the account of energy, and checkpoints.
#pragma once
#include <functional>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "alembert/integrate/checkpoint.h"
#include "alembert/integrate/method.h"
#include "alembert/integrate/motion_sizes.h"
#include "alembert/system/system.h"

namespace alembert {

/// One output row. The spans point into memory of simulate() and end with the sink's call.
struct Row {
  State x;
  System::In u;     ///< [nu] inputs at x.t
  System::In vdot;  ///< [nv]
  Energies energies;
  double work = 0.0;        ///< [J] integral of energies.power since the start
  double constraint = 0.0;  ///< largest |phi|
  double balance = 0.0;  ///< [J] change of the conserved energy less the work since the start: what integration added
};

/// Takes a row; false asks to stop.
using Sink = std::function<bool(const Row&)>;

struct SimulateOptions {
  Method method = Method::rk8;
  MethodOptions method_options;
  std::optional<Method> when_stiff;  ///< takes over where Stepper::stiff() says that the motion is
  double relative = 1e-8;            ///< error to aim at in the result, per component absolute + relative |y|.
  double absolute = 1e-8;            ///< Motions that amplify errors (chaos, long orbits) exceed it.
  std::vector<std::pair<int, double>> absolute_of;  ///< of single components of (q, v, z), in place of `absolute`
  double end_time = 0.0;                            ///< [s]
  double output_step = 0.0;                         ///< [s] positive
  double first_step = 0.0;                          ///< [s] 0 chooses one
  double max_step = std::numeric_limits<double>::infinity();  ///< [s]
  long max_steps = 10'000'000;                                ///< tried steps
  bool work_steers = false;  ///< the account of work is held to the tolerance too: drives do work that the motion does
                             ///< not feel

  /// Asked after every step and before every row but the first, with the time reached; false ends the run with
  /// `interrupted`.
  std::function<bool(double t)> go_on;
  /// Sees every accepted step, up to where it counts (an event may be within it), before its rows.
  std::function<void(Stepper& step, double until)> stepped;
  /// Accepted steps from one checkpoint to the next, fewer where they take many evaluations (evaluations_per_step);
  /// absent: steps_between_checkpoints() of the system.
  std::optional<long> checkpoint_steps;
  /// Gets a checkpoint at the start and every so many steps, when all rows before it have been delivered.
  std::function<void(const Checkpoint&)> checkpoint;
  /// Goes on from here instead of from the start, which must be the same as then, as must be the system and all other
  /// options. The sink gets the rows from next_row on.
  const Checkpoint* from = nullptr;
};

/// How a simulation ended. The index in `status` is that of a speed (a coordinate has its speed's), or -1.
struct SimulateResult : Account {
  Status status;
  StepCounts counts;                      ///< evaluations for the rows themselves are not in it
  long events = 0;                        ///< passed: impacts, joints that stick or slide, formulas that switch
  bool stopped_by_event = false;          ///< an event function of the system crossed zero: the last row is there
  std::optional<double> sampled_from;     ///< [s] EventLoop::sampled_from()
  std::vector<MotionSizes::Below> below;  ///< coordinates that moved by less than their tolerance
  std::vector<double> last;   ///< (q, v, z, work) after the last good step where `status` is not, at its time
  double energy_drift = 0.0;  ///< drift / what moved (swing, supplied or dissipated); drift / level where that is
                              ///< no motion but integration error,
                              ///< below min(100 relative, 0.1) of the level; 0 where both are zero; below 1e-12
                              ///< where the drift is within energy_rounding() at the end
};

/// Integrates  d(q, v, z, W)/dt = (N(q) v, vdot, zdot, power)  from `start` to options.end_time and hands the sink a
/// row at start.t + k * output_step for k = 0, 1, ... and one exactly at the end time, which replaces a multiple that
/// agrees with it to 1e-9 of a step. W, the work, rides along without steering the step size. Rows come from the
/// method's dense output, so they do not shorten its steps. Where an event function crosses zero the run ends with a
/// row at that time. A HybridSystem goes on behind events of its own (event_loop.h); a row at such a time is the state
/// before it.
///
/// Trouble of any kind ends the run with a status; the rows before it have been delivered. A sink that returns false
/// ends it with `interrupted`.
///
/// Constraints are held by the accelerations, and by a projection of positions and speeds after every step and for
/// every row (projection.h).
///
/// Preconditions (asserted): end_time >= start.t, output_step > 0. The start satisfies the constraints.
SimulateResult simulate(const System& system, const State& start, const SimulateOptions& options, const Sink& sink);

}  // namespace alembert
