#include "alembert/system/events/hybrid_joints.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace alembert {
namespace {

/// Calls f(joint, component, coordinate, speed, name) for every joint whose speeds are rates of its coordinates, and
/// every component.
void each_component(const MechanismSetup& setup,
                    const std::function<void(const Joint&, std::size_t, int, int, const std::string&)>& f) {
  const Mechanism& model = setup.model;
  const auto visit = [&](const std::vector<MechanismCoordinate>& speeds) {
    for (const MechanismCoordinate& s : speeds) {
      const auto j = static_cast<std::size_t>(s.joint), k = static_cast<std::size_t>(s.within);
      const Joint& joint = model.joints[j];
      const std::string name = s.name.ends_with('\'') ? s.name.substr(0, s.name.size() - 1) : s.name;
      f(joint, k, setup.compiled.joint_q[j] + s.within, setup.compiled.joint_v[j] + s.within, name);
    }
  };
  visit(model.speeds);
  visit(model.dependent_speeds);
}

}  // namespace

std::vector<Contact> contacts_of(const MechanismSetup& setup) {
  const GraphScope scope(*setup.model.graph);
  std::vector<Contact> list;
  each_component(setup, [&](const Joint& joint, std::size_t k, int coordinate, int speed, const std::string& name) {
    if (joint.motion[k] || !joint.limits[k] || !joint.restitution[k]) return;
    const double low = setup.real((*joint.limits[k])[0]), high = setup.real((*joint.limits[k])[1]);
    Contact contact;
    contact.name = name;
    contact.coordinate = coordinate;
    contact.speed = speed;
    contact.restitution = setup.real(*joint.restitution[k]);
    for (const double bound : {low, high})
      if (std::isfinite(bound)) contact.size = std::max(contact.size, std::abs(bound));
    for (const double normal : {1.0, -1.0}) {
      contact.bound = normal > 0.0 ? low : high;
      contact.normal = normal;
      if (std::isfinite(contact.bound)) list.push_back(contact);
    }
  });
  return list;
}

std::vector<DryFriction> dry_frictions_of(const MechanismSetup& setup) {
  const GraphScope scope(*setup.model.graph);
  std::vector<DryFriction> list;
  each_component(setup, [&](const Joint& joint, std::size_t k, int, int speed, const std::string& name) {
    if (!joint.friction_width[k].is_zero()) return;
    DryFriction friction;
    friction.name = name;
    friction.speed = speed;
    friction.driven = joint.motion[k].has_value();
    if (const std::optional<LoadFriction>& law = joint.load_friction[k]) {
      const double arm = joint.type == JointType::revolute ? setup.real(law->radius) : 1.0;
      friction.loaded = static_cast<int>(&joint - setup.model.joints.data());
      friction.per_load = arm * setup.real(law->coefficient);
      friction.per_load_at_rest = arm * setup.real(law->coefficient_at_rest);
      if (friction.per_load_at_rest > 0.0) list.push_back(friction);
      return;
    }
    friction.forward = setup.real(joint.friction[k][0]);
    friction.backward = setup.real(joint.friction[k][1]);
    friction.forward_at_rest = friction.forward;
    friction.backward_at_rest = friction.backward;
    if (const auto& at_rest = joint.friction_at_rest[k]) {
      friction.forward_at_rest = setup.real((*at_rest)[0]);
      friction.backward_at_rest = setup.real((*at_rest)[1]);
    }
    if (friction.forward_at_rest > 0.0 || friction.backward_at_rest > 0.0) list.push_back(friction);
  });
  return list;
}

double JointReader::coordinate(const State& x, In u, int i) const {
  if (i < nq_) return x.q[static_cast<std::size_t>(i)];
  return base_.closing(x, u).q[static_cast<std::size_t>(i - nq_)];
}

double JointReader::speed(const State& x, In u, int i) const {
  if (i < nv_) return x.v[static_cast<std::size_t>(i)];
  return base_.closing(x, u).v[static_cast<std::size_t>(i - nv_)];
}

SpeedRow JointReader::row(double t, In q, int i) const {
  if (i < nv_) return {{i, 1.0}};
  return base_.closing_speed(t, q, i - nv_);
}

double JointReader::bias(const State& x, In u, int i) const {
  if (i < nv_) return 0.0;
  const std::vector<double> none(static_cast<std::size_t>(nv_), 0.0);
  return base_.closing(x, u, none).a[static_cast<std::size_t>(i - nv_)];
}

}  // namespace alembert
