#include "alembert/system/mechanism_dynamics.h"

#include <algorithm>

#include "alembert/kernel/aba.h"
#include "alembert/kernel/energy.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/kernel/measures.h"
#include "alembert/kernel/rnea.h"
#include "alembert/linalg/ldlt.h"
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

std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace

template <Scalar S>
MechanismDynamics<S>::MechanismDynamics(const MechanismSetup& setup)
    : setup_(&setup),
      par_(cast<S>(setup.par)),
      w_(setup.compiled.plan),
      applied_(setup.compiled.plan),
      force_machine_(setup.force_program, setup.real.parameters()),
      state_machine_(setup.state_program, setup.real.parameters()),
      event_machine_(setup.event_program, setup.real.parameters()),
      output_machine_(setup.output_program, setup.real.parameters()),
      measures_(setup.model.measures.size(), S(0.0)),
      qdot_(setup.q0.size(), S(0.0)),
      tau_(setup.v0.size(), S(0.0)),
      column_(setup.v0.size(), S(0.0)),
      constraint_columns_(setup.couplings.size() * setup.v0.size(), S(0.0)),
      schur_(setup.couplings.size() * setup.couplings.size(), S(0.0)),
      force_values_(force_machine_.outputs(), S(0.0)) {
  forces_use_springs_ = std::ranges::any_of(setup.force_program.measures(), [&](int i) {
    const Measure::Kind kind = setup.model.measures[index(i)].kind;
    return kind == Measure::Kind::potential || kind == Measure::Kind::spring_length;
  });
  const GraphScope scope(*setup.model.graph);
  const CastReals<S> real{setup.real};
  forces_ = force_params(setup.model, setup.compiled, par_, real, setup.angles, setup.lengths);
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
  joint_poses(plan(), par_, q, w_);
  world_poses(plan(), w_);
  velocities(plan(), par_, v, w_);
  const std::span<const int> turns = setup_->angles.turns;
  if (forces_use_springs_) {  // formulas may name V: the energy in springs must be there before them
    std::fill(force_values_.begin(), force_values_.end(), S(0.0));
    apply_forces<S>(plan(), forces_, turns, q_, v_, force_values_, w_, applied_);
  }
  const In values = force_machine_.run(formula_state(setup_->force_program));
  apply_forces(plan(), forces_, turns, q_, v_, values, w_, applied_);
}

template <Scalar S>
FormulaState<S> MechanismDynamics<S>::formula_state(const FormulaProgram& program) {
  measure(program);
  if (program.needs(FormulaInput::From::qdot)) coordinate_rates(qdot_);
  return {t_, q_, v_, z_, u_, vdot_, qdot_, measures_};
}

template <Scalar S>
void MechanismDynamics<S>::measure(const FormulaProgram& program) {
  if (program.measures().empty()) return;
  const MeasureState<S> x{setup_->model, setup_->compiled, par_, setup_->angles, q_, v_, vdot_, w_, applied_};
  for (const int i : program.measures())
    measures_[index(i)] = measure_value(setup_->model.measures[index(i)], measure_points_[index(i)], x);
}

template <Scalar S>
S MechanismDynamics<S>::value(const Measure& measure) const {
  const MeasureState<S> x{setup_->model, setup_->compiled, par_, setup_->angles, q_, v_, vdot_, w_, applied_};
  return measure_value(measure, par_.X_BU[index(measure.index)].p, x);
}

template <Scalar S>
void MechanismDynamics<S>::accelerate(In tau, Out vdot, Out lambda) {
  const In effort = tau.empty() ? In(applied_.effort) : tau;
  for (std::size_t d = 0; d < tau_.size(); ++d) tau_[d] = effort[d] + applied_.along_joints[d];
  const std::span<const Force<S>> F_ext =
      applied_.any_on_bodies ? std::span<const Force<S>>(applied_.F_B) : std::span<const Force<S>>();
  aba<S>(plan(), par_, v_, tau_, F_ext, vdot, w_);
  const std::vector<Coupling>& couplings = setup_->couplings;
  const std::size_t nc = couplings.size(), nv = tau_.size();
  if (nc == 0) return;
  // vdot = a - M^-1 A^T lambda with A vdot = 0, so (A M^-1 A^T) lambda = A a.
  const auto along = [&](const Coupling& c, In x) {
    S sum(0.0);
    for (const auto& [speed, coefficient] : c.terms) sum += S(coefficient) * x[index(speed)];
    return sum;
  };
  for (std::size_t i = 0; i < nc; ++i) {
    std::fill(column_.begin(), column_.end(), S(0.0));
    for (const auto& [speed, coefficient] : couplings[i].terms) column_[index(speed)] += S(coefficient);
    const Out solved = Out(constraint_columns_).subspan(i * nv, nv);
    mass_solve<S>(plan(), par_, column_, solved, w_);
    for (std::size_t j = 0; j < nc; ++j) schur_[j * nc + i] = along(couplings[j], solved);
    lambda[i] = along(couplings[i], vdot);
  }
  ldlt_factor<S>(static_cast<int>(nc), schur_);
  ldlt_solve<S>(static_cast<int>(nc), schur_, lambda);
  for (std::size_t i = 0; i < nc; ++i)
    for (std::size_t d = 0; d < nv; ++d) vdot[d] -= constraint_columns_[i * nv + d] * lambda[i];
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
typename MechanismDynamics<S>::In MechanismDynamics<S>::outputs(In vdot) {
  vdot_ = vdot;
  accelerations<S>(plan(), par_, v_, vdot, w_);
  const In values = output_machine_.run(formula_state(setup_->output_program));
  vdot_ = {};
  return values;
}

template <Scalar S>
S MechanismDynamics<S>::kinetic() const {
  return kinetic_energy(plan(), par_, v_, w_);
}

template <Scalar S>
S MechanismDynamics<S>::potential() const {
  return gravity_energy(plan(), par_, w_) + applied_.potential;
}

template <Scalar S>
S MechanismDynamics<S>::power() const {
  S sum = applied_.potential_rate;
  for (std::size_t d = 0; d < v_.size(); ++d) sum += (applied_.effort[d] + applied_.along_joints[d]) * v_[d];
  if (applied_.any_on_bodies)
    for (std::size_t b = 1; b < applied_.F_B.size(); ++b) sum += dot(w_.V_B[b], applied_.F_B[b]);
  return sum;
}

template <Scalar S>
void MechanismDynamics<S>::passive(Out tau) {
  if (applied_.any_on_bodies)
    generalized_force<S>(plan(), par_, applied_.F_B, tau, w_);
  else
    std::fill(tau.begin(), tau.end(), S(0.0));
  for (std::size_t d = 0; d < tau.size(); ++d) tau[d] += applied_.along_joints[d];
}

template class MechanismDynamics<double>;
template class MechanismDynamics<Dual<8>>;

}  // namespace alembert
