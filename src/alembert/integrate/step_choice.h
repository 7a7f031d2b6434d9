/// The size of steps that are to stay equal, from the tolerance.
#pragma once
#include "alembert/integrate/fixed_stepper.h"

namespace alembert {

struct StepChoice {
  double h = 0.0;        ///< [s] positive
  long evaluations = 0;  ///< of the right-hand side, for the path; those of the method are in its own counts
};

/// Follows the motion from `start`, which has been entered, to `t_end` by a Runge-Kutta method, and there, at a few
/// places, compares one step of `method` with two of half the size. The size is such that these errors, added up over
/// the whole time, reach the tolerance (absolute + relative |y| in every component that steers). Events behind which
/// the method goes on with the same steps (EventLoop::smooth) are passed; the path ends at others, and after 100,000
/// steps: the rest is taken to be alike. Never more than control.max_step. The system is left as it was found.
StepChoice choose_step(FixedStepper& method, SystemOde& ode, const StepControl& control,
                       const FixedStepper::Node& start, double t_end);

}  // namespace alembert
