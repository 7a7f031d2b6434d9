#include "alembert/plan/force_params.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/plan/joint_steps.h"

namespace alembert {
namespace {

void check_number(double value, double lowest, const std::string& what, const Source& at) {
  if (value >= lowest && std::isfinite(value)) return;
  const bool wants_positive = lowest == 0.0 && std::isfinite(value);
  throw Error(Error::Code::bad_value, what + " is " + shortest(value), at,
              wants_positive ? "write a number that is not below zero" : "write a finite number");
}

constexpr double anything = -1e300;

void check_joint(const Mechanism& model, const Joint& joint, const NumberReals& real) {
  const std::string name = "joint '" + joint.written() + "': ";
  for (std::size_t k = 0; k < joint.damping.size(); ++k) {
    check_number(real(joint.damping[k]), anything, name + "damping", joint.source);
    check_number(real(joint.stiffness[k]), anything, name + "stiffness", joint.source);
    check_number(real(joint.rest[k]), anything, name + "rest", joint.source);
    check_number(real(joint.armature[k]), 0.0, name + "armature", joint.source);
    for (const Expr friction : joint.friction[k]) check_number(real(friction), 0.0, name + "friction", joint.source);
    const bool has_friction = !joint.friction[k][0].is_zero() || !joint.friction[k][1].is_zero();
    if (has_friction && !(real(joint.friction_width[k]) > 0) && !joint.friction_width[k].is_zero())
      throw Error(Error::Code::bad_value, name + "friction_width is " + shortest(real(joint.friction_width[k])),
                  joint.source,
                  "write the speed below which friction is smoothed, or the number 0 for friction that sticks");
    if (!joint.stiffness[k].is_zero() && words(model, joint).quaternion)
      throw Error(Error::Code::bad_value, name + "stiffness needs ordinary coordinates", joint.source,
                  "attach springs between points instead, or use a gimbal");
  }
}

}  // namespace

std::vector<Written> force_formulas(const Mechanism& model) {
  std::vector<Written> result;
  for (const Joint& joint : model.joints)
    for (const auto& effort : joint.effort)
      if (effort) result.push_back(*effort);
  for (const BodyForce& force : model.forces) result.insert(result.end(), force.value.begin(), force.value.end());
  for (const Spring& spring : model.springs)
    if (spring.actuator) result.push_back(*spring.actuator);
  for (const RotationalSpring& spring : model.rotational_springs)
    if (spring.actuator) result.push_back(*spring.actuator);
  return result;
}

int angle_component(const Mechanism& model, const RotationalSpring& spring) {
  const Joint& joint = model.joints[static_cast<std::size_t>(*spring.joint)];
  const std::vector<JointWord>& has = words(model, joint).coordinates;
  if (std::ranges::count(has, "rad", &JointWord::unit) != 1)
    throw Error(Error::Code::bad_value,
                "spring '" + spring.name + "': joint '" + joint.written() + "' has not one angle", spring.source,
                "revolute, cylindrical, screw and planar joints have one");
  return static_cast<int>(std::ranges::find(has, "rad", &JointWord::unit) - has.begin());
}

void check_forces(const Mechanism& model, const NumberReals& real) {
  const GraphScope scope(*model.graph);
  for (const Joint& joint : model.joints) check_joint(model, joint, real);
  for (const Spring& spring : model.springs) {
    const std::string name = "spring '" + spring.name + "': ";
    check_number(real(spring.stiffness), anything, name + "stiffness", spring.source);
    check_number(real(spring.damping), anything, name + "damping", spring.source);
    if (spring.length) check_number(real(*spring.length), 0.0, name + "length", spring.source);
  }
  for (const RotationalSpring& spring : model.rotational_springs) {
    const std::string name = "spring '" + spring.name + "': ";
    if (spring.joint) angle_component(model, spring);
    check_number(real(spring.stiffness), anything, name + "stiffness", spring.source);
    check_number(real(spring.damping), anything, name + "damping", spring.source);
    if (spring.rest) check_number(real(*spring.rest), anything, name + "rest", spring.source);
  }
}

PlaneAngles plane_angles(const Mechanism& model, const Compiled& compiled, const Params<double>& par) {
  if (!model.planar) return {};
  const Plan& plan = compiled.plan;
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  PlaneAngles result;
  result.turns.assign(n, 0);
  for (const TreeJoint& t : compiled.tree) {
    const std::size_t count = joint_steps(model, model.joints[static_cast<std::size_t>(t.joint)]).size();
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t b = static_cast<std::size_t>(t.first_body) + k;
      if (plan.kind[b] == JointKind::revolute) result.turns[b] = t.reversed ? -1 : 1;
    }
  }
  std::vector<Mat3<double>> R_WB(n, Mat3<double>::identity());
  for (std::size_t b = 1; b < n; ++b) R_WB[b] = R_WB[static_cast<std::size_t>(plan.parent[b])] * par.X_PF[b].R;
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    const Mat3<double> R = R_WB[static_cast<std::size_t>(plan.carrier[i])] * par.X_BU[i].R;
    result.zero.push_back(std::atan2(R.r1.x, R.r0.x));
  }
  return result;
}

}  // namespace alembert
