#include "alembert/system/constraints/constraint_system.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/core/random.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/kernel/manifold.h"

namespace alembert {

ConstraintSystem::ConstraintSystem(const KinematicsSetup& setup, std::vector<ClosingTarget> targets)
    : setup_(setup),
      targets_(std::move(targets)),
      rows_(setup.model, setup.compiled, setup.par, setup.constraints, setup.real, setup.choices, setup.angles),
      w_(setup.compiled.plan),
      q_(index(setup.compiled.plan.nq)),
      v_(index(setup.compiled.plan.nv)) {
  std::stable_partition(targets_.begin(), targets_.end(), [](const ClosingTarget& target) { return !target.speed; });
  sizes_.nq = setup.compiled.plan.nq;
  sizes_.nv = setup.compiled.plan.nv;
  sizes_.nc = setup.constraints.rows.holonomic;
  for (const ClosingTarget& target : targets_) sizes_.nc += target.speed ? 0 : 1;
  sizes_.na = setup.constraints.rows.size() + static_cast<int>(targets_.size());
}

std::vector<double> KinematicsSetup::units() const {
  std::vector<double> result;
  for (const MechanismCoordinate& speed : model.speeds) result.push_back(speed.unit.starts_with("m") ? length : 1.0);
  return result;
}

std::string ConstraintSystem::coordinate_name(int i) const { return setup_.model.coordinates[index(i)].name; }
std::string ConstraintSystem::speed_name(int i) const { return setup_.model.speeds[index(i)].name; }

std::string ConstraintSystem::row_name(int i) const {
  const RowPlan& rows = setup_.constraints.rows;
  const int positions = sizes_.nc - rows.holonomic, others = rows.size() - rows.holonomic;
  const auto closing = [&](int k) {
    const ClosingTarget& target = targets_[index(k)];
    const auto& list = target.speed ? setup_.model.dependent_speeds : setup_.model.dependent_coordinates;
    return list[index(target.which)].name;
  };
  if (i < rows.holonomic) return rows.names[index(i)];
  if (i < sizes_.nc) return closing(i - rows.holonomic);
  if (i < sizes_.nc + others) return rows.names[index(i - positions)];
  return closing(i - rows.size());
}

void ConstraintSystem::qdot(In q, In v, Out qd) const {
  std::vector<double> unit(q.begin(), q.end());
  tidy(unit);
  coordinate_rates<double>(setup_.compiled.plan, unit, v, qd);
}
void ConstraintSystem::step(In q, In dq, Out q_new) const { step_on_manifold(setup_.compiled.plan, q, dq, q_new); }
void ConstraintSystem::difference(In from, In to, Out dq) const {
  difference_on_manifold(setup_.compiled.plan, from, to, dq);
}
void ConstraintSystem::tidy(Out q) const { normalize_on_manifold(setup_.compiled.plan, q); }

int ConstraintSystem::speed_of(int coordinate) const {
  const MechanismCoordinate& c = setup_.model.coordinates[index(coordinate)];
  const Joint& joint = setup_.model.joints[index(c.joint)];
  return setup_.compiled.joint_v[index(c.joint)] + (words(setup_.model, joint).quaternion ? 0 : c.within);
}

Status ConstraintSystem::accelerate(const State& x, In /*u*/, Out /*vdot*/, Out /*zdot*/, Out /*lambda*/) const {
  return {Trouble::singular, -1, x.t};
}
Status ConstraintSystem::accelerate_jacobian(const State& x, In /*u*/, Out /*by_q*/, Out /*by_v*/, Out /*by_z*/,
                                             Out /*by_u*/) const {
  return {Trouble::singular, -1, x.t};
}
Energies ConstraintSystem::energies(const State& /*x*/, In /*u*/) const { return {}; }

void ConstraintSystem::go_to(double t, In q, In v, bool accelerations) const {
  std::ranges::copy(q, q_.begin());
  tidy(q_);
  std::ranges::fill(v_, 0.0);
  std::ranges::copy(v, v_.begin());
  const Plan& plan = setup_.compiled.plan;
  joint_poses<double>(plan, setup_.par, q_, w_);
  world_poses(plan, w_);
  velocities<double>(plan, setup_.par, v_, w_);
  rows_.at(t, q_, v_, w_, accelerations, !v.empty());
}

void ConstraintSystem::start_over() const { rows_.start_over(); }

void ConstraintSystem::accept(const State& x) const {
  if (setup_.model.dependent_coordinates.empty()) return;
  go_to(x.t, x.q, x.v, false);
  rows_.accept(x.t, w_);
}

void ConstraintSystem::constraint(double t, In q, Out phi) const {
  if (phi.empty()) return;
  go_to(t, q, {}, false);
  const int holonomic = setup_.constraints.rows.holonomic;
  std::ranges::copy(rows_.phi().first(index(holonomic)), phi.begin());
  if (sizes_.nc == holonomic) return;
  const ClosingReadings<double>& closing = rows_.read_closing(t, w_, false);
  for (int k = holonomic; k < sizes_.nc; ++k) {
    const ClosingTarget& target = targets_[index(k - holonomic)];
    phi[index(k)] = closing.q[index(target.which)] - target.value;
  }
}

std::vector<std::pair<int, double>> ConstraintSystem::closing_speed(double t, In q, int k) const {
  go_to(t, q, {}, false);
  rows_.read_closing(t, w_, false);
  return rows_.closing_row(k, w_);
}

void ConstraintSystem::closing_row(const ClosingTarget& target, SparseRows& A) const {
  // A coordinate's speed stands where the coordinate does in its joint: only joints without quaternions have targets.
  const auto& list = target.speed ? setup_.model.dependent_speeds : setup_.model.dependent_coordinates;
  const MechanismCoordinate& which = list[index(target.which)];
  const int speed = setup_.compiled.joint_v[index(which.joint)] - setup_.compiled.plan.nv + which.within;
  for (const auto& [column, value] : rows_.closing_row(speed, w_)) {
    A.column.push_back(column);
    A.value.push_back(value);
  }
  A.first.push_back(static_cast<int>(A.column.size()));
}

void ConstraintSystem::constraint_jacobian(double t, In q, SparseRows& A) const {
  A.first.assign(1, 0);
  A.column.clear();
  A.value.clear();
  if (sizes_.na == 0) return;
  go_to(t, q, {}, false);
  if (!targets_.empty()) rows_.read_closing(t, w_, false);
  const RowPlan& rows = setup_.constraints.rows;
  const auto add = [&](int i) {
    const std::vector<int>& columns = rows_.source(i).columns;
    A.column.insert(A.column.end(), columns.begin(), columns.end());
    const In values = rows_.row(i);
    A.value.insert(A.value.end(), values.begin(), values.end());
    A.first.push_back(static_cast<int>(A.column.size()));
  };
  for (int i = 0; i < rows.holonomic; ++i) add(i);
  for (const ClosingTarget& target : targets_)
    if (!target.speed) closing_row(target, A);
  for (int i = rows.holonomic; i < rows.size(); ++i) add(i);
  for (const ClosingTarget& target : targets_)
    if (target.speed) closing_row(target, A);
}

void ConstraintSystem::constraint_speed(double t, In q, Out b) const {
  if (b.empty()) return;
  go_to(t, q, {}, false);
  const RowPlan& rows = setup_.constraints.rows;
  const int positions = sizes_.nc - rows.holonomic;
  std::ranges::fill(b, 0.0);
  for (int i = 0; i < rows.size(); ++i) b[index(i < rows.holonomic ? i : i + positions)] = rows_.b()[index(i)];
  for (std::size_t k = index(positions); k < targets_.size(); ++k) b[index(rows.size()) + k] = targets_[k].value;
}

void ConstraintSystem::constraint_acceleration(const State& x, Out c) const {
  if (c.empty()) return;
  go_to(x.t, x.q, x.v, true);
  std::ranges::fill(c, 0.0);
  const RowPlan& rows = setup_.constraints.rows;
  const int positions = sizes_.nc - rows.holonomic;
  for (int i = 0; i < rows.size(); ++i) c[index(i < rows.holonomic ? i : i + positions)] = rows_.c()[index(i)];
}

RowScales ConstraintSystem::row_scales(double t, In q) const {
  constexpr int places = 3;
  constexpr double distance = 0.1;  // lever arms hardly change over it
  const RowPlan& plan = setup_.constraints.rows;
  const int positions = sizes_.nc - plan.holonomic;
  RowScales scales{setup_.units(), std::vector<double>(index(sizes_.na), 0.0), {}};
  scales.floors = scales.sizes;
  Random random(1);
  std::vector<double> move(scales.units.size()), moved(q.begin(), q.end());
  for (int place = 0; place < places; ++place) {
    go_to(t, moved, {}, false);
    const std::vector<double> sizes = rows_.sizes(q_, scales.units, w_);
    if (place == 0) {
      const std::vector<double> floors = rows_.floors(q_, w_);
      for (int i = 0; i < plan.holonomic; ++i)
        if (std::isfinite(floors[index(i)])) scales.floors[index(i)] = floors[index(i)];
    }
    for (int i = 0; i < plan.size(); ++i) {
      double& size = scales.sizes[index(i < plan.holonomic ? i : i + positions)];
      if (const double found = sizes[index(i)]; std::isfinite(found)) size = std::max(size, found);
    }
    for (std::size_t j = 0; j < move.size(); ++j) move[j] = distance * scales.units[j] * random.symmetric();
    step(q, move, moved);
  }
  for (std::size_t k = 0; k < targets_.size(); ++k) {
    const auto& list = targets_[k].speed ? setup_.model.dependent_speeds : setup_.model.dependent_coordinates;
    scales.sizes[index(k < index(positions) ? plan.holonomic : plan.size()) + k] =
        list[index(targets_[k].which)].unit.starts_with("m") ? setup_.length : 1.0;
  }
  for (double& size : scales.sizes)
    if (size == 0.0) size = 1.0;
  return scales;
}

}  // namespace alembert
