#include "alembert/system/events/hybrid_system.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/linalg/semidefinite.h"

namespace alembert {
namespace {

void add(double factor, std::span<const double> x, std::span<double> sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += factor * x[i];
}

void add(double factor, const SpeedRow& row, std::span<double> sum) {
  for (const auto& [speed, value] : row) sum[index(speed)] += factor * value;
}

}  // namespace

HybridSystem::HybridSystem(const System& base, bool stops)
    : base_(base),
      mechanism_(dynamic_cast<const MechanismSystem*>(&base)),
      switched_(dynamic_cast<const SwitchedSystem*>(&base)),
      base_sizes_(base.sizes()),
      added_(base) {
  if (mechanism_ != nullptr) {
    joints_ = std::make_unique<JointReader>(*mechanism_);
    if (stops) contacts_ = contacts_of(mechanism_->setup());
    in_turn_ = mechanism_->setup().model.simulate.impacts_in_turn;
    frictions_ = dry_frictions_of(mechanism_->setup());
    std::vector<int> joints;
    for (std::size_t i = 0; i < frictions_.size(); ++i) {
      if (frictions_[i].loaded < 0) continue;
      loaded_.push_back(i);
      joints.push_back(frictions_[i].loaded);
    }
    if (!joints.empty()) loads_ = std::make_unique<JointLoads>(mechanism_->setup(), joints);
  }
  const std::size_t switches = switched_ == nullptr ? 0 : index(switched_->switches());
  held_.assign(switches, Held::free);
  let_go_.assign(switches, false);
  values_.resize(switches);
  turns_.resize(switches);
  if (switched_ != nullptr) time_ = std::make_unique<TimeSwitching>(*switched_);
  if (time_ != nullptr) of_time_ = time_->of_time();
  base_lambda_.resize(index(base_sizes_.na));
  vdot_.resize(index(base_sizes_.nv));
  zdot_.resize(index(base_sizes_.nz));
  u_.resize(index(base_sizes_.nu));
  if (!contacts_.empty() || !frictions_.empty()) {
    const Mechanism& model = mechanism_->setup().model;
    efforts_.resize(model.speeds.size() + model.dependent_speeds.size());
  }
}

void HybridSystem::list_active() const {
  active_.clear();
  for (std::size_t i = 0; i < contacts_.size(); ++i)
    if (contacts_[i].mode == Contact::Mode::resting) active_.push_back({true, i, contacts_[i].speed});
  resting_ = active_.size();
  // A joint that rests at a stop needs no friction to stay there.
  const auto rests = [&](int speed) {
    return std::ranges::any_of(active_, [&](const Active& a) { return a.contact && a.speed == speed; });
  };
  std::vector<Active> stuck;
  for (std::size_t i = 0; i < frictions_.size(); ++i)
    if (frictions_[i].mode == DryFriction::Mode::stuck && !rests(frictions_[i].speed))
      stuck.push_back({false, i, frictions_[i].speed});
  active_.insert(active_.end(), stuck.begin(), stuck.end());
  forces_.assign(active_.size(), 0.0);
  rows_depend_ = false;
  least_pivot_ = 1.0;
  known_.clear();
}

Sizes HybridSystem::sizes() const {
  Sizes sizes = base_sizes_;
  sizes.nc += static_cast<int>(resting_);
  sizes.na += static_cast<int>(active_.size());
  sizes.events += own_events();
  return sizes;
}

std::size_t HybridSystem::own_at(std::size_t active) const {
  return active < resting_ ? index(base_sizes_.nc) + active : index(base_sizes_.na) + active;
}

std::size_t HybridSystem::base_at(std::size_t base_row) const {
  return base_row < index(base_sizes_.nc) ? base_row : base_row + resting_;
}

std::string HybridSystem::row_name(int i) const {
  for (std::size_t k = 0; k < active_.size(); ++k) {
    if (own_at(k) != index(i)) continue;
    return active_[k].contact ? contacts_[active_[k].index].name + " stop"
                              : frictions_[active_[k].index].name + " friction";
  }
  for (int k = 0; k < base_sizes_.na; ++k)
    if (base_at(index(k)) == index(i)) return base_.row_name(k);
  return base_.row_name(i);
}

std::vector<SpeedRow> HybridSystem::rows_of(const std::vector<Active>& list, double t, In q) const {
  std::vector<SpeedRow> rows;
  for (const Active& active : list) rows.push_back(joints_->row(t, q, active.speed));
  return rows;
}

void HybridSystem::settle(Out v) const {
  if (active_.empty()) return;
  for (const Active& active : active_)
    if (joints_->in_tree(active.speed)) v[index(active.speed)] = 0.0;
  for (const DryFriction& friction : frictions_)
    if (friction.mode == DryFriction::Mode::held && joints_->in_tree(friction.speed)) v[index(friction.speed)] = 0.0;
}

State HybridSystem::at_rest(const State& x) const {
  if (active_.empty()) return x;
  v_.assign(x.v.begin(), x.v.end());
  settle(v_);
  return {x.t, x.q, v_, x.z};
}

bool HybridSystem::knows(const State& x, In u) const {
  auto next = known_.begin();
  const auto same = [&](In list) {
    if (index(static_cast<int>(known_.end() - next)) < list.size()) return false;
    const bool equal = std::equal(list.begin(), list.end(), next);
    next += static_cast<std::ptrdiff_t>(list.size());
    return equal;
  };
  return same({&x.t, 1}) && same(x.q) && same(x.v) && same(x.z) && same(u);
}

/// From right sides g . x (before) to the forces along active rows that take them away; false where rows contradict
/// each other. added_ begins with the active rows.
bool HybridSystem::solve_active(Out forces) const {
  const std::size_t n = forces.size();
  SemidefiniteSolver<double> solver(static_cast<int>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) solver.matrix()[i * n + j] = added_.compliance(i, j);
  solver.factor();
  rows_depend_ = solver.weak();
  least_pivot_ = solver.least_pivot();
  const std::vector<double> right(forces.begin(), forces.end());
  solver.solve(forces);
  constexpr double contradiction = 1e-6;
  const bool met = !solver.weak() || solver.worst_row(right, forces, contradiction) < 0;
  for (double& force : forces) force = -force;
  return met;
}

/// From accelerations and multipliers of the base to those with friction as it is and all active rows. Unless it is to
/// `follow`, without friction that follows loads and is not a row.
Status HybridSystem::respond(const State& x, In u, Out vdot, Out base_lambda, bool follow) const {
  for (const std::size_t i : loaded_) frictions_[i].bear(0.0);
  std::vector<Active> acting = active_;
  std::vector<double> force(active_.size(), 0.0);
  each_correction(x, u, [&](const Active& active, double by) {
    const auto same = [&](const Active& a) { return !a.contact && a.index == active.index; };
    const auto at = index(static_cast<int>(std::ranges::find_if(acting, same) - acting.begin()));
    if (at == acting.size()) {
      acting.push_back(active);
      force.push_back(0.0);
    }
    force[at] = by;
  });
  const std::size_t given = acting.size();
  for (const std::size_t i : loaded_)
    if (follow && acts_by_load(frictions_[i], joints_->speed(x, u, frictions_[i].speed)))
      acting.push_back({false, i, frictions_[i].speed});
  force.resize(acting.size());
  if (acting.empty() && loaded_.empty()) return {};
  if (const Status status = added_.set(x.t, x.q, rows_of(acting, x.t, x.q)); !status.good()) return status;
  const auto apply = [&](std::size_t i, double by) {
    add(by, added_.response(i), vdot);
    add(by, added_.multipliers(i), base_lambda);
  };
  for (std::size_t i = 0; i < given; ++i)
    if (force[i] != 0.0) apply(i, force[i]);
  if (follow && !loaded_.empty()) {
    if (!follow_loads(x, u, vdot, base_lambda, acting, given, force)) return jammed(x.t);
    for (std::size_t i = given; i < acting.size(); ++i) apply(i, force[i]);
  }
  for (std::size_t i = 0; i < active_.size(); ++i)
    forces_[i] = along(added_.row(i), vdot) + joints_->bias(x, u, active_[i].speed);
  const bool met = active_.empty() || solve_active(forces_);
  for (std::size_t i = 0; i < active_.size(); ++i) apply(i, forces_[i]);
  for (const Active& active : active_)
    if (met && joints_->in_tree(active.speed)) vdot[index(active.speed)] = 0.0;
  return met ? Status{} : Status{Trouble::inconsistent, static_cast<int>(own_at(0)), x.t};
}

Status HybridSystem::accelerate(const State& given, In u, Out vdot, Out zdot, Out lambda) const {
  const State x = at_rest(given);
  Status status = base_.accelerate(x, u, vdot, zdot, base_lambda_);
  if (status.trouble == Trouble::inconsistent) status.index = static_cast<int>(base_at(index(status.index)));
  if (!status.good() && status.trouble != Trouble::inconsistent) return status;
  if (const Status added = respond(x, u, vdot, base_lambda_); !added.good()) return added;
  known_.assign(1, x.t);
  for (const In list : {x.q, given.v, x.z, u}) known_.insert(known_.end(), list.begin(), list.end());
  tell_base(given, u);
  if (!lambda.empty()) {
    for (std::size_t i = 0; i < base_lambda_.size(); ++i) lambda[base_at(i)] = base_lambda_[i];
    for (std::size_t i = 0; i < active_.size(); ++i) lambda[own_at(i)] = -forces_[i];
  }
  return status;
}

/// Multipliers and what acts along joints, where the last accelerate() was.
void HybridSystem::tell_base(const State& x, In u) const {
  if (mechanism_ == nullptr) return;
  if (!contacts_.empty() || !frictions_.empty()) added_efforts(x, u, efforts_);
  mechanism_->set_multipliers(x, u, base_lambda_, efforts_);
}

void HybridSystem::added_efforts(const State& given, In u, Out efforts) const {
  std::ranges::fill(efforts, 0.0);
  for (std::size_t i = 0; i < active_.size(); ++i) efforts[index(active_[i].speed)] += forces_[i];
  each_correction(at_rest(given), u, [&](const Active& a, double force) { efforts[index(a.speed)] += force; });
}

Status HybridSystem::accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const {
  const Status status = base_.accelerate_jacobian(x, u, by_q, by_v, by_z, by_u);
  if (!status.good() || active_.empty()) return status;
  if (const Status failed = added_.set(x.t, x.q, rows_of(active_, x.t, x.q)); !failed.good()) return failed;
  const std::size_t nv = x.v.size();
  std::vector<double> column(nv), force(active_.size());
  const auto clear_rows = [&](Out matrix) {
    const std::size_t columns = matrix.size() / nv;
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t i = 0; i < nv; ++i) column[i] = matrix[i * columns + c];
      for (std::size_t i = 0; i < force.size(); ++i) force[i] = along(added_.row(i), column);
      solve_active(force);
      for (std::size_t i = 0; i < force.size(); ++i) add(force[i], added_.response(i), column);
      for (std::size_t i = 0; i < nv; ++i) matrix[i * columns + c] = column[i];
    }
  };
  for (const Out matrix : {by_q, by_v, by_z, by_u}) clear_rows(matrix);
  return {};
}

Status HybridSystem::residual(const State& given, In u, In vdot, In lambda, Out r, Out zdot) const {
  const State x = at_rest(given);
  std::vector<double> base_lambda(index(base_sizes_.na));
  for (std::size_t i = 0; i < base_lambda.size(); ++i) base_lambda[i] = lambda[base_at(i)];
  const Status status = base_.residual(x, u, vdot, base_lambda, r, zdot);
  if (!status.good()) return status;
  for (std::size_t i = 0; i < active_.size(); ++i) add(lambda[own_at(i)], joints_->row(x.t, x.q, active_[i].speed), r);
  each_correction(x, u, [&](const Active& a, double force) { add(-force, joints_->row(x.t, x.q, a.speed), r); });
  return {};
}

Status HybridSystem::residual_jacobian(const State& given, In u, In vdot, In lambda, ResidualJacobian& parts) const {
  const State x = at_rest(given);
  std::vector<double> base_lambda(index(base_sizes_.na));
  for (std::size_t i = 0; i < base_lambda.size(); ++i) base_lambda[i] = lambda[base_at(i)];
  const Status status = base_.residual_jacobian(x, u, vdot, base_lambda, parts);
  // Rows of joints are constant, or taken so: they come between and behind the base's, empty.
  std::vector<int>& first = parts.rows_by_q.first;
  if (!status.good() || active_.empty() || first.size() != index(base_sizes_.na) + 1) return status;
  first.insert(first.begin() + base_sizes_.nc, resting_, first[index(base_sizes_.nc)]);
  first.insert(first.end(), active_.size() - resting_, first.back());
  return {};
}

Status HybridSystem::momentum(const State& given, In u, Out p, Out rate) const {
  const State x = at_rest(given);
  const Status status = base_.momentum(x, u, p, rate);
  if (status.good())
    each_correction(x, u, [&](const Active& a, double force) { add(force, joints_->row(x.t, x.q, a.speed), rate); });
  return status;
}

Status HybridSystem::constrained_solve(double t, In q, In f, In c, Out x, Out lambda) const {
  if (active_.empty()) return base_.constrained_solve(t, q, f, c, x, lambda);
  std::vector<double> base_c(index(base_sizes_.na)), force(active_.size());
  for (std::size_t i = 0; i < base_c.size(); ++i) base_c[i] = c[base_at(i)];
  Status status = base_.constrained_solve(t, q, f, base_c, x, base_lambda_);
  if (status.trouble == Trouble::inconsistent) status.index = static_cast<int>(base_at(index(status.index)));
  if (!status.good() && status.trouble != Trouble::inconsistent) return status;
  if (const Status added = added_.set(t, q, rows_of(active_, t, q)); !added.good()) return added;
  for (std::size_t i = 0; i < force.size(); ++i) force[i] = along(added_.row(i), x) - c[own_at(i)];
  const bool met = solve_active(force);
  for (std::size_t i = 0; i < force.size(); ++i) {
    add(force[i], added_.response(i), x);
    add(force[i], added_.multipliers(i), base_lambda_);
  }
  known_.clear();
  if (!lambda.empty()) {
    for (std::size_t i = 0; i < base_lambda_.size(); ++i) lambda[base_at(i)] = base_lambda_[i];
    for (std::size_t i = 0; i < force.size(); ++i) lambda[own_at(i)] = -force[i];
  }
  if (status.good() && !met) return {Trouble::inconsistent, static_cast<int>(own_at(0)), t};
  return status;
}

Energies HybridSystem::energies(const State& given, In u) const {
  const State x = at_rest(given);
  // Rows of the base that move by themselves do work, with multipliers that hold the active rows too and carry friction
  // as it is: within a step that is cut at an event, a joint may already slide the other way.
  bool added = !active_.empty();
  each_correction(x, u, [&](const Active&, double) { added = true; });
  if (!loaded_.empty() || (added && base_sizes_.na > 0)) {
    if (!knows(given, u)) accelerate(given, u, vdot_, zdot_, {});
    tell_base(x, u);
  }
  Energies energies = base_.energies(x, u);
  each_correction(x, u, [&](const Active& a, double force) {
    const double power = force * joints_->speed(x, u, a.speed);
    energies.power += power;
    energies.dissipation -= power;
  });
  return energies;
}

}  // namespace alembert
