/// The formulas of a mechanism that may hold its motion, and the measures that stand in them.
#pragma once
#include <vector>

#include "alembert/model/mechanism.h"

namespace alembert {

/// Calls visit(formula) with every formula of the motion: efforts, motions, forces, actuators, constraints, rates of
/// states, [let] names, outputs, `until`. `Model` is Mechanism, whose formulas `visit` may change, or const Mechanism.
template <class Model, class Visit>
void each_motion_formula(Model& model, const Visit& visit) {
  const auto given = [&](auto& written) {
    if (written) visit(written->formula);
  };
  for (auto& joint : model.joints) {
    for (auto& effort : joint.effort) given(effort);
    for (auto& motion : joint.motion) given(motion);
  }
  for (auto& force : model.forces)
    for (auto& component : force.value) visit(component.formula);
  for (auto& spring : model.springs) given(spring.actuator);
  for (auto& spring : model.rotational_springs) given(spring.actuator);
  for (auto& constraint : model.constraints)
    if (auto* formula = std::get_if<Constraint>(&constraint)) visit(formula->row.formula);
  for (auto& state : model.states) visit(state.rate);
  for (auto& let : model.lets) visit(let.second);
  for (auto& output : model.outputs) visit(output.value.formula);
  given(model.simulate.until);
}

/// All of them, in that order.
std::vector<Expr> motion_formulas(const Mechanism& model);

/// The symbols of the motion in these formulas, each once: coordinates, speeds and measures with their derivatives. The
/// model's graph must be current.
std::vector<Expr> motion_symbols(const Mechanism& model);

/// Adds the measures by which formulas read coordinates and speeds of joints that close loops, and takes away those
/// that were there: call it after declare_coordinates() has chosen other joints. The model's graph must be current.
void measure_closing_joints(Mechanism& model);

}  // namespace alembert
