#include "alembert/system/reactions/reaction_solver.h"

#include <algorithm>

#include "alembert/core/index.h"

namespace alembert {

ReactionSolver::ReactionSolver(const MechanismSetup& setup)
    : setup_(setup),
      plan_(setup.model, setup.constraints.rows.formulas),
      par_(number_body_params<double>(setup.model, setup.choices, BodyReference::frame, setup.real, setup.lengths)),
      reader_(setup, plan_, par_),
      wrenches_(setup, plan_, par_) {
  const RowPlan& rows = setup.constraints.rows;
  std::vector<int>& first = result_.first_multiplier;
  first.assign(setup.model.constraints.size() + 1, 0);
  for (const RowSource& source : rows.sources) {
    int constraint = source.index;
    if (source.kind == RowSource::Kind::closing_joint) continue;
    if (source.kind == RowSource::Kind::formula) {
      const FormulaRow& row = rows.formulas[index(source.index)];
      if (row.origin == FormulaRow::Origin::drive) continue;
      constraint = row.index;
    }
    first[index(constraint + 1)] = static_cast<int>(source.rows.size());
  }
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
}

void ReactionSolver::read(MechanismDynamics<double>& dynamics, double t, In q, In v, In z, In u) {
  state_ = &reader_.read(dynamics, t, q, v, z, u);
  body_equations(plan_, par_, *state_, equations_);
}

void ReactionSolver::needed_by_bodies(MechanismDynamics<double>& dynamics, In vdot, In efforts, In added,
                                      const BodyState<double>& state) {
  const Plan& plan = setup_.compiled.plan;
  alembert::accelerations<double>(plan, setup_.par, dynamics.all_speeds().first(vdot.size()), vdot,
                                  dynamics.workspace());
  needed_.assign(setup_.model.bodies.size(), {});
  accelerations_.assign(needed_.size(), {});
  for (std::size_t b = 1; b < needed_.size(); ++b) {
    BodyAcceleration<double>& a = accelerations_[b];
    a = body_acceleration(plan, setup_.par, dynamics.workspace(), static_cast<int>(b));
    const Inertia<double>& I = equations_.inertia[b];
    const Force<double> inertial = I * Motion<double>{a.angular, a.linear};
    const Force<double>&applied = equations_.applied[b], &velocity = equations_.velocity[b];
    needed_[b] = {inertial.n - applied.n - velocity.n, inertial.f - applied.f - velocity.f};
  }
  // Armatures push through their joint's speed, and efforts may differ from the model's.
  armature_forces_.clear();
  for (int k = 0; k < equations_.armature_rows.size(); ++k) {
    double speed = -equations_.armature_rows.c[index(k)];
    for (const RowEntry<double>& e : equations_.armature_rows.of(k)) {
      const BodyAcceleration<double>& a = accelerations_[index(e.body)];
      speed += dot(e.n, a.angular) + dot(e.f, a.linear);
    }
    const double force = equations_.armature[index(k)] * speed;
    armature_forces_.push_back(force);
    for (const RowEntry<double>& e : equations_.armature_rows.of(k)) {
      needed_[index(e.body)].n += force * e.n;
      needed_[index(e.body)].f += force * e.f;
    }
  }
  if (efforts.empty() && added.empty()) return;
  for (std::size_t j = 0; j < setup_.model.joints.size(); ++j) {
    const int first = setup_.compiled.joint_v[j];
    RowSet<double> rows;
    joint_speed_rows(plan_, par_, state, static_cast<int>(j), rows);
    for (int k = 0; k < rows.size(); ++k) {
      const auto d = index(first + k);
      double change = added.empty() ? 0.0 : added[d];
      if (!efforts.empty()) change += (d < efforts.size() ? efforts[d] : 0.0) - dynamics.forces().effort[d];
      for (const RowEntry<double>& e : rows.of(k)) {
        needed_[index(e.body)].n -= change * e.n;
        needed_[index(e.body)].f -= change * e.f;
      }
    }
  }
}

Wrenches ReactionSolver::on_joints(const Wrenches& needed, In lambda) const {
  return wrenches_.at(*state_, equations_.rows, needed, lambda);
}

OpenReactions ReactionSolver::open_reactions(MechanismDynamics<double>& dynamics) const {
  const Wrenches nothing(setup_.model.bodies.size());
  return OpenReactions(setup_, dynamics.rows(), [&](In lambda) { return on_joints(nothing, lambda); });
}

void ReactionSolver::fill(const Wrenches& joints, In lambda, In efforts, MechanismDynamics<double>& dynamics) {
  const RowPlan& rows = setup_.constraints.rows;
  result_.force.resize(joints.size());
  result_.moment.resize(joints.size());
  for (std::size_t j = 0; j < joints.size(); ++j) {
    result_.force[j] = joints[j].f;
    result_.moment[j] = joints[j].n;
  }
  result_.effort = dynamics.forces().effort;
  if (!efforts.empty()) {
    std::ranges::fill(result_.effort, 0.0);
    std::ranges::copy(efforts, result_.effort.begin());
  }
  result_.constraint_force.assign(setup_.model.constraints.size(), {});
  result_.multipliers.assign(index(result_.first_multiplier.back()), 0.0);
  for (const RowSource& source : rows.sources) {
    if (source.kind == RowSource::Kind::closing_joint) continue;
    int constraint = source.index;
    if (source.kind == RowSource::Kind::formula) {
      const FormulaRow& row = rows.formulas[index(source.index)];
      constraint = row.index;
      if (row.origin == FormulaRow::Origin::drive) {
        // M vdot + ... + A^T lambda = tau: the drive's effort along its coordinate is -lambda.
        result_.effort[index(setup_.compiled.joint_v[index(row.index)] + row.component)] -=
            lambda[index(source.rows.front())];
        continue;
      }
    }
    const int body = bodies_of(setup_.model.constraints[index(constraint)])[1];
    for (std::size_t k = 0; k < source.rows.size(); ++k) {
      const double force = lambda[index(source.rows[k])];
      result_.multipliers[index(result_.first_multiplier[index(constraint)]) + k] = force;
      for (const RowEntry<double>& e : equations_.rows.of(wrenches_.body_row(source.rows[k])))
        if (e.body == body) result_.constraint_force[index(constraint)] -= force * e.f;
    }
  }
}

const Reactions<double>& ReactionSolver::at(MechanismDynamics<double>& dynamics, double t, In q, In v, In z, In u,
                                            In vdot, std::span<double> lambda, In efforts, In added) {
  read(dynamics, t, q, v, z, u);
  needed_by_bodies(dynamics, vdot, efforts, added, *state_);
  undetermined_.clear();
  if (!lambda.empty()) {
    const OpenReactions open = open_reactions(dynamics);
    undetermined_ = open.names();
    open.choose(on_joints(needed_, lambda), lambda);
  }
  fill(on_joints(needed_, lambda), lambda, efforts, dynamics);
  return result_;
}

void ReactionSolver::find_undetermined(MechanismDynamics<double>& dynamics, double t, In q, In v, In z, In u) {
  read(dynamics, t, q, v, z, u);
  undetermined_ = open_reactions(dynamics).names();
}

std::vector<std::string> undetermined_reactions(const MechanismSetup& setup, const State& x) {
  FormulaMachine<double> inputs(setup.input_program, setup.real.parameters());
  FormulaState<double> time;
  time.t = x.t;
  const std::span<const double> u = inputs.run(time);
  MechanismDynamics<double> dynamics(setup);
  dynamics.at(x.t, x.q, x.v, x.z, u);
  ReactionSolver solver(setup);
  solver.find_undetermined(dynamics, x.t, x.q, x.v, x.z, u);
  return solver.undetermined();
}

}  // namespace alembert
