/// recut, doubled: another tree, and constraints that say the same twice.
#include <algorithm>

#include "alembert/core/index.h"
#include "alembert/model/spanning_tree.h"
#include "alembert/plan/retold/retelling.h"
#include "alembert/plan/retold/retold.h"

namespace alembert {
namespace {

using namespace retelling;

/// [joint] which close loops in a tree that grows from the ground along joints taken at random. Quaternion joints are
/// passed from their first body to the second alone; empty where that does not reach every body.
std::vector<bool> random_tree(const Mechanism& model, Random& random) {
  std::vector<bool> closing(model.joints.size(), true), reached(model.bodies.size(), false);
  reached[0] = true;
  for (std::size_t count = 1; count < model.bodies.size(); ++count) {
    std::vector<std::size_t> ways;
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
      const Joint& joint = model.joints[j];
      const bool first = reached[index(joint.first)], second = reached[index(joint.second)];
      const bool backwards = second && words(model, joint).quaternion;
      if (first != second && !backwards) ways.push_back(j);
    }
    if (ways.empty()) return {};
    const std::size_t j = ways[static_cast<std::size_t>(random.bits() % ways.size())];
    closing[j] = false;
    reached[index(model.joints[j].first)] = reached[index(model.joints[j].second)] = true;
  }
  return closing;
}

/// A copy that connects and does no more.
Joint bare_copy(const Joint& joint) {
  Joint copy = joint;
  for (auto* list : {&copy.effort, &copy.motion}) std::ranges::fill(*list, std::nullopt);
  for (auto* list : {&copy.damping, &copy.stiffness, &copy.armature}) std::ranges::fill(*list, Expr());
  std::ranges::fill(copy.friction, std::array<Expr, 2>{});
  std::ranges::fill(copy.friction_at_rest, std::nullopt);
  std::ranges::fill(copy.load_friction, std::nullopt);
  std::ranges::fill(copy.limits, std::nullopt);
  std::ranges::fill(copy.restitution, std::nullopt);
  copy.fixed_start = false;
  copy.cut = true;
  return copy;
}

}  // namespace

Retold recut(Retold tale, Random& random) {
  Mechanism& model = tale.model;
  const GraphScope scope(*model.graph);
  constexpr int tries = 20;
  for (int i = 0; i < tries; ++i) {
    const std::vector<bool> closing = random_tree(model, random);
    if (closing.empty()) continue;
    bool other = false;
    for (std::size_t j = 0; j < closing.size(); ++j) other = other || closing[j] != model.joints[j].closing;
    if (!other) continue;
    for (std::size_t j = 0; j < closing.size(); ++j) model.joints[j].cut = closing[j];
    choose_tree(model);
    return tale;
  }
  refuse("there is no other spanning tree");
}

Retold doubled(Retold tale, Random& random) {
  Mechanism& model = tale.model;
  const GraphScope scope(*model.graph);
  std::vector<std::size_t> closing;
  for (std::size_t j = 0; j < model.joints.size(); ++j)
    if (model.joints[j].closing) closing.push_back(j);
  const std::size_t choices = closing.size() + model.constraints.size();
  if (choices == 0) refuse("there is no constraint and no loop");
  const auto choice = static_cast<std::size_t>(random.bits() % choices);
  if (choice < closing.size()) {
    Joint copy = bare_copy(model.joints[closing[choice]]);
    tale.doubled.push_back(copy.name);
    copy.name = free_name(model, copy.name + " again");
    tale.doubled.push_back(copy.name);
    for (Joint& joint : model.joints) joint.cut = joint.closing;  // the tree stays
    model.joints.push_back(std::move(copy));
  } else {
    MechanismConstraint copy = model.constraints[choice - closing.size()];
    tale.doubled.push_back(name_of(copy));
    const std::string name = free_name(model, name_of(copy) + " again");
    std::visit([&](auto& constraint) { constraint.name = name; }, copy);
    tale.doubled.push_back(name);
    model.constraints.push_back(std::move(copy));
  }
  choose_tree(model);
  return tale;
}

}  // namespace alembert
