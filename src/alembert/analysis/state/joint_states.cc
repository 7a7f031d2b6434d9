#include "alembert/analysis/state/joint_states.h"

#include "alembert/core/index.h"

namespace alembert {
namespace {

std::vector<double> part(std::span<const double> list, int first, std::size_t count) {
  const std::span<const double> found = list.subspan(index(first), count);
  return {found.begin(), found.end()};
}

}  // namespace

JointStates joint_states(const MechanismSystem& system, const MechanismPlace& at, std::span<const double> vdot) {
  const MechanismSetup& setup = system.setup();
  const Mechanism& model = setup.model;
  ClosingReadings<double> closing;
  if (!model.dependent_speeds.empty()) {
    std::vector<double> u(index(system.sizes().nu));
    system.inputs(at.t, u);
    system.look_near(at.closing);
    closing = vdot.empty() ? system.closing(at.state(), u) : system.closing(at.state(), u, vdot);
  }
  const int nq = setup.compiled.plan.nq, nv = setup.compiled.plan.nv;
  JointStates result;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    const JointWords& has = words(model, joint);
    const std::size_t own_q = has.coordinates.size(), own_v = has.speeds.size();
    if (own_v == 0) continue;
    const int first_q = setup.compiled.joint_q[j] - (joint.closing ? nq : 0);
    const int first_v = setup.compiled.joint_v[j] - (joint.closing ? nv : 0);
    JointState& s = result[joint.name];
    s.q = part(joint.closing ? closing.q : at.q, first_q, own_q);
    s.v = part(joint.closing ? closing.v : at.v, first_v, own_v);
    if (!vdot.empty()) s.a = part(joint.closing ? std::span<const double>(closing.a) : vdot, first_v, own_v);
  }
  return result;
}

MechanismPlace place_of(const Mechanism& model, double t, const std::vector<double>& z, const JointStates& joints) {
  MechanismPlace at{t, {}, {}, z, {}};
  for (const Joint& joint : model.joints) {
    if (words(model, joint).coordinates.empty()) continue;
    const JointState& s = joints.at(joint.name);
    std::vector<double>& q = joint.closing ? at.closing : at.q;
    q.insert(q.end(), s.q.begin(), s.q.end());
    if (!joint.closing) at.v.insert(at.v.end(), s.v.begin(), s.v.end());
  }
  return at;
}

JointStates retold_states(const Retold& tale, const JointStates& original) {
  // A joint that the original does not have stands there twice.
  const auto twin_of = [&](const std::string& name) { return tale.doubled.at(tale.doubled.at(0) == name ? 1 : 0); };
  JointStates result;
  for (const Joint& joint : tale.model.joints) {
    if (words(tale.model, joint).coordinates.empty()) continue;
    const auto it = original.find(joint.name);
    result[joint.name] = tale.state(joint, it != original.end() ? it->second : original.at(twin_of(joint.name)));
  }
  return result;
}

}  // namespace alembert
