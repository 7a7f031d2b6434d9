/// The size of steps that are to stay equal, from the tolerance.
#pragma once
#include "alembert/integrate/fixed_stepper.h"

namespace alembert {

struct StepChoice {
  Status status;
  double h = 0.0;        ///< [s] positive
  long evaluations = 0;  ///< of the right-hand side, for the path; those of the method are in its own counts
};

/// Follows the motion from `start` to `t_end` by a Runge-Kutta method with a loose tolerance, and there, at a few
/// places, compares one step of `method` with two of half the size. The size is such that these errors, added up over
/// the whole time, reach the tolerance (absolute + relative |y| in every component that steers). Long motions are
/// judged by their beginning. Never more than control.max_step.
StepChoice choose_step(FixedStepper& method, SystemOde& ode, const StepControl& control,
                       const FixedStepper::Node& start, double t_end);

}  // namespace alembert
