#include "alembert/workbench/driven/motion_table_columns.h"

#include <algorithm>

#include "alembert/core/index.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/system/energies/lagrange_system.h"
#include "alembert/system/energies/state_tape.h"
#include "alembert/system/mechanism/mechanism_system.h"
#include "alembert/system/reactions/open_reactions.h"
#include "alembert/workbench/tables/unit_words.h"

namespace alembert {
namespace {

/// The name of a speed's rate: A'' for A', S.wx' for S.wx.
std::string acceleration_name(const std::string& speed) { return speed + "'"; }

class MechanismColumns : public MotionTableColumns {
 public:
  MechanismColumns(const Workbench& workbench, const MechanismSystem& system, bool forces)
      : setup_(workbench.setup()), system_(system), forces_(forces) {
    const Mechanism& model = setup_.model;
    const UnitWords units(workbench);
    add("t", "s");
    for (const auto* list : {&model.coordinates, &model.dependent_coordinates, &model.speeds, &model.dependent_speeds})
      for (const MechanismCoordinate& c : *list) add(c.name, c.unit);
    for (const auto* list : {&model.speeds, &model.dependent_speeds})
      for (const MechanismCoordinate& s : *list) add(acceleration_name(s.name), rate_unit(s.unit));
    for (const ExtraState& state : model.states) add(state.name, "");
    for (const Output& output : model.outputs) add(output.name, units.of(output));
    if (!forces) return;
    for (std::size_t j = 0; j < model.joints.size(); ++j) add_efforts(static_cast<int>(j));
    for (const Joint& joint : model.joints) {
      add_vector(joint.name, "f", "N");
      if (model.planar)
        add(joint.name + ".m", "N m");
      else
        add_vector(joint.name, "m", "N m");
    }
    for (const MechanismConstraint& constraint : model.constraints) add_constraint(constraint);
  }

  std::span<const double> values(const State& x, System::In u, System::In vdot, System::Out lambda) override {
    values_.assign(1, x.t);
    const ClosingReadings<double> closing = system_.closing(x, u, vdot);
    append(x.q);
    append(closing.q);
    append(x.v);
    append(closing.v);
    append(vdot);
    append(closing.a);
    append(x.z);
    append(system_.outputs(x, u, vdot));
    if (!forces_) return values_;
    const Reactions<double>& found = system_.reactions(x, u, vdot, lambda);
    for (const int speed : efforts_) values_.push_back(found.effort[index(speed)]);
    for (std::size_t j = 0; j < setup_.model.joints.size(); ++j) {
      const Vec3<double>&f = found.force[j], &m = found.moment[j];
      if (setup_.model.planar)
        values_.insert(values_.end(), {f.x, f.y, m.z});
      else
        values_.insert(values_.end(), {f.x, f.y, f.z, m.x, m.y, m.z});
    }
    append_constraints(found);
    note_undetermined(system_.undetermined());
    return values_;
  }

 private:
  /// Efforts of a joint that is driven or pushed.
  void add_efforts(int j) {
    const Joint& joint = setup_.model.joints[index(j)];
    const JointWords& has = words(setup_.model, joint);
    for (std::size_t k = 0; k < joint.motion.size(); ++k) {
      if (!joint.motion[k] && !joint.effort[k]) continue;
      efforts_.push_back(setup_.compiled.joint_v[index(j)] + static_cast<int>(k));
      const std::string word(has.speeds[k].suffix);
      add(joint.name + (word.empty() ? "" : "." + word) + ".effort", effort_unit(has.speeds[k].unit));
    }
  }

  /// "A.fx", "A.fy" and, in space, "A.fz".
  void add_vector(const std::string& name, const std::string& letter, const char* unit) {
    for (const char* axis : {"x", "y", "z"})
      if (!setup_.model.planar || *axis != 'z') add(name + "." + letter + axis, unit);
  }

  /// A distance has one force along it, a formula its multiplier, a contact a force in space.
  void add_constraint(const MechanismConstraint& constraint) {
    const std::string& name = name_of(constraint);
    if (std::holds_alternative<Distance>(constraint))
      add(name + ".force", "N");
    else if (std::holds_alternative<Constraint>(constraint))
      add(name + ".multiplier", "");
    else
      add_vector(name, "f", "N");
  }

  void append_constraints(const Reactions<double>& found) {
    const std::vector<MechanismConstraint>& constraints = setup_.model.constraints;
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      const bool in_space =
          !std::holds_alternative<Distance>(constraints[i]) && !std::holds_alternative<Constraint>(constraints[i]);
      const Vec3<double>& f = found.constraint_force[i];
      if (!in_space)
        values_.push_back(found.multipliers[index(found.first_multiplier[i])]);
      else if (setup_.model.planar)
        values_.insert(values_.end(), {f.x, f.y});
      else
        values_.insert(values_.end(), {f.x, f.y, f.z});
    }
  }

  const MechanismSetup& setup_;
  const MechanismSystem& system_;
  bool forces_;
  std::vector<int> efforts_;  ///< speeds
};

class LagrangeColumns : public MotionTableColumns {
 public:
  LagrangeColumns(Workbench& workbench, const LagrangeSystem& system, bool forces) : system_(system), forces_(forces) {
    const Lagrangian& model = workbench.lagrangian();
    add("t", "s");
    for (const Workbench::Word& c : workbench.coordinates()) add(c.name, c.unit);
    for (const Workbench::Word& s : workbench.speeds()) add(s.name, s.unit);
    for (const Workbench::Word& s : workbench.speeds()) add(acceleration_name(s.name), rate_unit(s.unit));
    for (const ExtraState& state : model.states) add(state.name, "");
    std::vector<Expr> formulas;
    const UnitWords units(workbench);
    for (const Output& output : model.outputs) {
      add(output.name, units.of(output));
      formulas.push_back(output.value.formula);
    }
    const GraphScope scope(*model.graph);
    outputs_ = StateTape(model, parameter_numbers(model), formulas, workbench.equations().rows.lambda);
    if (!forces) return;
    for (int i = 0; i < system.sizes().na; ++i) add(system.row_name(i) + ".multiplier", "");
  }

  std::span<const double> values(const State& x, System::In u, System::In vdot, System::Out lambda) override {
    values_.assign(1, x.t);
    append(x.q);
    append(x.v);
    append(vdot);
    append(x.z);
    append(outputs_.run(x, u, vdot, forces_ ? System::In(lambda) : system_.multipliers(x, u)));
    if (!forces_) return values_;
    append(lambda);
    note_undetermined(undetermined_rows(system_, x.t, x.q));
    return values_;
  }

 private:
  const LagrangeSystem& system_;
  bool forces_;
  StateTape outputs_;
};

}  // namespace

void MotionTableColumns::note_undetermined(const std::vector<std::string>& names) {
  for (const std::string& name : names)
    if (std::ranges::find(undetermined_, name) == undetermined_.end()) undetermined_.push_back(name);
}

std::unique_ptr<MotionTableColumns> motion_table_columns(Workbench& workbench, const System& system, bool forces) {
  if (workbench.mechanism() != nullptr)
    return std::make_unique<MechanismColumns>(workbench, dynamic_cast<const MechanismSystem&>(system), forces);
  return std::make_unique<LagrangeColumns>(workbench, dynamic_cast<const LagrangeSystem&>(system), forces);
}

}  // namespace alembert
