/// One step of the discrete Lagrange-d'Alembert principle with the midpoint rule: symmetric, symplectic without forces
/// outside the Lagrangian, momentum-keeping.
#pragma once
#include <span>
#include <vector>

#include "alembert/integrate/stepper.h"
#include "alembert/integrate/system_ode.h"
#include "alembert/integrate/turns.h"

namespace alembert {

/// The discrete Lagrangian is that of a motion with constant velocity,
///
///   L_d(q0, q1) = h L(t_m, q_m, V),      q1 = step(q_m, h V / 2),  q0 = step(q_m, -h V / 2)
///
/// (rotations turn at the constant rate V about axes that stay), and  delta L_d + h Q . delta q_m = p1 . delta q1 -
/// p0 . delta q0  with the forces Q in the middle gives momenta at both ends: turns.h. Constraint rows push at the ends
/// of the step, p0 - A(q0)^T lambda, with lambda such that q1 satisfies the holonomic rows and the middle the others,
/// A(q_m) V = b. Momenta are then moved along A(q1)^T such that A v = b at the end of the step: RATTLE in generalized
/// coordinates. Where there are no rotations and no rows this is the implicit midpoint rule
/// p1 = p0 + h (dL/dq + Q)(q_m, V).
///
/// Ref: Marsden and West 2001, Discrete mechanics and variational integrators, Acta Numerica 10 (secs. 2.1, 3.1, 3.5);
/// Leyendecker, Marsden and Ortiz 2008, ZAMM 88 (constraints); Cortes and Martinez 2001, Nonlinearity 14 (nonholonomic
/// rows); Bou-Rabee and Marsden 2009, Found. Comput. Math. 9 (groups).
class MidpointMap {
 public:
  /// Keeps a reference: the problem must outlive it.
  explicit MidpointMap(SystemOde& ode);

  /// How many numbers a state carries besides y = (q, v, z, W): momenta [nv], and for the first guess of the next step
  /// accelerations [nv] and multipliers [na].
  std::size_t carried() const { return 2 * nv_ + na_; }
  /// Fills them for a state to start from.
  Status enter(double t, std::span<const double> y, std::span<double> carried);

  /// Moves (y, carried) from t to t + h and adds to `loss` what dampers and friction take [J]. The equations are solved
  /// by Newton's method with the mass matrix as derivative until rounding stops it; Trouble::unsolved where it does not
  /// converge: the step is too long. With a status that is not good y and carried have no meaning. Indices in a status
  /// are those of y unless of_row().
  Status advance(double t, double h, std::span<double> y, std::span<double> carried, double& loss, StepCounts& counts);

  /// Whether the last advance() began or ended where rows are about to lose rank, or failed with such a place in sight:
  /// what it arrived at is spoiled by rounding, or there is nothing that it could converge to, for the direction in
  /// which a row pushes turns round there.
  bool met_change() const { return met_change_; }

 private:
  Status solve(double t, double h, System::In q0, System::In z0, System::In p0, StepCounts& counts);
  void place(double h, System::In q0, System::In p0);
  Status correct(double t, double h, System::In z0, StepCounts& counts);
  void fill_rows(double t, double h);
  Status leave(double t, std::span<double> y, System::Out p);
  double motion(double h) const;
  double correction(double h) const;

  SystemOde& ode_;
  const System& system_;
  Turns turns_;
  std::size_t nq_, nv_, nz_, na_, nc_;
  std::vector<double> V_, z_, lambda_;                   ///< unknowns: of the middle, and of the push at the start
  std::vector<double> dV_, dz_, dlambda_;                ///< their last corrections
  std::vector<double> q0_, z0_, q_middle_, q1_, a_, x_;  ///< x_ also scratch
  std::vector<double> P0_, change_, p_, rate_, wanted_;  ///< [nv]
  std::vector<double> row_, b_, vdot_, zdot_;
  SparseRows A0_, A_;
  bool met_change_ = false;
  bool rows_depend_ = false;  ///< at the start of the step
};

}  // namespace alembert
