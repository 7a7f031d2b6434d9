/// swapped: joints from their second body to the first.
#include <algorithm>

#include "alembert/core/index.h"
#include "alembert/plan/joint_frames.h"
#include "alembert/plan/retold/retelling.h"
#include "alembert/plan/retold/retold.h"

namespace alembert {
namespace {

using namespace retelling;

bool slides(JointType type) {
  return type == JointType::prismatic || type == JointType::cylindrical || type == JointType::screw;
}

/// Why the joint stays; "" where it can be exchanged.
std::string why_not(const Mechanism& model, int j) {
  const Joint& joint = model.joints[index(j)];
  switch (joint.type) {
    case JointType::spherical:
    case JointType::free: return "its coordinates are the pose of its second body in the first";
    case JointType::planar:
    case JointType::translation: return "its directions are those of the first body";
    case JointType::gimbal:
      if (joint.drawn || joint.rotation) return "its axes at zero are those of the first body alone";
      break;
    default: break;
  }
  const bool moment = std::ranges::any_of(
      model.measures, [&](const Measure& m) { return m.kind == Measure::Kind::joint_moment && m.index == j; });
  return moment && slides(joint.type) ? "a formula holds its moment, at its point on the second body" : "";
}

/// R_12 = Rot(a, q) R  is  R_21 = Rot(R^T a, -q) R^T.
void swap_placing(const Mechanism& model, Joint& joint) {
  std::swap(joint.first, joint.second);
  if (joint.drawn) {
    if (joint.type == JointType::universal) std::swap(joint.axes[0], joint.axes[1]);
    return;
  }
  std::swap(joint.at[0], joint.at[1]);
  if (joint.axes.size() == 2) std::swap(joint.axes[0], joint.axes[1]);
  if (!joint.rotation) return;
  const Mat3<Expr> R = rotation_of<Expr>(*joint.rotation, FormulaReals{}).transposed();
  joint.rotation = orientation_of(model, R);
  if (joint.axes.size() == 2 || joint.type == JointType::fixed || joint.type == JointType::gimbal) return;
  if (model.planar && joint.type == JointType::revolute) return;
  const Vec3<Expr> axis = joint.axes.empty() ? joint_frames_detail::default_axis<Expr>(joint) : joint.axes[0];
  joint.axes = {R * axis};
}

void negate(Expr& e) { e = -e; }
void negate(Written& w) { negate(w.formula); }
template <class T>
void negate(std::optional<T>& x) {
  if (x) negate(*x);
}

void swap_values(Joint& joint) {
  const auto reverse = [](auto&... lists) { (std::ranges::reverse(lists), ...); };
  if (joint.type == JointType::universal || joint.type == JointType::gimbal)
    reverse(joint.start, joint.rate, joint.effort, joint.motion, joint.damping, joint.stiffness, joint.rest,
            joint.armature, joint.friction, joint.friction_at_rest, joint.friction_width, joint.limits,
            joint.restitution);
  if (joint.type == JointType::gimbal) std::ranges::reverse(joint.sequence);
  const auto negate_all = [](auto&... lists) { (std::ranges::for_each(lists, [](auto& x) { negate(x); }), ...); };
  negate_all(joint.start, joint.rate, joint.effort, joint.motion, joint.rest);
  for (std::array<Expr, 2>& friction : joint.friction) std::swap(friction[0], friction[1]);
  for (std::optional<std::array<Expr, 2>>& friction : joint.friction_at_rest)
    if (friction) std::swap((*friction)[0], (*friction)[1]);
  for (std::optional<std::array<Expr, 2>>& limits : joint.limits)
    if (limits) limits = std::array<Expr, 2>{-(*limits)[1], -(*limits)[0]};
}

/// The place of coordinate k in the exchanged joint.
std::size_t counterpart(const Joint& joint, std::size_t k, std::size_t count) {
  const bool reversed = joint.type == JointType::universal || joint.type == JointType::gimbal;
  return reversed ? count - 1 - k : k;
}

/// Coordinates and rates of the joint, of any order, change their sign.
void rewrite_coordinates(const Mechanism& model, const Joint& joint, const std::vector<Expr>& symbols,
                         Rewriting& rewriting) {
  const std::vector<JointWord>& has = words(model, joint).coordinates;
  for (std::size_t k = 0; k < has.size(); ++k) {
    const std::string name = coordinate_name(joint.name, has[k]);
    const std::string other = coordinate_name(joint.name, has[counterpart(joint, k, has.size())]);
    for (const Expr symbol : symbols)
      if (symbol.name() == name)
        rewriting.replace(symbol, -Expr::symbol(other, SymbolKind::coordinate, symbol.order()));
  }
}

void rewrite_results(const Mechanism& model, int j, Rewriting& rewriting) {
  const Joint& joint = model.joints[index(j)];
  const std::vector<JointWord>& has = words(model, joint).speeds;
  for (const Measure& measure : model.measures) {
    if (measure.index != j) continue;
    if (measure.kind == Measure::Kind::joint_force || measure.kind == Measure::Kind::joint_moment)
      rewriting.replace(measure, -measure.symbol, {measure});
    if (measure.kind != Measure::Kind::joint_effort) continue;
    Measure other = measure;
    other.component = static_cast<int>(counterpart(joint, index(measure.component), has.size()));
    if (has.size() > 1) other.word = coordinate_name(joint.name, has[index(other.component)]) + ".effort";
    other.symbol = Expr::symbol(other.word, SymbolKind::coordinate);
    rewriting.replace(measure, -other.symbol, {other});
  }
}

}  // namespace

Retold swapped(Retold tale) {
  Mechanism& model = tale.model;
  const GraphScope scope(*model.graph);
  const std::vector<Expr> symbols = motion_symbols(model);
  Rewriting rewriting;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    Joint& joint = model.joints[j];
    const int number = static_cast<int>(j);
    if (const std::string reason = why_not(model, number); !reason.empty()) {
      tale.left.push_back("joint '" + joint.name + "' is as it was: " + reason);
      continue;
    }
    rewrite_coordinates(model, joint, symbols, rewriting);
    rewrite_results(model, number, rewriting);
    swap_placing(model, joint);
    swap_values(joint);
    for (RotationalSpring& spring : model.rotational_springs) {
      if (spring.joint != number) continue;
      negate(spring.rest);
      negate(spring.actuator);
    }
    tale.joints[joint.name].swapped ^= true;
  }
  rewriting.apply(model);
  choose_tree(model);
  return tale;
}

}  // namespace alembert
