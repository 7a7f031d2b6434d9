/// The numbers of forces, with joints and points in the words of a plan.
#pragma once
#include <array>
#include <vector>

#include "alembert/plan/compile.h"

namespace alembert {

/// A point fixed to a body of the plan.
template <Scalar S>
struct PlanPoint {
  int body = 0;
  Vec3<S> p_B;  ///< in the body's frame [m]
};

/// Everything that pushes, apart from gravity. Speeds and coordinates count through those of the tree and then those of
/// closing joints. Values that are formulas of the state come from outside, in the order of
/// force_formulas(): `formula` says where, -1 where there is none.
template <Scalar S>
struct ForceParams {
  /// Spring, damper and friction along one speed of a joint.
  struct OfJoint {
    int speed = 0;
    int coordinate = -1;  ///< of the spring, -1 where there is none
    S damping{0.0}, stiffness{0.0}, rest{0.0};
    bool has_friction = false;
    bool dry = false;  ///< not smoothed: friction_width is 0
    S friction_forward{0.0}, friction_backward{0.0}, friction_width{1.0};
  };
  /// A formula that acts along a speed.
  struct Effort {
    int speed = 0;
    int formula = 0;
  };
  /// A force at a point or, with `torque`, a moment on a body.
  struct OfBody {
    PlanPoint<S> at;
    Mat3<S> R_BU;  ///< the user's body axes in the plan's body
    bool torque = false;
    bool in_body_frame = false;
    int formula = 0;  ///< the first of three
  };
  /// Spring, damper and actuator between two points.
  struct OfSpring {
    std::array<PlanPoint<S>, 2> ends;
    S stiffness{0.0}, damping{0.0}, length{0.0};
    int formula = -1;
  };
  /// The same between the angles of two bodies of a planar model.
  struct OfAngle {
    std::array<int, 2> bodies{};  ///< in the plan
    S stiffness{0.0}, damping{0.0};
    S rest{0.0};  ///< of the sums of joint angles, second less first
    int formula = -1;
  };

  std::vector<OfJoint> joints;
  std::vector<Effort> efforts;    ///< of joints: what --tau replaces
  std::vector<Effort> actuators;  ///< of rotational springs about a joint
  std::vector<OfBody> bodies;
  std::vector<OfSpring> springs;  ///< as in the model
  std::vector<OfAngle> angles;
};

/// Share of the friction that acts against a speed v: tanh(v / width); of dry friction its limit, the sign of v. What
/// holds a joint at rest is not known from the speed (system/events/hybrid_system.h).
template <Scalar S>
S friction_share(const S& v, const S& width, bool dry) {
  return dry ? S(sign(v)) : S(tanh(v / width));
}

/// The formulas of the state that forces use: efforts of joints, three for each force or torque on a body, actuators of
/// springs and of rotational springs.
std::vector<Written> force_formulas(const Mechanism& model);

/// What forces take from the start because the model does not say it.
struct StartLengths {
  std::vector<double> springs;  ///< [spring] distance of its ends [m]
  std::vector<double> angles;   ///< [rotational spring] coordinate, or angle of the second body less the first's [rad]
};

/// Which coordinate of its joint a rotational spring turns with: the only one in rad, whose rate is the speed of the
/// same number. Throws Error (bad_value) with the spring's place where the joint has none or several.
int angle_component(const Mechanism& model, const RotationalSpring& spring);

/// Throws Error with the place for what cannot be: a rotational spring about a joint that has not one angle, a spring
/// on a joint without ordinary coordinates, friction below zero, friction_width below zero, or zero as the value of a
/// formula, numbers that are not finite.
void check_forces(const Mechanism& model, const NumberReals& real);

/// Angles of the bodies of a planar model as sums of joint angles, so that they do not wrap; empty lists for spatial
/// ones.
struct PlaneAngles {
  std::vector<int> turns;    ///< [plan body] +1 or -1 where its coordinate turns it about the world's z, else 0
  std::vector<double> zero;  ///< [model body] angle in the world at zero coordinates [rad]
};
PlaneAngles plane_angles(const Mechanism& model, const Compiled& compiled, const Params<double>& par);

/// The parameters, with `real` giving the value of each number (Expr -> S). Instances: see force_params.impl.h.
template <Scalar S, class Reals>
ForceParams<S> force_params(const Mechanism& model, const Compiled& compiled, const Params<S>& par, const Reals& real,
                            const PlaneAngles& angles, const StartLengths& start);

}  // namespace alembert
