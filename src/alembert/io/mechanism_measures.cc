/// Which measures the formulas of a mechanism use.
#include <unordered_map>

#include "alembert/io/mechanism_names.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

/// Every formula of the motion.
std::vector<Expr> motion_formulas(const Mechanism& model) {
  std::vector<Expr> all;
  const auto add = [&](const std::optional<Written>& written) {
    if (written) all.push_back(written->formula);
  };
  for (const Joint& joint : model.joints) {
    for (const std::optional<Written>& effort : joint.effort) add(effort);
    for (const std::optional<Written>& motion : joint.motion) add(motion);
  }
  for (const BodyForce& force : model.forces)
    for (const Written& component : force.value) all.push_back(component.formula);
  for (const Spring& spring : model.springs) add(spring.actuator);
  for (const RotationalSpring& spring : model.rotational_springs) add(spring.actuator);
  for (const MechanismConstraint& constraint : model.constraints)
    if (const auto* formula = std::get_if<Constraint>(&constraint)) all.push_back(formula->row.formula);
  for (const ExtraState& state : model.states) all.push_back(state.rate);
  for (const auto& [name, formula] : model.lets) all.push_back(formula);
  for (const Output& output : model.outputs) all.push_back(output.value.formula);
  add(model.simulate.until);
  return all;
}

/// What joints that close loops have instead of coordinates and speeds of the tree, by name.
std::unordered_map<std::string, Measure> dependent_measures(const Mechanism& model) {
  std::unordered_map<std::string, Measure> result;
  const auto add = [&](Measure::Kind kind, const MechanismCoordinate& c) {
    result.emplace(c.name, Measure{kind, c.name, 0, c.joint, c.within, {}, {}});
  };
  for (const MechanismCoordinate& c : model.dependent_coordinates) add(Measure::Kind::closing_coordinate, c);
  for (const MechanismCoordinate& c : model.dependent_speeds)
    if (words(model, model.joints[static_cast<std::size_t>(c.joint)]).quaternion) add(Measure::Kind::closing_speed, c);
  return result;
}

}  // namespace

void register_measures(Mechanism& model, const MechanismNames& names) {
  const std::vector<Expr> formulas = motion_formulas(model);
  const std::unordered_map<std::string, Measure> dependent = dependent_measures(model);
  for (const Expr e : Walk(formulas)) {
    if (!e.is_symbol() || e.kind() != SymbolKind::coordinate) continue;
    const Measure* found = names.measure(e.name());
    if (found == nullptr) {
      const auto it = dependent.find(e.name());
      if (it == dependent.end()) continue;
      found = &it->second;
    }
    Measure measure = *found;
    measure.order = e.order();
    measure.symbol = e;
    model.measures.push_back(std::move(measure));
  }
}

}  // namespace alembert
