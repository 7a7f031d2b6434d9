/// Leading methods past configurations where rows lose rank.
#pragma once
#include <span>
#include <vector>

#include "alembert/integrate/runge_kutta.h"
#include "alembert/integrate/system_ode.h"

namespace alembert {

/// Methods that solve for positions on the constraints cannot tell branches from each other where these meet (a linkage
/// that lies flat). There a Runge-Kutta method of order 8 takes over, whose accelerations keep to their branch
/// (passage.h), until the place is out of sight:
///
///   if (past.leading()) status = past.step(counts);    // t and y from motion()
///   if (past.over()) ... begin anew from past.projected() ...
///
/// It makes few long steps, each within 1e-11: starts and ends inside, and short steps, would spread rounding errors,
/// which grow with the inverse of the distance.
class PastChange {
 public:
  /// Keeps a reference: the problem must outlive it.
  explicit PastChange(SystemOde& ode);

  /// Where a state is: rounding spoils what rows say close to a change of rank (projection.h).
  enum class Distance { far, in_sight, near };
  Distance distance(double t, std::span<const double> y);

  /// Begins to lead.
  Status begin(double t, std::span<const double> y, double t_end);
  void stop() { leading_ = false; }
  bool leading() const { return leading_; }
  /// One step, which is added to the counts.
  Status step(StepCounts& counts);
  /// Whether the last step has come out of sight of the change; projected() is then its end, on the constraints.
  bool over();
  std::span<const double> projected() const { return projected_; }
  /// From one time to another, while not leading().
  Status lead(double t, std::span<const double> y, double t_new, std::span<double> y_new);
  /// Where the last step has led.
  RungeKutta& motion() { return motion_; }

 private:
  SystemOde& ode_;
  RungeKutta motion_;
  bool leading_ = false;
  std::vector<double> projected_, zero_, no_rows_, x_, lambda_;
};

}  // namespace alembert
