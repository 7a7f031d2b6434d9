#include "alembert/system/reactions/body_state.h"

#include <algorithm>

#include "alembert/core/index.h"
#include "alembert/kernel/body_angles.h"
#include "alembert/kernel/body_motions.h"
#include "alembert/kernel/measures.h"

namespace alembert {
namespace {

/// Measures in formulas, and those that rows are functions of: a row's coefficients need not hold them.
std::vector<int> needed_measures(const MechanismSetup& setup) {
  std::vector<int> needed = setup.force_program.measures();
  const std::vector<int>& of_rows = setup.constraints.formula_program.measures();
  needed.insert(needed.end(), of_rows.begin(), of_rows.end());
  for (const FormulaRow& row : setup.constraints.rows.formulas)
    for (const RowVariable& variable : row.variables)
      if (variable.kind == RowVariable::Kind::measure) needed.push_back(variable.index);
  std::ranges::sort(needed);
  needed.erase(std::unique(needed.begin(), needed.end()), needed.end());
  return needed;
}

}  // namespace

BodyStateReader::BodyStateReader(const MechanismSetup& setup, const BodyPlan& plan, const BodyParams<double>& par)
    : setup_(&setup),
      plan_(&plan),
      par_(&par),
      needed_(needed_measures(setup)),
      force_machine_(setup.force_program, setup.real.parameters()),
      row_machine_(setup.constraints.formula_program, setup.real.parameters()),
      length_machine_(setup.constraints.length_program, setup.real.parameters()),
      bodies_(setup.model.bodies.size()),
      coordinates_(index(plan.first_q.back())),
      speeds_(index(plan.first_v.back())),
      near_(index(plan.first_v.back())),
      angles_(setup.model.planar ? setup.model.bodies.size() : 0),
      measures_(setup.model.measures.size()),
      qdot_(setup.q0.size()),
      drives_(setup.model.constraints.size()) {}

const BodyState<double>& BodyStateReader::read(MechanismDynamics<double>& dynamics, double t, In q, In v, In z, In u) {
  read_bodies(dynamics);
  read_joints(dynamics.all_coordinates(), dynamics.all_speeds());
  read_angles(q);
  const MeasureState<double> x{setup_->model,        setup_->compiled,  dynamics.params(),   setup_->angles, q, v, {},
                               dynamics.workspace(), dynamics.forces(), &dynamics.closing(), nullptr};
  read_measures(x);
  dynamics.coordinate_rates(qdot_);
  read_formulas({t, q, v, z, u, {}, qdot_, measures_});
  state_ = {bodies_, coordinates_, speeds_, near_, forces_, rows_, drives_, angles_, measures_};
  return state_;
}

void BodyStateReader::read_bodies(MechanismDynamics<double>& dynamics) {
  for (std::size_t b = 1; b < bodies_.size(); ++b) {
    const int body = static_cast<int>(b);
    const BodyMotion<double> user = body_motion(dynamics.plan(), dynamics.params(), dynamics.workspace(), body);
    bodies_[b] = reference_motion(*par_, body, user.X_W, user.w, user.v);
  }
}

void BodyStateReader::read_joints(In all_q, In all_v) {
  for (std::size_t j = 0; j < setup_->model.joints.size(); ++j) {
    const auto nq = index(plan_->first_q[j + 1] - plan_->first_q[j]),
               nv = index(plan_->first_v[j + 1] - plan_->first_v[j]);
    const In q = all_q.subspan(index(setup_->compiled.joint_q[j]), nq);
    const In v = all_v.subspan(index(setup_->compiled.joint_v[j]), nv);
    std::ranges::copy(q, coordinates_.begin() + plan_->first_q[j]);
    std::ranges::copy(v, speeds_.begin() + plan_->first_v[j]);
    if (nq == nv) std::ranges::copy(q, near_.begin() + plan_->first_v[j]);
  }
}

void BodyStateReader::read_angles(In q) {
  if (!setup_->model.planar) return;
  const std::vector<double> sums = body_angles(setup_->compiled.plan, setup_->angles.turns, q);
  for (std::size_t b = 1; b < angles_.size(); ++b)
    angles_[b] = setup_->angles.zero[b] + sums[index(setup_->compiled.plan.carrier[b])];
}

void BodyStateReader::read_measures(const MeasureState<double>& x) {
  for (const int i : needed_) {
    const auto& point = par_->measure_points[index(i)];
    const Vec3<double> p_U = point.p + par_->origin[index(point.body)];
    measures_[index(i)] = measure_value(x.model.measures[index(i)], x.par.X_BU[index(point.body)].point(p_U), x);
  }
}

void BodyStateReader::read_formulas(const FormulaState<double>& state) {
  const ConstraintSetup& constraints = setup_->constraints;
  const In forces = force_machine_.run(state);
  forces_.assign(forces.begin(), forces.end());
  const In rows = row_machine_.run(state);
  rows_.assign(rows.begin(), rows.end());
  for (std::size_t f = 0; f < plan_->formulas.size(); ++f)
    rows_[index(plan_->first_value[f + 1] - 3)] -= constraints.start_value[f];
  const In lengths = length_machine_.run(state);
  for (std::size_t i = 0; i < drives_.size(); ++i) {
    drives_[i] = {};
    if (const int k = constraints.length_of[i]; k >= 0)
      drives_[i] = {lengths[index(k)], lengths[index(k + 1)], lengths[index(k + 2)]};
    drives_[i].value += constraints.rack_start[i];
  }
}

}  // namespace alembert
