#include "alembert/system/mechanism/motion_dependence.h"

#include "alembert/core/index.h"
#include "alembert/symbolic/walk.h"

namespace alembert {

MotionDependence::MotionDependence(const MechanismSetup& setup) : setup_(setup) {
  int i = 0;
  for (const ExtraState& state : setup.model.states) states_.emplace(state.symbol.id(), i++);
  i = 0;
  for (const Measure& measure : setup.model.measures) measures_.emplace(measure.symbol.id(), i++);
}

void MotionDependence::add_formula(Expr formula, Dependence& set) const {
  const GraphScope scope(*setup_.model.graph);
  for (const Expr e : Walk(std::span(&formula, 1)))
    if (e.is_symbol()) add_symbol(e, set);
}

void MotionDependence::add_symbol(Expr symbol, Dependence& set) const {
  if (symbol.kind() == SymbolKind::state) {
    if (const auto it = states_.find(symbol.id()); it != states_.end()) set.states.push_back(it->second);
    return;
  }
  if (symbol.kind() != SymbolKind::coordinate) return;
  if (const auto it = measures_.find(symbol.id()); it != measures_.end())
    return add_measure(setup_.model.measures[index(it->second)], set);
  const MotionIndex::Found found = setup_.motion.find(symbol.name(), symbol.order());
  switch (found.kind) {
    case MotionIndex::Kind::coordinate:
    case MotionIndex::Kind::coordinate_rate: return add_joint(setup_.model.coordinates[index(found.index)].joint, set);
    case MotionIndex::Kind::speed: set.speeds.push_back(found.index); return;
    default: return;
  }
}

void MotionDependence::add_measure(const Measure& measure, Dependence& set) const {
  switch (measure.kind) {
    case Measure::Kind::point:
    case Measure::Kind::angle:
    case Measure::Kind::quaternion:
    case Measure::Kind::angular_velocity: return add_plan_body(setup_.compiled.plan.carrier[index(measure.index)], set);
    case Measure::Kind::spring_length:
      for (const auto& end : setup_.forces.springs[index(measure.index)].ends) add_plan_body(end.body, set);
      return;
    case Measure::Kind::closing_coordinate:
    case Measure::Kind::closing_speed: return add_closing_joint(measure.index, set);
    default: return add_everything(set);
  }
}

void MotionDependence::add_joint(int joint, Dependence& set) const {
  const int first = setup_.compiled.joint_v[index(joint)];
  const auto count = static_cast<int>(words(setup_.model, setup_.model.joints[index(joint)]).speeds.size());
  for (int k = 0; k < count; ++k) set.speeds.push_back(first + k);
}

void MotionDependence::add_plan_body(int body, Dependence& set) const {
  const Plan& plan = setup_.compiled.plan;
  if (body == 0) return;
  for (int d = plan.first_v[index(body)] + speeds_of(plan.kind[index(body)]) - 1; d >= 0; d = plan.above[index(d)])
    set.speeds.push_back(d);
}

void MotionDependence::add_closing_joint(int joint, Dependence& set) const {
  const Joint& closing = setup_.model.joints[index(joint)];
  for (const int body : {closing.first, closing.second}) add_plan_body(setup_.compiled.plan.carrier[index(body)], set);
}

void MotionDependence::add_speed(int speed, Dependence& set) const {
  const int nv = setup_.compiled.plan.nv;
  if (speed < nv)
    set.speeds.push_back(speed);
  else
    add_closing_joint(setup_.model.dependent_speeds[index(speed - nv)].joint, set);
}

void MotionDependence::add_everything(Dependence& set) const {
  for (int d = 0; d < setup_.compiled.plan.nv; ++d) set.speeds.push_back(d);
  for (int k = 0; k < static_cast<int>(setup_.model.states.size()); ++k) set.states.push_back(k);
}

}  // namespace alembert
