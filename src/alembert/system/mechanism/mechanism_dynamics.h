/// Kinematics, forces and accelerations of a mechanism at a state, in any scalar that numbers can be made from.
#pragma once
#include <span>
#include <vector>

#include "alembert/kernel/forces.h"
#include "alembert/system/constraints/constraint_solver.h"
#include "alembert/system/mechanism/mechanism_setup.h"
#include "alembert/system/status.h"

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

  /// Accelerations [nv] and multipliers [row]; with `tau` [nv] in place of the model's own efforts where it is not
  /// empty. M vdot + C v + g + A^T lambda = tau + passive, A vdot = c. Returns the row that cannot be satisfied
  /// together with the others, or -1.
  int accelerate(In tau, Out vdot, Out lambda);
  /// x and lambda of M x + A^T lambda = f, A x = c at the configuration; the row that cannot be satisfied, or -1.
  int constrained_solve(In f, In c, Out x, Out lambda);
  /// M vdot + C v + g + A^T lambda - efforts - passive [nv]: what accelerations and multipliers leave over. Nothing is
  /// solved.
  void residual(In vdot, In lambda, Out r);
  void momentum(Out p);  ///< M v [nv]
  /// What it means that the last accelerate() or constrained_solve() named a row.
  Trouble trouble_of_rows() const { return solver_.unmet() ? Trouble::unmet : Trouble::inconsistent; }
  /// Whether the last of these found rows that depend on each other, or nearly so.
  bool rows_depend() const { return solver_.rows_depend(); }
  int rows_above(double share) const { return solver_.rows_above(share); }
  void state_rates(Out zdot);
  void coordinate_rates(Out qdot) const;
  void event_values(Out values);
  /// Values of the outputs; `vdot` are the accelerations at this state. `reactions` where outputs_need_reactions().
  In outputs(In vdot, const Reactions<S>* reactions = nullptr);
  bool outputs_need_reactions() const { return outputs_need_reactions_; }
  /// The value of any measure; a point is the origin of the user's body frame.
  S value(const Measure& measure) const;

  S kinetic() const;
  S potential() const;  ///< gravity and springs
  /// Rate of kinetic + potential: by efforts, dampers, friction, applied forces and, for the multipliers `lambda`, by
  /// rows that depend on time.
  S power(In lambda);

  S dissipation() const;  ///< what dampers and friction take away [W]
  const ForceParams<S>& force_numbers() const { return forces_; }

  /// Programs of efforts and forces, of the rates of extra states, and of rows, for their comparisons.
  std::vector<TapeMachine<S>*> machines();

  /// What angles of closing joints and racks continue from.
  /// A motion has come to the state of the last at(): angles of closing joints continue from it.
  void accept() { rows_.accept(value_of(t_), w_); }
  void start_over() { rows_.start_over(); }
  std::vector<double> memory() const { return rows_.memory(); }
  void recall(std::span<const double> memory) { rows_.recall(memory); }

  const AppliedForces<S>& forces() const { return applied_; }
  void passive(Out tau);  ///< [nv] springs, dampers, friction and applied forces as generalized forces
  /// The rows at this state, with right sides of accelerations.
  const ConstraintRows<S>& rows();
  /// The armatures of closing joints at this state, which kernels on the plan leave out.
  const ClosingArmatures<S>& armatures();
  /// Coordinates and speeds of closing joints, and their accelerations for given vdot.
  const ClosingReadings<S>& closing() const { return rows_.closing(); }
  const ClosingReadings<S>& closing(In vdot);
  /// Coordinates and speeds, followed by those of closing joints.
  In all_coordinates() const { return all_q_; }
  In all_speeds() const { return all_v_; }

  const Plan& plan() const { return setup_->compiled.plan; }
  const Params<S>& params() const { return par_; }
  Workspace<S>& workspace() { return w_; }

 private:
  void measure(const FormulaProgram& program);
  FormulaState<S> formula_state(const FormulaProgram& program);
  MeasureState<S> measure_state() const;
  /// Forces on bodies, with those of closing joints: their efforts only where `efforts`.
  std::span<const Force<S>> forces_on_bodies(bool efforts);

  const MechanismSetup* setup_;
  Params<S> par_;
  ForceParams<S> forces_;
  std::vector<Vec3<S>> measure_points_;  ///< [measure] in the plan's body frame
  Workspace<S> w_;
  AppliedForces<S> applied_;
  FormulaMachine<S> force_machine_, state_machine_, event_machine_, output_machine_;
  std::vector<S> measures_, qdot_, tau_;
  ConstraintRows<S> rows_;
  ClosingArmatures<S> armatures_;
  ConstraintSolver<S> solver_;
  std::vector<S> own_q_, own_v_;  ///< with closing joints, where there are any
  In all_q_, all_v_;
  std::vector<Force<S>> F_B_;
  std::vector<S> zeros_;
  std::vector<S> force_values_;
  bool forces_use_springs_ = false;
  bool outputs_need_reactions_ = false;
  bool closing_joints_push_ = false;  ///< some have efforts, springs, dampers or friction
  bool rows_ready_ = false;
  const Reactions<S>* reactions_ = nullptr;
  S t_{0.0};
  In q_, v_, z_, u_, vdot_;
};

}  // namespace alembert
