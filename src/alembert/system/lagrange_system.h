/// A System made from Lagrange's equations.
#pragma once
#include <string>
#include <vector>

#include "alembert/forms/lagrange.h"
#include "alembert/model/lagrangian.h"
#include "alembert/system/state_tape.h"
#include "alembert/system/system.h"

namespace alembert {

///   M(q,t) q'' = effort + applied - C q' - g - r       (forms/lagrange.h)
///
/// solved by LDL^T at every call, or by a rank-revealing factorization where M is regular but not positive definite.
/// Holds compiled programs of its own: neither model nor equations are needed afterwards.
class LagrangeSystem : public System {
 public:
  /// Throws Error when parameters have no finite values.
  LagrangeSystem(const Lagrangian& model, const LagrangeEquations& equations);

  Sizes sizes() const override { return sizes_; }
  std::string coordinate_name(int i) const override { return names_[static_cast<std::size_t>(i)]; }
  std::string speed_name(int i) const override { return names_[static_cast<std::size_t>(i)] + "'"; }

  void inputs(double t, Out u) const override;
  Status accelerate(const State& x, In u, Out vdot, Out zdot, Out lambda) const override;
  /// Accelerations with the efforts `tau` in place of the model's own, whose values at this state are `effort`.
  Status accelerate_with(In tau, In effort, const State& x, In u, Out vdot, Out zdot) const;
  Status accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const override;
  Energies energies(const State& x, In u) const override;
  void event_values(const State& x, In u, Out values) const override;

 private:
  /// Factors M of the last run of dynamics_ into factor_; -1, or the pivot that failed.
  int factor(In mass) const;
  /// Solves M x = b in place with the last factorization.
  void solve(Out b) const;

  Sizes sizes_;
  std::vector<std::string> names_;
  mutable StateTape inputs_;    ///< u(t)
  mutable StateTape dynamics_;  ///< lower triangle of M, right side, rates of the states
  mutable StateTape jacobian_;  ///< d(M a - right side) by q, v, z, u
  mutable StateTape energies_;  ///< kinetic, potential, conserved, power
  mutable StateTape events_;
  mutable std::vector<double> factor_;  ///< LDL^T, or M itself when `general_`
  mutable bool general_ = false;        ///< M is regular but not positive definite
  mutable std::vector<double> vdot_, zdot_;
};

}  // namespace alembert
