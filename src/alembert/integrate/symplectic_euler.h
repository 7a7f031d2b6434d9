/// The semi-implicit Euler method: one evaluation a step.
#pragma once
#include <optional>

#include "alembert/integrate/fixed_stepper.h"

namespace alembert {

///   v1 = v0 + h vdot(t0, q0, v0)        q1 = step(q0, h v1)
///
/// with equal steps; first order. Constraints are held by the accelerations and by a projection after every step. For
/// forces that depend on coordinates alone and a constant mass matrix it is symplectic: energy does not drift.
/// Ref: Hairer, Lubich and Wanner 2006, sec. I.1.2, eq. (1.9).
class SymplecticEuler : public FixedStepper {
 public:
  /// Keeps a reference: the problem must outlive it. `fixed_step` [s]; without it the tolerance decides.
  SymplecticEuler(SystemOde& ode, const StepControl& control, std::optional<double> fixed_step);

  Status advance(Node& node, double h) override;
  Status enter(Node& /*node*/) override { return {}; }
  int order() const override { return 1; }

 private:
  std::vector<double> q_, motion_, vdot_, zdot_;
};

}  // namespace alembert
