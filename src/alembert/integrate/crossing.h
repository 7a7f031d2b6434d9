/// Finding where a function of the solution crosses zero.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "alembert/integrate/step_switching.h"
#include "alembert/integrate/stepper.h"

namespace alembert {

/// Watches functions of the solution along the steps of a method and locates the first place where one of them
///
/// - becomes negative: the first functions, which are `guarded`, whatever they are at the start of the step;
/// - crosses zero, from below or from above, or leaves it after a rest of some looks there: the others. One that only
///   starts at zero is watched from its first value that is not zero.
///
/// NaN is no crossing.
class Crossing {
 public:
  /// Writes the functions' values at (t, y) [count].
  using Values = std::function<void(double t, std::span<const double> y, std::span<double> values)>;

  Crossing(int count, Values values, int guarded = 0);

  /// Between looks, what these comparisons compare is bounded; null: nothing is. Must outlive this.
  void set_bounds(StepSwitching* bounds) { bounds_ = bounds; }
  /// From now on comparisons are held so.
  void hold(std::span<const Held> held) { held_.assign(held.begin(), held.end()); }

  /// The values at the start.
  void start(double t, std::span<const double> y);
  /// The time of the first crossing within the method's last accepted step, if any, to the resolution of the clock.
  /// Each step is looked at in eight parts by its dense output, at the lowest points of parabolas where a function
  /// dips between them, and where bounds of switching formulas allow that they turn: of others, what is shorter may be
  /// missed.
  std::optional<double> find(Stepper& method);
  /// Which functions have crossed at the time that find() gave, ascending.
  const std::vector<int>& which() const { return which_; }

  /// [function] the sign it had last, or, while it has been zero from the start, 1e-3 for every look; and the same for
  /// a run that goes on.
  const std::vector<double>& signs() const { return sign_; }
  void set_signs(std::vector<double> signs) { sign_ = std::move(signs); }

 private:
  using Sample = std::pair<double, std::vector<double>>;  ///< a time and the values there

  bool beyond(std::size_t i, double now) const;
  bool crossed(std::span<const double> now) const;
  void remember(std::span<const double> now);
  bool evaluate(Stepper& method, double t);
  std::optional<double> dip(Stepper& method, const Sample& a, const Sample& b, const Sample& c);
  std::optional<double> dip_of(std::size_t i, Stepper& method, const Sample& first, const Sample& second,
                               const Sample& third);
  std::optional<double> between(Stepper& method, double begin, double end);
  double bisect(Stepper& method, double before, double after);

  Values values_;
  std::size_t guarded_;
  std::vector<double> sign_;
  std::vector<double> now_;
  std::vector<double> y_;
  std::vector<int> which_;
  StepSwitching* bounds_ = nullptr;
  std::vector<Held> held_;
  std::vector<Sample> samples_;  ///< of the present step
  long looks_ = 0;               ///< in the present step
};

}  // namespace alembert
