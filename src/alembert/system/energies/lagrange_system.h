/// A System made from Lagrange's equations.
#pragma once
#include <string>
#include <vector>

#include "alembert/forms/energies/lagrange.h"
#include "alembert/linalg/saddle_point.h"
#include "alembert/model/lagrangian.h"
#include "alembert/system/energies/lagrange_residual.h"
#include "alembert/system/energies/lagrange_rows.h"
#include "alembert/system/energies/state_tape.h"
#include "alembert/system/events/switching_functions.h"
#include "alembert/system/system.h"

namespace alembert {

///   M(q,t) q'' + A^T lambda = effort + applied - C q' - g - r,    A q'' = c       (forms/energies/lagrange.h)
///
/// solved by LDL^T at every call, or by a rank-revealing factorization where M is regular but not positive definite.
/// With constraints by linalg/saddle_point.h: rows may depend on each other, and M need only be regular on the motions
/// that they allow. Holds compiled programs of its own: neither model nor equations are needed afterwards.
class LagrangeSystem : public System, public SwitchedSystem {
 public:
  /// Throws Error when parameters have no finite values.
  LagrangeSystem(const Lagrangian& model, const LagrangeEquations& equations);

  Sizes sizes() const override { return sizes_; }
  std::string coordinate_name(int i) const override { return names_[static_cast<std::size_t>(i)]; }
  std::string speed_name(int i) const override { return names_[static_cast<std::size_t>(i)] + "'"; }
  std::string row_name(int i) const override { return rows_.name(i); }

  void inputs(double t, Out u) const override;
  Status accelerate(const State& x, In u, Out vdot, Out zdot, Out lambda) const override;
  /// Accelerations with the efforts `tau` in place of the model's own, whose values at this state are `effort`.
  Status accelerate_with(In tau, In effort, const State& x, In u, Out vdot, Out zdot, Out lambda) const;
  /// lambda [na] at a state whose accelerations can be solved for; overwritten by the next call.
  In multipliers(const State& x, In u) const;
  Status accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const override;
  bool rows_depend() const override { return sizes_.na > 0 && saddle_.least_apart() < rows_near; }
  int rows_above(double share) const override { return sizes_.na > 0 ? saddle_.rows_above(share) : 0; }
  Status constrained_solve(double t, In q, In f, In c, Out x, Out lambda) const override;
  Status residual(const State& x, In u, In vdot, In lambda, Out r, Out zdot) const override;
  Status residual_jacobian(const State& x, In u, In vdot, In lambda, ResidualJacobian& out) const override;
  Status momentum(const State& x, In u, Out p, Out rate) const override;

  void constraint(double t, In q, Out phi) const override { rows_.phi(t, q, phi); }
  void constraint_jacobian(double t, In q, SparseRows& A) const override { rows_.jacobian(t, q, A); }
  void constraint_speed(double t, In q, Out b) const override { rows_.speed(t, q, b); }
  void constraint_acceleration(const State& x, Out c) const override { rows_.acceleration(x, c); }

  /// Rows that move by themselves (b not zero) do work: `power` then holds -lambda . b, without it where the
  /// accelerations cannot be solved for.
  Energies energies(const State& x, In u) const override;
  bool dissipates() const override { return dissipates_; }
  void event_values(const State& x, In u, Out values) const override;

  int switches() const override { return switching().count(); }
  void switch_values(const State& x, In u, Out values) const override;
  /// Of inputs, accelerations, energies, momenta and rows.
  SwitchingFunctions switching() const override;
  std::span<const std::uint32_t> input_ids() const override { return input_ids_; }
  void hold_switches(std::span<const Held> held) const override;

 private:
  /// Factors M, given by its lower triangle, alone or with the rows A [na x nv]; -1, or the coordinate that failed.
  int factor(In mass, In A) const;
  /// Factors M alone into factor_.
  int factor_mass(In mass) const;
  /// Solves with the last factorization: M x + A^T lambda = f, A x = c. f and x, c and lambda may share memory.
  void solve(In f, In c, Out x, Out lambda) const;
  In slopes(const State& x, In u, In vdot, In lambda) const;
  /// Fills lambda_, unless the last state was the same.
  Status find_multipliers(const State& x, In u) const;

  static constexpr double rows_near = 1e-3;  ///< of a row's square left by others: then rows count as dependent

  Sizes sizes_;
  std::vector<std::string> names_;
  std::vector<std::uint32_t> input_ids_;
  mutable StateTape inputs_;    ///< u(t)
  mutable StateTape dynamics_;  ///< lower triangle of M, right side, rates of the states, A, c
  mutable StateTape matrices_;  ///< lower triangle of M, A
  mutable StateTape jacobian_;  ///< d(M a + A^T lambda - right side) and d(A a - c) by q, v, z, u
  mutable StateTape energies_;  ///< kinetic, potential, conserved, power without constraints, dissipation
  mutable StateTape events_;
  mutable LagrangeRows rows_;
  mutable LagrangeResidual residual_;
  mutable std::vector<double> factor_;  ///< M, or its LDL^T
  bool dissipates_ = false;
  mutable bool general_ = false;  ///< M is regular but not positive definite
  mutable SaddlePoint saddle_;    ///< with rows, instead of factor_
  mutable std::vector<double> vdot_, zdot_, lambda_, b_, slopes_;
  mutable std::vector<double> solved_;  ///< t, q, v, z, u that lambda_ belongs to
};

}  // namespace alembert
