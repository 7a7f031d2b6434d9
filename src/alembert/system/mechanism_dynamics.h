/// Kinematics, forces and accelerations of a mechanism at a state, in any scalar that numbers can be made from.
#pragma once
#include <span>
#include <vector>

#include "alembert/kernel/forces.h"
#include "alembert/system/mechanism_setup.h"

namespace alembert {

/// Works at one state at a time: at() first, then what is asked for. Keeps scratch memory; one object for each thread.
/// Instances exist for double and Dual<8>.
template <Scalar S>
class MechanismDynamics {
 public:
  using In = std::span<const S>;
  using Out = std::span<S>;

  /// `setup` must outlive this.
  explicit MechanismDynamics(const MechanismSetup& setup);

  /// Poses, velocities and forces at the state. Spans must stay alive until the last question about it.
  void at(const S& t, In q, In v, In z, In u);

  /// Accelerations [nv] and multipliers [couplings]; with `tau` in place of the model's own efforts where it is not
  /// empty. M vdot + C v + g + A^T lambda = tau + passive.
  void accelerate(In tau, Out vdot, Out lambda);
  void state_rates(Out zdot);
  void coordinate_rates(Out qdot) const;
  void event_values(Out values);
  /// Values of the outputs; `vdot` are the accelerations at this state.
  In outputs(In vdot);
  /// The value of any measure; a point is the origin of the user's body frame.
  S value(const Measure& measure) const;

  S kinetic() const;
  S potential() const;  ///< gravity and springs
  S power() const;      ///< rate of kinetic + potential: by efforts, dampers, friction, applied forces

  const AppliedForces<S>& forces() const { return applied_; }
  void passive(Out tau);  ///< [nv] springs, dampers, friction and applied forces as generalized forces

  const Plan& plan() const { return setup_->compiled.plan; }
  const Params<S>& params() const { return par_; }
  Workspace<S>& workspace() { return w_; }

 private:
  void measure(const FormulaProgram& program);
  FormulaState<S> formula_state(const FormulaProgram& program);

  const MechanismSetup* setup_;
  Params<S> par_;
  ForceParams<S> forces_;
  std::vector<Vec3<S>> measure_points_;  ///< [measure] in the plan's body frame
  Workspace<S> w_;
  AppliedForces<S> applied_;
  FormulaMachine<S> force_machine_, state_machine_, event_machine_, output_machine_;
  std::vector<S> measures_, qdot_, tau_, column_;
  std::vector<S> constraint_columns_;  ///< M^-1 A^T, one coupling after the other
  std::vector<S> schur_;               ///< A M^-1 A^T
  std::vector<S> force_values_;
  bool forces_use_springs_ = false;
  S t_{0.0};
  In q_, v_, z_, u_, vdot_;
};

}  // namespace alembert
