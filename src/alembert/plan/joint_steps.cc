#include "alembert/plan/joint_steps.h"

namespace alembert {
namespace {

constexpr JointStep along(AxisChoice axis) { return {JointKind::prismatic, axis}; }
constexpr JointStep about(AxisChoice axis) { return {JointKind::revolute, axis}; }

void add_euler(std::vector<JointStep>& steps, const std::string& sequence) {
  for (const char c : sequence) {
    AxisChoice axis = AxisChoice::z;
    if (c == 'x') axis = AxisChoice::x;
    if (c == 'y') axis = AxisChoice::y;
    steps.push_back(about(axis));
  }
}

std::vector<JointStep> free_steps(const Mechanism& model, const Joint& joint) {
  if (model.planar) return {along(AxisChoice::x), along(AxisChoice::y), about(AxisChoice::z)};
  if (joint.sequence.empty()) return {{JointKind::free, AxisChoice::z}};
  std::vector<JointStep> steps{along(AxisChoice::x), along(AxisChoice::y), along(AxisChoice::z)};
  add_euler(steps, joint.sequence);
  return steps;
}

}  // namespace

std::vector<JointStep> joint_steps(const Mechanism& model, const Joint& joint) {
  std::vector<JointStep> steps;
  switch (joint.type) {
    case JointType::revolute: return {about(AxisChoice::z)};
    case JointType::prismatic: return {along(AxisChoice::z)};
    case JointType::screw: return {{JointKind::screw, AxisChoice::z}};
    case JointType::cylindrical: return {about(AxisChoice::z), along(AxisChoice::z)};
    case JointType::universal: return {about(AxisChoice::z), about(AxisChoice::x)};
    case JointType::planar: return {along(AxisChoice::x), along(AxisChoice::y), about(AxisChoice::z)};
    case JointType::spherical: return {{JointKind::spherical, AxisChoice::z}};
    case JointType::gimbal: add_euler(steps, joint.sequence.empty() ? "zyx" : joint.sequence); return steps;
    case JointType::free: return free_steps(model, joint);
    case JointType::translation:
      steps = {along(AxisChoice::x), along(AxisChoice::y)};
      if (!model.planar) steps.push_back(along(AxisChoice::z));
      return steps;
    case JointType::fixed: break;
  }
  return steps;
}

}  // namespace alembert
