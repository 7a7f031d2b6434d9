#pragma once
#include "alembert/plan/force_params.h"

namespace alembert {
namespace force_params_detail {

template <Scalar S, class Reals>
PlanPoint<S> plan_point(const Compiled& compiled, const Params<S>& par, const PointOn& point, const Reals& real) {
  const auto body = static_cast<std::size_t>(point.body);
  const Vec3<S> p_U{real(point.p.x), real(point.p.y), real(point.p.z)};
  return {compiled.plan.carrier[body], par.X_BU[body].point(p_U)};
}

template <Scalar S, class Reals>
void add_joints(const Mechanism& model, const Compiled& compiled, const Reals& real, ForceParams<S>& result,
                int& formula) {
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    for (std::size_t k = 0; k < joint.damping.size(); ++k) {
      const int d = compiled.joint_v[j] + static_cast<int>(k);
      if (joint.effort[k]) result.efforts.push_back({d, formula++});
      typename ForceParams<S>::OfJoint force;
      force.speed = d;
      force.damping = real(joint.damping[k]);
      if (!joint.stiffness[k].is_zero()) {
        force.coordinate = compiled.joint_q[j] + static_cast<int>(k);
        force.stiffness = real(joint.stiffness[k]);
        force.rest = real(joint.rest[k]);
      }
      force.has_friction = !joint.friction[k][0].is_zero() || !joint.friction[k][1].is_zero();
      if (force.has_friction) {
        force.friction_forward = real(joint.friction[k][0]);
        force.friction_backward = real(joint.friction[k][1]);
        force.friction_width = real(joint.friction_width[k]);
        force.dry = joint.friction_width[k].is_zero();
      }
      if (!joint.damping[k].is_zero() || force.coordinate >= 0 || force.has_friction) result.joints.push_back(force);
    }
  }
}

template <Scalar S, class Reals>
void add_rotational(const Mechanism& model, const Compiled& compiled, const Reals& real, const PlaneAngles& angles,
                    const StartLengths& start, ForceParams<S>& result, int& formula) {
  for (std::size_t i = 0; i < model.rotational_springs.size(); ++i) {
    const RotationalSpring& spring = model.rotational_springs[i];
    const S rest = spring.rest ? S(real(*spring.rest)) : S(start.angles[i]);
    if (spring.joint) {
      const auto j = static_cast<std::size_t>(*spring.joint);
      const int k = angle_component(model, spring);
      const int q = compiled.joint_q[j] + k, v = compiled.joint_v[j] + k;
      typename ForceParams<S>::OfJoint force;
      force.speed = v;
      force.coordinate = q;
      force.stiffness = real(spring.stiffness);
      force.damping = real(spring.damping);
      force.rest = rest;
      result.joints.push_back(force);
      if (spring.actuator) result.actuators.push_back({v, formula++});
      continue;
    }
    typename ForceParams<S>::OfAngle force;
    for (std::size_t k = 0; k < 2; ++k)
      force.bodies[k] = compiled.plan.carrier[static_cast<std::size_t>(spring.bodies[k])];
    force.stiffness = real(spring.stiffness);
    force.damping = real(spring.damping);
    const auto zero = [&](std::size_t k) { return angles.zero[static_cast<std::size_t>(spring.bodies[k])]; };
    force.rest = rest - S(zero(1) - zero(0));
    if (spring.actuator) force.formula = formula++;
    result.angles.push_back(force);
  }
}

}  // namespace force_params_detail

template <Scalar S, class Reals>
ForceParams<S> force_params(const Mechanism& model, const Compiled& compiled, const Params<S>& par, const Reals& real,
                            const PlaneAngles& angles, const StartLengths& start) {
  using namespace force_params_detail;
  ForceParams<S> result;
  int formula = 0;
  add_joints(model, compiled, real, result, formula);
  for (const BodyForce& force : model.forces) {
    const auto body = static_cast<std::size_t>(force.at.body);
    result.bodies.push_back(
        {plan_point(compiled, par, force.at, real), par.X_BU[body].R, force.torque, force.in_body_frame, formula});
    formula += 3;
  }
  for (std::size_t i = 0; i < model.springs.size(); ++i) {
    const Spring& spring = model.springs[i];
    typename ForceParams<S>::OfSpring force;
    for (std::size_t k = 0; k < 2; ++k) force.ends[k] = plan_point(compiled, par, spring.points[k], real);
    force.stiffness = real(spring.stiffness);
    force.damping = real(spring.damping);
    force.length = spring.length ? S(real(*spring.length)) : S(start.springs[i]);
    if (spring.actuator) force.formula = formula++;
    result.springs.push_back(force);
  }
  add_rotational(model, compiled, real, angles, start, result, formula);
  return result;
}

}  // namespace alembert
