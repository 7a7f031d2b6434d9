#include "alembert/model/mechanism.h"

#include <algorithm>

#include "alembert/model/spanning_tree.h"

namespace alembert {
namespace {

template <class T>
void fit(std::vector<T>& list, std::size_t size) {
  list.resize(size);
}

void fit_lists(Joint& joint, const JointWords& has) {
  const std::size_t nq = has.coordinates.size(), nv = has.speeds.size();
  fit(joint.start, nq);
  fit(joint.rate, nv);
  fit(joint.effort, nv);
  fit(joint.motion, nv);
  fit(joint.damping, nv);
  fit(joint.stiffness, nv);
  fit(joint.rest, nv);
  fit(joint.armature, nv);
  fit(joint.friction, nv);
  fit(joint.friction_at_rest, nv);
  fit(joint.load_friction, nv);
  fit(joint.friction_width, nv);
  fit(joint.limits, nv);
  fit(joint.restitution, nv);
}

/// A speed's name without the mark of a rate, and whether it had one.
std::pair<std::string_view, bool> without_prime(std::string_view name) {
  if (!name.ends_with('\'')) return {name, false};
  return {name.substr(0, name.size() - 1), true};
}

Expr speed_symbol_of(const Mechanism& model, int i, int derivatives) {
  const auto [name, rate] = without_prime(model.speeds[static_cast<std::size_t>(i)].name);
  return Expr::symbol(name, SymbolKind::coordinate, (rate ? 1 : 0) + derivatives);
}

}  // namespace

const JointWords& words(const Mechanism& model, const Joint& joint) {
  return joint_words(joint.type, model.planar, !joint.sequence.empty());
}

bool rubs(const Joint& joint) {
  return std::ranges::any_of(joint.friction, [](const auto& f) { return !f[0].is_zero() || !f[1].is_zero(); }) ||
         std::ranges::any_of(joint.load_friction, [](const auto& f) { return f.has_value(); });
}

void declare_coordinates(Mechanism& model) {
  for (auto* list : {&model.coordinates, &model.speeds, &model.dependent_coordinates, &model.dependent_speeds})
    list->clear();
  for (Joint& joint : model.joints) fit_lists(joint, words(model, joint));
  choose_closing_joints(model);
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    const JointWords& has = words(model, joint);
    auto& coordinates = joint.closing ? model.dependent_coordinates : model.coordinates;
    auto& speeds = joint.closing ? model.dependent_speeds : model.speeds;
    int within = 0;
    for (const JointWord& word : has.coordinates)
      coordinates.push_back({coordinate_name(joint.name, word), word.unit, static_cast<int>(j), within++});
    within = 0;
    for (const JointWord& word : has.speeds)
      speeds.push_back({speed_name(joint.name, word, has), word.unit, static_cast<int>(j), within++});
  }
}

Expr coordinate_symbol(const Mechanism& model, int i) {
  return Expr::symbol(model.coordinates[static_cast<std::size_t>(i)].name, SymbolKind::coordinate);
}
Expr speed_symbol(const Mechanism& model, int i) { return speed_symbol_of(model, i, 0); }
Expr acceleration_symbol(const Mechanism& model, int i) { return speed_symbol_of(model, i, 1); }

}  // namespace alembert
