/// Configurations between two of them, given the speeds at both.
#pragma once
#include <span>
#include <vector>

#include "alembert/integrate/turns.h"
#include "alembert/system/system.h"

namespace alembert {

/// Cubic Hermite interpolation of a number: y0, y1 at the ends of an interval of length h, slopes f0, f1; x = 0 ... 1.
inline double hermite(double x, double h, double y0, double f0, double y1, double f1) {
  const double d = y1 - y0;
  return y0 + x * (d + (1.0 - x) * (h * f0 - d + x * (2.0 * d - h * (f0 + f1))));
}

/// q(x) = step(q0, p(x)) with a cubic p in the tangent space at q0, such that q and its speeds are right at both ends:
/// rotations stay rotations, and the error is of fourth order in the length h of the interval.
class ManifoldHermite {
 public:
  using In = std::span<const double>;
  using Out = std::span<double>;

  /// The system must outlive it; so must `turns`, which belong to it.
  ManifoldHermite(const System& system, const Turns& turns);

  /// Keeps copies. The configurations must be less than half a turn apart.
  void set(double h, In q0, In v0, In q1, In v1);
  void at(double x, Out q);

 private:
  const System& system_;
  const Turns& turns_;
  double h_ = 0.0;
  std::vector<double> q0_;                  ///< [nq]
  std::vector<double> v0_, d_, slope_, p_;  ///< [nv] slope_: of p at x = 1, over h
};

}  // namespace alembert
