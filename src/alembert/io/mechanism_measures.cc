/// Which measures the formulas of a mechanism use.
#include <algorithm>

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
  for (const Constraint& constraint : model.constraints) all.push_back(constraint.row.formula);
  for (const ExtraState& state : model.states) all.push_back(state.rate);
  for (const auto& [name, formula] : model.lets) all.push_back(formula);
  for (const Output& output : model.outputs) all.push_back(output.value.formula);
  add(model.simulate.until);
  return all;
}

}  // namespace

void register_measures(Mechanism& model, const MechanismNames& names) {
  const std::vector<Expr> formulas = motion_formulas(model);
  for (const Expr e : Walk(formulas)) {
    if (!e.is_symbol() || e.kind() != SymbolKind::coordinate) continue;
    const Measure* found = names.measure(e.name());
    if (found == nullptr) continue;
    Measure measure = *found;
    measure.order = e.order();
    measure.symbol = e;
    model.measures.push_back(std::move(measure));
  }
}

}  // namespace alembert
