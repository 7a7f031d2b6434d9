/// A System made from a mechanism by the articulated-body algorithm.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/scalar/dual.h"
#include "alembert/system/events/switching_functions.h"
#include "alembert/system/mechanism/mechanism_dynamics.h"
#include "alembert/system/mechanism/residual_pattern.h"
#include "alembert/system/reactions/joint_loads.h"
#include "alembert/system/reactions/load_list.h"
#include "alembert/system/reactions/reaction_solver.h"
#include "alembert/system/system.h"

namespace alembert {

/// A number that says where a body is, in the words of model files: `rod.origin.x`, `rod.qw`, `rod.angle`.
struct BodyColumn {
  std::string name;
  std::string_view unit;
};
/// Origin and orientation of every body but the ground, in file order; planar: x, y, angle; else x, y, z, qw ... qz.
std::vector<BodyColumn> body_columns(const Mechanism& model);

/// Joint coordinates of a tree, with loops, drives and other constraints as rows.
class MechanismSystem : public ConstraintSystem, public SwitchedSystem {
 public:
  /// `setup` must outlive this.
  explicit MechanismSystem(const MechanismSetup& setup);

  const MechanismSetup& setup() const { return setup_; }
  void inputs(double t, Out u) const override;

  Status accelerate(const State& x, In u, Out vdot, Out zdot, Out lambda) const override;
  bool rows_depend() const override { return sizes_.na > 0 && dynamics_.rows_depend(); }
  int rows_above(double share) const override { return sizes_.na > 0 ? dynamics_.rows_above(share) : 0; }
  Status accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const override;
  Status constrained_solve(double t, In q, In f, In c, Out x, Out lambda) const override;
  Status residual(const State& x, In u, In vdot, In lambda, Out r, Out zdot) const override;
  /// By Dual passes over columns that have no row in common (residual_pattern.h).
  Status residual_jacobian(const State& x, In u, In vdot, In lambda, ResidualJacobian& out) const override;
  /// rate = Mdot v - C v - g + passive + efforts - ad*_v p.
  Status momentum(const State& x, In u, Out p, Out rate) const override;
  void qdot_jacobian(In q, In v, SparseRows& by_v, SparseRows& by_q) const override;
  std::vector<int> quaternions() const override;
  Energies energies(const State& x, In u) const override;
  bool dissipates() const override { return dissipates_; }
  void start_over() const override;
  void accept(const State& x) const override;
  std::vector<double> memory() const override;
  void recall(In memory) const override;
  void event_values(const State& x, In u, Out values) const override;

  int switches() const override { return switching_.count(); }
  void switch_values(const State& x, In u, Out values) const override;
  SwitchingFunctions switching() const override { return switching_; }
  std::span<const std::uint32_t> input_ids() const override { return input_ids_; }
  void hold_switches(std::span<const Held> held) const override;
  /// The multipliers at a state where more acts than the model's forces and rows, and what does, [speed, dependent
  /// speed] or empty: energies(), outputs() and reactions() there use them.
  void set_multipliers(const State& x, In u, In lambda, In added) const;

  /// Values of the model's outputs at a state with its own accelerations; overwritten by the next call.
  In outputs(const State& x, In u, In vdot) const;
  /// Reactions at a state with its accelerations and multipliers, which are changed where they are not unique;
  /// overwritten by the next call.
  const Reactions<double>& reactions(const State& x, In u, In vdot, Out lambda) const;
  /// Joints, drives and constraints whose forces in the last reactions() are not unique.
  const std::vector<std::string>& undetermined() const;
  /// Everything that acts on the bodies: which things, and at a state with its accelerations and multipliers, which are
  /// changed where they are not unique; `added` as in LoadList::at(). Overwritten by the next call.
  const LoadList& loads() const;
  const LoadList& loads(const State& x, In u, In vdot, Out lambda, In added) const;
  /// What joints carry across their axes, as JointLoads::at().
  const std::vector<Vec3<double>>& joint_loads(JointLoads& of, const State& x, In u, In vdot, In lambda,
                                               In added) const;
  /// From now on angles of closing joints are looked for near these, [dependent coordinate].
  void look_near(In closing) const;
  /// Coordinates of closing joints at a state, [dependent coordinate], and their speeds; overwritten by the next call.
  const ClosingReadings<double>& closing(const State& x, In u) const;
  /// The same with accelerations, for given vdot.
  const ClosingReadings<double>& closing(const State& x, In u, In vdot) const;
  /// Values of body_columns() at a state; overwritten by the next call.
  In body_places(const State& x, In u) const;

 private:
  /// Brings dynamics_ to a state, unless it is there already.
  void go_to(const State& x, In u) const;

  MechanismDynamics<Dual<8>>& derivatives() const;

  const MechanismSetup& setup_;
  mutable MechanismDynamics<double> dynamics_;
  bool dissipates_ = false;
  mutable std::unique_ptr<MechanismDynamics<Dual<8>>> derivatives_;  ///< made when first asked for
  mutable std::unique_ptr<const ResidualPattern> pattern_;           ///< made when first asked for
  mutable std::unique_ptr<ReactionSolver> reactions_;                ///< made when first asked for
  mutable std::unique_ptr<LoadList> loads_;                          ///< made when first asked for
  mutable FormulaMachine<double> inputs_;
  std::vector<std::uint32_t> input_ids_;
  SwitchingFunctions switching_{{}};          ///< of inputs_ and dynamics_
  SwitchingFunctions switching_of_rows_{{}};  ///< of the rows that projections see; the last ones of switching_ too
  mutable std::vector<double> given_q_, v_, z_, u_, lambda_;  ///< the state where dynamics_ is, as it was given
  mutable std::vector<double> q_;                             ///< with unit quaternions
  mutable std::vector<double> added_;  ///< along joints besides the model's efforts, at the state
  mutable std::vector<double> places_;
  mutable bool lambda_ready_ = false;  ///< lambda_ is that of the state
  mutable double t_ = 0.0;
  mutable bool anywhere_ = false;
};

}  // namespace alembert
