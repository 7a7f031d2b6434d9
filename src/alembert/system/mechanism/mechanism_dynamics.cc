#include "alembert/system/mechanism/mechanism_dynamics.h"

#include <algorithm>
#include <functional>

#include "alembert/core/index.h"
#include "alembert/kernel/aba.h"
#include "alembert/kernel/body_motions.h"
#include "alembert/kernel/dissipation.h"
#include "alembert/kernel/energy.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/kernel/measures.h"
#include "alembert/kernel/rnea.h"
#include "alembert/plan/force_params.impl.h"
#include "alembert/scalar/dual.h"

namespace alembert {
namespace {

/// Numbers of the model in scalar S.
template <Scalar S>
struct CastReals {
  const NumberReals& real;
  S operator()(Expr formula) const { return S(real(formula)); }
};

bool needs_reactions(Measure::Kind kind) {
  switch (kind) {
    case Measure::Kind::joint_effort:
    case Measure::Kind::joint_force:
    case Measure::Kind::joint_moment:
    case Measure::Kind::constraint_force:
    case Measure::Kind::multiplier: return true;
    default: return false;
  }
}

}  // namespace

template <Scalar S>
MechanismDynamics<S>::MechanismDynamics(const MechanismSetup& setup)
    : setup_(&setup),
      par_(cast<S>(setup.par)),
      w_(setup.compiled.plan),
      applied_(setup.compiled.plan, setup.model.dependent_speeds.size()),
      force_machine_(setup.force_program, setup.real.parameters()),
      state_machine_(setup.state_program, setup.real.parameters()),
      event_machine_(setup.event_program, setup.real.parameters()),
      output_machine_(setup.output_program, setup.real.parameters()),
      measures_(setup.model.measures.size(), S(0.0)),
      qdot_(setup.q0.size(), S(0.0)),
      tau_(setup.v0.size(), S(0.0)),
      rows_(setup.model, setup.compiled, par_, setup.constraints, setup.real, setup.choices, setup.angles),
      armatures_(setup.compiled, par_, setup.constraints.rows),
      solver_(setup.compiled.plan, par_, setup.constraints, armatures_, setup.massless),
      zeros_(setup.v0.size(), S(0.0)),
      force_values_(force_machine_.outputs(), S(0.0)) {
  forces_use_springs_ = std::ranges::any_of(setup.force_program.measures(), [&](int i) {
    const Measure::Kind kind = setup.model.measures[index(i)].kind;
    return kind == Measure::Kind::potential || kind == Measure::Kind::spring_length;
  });
  outputs_need_reactions_ = std::ranges::any_of(
      setup.output_program.measures(), [&](int i) { return needs_reactions(setup.model.measures[index(i)].kind); });
  const GraphScope scope(*setup.model.graph);
  const CastReals<S> real{setup.real};
  forces_ = alembert::force_params(setup.model, setup.compiled, par_, real, setup.angles, setup.lengths);
  const auto on_closing = [&](const auto& f) { return f.speed >= setup.compiled.plan.nv; };
  closing_joints_push_ = std::ranges::any_of(forces_.efforts, on_closing) ||
                         std::ranges::any_of(forces_.actuators, on_closing) ||
                         std::ranges::any_of(forces_.joints, on_closing);
  for (const Measure& m : setup.model.measures)
    measure_points_.push_back(m.kind == Measure::Kind::point
                                  ? force_params_detail::plan_point(setup.compiled, par_, {m.index, m.p}, real).p_B
                                  : Vec3<S>{});
}

template <Scalar S>
void MechanismDynamics<S>::at(const S& t, In q, In v, In z, In u) {
  t_ = t;
  q_ = q;
  v_ = v;
  z_ = z;
  u_ = u;
  rows_ready_ = false;
  joint_poses(plan(), par_, q, w_);
  world_poses(plan(), w_);
  velocities(plan(), par_, v, w_);
  all_q_ = q;
  all_v_ = v;
  if (!setup_->model.dependent_speeds.empty()) {
    const ClosingReadings<S>& closing = rows_.read_closing(value_of(t_), w_);
    own_q_.assign(q.begin(), q.end());
    own_q_.insert(own_q_.end(), closing.q.begin(), closing.q.end());
    own_v_.assign(v.begin(), v.end());
    own_v_.insert(own_v_.end(), closing.v.begin(), closing.v.end());
    all_q_ = own_q_;
    all_v_ = own_v_;
  }
  const std::span<const int> turns = setup_->angles.turns;
  if (forces_use_springs_) {  // formulas may name V: the energy in springs must be there before them
    std::fill(force_values_.begin(), force_values_.end(), S(0.0));
    apply_forces<S>(plan(), forces_, turns, all_q_, all_v_, force_values_, w_, applied_);
  }
  const In values = force_machine_.run(formula_state(setup_->force_program));
  apply_forces(plan(), forces_, turns, all_q_, all_v_, values, w_, applied_);
}

template <Scalar S>
FormulaState<S> MechanismDynamics<S>::formula_state(const FormulaProgram& program) {
  measure(program);
  if (program.needs(FormulaInput::From::qdot)) coordinate_rates(qdot_);
  return {t_, q_, v_, z_, u_, vdot_, qdot_, measures_};
}

template <Scalar S>
MeasureState<S> MechanismDynamics<S>::measure_state() const {
  return {setup_->model, setup_->compiled, par_,      setup_->angles, q_, v_, vdot_, w_,
          applied_,      &rows_.closing(), reactions_};
}

template <Scalar S>
void MechanismDynamics<S>::measure(const FormulaProgram& program) {
  if (program.measures().empty()) return;
  const MeasureState<S> x = measure_state();
  for (const int i : program.measures())
    measures_[index(i)] = measure_value(setup_->model.measures[index(i)], measure_points_[index(i)], x);
}

template <Scalar S>
S MechanismDynamics<S>::value(const Measure& measure) const {
  return measure_value(measure, par_.X_BU[index(measure.index)].p, measure_state());
}

template <Scalar S>
std::span<const Force<S>> MechanismDynamics<S>::forces_on_bodies(bool efforts) {
  const std::size_t nv = tau_.size(), closing = setup_->model.dependent_speeds.size();
  const auto along = [&](std::size_t k) {
    return efforts ? applied_.effort[nv + k] + applied_.along_joints[nv + k] : applied_.along_joints[nv + k];
  };
  if (!closing_joints_push_)
    return applied_.any_on_bodies ? std::span<const Force<S>>(applied_.F_B) : std::span<const Force<S>>();
  if (applied_.any_on_bodies)
    F_B_ = applied_.F_B;
  else
    F_B_.assign(index(plan().n_bodies()), Force<S>{});
  for (std::size_t k = 0; k < closing; ++k)
    for (const RowEntry<S>& entry : rows_.closing_rows().of(static_cast<int>(k))) {
      const int carrier = plan().carrier[index(entry.body)];
      if (carrier == 0) continue;
      F_B_[index(carrier)] += on_plan_body(plan(), par_, w_, entry.body, along(k) * entry.n, along(k) * entry.f);
    }
  return F_B_;
}

template <Scalar S>
const ConstraintRows<S>& MechanismDynamics<S>::rows() {
  if (!rows_ready_) {
    rows_.at(t_, q_, v_, w_, true);
    armatures_.read(rows_, w_);
  }
  rows_ready_ = true;
  return rows_;
}

template <Scalar S>
const ClosingArmatures<S>& MechanismDynamics<S>::armatures() {
  if (!armatures_.empty()) rows();
  return armatures_;
}

template <Scalar S>
const ClosingReadings<S>& MechanismDynamics<S>::closing(In vdot) {
  accelerations<S>(plan(), par_, v_, vdot, w_);
  rows_.read_closing_accelerations(w_);
  return rows_.closing();
}

template <Scalar S>
int MechanismDynamics<S>::accelerate(In tau, Out vdot, Out lambda) {
  const In effort = tau.empty() ? In(applied_.effort) : tau;
  for (std::size_t d = 0; d < tau_.size(); ++d) tau_[d] = effort[d] + applied_.along_joints[d];
  const std::span<const Force<S>> F_ext = forces_on_bodies(tau.empty());
  const bool constrained = setup_->constraints.rows.size() > 0 || !armatures_.empty();
  if (constrained) rows();
  const auto force = [&](Out f) {
    rnea<S>(plan(), par_, v_, {}, F_ext, f, w_);
    armatures_.add_forces({}, f);
    for (std::size_t d = 0; d < tau_.size(); ++d) f[d] = tau_[d] - f[d];
  };
  if (!solver_.massless()) {
    aba<S>(plan(), par_, v_, tau_, F_ext, vdot, w_);
    if (!constrained) return -1;
    solver_.factor(rows_, w_);
    armatures_.correct(vdot);
  } else {
    force(vdot);
    std::ranges::copy(vdot, tau_.begin());
    solver_.factor(rows_, w_);
    solver_.unconstrained(rows_, tau_, rows_.c(), vdot, w_);
    return solver_.correct(rows_, In(tau_), rows_.c(), vdot, lambda, w_);
  }
  return solver_.correct(rows_, std::ref(force), rows_.c(), vdot, lambda, w_);
}

template <Scalar S>
int MechanismDynamics<S>::constrained_solve(In f, In c, Out x, Out lambda) {
  rows();
  if (!solver_.massless()) {
    aba<S>(plan(), par_, zeros_, zeros_, {}, x, w_);  // for its factors
    velocities(plan(), par_, v_, w_);
  }
  solver_.factor(rows_, w_);
  solver_.unconstrained(rows_, f, c, x, w_);
  return solver_.correct(rows_, f, c, x, lambda, w_);
}

template <Scalar S>
std::vector<TapeMachine<S>*> MechanismDynamics<S>::machines() {
  std::vector<TapeMachine<S>*> list{&force_machine_.machine(), &state_machine_.machine()};
  for (TapeMachine<S>* machine : rows_.machines()) list.push_back(machine);
  return list;
}

template <Scalar S>
void MechanismDynamics<S>::state_rates(Out zdot) {
  const In values = state_machine_.run(formula_state(setup_->state_program));
  std::copy(values.begin(), values.end(), zdot.begin());
}

template <Scalar S>
void MechanismDynamics<S>::coordinate_rates(Out qdot) const {
  alembert::coordinate_rates<S>(plan(), q_, v_, qdot);
}

template <Scalar S>
void MechanismDynamics<S>::event_values(Out values) {
  const In found = event_machine_.run(formula_state(setup_->event_program));
  std::copy(found.begin(), found.end(), values.begin());
}

template <Scalar S>
typename MechanismDynamics<S>::In MechanismDynamics<S>::outputs(In vdot, const Reactions<S>* reactions) {
  vdot_ = vdot;
  reactions_ = reactions;
  closing(vdot);
  const In values = output_machine_.run(formula_state(setup_->output_program));
  vdot_ = {};
  reactions_ = nullptr;
  return values;
}

template <Scalar S>
S MechanismDynamics<S>::kinetic() const {
  return kinetic_energy(plan(), par_, v_, w_) + closing_kinetic_energy<S>(plan(), par_, all_v_.subspan(v_.size()));
}

template <Scalar S>
S MechanismDynamics<S>::potential() const {
  return gravity_energy(plan(), par_, w_) + applied_.potential;
}

template <Scalar S>
S MechanismDynamics<S>::power(In lambda) {
  S sum = applied_.potential_rate;
  for (std::size_t d = 0; d < all_v_.size(); ++d) sum += (applied_.effort[d] + applied_.along_joints[d]) * all_v_[d];
  if (applied_.any_on_bodies)
    for (std::size_t b = 1; b < applied_.F_B.size(); ++b) sum += dot(w_.V_B[b], applied_.F_B[b]);
  if (!setup_->constraints.rheonomic) return sum;
  // -lambda^T A v with A v = b
  const In b = rows().b();
  for (std::size_t i = 0; i < b.size(); ++i) sum -= lambda[i] * b[i];
  return sum;
}

template <Scalar S>
S MechanismDynamics<S>::dissipation() const {
  return dissipated_power<S>(plan(), forces_, setup_->angles.turns, all_v_, w_);
}

template <Scalar S>
void MechanismDynamics<S>::passive(Out tau) {
  if (const std::span<const Force<S>> F = forces_on_bodies(false); !F.empty())
    generalized_force<S>(plan(), par_, F, tau, w_);
  else
    std::fill(tau.begin(), tau.end(), S(0.0));
  for (std::size_t d = 0; d < tau.size(); ++d) tau[d] += applied_.along_joints[d];
}

template class MechanismDynamics<double>;
template class MechanismDynamics<Dual<8>>;

}  // namespace alembert
