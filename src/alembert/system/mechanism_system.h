/// A System made from a mechanism by the articulated-body algorithm.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/scalar/dual.h"
#include "alembert/system/mechanism_dynamics.h"
#include "alembert/system/reaction_solver.h"
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
class MechanismSystem : public ConstraintSystem {
 public:
  /// `setup` must outlive this.
  explicit MechanismSystem(const MechanismSetup& setup);

  void inputs(double t, Out u) const override;

  Status accelerate(const State& x, In u, Out vdot, Out zdot, Out lambda) const override;
  bool rows_depend() const override { return sizes_.na > 0 && dynamics_.rows_depend(); }
  Status accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const override;
  Status constrained_solve(double t, In q, In f, In c, Out x, Out lambda) const override;
  Energies energies(const State& x, In u) const override;
  void event_values(const State& x, In u, Out values) const override;

  /// Values of the model's outputs at a state with its own accelerations; overwritten by the next call.
  In outputs(const State& x, In u, In vdot) const;
  /// Reactions at a state with its accelerations and multipliers, which are changed where they are not unique;
  /// overwritten by the next call.
  const Reactions<double>& reactions(const State& x, In u, In vdot, Out lambda) const;
  /// Joints and drives whose last reactions() are not unique.
  const std::vector<std::string>& undetermined() const;
  /// Coordinates of closing joints at a state, [dependent coordinate], and their speeds; overwritten by the next call.
  const ClosingReadings<double>& closing(const State& x, In u) const;
  /// The same with accelerations, for given vdot.
  const ClosingReadings<double>& closing(const State& x, In u, In vdot) const;
  /// Values of body_columns() at a state; overwritten by the next call.
  In body_places(const State& x, In u) const;

 private:
  /// Brings dynamics_ to a state, unless it is there already.
  void go_to(const State& x, In u) const;

  const MechanismSetup& setup_;
  mutable MechanismDynamics<double> dynamics_;
  mutable std::unique_ptr<MechanismDynamics<Dual<8>>> derivatives_;  ///< made when first asked for
  mutable std::unique_ptr<ReactionSolver> reactions_;                ///< made when first asked for
  mutable FormulaMachine<double> inputs_;
  mutable std::vector<double> given_q_, v_, z_, u_, lambda_;  ///< the state where dynamics_ is, as it was given
  mutable std::vector<double> q_;                             ///< with unit quaternions
  mutable std::vector<double> places_;
  mutable bool lambda_ready_ = false;  ///< lambda_ is that of the state
  mutable double t_ = 0.0;
  mutable bool anywhere_ = false;
};

}  // namespace alembert
