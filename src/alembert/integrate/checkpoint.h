/// Where a simulation can be left, and gone on with.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "alembert/integrate/account.h"
#include "alembert/integrate/stepper.h"
#include "alembert/system/system.h"

namespace alembert {

/// Everything that decides how a simulation goes on behind a step. simulate() begins its method anew at the same steps
/// whether or not anybody keeps the checkpoint, so a run that was interrupted gives the numbers of one that was not.
struct Checkpoint {
  double t = 0.0;                         ///< [s]
  std::vector<double> y;                  ///< (q, v, z, W), on the constraints
  std::vector<double> method;             ///< Stepper::memory(); empty at the start, where the method begins by itself
  std::vector<double> system;             ///< System::memory()
  std::vector<double> motion;             ///< MotionSizes::memory()
  std::vector<double> signs;              ///< of event functions, Crossing::signs()
  std::array<int, 2> most_rows = {0, 0};  ///< SystemOde::most_rows()
  double stall_time = 0.0;                ///< [s] where the watch over progress began to count
  std::int64_t stall_tried = 0;
  StepCounts counts;
  std::int64_t next_row = 0;  ///< its time is start + next_row * step
  Account account;
};

/// Accepted steps between checkpoints: rarely enough that a method with a history of steps, which begins anew there,
/// loses little, and often enough that they are not seconds apart where a step is dear. It depends on the system alone,
/// because such a method would go other ways for another number.
inline long steps_between_checkpoints(const Sizes& sizes) {
  constexpr long least = 500, most = 20'000, numbers = 200'000;
  return std::clamp(numbers / std::max(1L, static_cast<long>(sizes.nv + sizes.na + sizes.nz)), least, most);
}

/// A checkpoint also comes after so many evaluations for each of those steps: more than steps of rk8 take, so that it
/// is rarely what counts, but the steps of other methods, and events behind which they begin anew, may take hundreds.
inline constexpr long evaluations_per_step = 25;

}  // namespace alembert
