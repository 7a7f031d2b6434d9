/// A System made from a mechanism by the articulated-body algorithm.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/scalar/dual.h"
#include "alembert/system/mechanism_dynamics.h"
#include "alembert/system/system.h"

namespace alembert {

/// A number that says where a body is, in the words of model files: `rod.origin.x`, `rod.qw`, `rod.angle`.
struct BodyColumn {
  std::string name;
  std::string_view unit;
};
/// Origin and orientation of every body but the ground, in file order; planar: x, y, angle; else x, y, z, qw ... qz.
std::vector<BodyColumn> body_columns(const Mechanism& model);

/// Joint coordinates of an open chain, with linear couplings as constraints.
class MechanismSystem : public System {
 public:
  /// `setup` must outlive this.
  explicit MechanismSystem(const MechanismSetup& setup);

  Sizes sizes() const override { return sizes_; }
  std::string coordinate_name(int i) const override;
  std::string speed_name(int i) const override;

  void inputs(double t, Out u) const override;
  void qdot(In q, In v, Out qd) const override;
  void step(In q, In dq, Out q_new) const override;
  void difference(In from, In to, Out dq) const override;
  void tidy(Out q) const override;
  int speed_of(int coordinate) const override;

  Status accelerate(const State& x, In u, Out vdot, Out zdot, Out lambda) const override;
  Status accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const override;
  void constraint(double t, In q, Out phi) const override;
  void constraint_jacobian(double t, In q, Out A) const override;
  void constraint_speed(double t, In q, Out b) const override;
  void constraint_acceleration(const State& x, Out c) const override;
  Energies energies(const State& x, In u) const override;
  void event_values(const State& x, In u, Out values) const override;

  /// Values of the model's outputs at a state with its accelerations; overwritten by the next call.
  In outputs(const State& x, In u, In vdot) const;
  /// Values of body_columns() at a state; overwritten by the next call.
  In body_places(const State& x, In u) const;

 private:
  /// Brings dynamics_ to a state, unless it is there already.
  void go_to(const State& x, In u) const;

  const MechanismSetup& setup_;
  Sizes sizes_;
  mutable MechanismDynamics<double> dynamics_;
  mutable std::unique_ptr<MechanismDynamics<Dual<8>>> derivatives_;  ///< made when first asked for
  mutable FormulaMachine<double> inputs_;
  mutable std::vector<double> given_q_, v_, z_, u_, lambda_;  ///< the state where dynamics_ is, as it was given
  mutable std::vector<double> q_;                             ///< with unit quaternions
  mutable std::vector<double> scratch_, places_;
  mutable double t_ = 0.0;
  mutable bool anywhere_ = false;
};

}  // namespace alembert
