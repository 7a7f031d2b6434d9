/// How an evaluation or a solver ended. Numerical trouble is normal in a solver, so it is a value, not an exception.
#pragma once

namespace alembert {

enum class Trouble {
  none,
  singular,        ///< a mass or constraint matrix cannot be factored
  not_finite,      ///< NaN or infinity in a rate
  step_too_small,  ///< error control asks for steps below the resolution of time
  too_many_steps,  ///< the step budget is used up
  stalled,         ///< time hardly advances any more
  inconsistent,    ///< constraint rows contradict each other; the index is that of a row
  lost,            ///< the state cannot be brought back onto the constraints; the index is that of a row
  jumps,           ///< a row asks for a position that jumps; the index is that of a row
  unbounded,       ///< a row asks for an infinite speed or acceleration; the index is that of a row
  passed_over,     ///< equal steps that were asked for pass over what depends on time; the time is where
  interrupted,     ///< the caller asked to stop
  unsolved,        ///< the equations of an implicit step have no solution that an iteration would find
  runaway,         ///< multipliers of rows that depend on each other say nothing; the index is that of a row
  jams,            ///< friction that follows the load of its joint has no size that fits it
  unmet,           ///< accelerations miss a row by more than rounding; the index is that of a row
  locked,          ///< rows that move by themselves cannot be followed any further; the index is that of a row
};

/// `none`, or what went wrong and where; the caller turns the indices into the user's names.
struct Status {
  Trouble trouble = Trouble::none;
  int index = -1;     ///< speed where it showed (constraint row where of_row()), or -1
  double time = 0.0;  ///< [s] model time at which it happened

  bool good() const { return trouble == Trouble::none; }
};

/// Whether the index is that of a constraint row.
inline bool of_row(const Status& status) {
  return status.trouble == Trouble::inconsistent || status.trouble == Trouble::lost ||
         status.trouble == Trouble::locked || status.trouble == Trouble::jumps ||
         status.trouble == Trouble::unbounded || status.trouble == Trouble::runaway || status.trouble == Trouble::unmet;
}

}  // namespace alembert
