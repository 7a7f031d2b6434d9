/// First-order problems with known solutions, for the tests of the integration methods.
#pragma once
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "alembert/integrate/runge_kutta.h"

namespace alembert::testing_problems {

using In = std::span<const double>;
using Out = std::span<double>;
using Numbers = std::vector<double>;

/// A problem from a function.
class Problem : public Ode {
 public:
  using Rhs = std::function<Status(double, In, Out)>;
  Problem(int n, Rhs rhs, int steering = -1) : n_(n), steering_(steering < 0 ? n : steering), rhs_(std::move(rhs)) {}
  int size() const override { return n_; }
  Status rhs(double t, In y, Out dydt) override { return rhs_(t, y, dydt); }
  bool steers(int i) const override { return i < steering_; }

 private:
  int n_, steering_;
  Rhs rhs_;
};

/// y'' = -y: y = (cos t, -sin t) from (1, 0).
inline Problem oscillator() {
  return {2, [](double, In y, Out f) {
            f[0] = y[1];
            f[1] = -y[0];
            return Status{};
          }};
}

/// Planar motion about a centre with mu = 1: (x, y, vx, vy).
inline Problem kepler() {
  return {4, [](double, In y, Out f) {
            const double r2 = y[0] * y[0] + y[1] * y[1], r3 = r2 * std::sqrt(r2);
            f[0] = y[2];
            f[1] = y[3];
            f[2] = -y[0] / r3;
            f[3] = -y[1] / r3;
            return Status{};
          }};
}

/// Start at the pericentre of an orbit with semi-major axis 1; the period is 2 pi.
inline Numbers kepler_start(double e) { return {1 - e, 0, 0, std::sqrt((1 + e) / (1 - e))}; }

/// Kepler's equation M = E - e sin E by Newton's method, then the state at mean anomaly M.
inline Numbers kepler_exact(double e, double mean) {
  double E = mean;
  for (int i = 0; i < 30; ++i) E -= (E - e * std::sin(E) - mean) / (1 - e * std::cos(E));
  const double b = std::sqrt(1 - e * e), rate = 1 / (1 - e * std::cos(E));
  return {std::cos(E) - e, b * std::sin(E), -rate * std::sin(E), rate * b * std::cos(E)};
}

inline double kepler_energy(In y) {
  return 0.5 * (y[2] * y[2] + y[3] * y[3]) - 1 / std::sqrt(y[0] * y[0] + y[1] * y[1]);
}

inline double distance(In a, In b) {
  double most = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::fmax(most, std::abs(a[i] - b[i]));
  return most;
}

inline Status run_to_end(Stepper& method) {
  Status status;
  while (status.good() && !method.done()) status = method.step();
  return status;
}

inline StepControl tolerance(double value) {
  StepControl control;
  control.relative = control.absolute = value;
  return control;
}

/// Steps of fixed length: nothing is ever rejected at this tolerance and max_step stops the growth.
inline StepControl fixed_step(double h) {
  StepControl control = tolerance(1e300);
  control.first_step = control.max_step = h;
  return control;
}

}  // namespace alembert::testing_problems
