/// Finding where a function of the solution crosses zero.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "alembert/integrate/runge_kutta.h"

namespace alembert {

/// Watches functions of the solution along the steps of a method and locates their first crossing of zero, from below
/// or from above. A function that starts at zero is watched from its first value that is not zero.
class Crossing {
 public:
  /// Writes the functions' values at (t, y) [count].
  using Values = std::function<void(double t, std::span<const double> y, std::span<double> values)>;

  Crossing(int count, Values values);

  /// The values at the start.
  void start(double t, std::span<const double> y);
  /// The time of the first crossing within the method's last accepted step, if any, to the resolution of the clock.
  /// Each step is looked at in eight parts by its dense output, so two crossings closer than that may be missed.
  std::optional<double> find(RungeKutta& method);

 private:
  bool crossed(std::span<const double> now) const;
  void remember(std::span<const double> now);
  double bisect(RungeKutta& method, double before, double after);

  Values values_;
  std::vector<double> sign_;  ///< [function] sign before; 0 while it has been zero from the start
  std::vector<double> now_;
  std::vector<double> y_;
};

}  // namespace alembert
