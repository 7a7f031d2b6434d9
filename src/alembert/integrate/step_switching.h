/// Whether comparisons of formulas may turn within a step of integration.
#pragma once
#include "alembert/integrate/step_bounds.h"
#include "alembert/symbolic/first_exit.h"
#include "alembert/system/events/enclosed_comparisons.h"

namespace alembert {

/// The comparisons of a SwitchedSystem that depend on its motion. Within a step the motion is smooth and bounded by
/// polynomials (StepBounds); t is what it is and inputs are bounded by their formulas. So if(sin(400*t) < x, ..) is
/// not missed between looks, however long the step.
class StepSwitching {
 public:
  /// The system must outlive this.
  explicit StepSwitching(const SwitchedSystem& system)
      : comparisons_(system, EnclosedComparisons::Kind::of_motion), bounds_(comparisons_.moving()) {}

  bool empty() const { return comparisons_.empty(); }
  /// The k-th of the times of a step: all programs have just run there.
  void note(int k) { comparisons_.read_moving(bounds_.node(k)); }
  /// All times of the step have been noted, in which comparisons are held so.
  void fit(double begin, double end, std::span<const Held> held) {
    comparisons_.hold(held);
    bounds_.fit(begin, end);
  }
  Cell look(double begin, double end) {
    return alembert::look(comparisons_.run(begin, end, bounds_.over(begin, end)), comparisons_.ranges());
  }

 private:
  EnclosedComparisons comparisons_;
  StepBounds bounds_;
};

}  // namespace alembert
