/// Euler-Lagrange's expression by nested dual numbers: a route to the equations of motion that uses no formula
/// manipulation, kept apart so that its agreement with the derived equations proves something.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "alembert/analysis/evaluate.h"
#include "alembert/model/lagrangian.h"

namespace alembert {

/// A value with the sum of the sizes of the terms it was made from, against which its error is to be judged.
struct Sized {
  double value = 0.0;
  double size = 0.0;
};

/// Works on the energies, forces and points as the user wrote them. Serves one thread at a time.
class DualLagrange {
 public:
  DualLagrange(const Lagrangian& model, std::span<const double> parameters);
  ~DualLagrange();
  DualLagrange(const DualLagrange&) = delete;
  DualLagrange& operator=(const DualLagrange&) = delete;

  ///   d/dt dL/dq'_i - dL/dq_i + dR/dq'_i - sum F . dp/dq_i - work_i     at a state with accelerations a
  ///
  /// L is differentiated along (q', q'', 1) by the inner dual and along q'_i, q_i by the outer one.
  std::vector<Sized> euler_lagrange(const Point& x, std::span<const double> u, std::span<const double> a);

  /// dV/dq at zero rates.
  std::vector<double> potential_slope(const Point& x, std::span<const double> u);

 private:
  struct Programs;
  std::unique_ptr<Programs> programs_;
};

}  // namespace alembert
