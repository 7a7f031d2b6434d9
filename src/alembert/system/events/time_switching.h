/// Comparisons in formulas that depend on time alone: when each comes out otherwise.
#pragma once
#include <limits>
#include <span>
#include <vector>

#include "alembert/symbolic/first_exit.h"
#include "alembert/system/events/enclosed_comparisons.h"

namespace alembert {

/// Some comparisons of a list that leave what they are held as at one time.
struct TimedTurns {
  struct One {
    std::size_t comparison = 0;
    Held next = Held::free;  ///< how it comes out from then on
  };
  double time = std::numeric_limits<double>::infinity();  ///< infinite where none does
  std::vector<One> turns;
  bool certain = true;  ///< false where bounds did not decide and samples had to
};

/// Comparisons whose arguments depend on t, on inputs u(t), and otherwise on parameters alone. Their times are found
/// ahead of the motion, by bounds of their formulas (symbolic/first_exit.h): none is too short to be seen, but for what
/// lies within a few units in the last place of the time.
class TimeSwitching {
 public:
  /// The system must outlive this.
  explicit TimeSwitching(const SwitchedSystem& system) : comparisons_(system, EnclosedComparisons::Kind::of_time) {}

  /// [comparison] whether it is one of these.
  const std::vector<bool>& of_time() const { return comparisons_.listed(); }
  /// The first time behind t, at most `end`, at which any of these leaves what it is held as. Those that are free are
  /// not watched. All programs must have run once.
  TimedTurns next(double t, double end, std::span<const Held> held);

 private:
  FirstExit search();
  void follow_jumps(double behind, std::span<const Held> before, std::vector<Held>& now, TimedTurns& result);

  EnclosedComparisons comparisons_;
};

}  // namespace alembert
