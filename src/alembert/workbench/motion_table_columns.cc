#include "alembert/workbench/motion_table_columns.h"

#include <algorithm>

#include "alembert/core/index.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/system/lagrange_system.h"
#include "alembert/system/mechanism_system.h"
#include "alembert/system/open_reactions.h"
#include "alembert/system/state_tape.h"

namespace alembert {
namespace {

/// The name of a speed's rate: A'' for A', S.wx' for S.wx.
std::string acceleration_name(const std::string& speed) { return speed + "'"; }

class MechanismColumns : public MotionTableColumns {
 public:
  MechanismColumns(const MechanismSetup& setup, const MechanismSystem& system, bool forces)
      : setup_(setup), system_(system), forces_(forces) {
    const Mechanism& model = setup.model;
    names_.emplace_back("t");
    for (const auto* list : {&model.coordinates, &model.dependent_coordinates, &model.speeds, &model.dependent_speeds})
      for (const MechanismCoordinate& c : *list) names_.push_back(c.name);
    for (const auto* list : {&model.speeds, &model.dependent_speeds})
      for (const MechanismCoordinate& s : *list) names_.push_back(acceleration_name(s.name));
    for (const ExtraState& state : model.states) names_.push_back(state.name);
    for (const Output& output : model.outputs) names_.push_back(output.name);
    if (!forces) return;
    for (std::size_t j = 0; j < model.joints.size(); ++j) add_efforts(static_cast<int>(j));
    const char* const planar[] = {".fx", ".fy", ".m"};
    const char* const spatial[] = {".fx", ".fy", ".fz", ".mx", ".my", ".mz"};
    for (const Joint& joint : model.joints) {
      if (model.planar)
        for (const char* word : planar) names_.push_back(joint.name + word);
      else
        for (const char* word : spatial) names_.push_back(joint.name + word);
    }
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
      names_.push_back(joint.name + (word.empty() ? "" : "." + word) + ".effort");
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
    names_.emplace_back("t");
    for (const Workbench::Word& c : workbench.coordinates()) names_.push_back(c.name);
    for (const Workbench::Word& s : workbench.speeds()) names_.push_back(s.name);
    for (const Workbench::Word& s : workbench.speeds()) names_.push_back(acceleration_name(s.name));
    for (const ExtraState& state : model.states) names_.push_back(state.name);
    std::vector<Expr> formulas;
    for (const Output& output : model.outputs) {
      names_.push_back(output.name);
      formulas.push_back(output.value.formula);
    }
    const GraphScope scope(*model.graph);
    outputs_ = StateTape(model, parameter_numbers(model), formulas, workbench.equations().rows.lambda);
    if (!forces) return;
    for (int i = 0; i < system.sizes().na; ++i) names_.push_back(system.row_name(i) + ".multiplier");
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
    return std::make_unique<MechanismColumns>(workbench.setup(), dynamic_cast<const MechanismSystem&>(system), forces);
  return std::make_unique<LagrangeColumns>(workbench, dynamic_cast<const LagrangeSystem&>(system), forces);
}

}  // namespace alembert
