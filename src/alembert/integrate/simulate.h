/// Simulation of a system, constrained or not: rows at exact times and the account of energy.
#pragma once
#include <functional>
#include <limits>
#include <optional>
#include <string_view>

#include "alembert/integrate/runge_kutta.h"
#include "alembert/system/system.h"

namespace alembert {

enum class Method {
  rk5,  ///< Dormand-Prince 5(4): loose tolerances
  rk8,  ///< DOP853: tolerances from about 1e-5 down
};

/// The method that a user calls "rk5" or "rk8", or nothing.
std::optional<Method> method_named(std::string_view name);
std::string_view name_of(Method method);

/// One output row. The spans point into memory of simulate() and end with the sink's call.
struct Row {
  State x;
  System::In u;     ///< [nu] inputs at x.t
  System::In vdot;  ///< [nv]
  Energies energies;
  double work = 0.0;        ///< [J] integral of energies.power since the start
  double constraint = 0.0;  ///< largest |phi|
};

/// Takes a row; false asks to stop.
using Sink = std::function<bool(const Row&)>;

struct SimulateOptions {
  Method method = Method::rk8;
  double relative = 1e-8;  ///< error to aim at in the result, per component absolute + relative |y|: a step may make a
  double absolute = 1e-8;  ///< tenth of it. Motions that amplify errors (chaos, long orbits) exceed it.
  double end_time = 0.0;   ///< [s]
  double output_step = 0.0;                                   ///< [s] positive
  double first_step = 0.0;                                    ///< [s] 0 chooses one
  double max_step = std::numeric_limits<double>::infinity();  ///< [s]
  long max_steps = 10'000'000;                                ///< tried steps
};

/// How a simulation ended. The index in `status` is that of a speed (a coordinate has its speed's), or -1.
struct SimulateResult {
  Status status;
  double time = 0.0;              ///< [s] of the last row
  long rows = 0;                  ///< rows the sink has seen
  StepCounts counts;              ///< evaluations for the rows themselves are not in it
  bool stopped_by_event = false;  ///< an event function of the system crossed zero: the last row is there

  double constraint_max = 0.0;  ///< largest |phi| over the rows
  double drift = 0.0;           ///< [J] largest |conserved(t) - conserved(start) - work(t)| over the rows
  double swing = 0.0;           ///< [J] (max - min of kinetic) + (max - min of potential) over the rows
  double level = 0.0;           ///< [J] largest |kinetic| + |potential| over the rows
  double energy_drift = 0.0;    ///< drift / swing; drift / level where the swing is no motion but integration error,
                                ///< below min(100 relative, 1e-6) of the level; 0 where both are zero
};

/// Integrates  d(q, v, z, W)/dt = (N(q) v, vdot, zdot, power)  from `start` to options.end_time and hands the sink a
/// row at start.t + k * output_step for k = 0, 1, ... and one exactly at the end time, which replaces a multiple that
/// agrees with it to 1e-9 of a step. W, the work, rides along without steering the step size. Rows come from the
/// method's dense output, so they do not shorten its steps. Where an event function crosses zero the run ends with a
/// row at that time.
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
