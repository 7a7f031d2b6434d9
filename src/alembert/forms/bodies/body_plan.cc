#include <algorithm>

#include "alembert/forms/bodies/body_equations.h"

namespace alembert {
namespace {

using std::size_t;

/// The rows' names, in the order that body_equations() writes them.
class RowNames {
 public:
  explicit RowNames(BodyPlan& plan) : plan_(plan) {}

  void add_joints() {
    plan_.first_row.push_back(0);
    for (size_t j = 0; j < plan_.model.joints.size(); ++j) {
      const Joint& joint = plan_.model.joints[j];
      for (const std::string& word : joint_row_names(joint.type, plan_.model.planar))
        plan_.rows.push_back({joint.name + "." + word, BodyRowInfo::Origin::joint, static_cast<int>(j), true});
      plan_.first_row.push_back(static_cast<int>(plan_.rows.size()));
    }
  }
  void add_formula(const FormulaRow& row) {
    const bool drive = row.origin == FormulaRow::Origin::drive;
    plan_.rows.push_back(
        {row.name, drive ? BodyRowInfo::Origin::drive : BodyRowInfo::Origin::constraint, row.index, row.holonomic});
  }
  void add_geometric(int constraint) {
    const MechanismConstraint& c = plan_.model.constraints[static_cast<size_t>(constraint)];
    for (const RowWord& word : geometric_row_words(c, plan_.model.planar))
      plan_.rows.push_back({name_of(c) + (word.suffix.empty() ? "" : "." + word.suffix),
                            BodyRowInfo::Origin::constraint, constraint, word.holonomic});
  }

 private:
  BodyPlan& plan_;
};

void find_values(BodyPlan& plan) {
  plan.first_value.push_back(0);
  for (const FormulaRow& row : plan.formulas)
    plan.first_value.push_back(plan.first_value.back() + static_cast<int>(row.coefficients.size()) + 3);
  plan.first_q.push_back(0);
  plan.first_v.push_back(0);
  for (const Joint& joint : plan.model.joints) {
    const JointWords& has = words(plan.model, joint);
    plan.first_q.push_back(plan.first_q.back() + static_cast<int>(has.coordinates.size()));
    plan.first_v.push_back(plan.first_v.back() + static_cast<int>(has.speeds.size()));
  }
}

void find_forces(BodyPlan& plan) {
  int next = 0;
  const auto place = [&](const std::optional<Written>& formula) { return formula ? next++ : -1; };
  for (const Joint& joint : plan.model.joints)
    for (const auto& effort : joint.effort) plan.effort.push_back(place(effort));
  plan.first_force = next;
  next += 3 * static_cast<int>(plan.model.forces.size());
  for (const Spring& spring : plan.model.springs) plan.spring_actuator.push_back(place(spring.actuator));
  for (const RotationalSpring& spring : plan.model.rotational_springs) {
    plan.rotational_actuator.push_back(place(spring.actuator));
    plan.rotational_speed.push_back(spring.joint ? angle_component(plan.model, spring) : -1);
  }
}

bool has_anything_along(const Joint& joint) {
  for (size_t k = 0; k < joint.damping.size(); ++k) {
    const bool friction = !joint.friction[k][0].is_zero() || !joint.friction[k][1].is_zero();
    if (joint.effort[k] || friction || !joint.damping[k].is_zero() || !joint.stiffness[k].is_zero() ||
        !joint.armature[k].is_zero())
      return true;
  }
  return false;
}

void find_pushed(BodyPlan& plan) {
  for (size_t j = 0; j < plan.model.joints.size(); ++j)
    if (has_anything_along(plan.model.joints[j])) plan.pushed.push_back(static_cast<int>(j));
}

}  // namespace

BodyPlan::BodyPlan(const Mechanism& mechanism, std::vector<FormulaRow> given)
    : model(mechanism), formulas(std::move(given)) {
  find_values(*this);
  find_forces(*this);
  find_pushed(*this);
  RowNames names(*this);
  names.add_joints();
  auto formula = formulas.begin();
  for (; formula != formulas.end() && formula->origin == FormulaRow::Origin::drive; ++formula)
    names.add_formula(*formula);
  for (size_t i = 0; i < model.constraints.size(); ++i) {
    if (std::holds_alternative<Constraint>(model.constraints[i]))
      names.add_formula(*formula++);
    else
      names.add_geometric(static_cast<int>(i));
  }
}

}  // namespace alembert
