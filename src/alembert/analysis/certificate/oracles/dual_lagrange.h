/// Euler-Lagrange's expression by nested dual numbers: a route to the equations of motion that uses no formula
/// manipulation. Independent of the derived equations, so that agreement proves something: do not merge them.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "alembert/analysis/state/evaluate.h"
#include "alembert/model/lagrangian.h"

namespace alembert {

/// A value with the sum of the sizes of the terms it was made from, against which its error is to be judged.
struct Sized {
  double value = 0.0;
  double size = 0.0;
};

/// A constraint at a state, from its formula.
struct DualRow {
  std::vector<double> gradient;  ///< by q (holonomic) or by q' (Pfaffian)
  double rate = 0.0;             ///< d(phi)/dt along the motion, or the Pfaffian formula itself: A q' - b
  double acceleration = 0.0;     ///< its rate: A q'' - c
};

/// Works on the energies, forces, points and constraints as the user wrote them. Serves one thread at a time.
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

  /// The constraints, holonomic ones first, at a state with accelerations a.
  std::vector<DualRow> rows(const Point& x, std::span<const double> u, std::span<const double> a);

 private:
  struct Programs;
  std::unique_ptr<Programs> programs_;
};

}  // namespace alembert
