#include "alembert/system/reaction_solver.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/linalg/rank.h"

namespace alembert {
namespace {

/// The vectors y with A^T y = 0, one after the other; empty where rows are independent or too many to ask.
std::vector<std::vector<double>> null_vectors(const ConstraintRows<double>& rows, int count, int nv) {
  constexpr int most_rows = 400;
  if (count == 0 || count > most_rows) return {};
  std::vector<double> transposed(index(nv) * index(count), 0.0), size(index(count), 0.0);
  for (int i = 0; i < count; ++i) {
    const std::vector<int>& columns = rows.source(i).columns;
    const std::span<const double> a = rows.row(i);
    for (const double x : a) size[index(i)] += x * x;
    size[index(i)] = size[index(i)] > 0.0 ? 1.0 / std::sqrt(size[index(i)]) : 1.0;
    for (std::size_t k = 0; k < columns.size(); ++k)
      transposed[index(columns[k]) * index(count) + index(i)] += size[index(i)] * a[k];
  }
  constexpr double dependent = 1e-7;  // of rows of length one; a change of rank nearby is not a redundancy
  const RankResult rank = find_rank(nv, count, transposed, dependent);
  const std::size_t free = index(count - rank.rank);
  std::vector<std::vector<double>> result(free, std::vector<double>(index(count)));
  for (std::size_t j = 0; j < free; ++j)
    for (std::size_t i = 0; i < index(count); ++i) result[j][i] = size[i] * rank.null_space[i * free + j];
  return result;
}

/// y of least |base + N y|, and the directions of y that this leaves open.
std::vector<double> least(const std::vector<double>& base, const std::vector<std::vector<double>>& N,
                          std::vector<std::vector<double>>& open) {
  const std::size_t rows = base.size(), cols = N.size();
  std::vector<double> matrix(rows * cols), right(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    right[i] = -base[i];
    for (std::size_t j = 0; j < cols; ++j) matrix[i * cols + j] = N[j][i];
  }
  open.clear();
  if (rows == 0) {
    for (std::size_t j = 0; j < cols; ++j) {
      open.emplace_back(cols, 0.0);
      open.back()[j] = 1.0;
    }
    return std::vector<double>(cols, 0.0);
  }
  const RankResult rank = find_rank(static_cast<int>(rows), static_cast<int>(cols), matrix, 1e-9);
  const std::size_t free = cols - index(rank.rank);
  for (std::size_t j = 0; j < free; ++j) {
    open.emplace_back(cols);
    for (std::size_t i = 0; i < cols; ++i) open.back()[i] = rank.null_space[i * free + j];
  }
  return least_squares(static_cast<int>(rows), static_cast<int>(cols), matrix, right, 1e-9);
}

std::vector<double> combined(const std::vector<std::vector<double>>& columns, const std::vector<double>& y) {
  std::vector<double> sum(columns.empty() ? 0 : columns.front().size(), 0.0);
  for (std::size_t j = 0; j < columns.size(); ++j)
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += columns[j][i] * y[j];
  return sum;
}

}  // namespace

ReactionSolver::ReactionSolver(const MechanismSetup& setup)
    : setup_(setup),
      plan_(setup.model, setup.constraints.rows.formulas),
      par_(number_body_params<double>(setup.model, setup.choices, BodyReference::frame, setup.real, setup.lengths)),
      reader_(setup, plan_, par_) {
  const RowPlan& rows = setup.constraints.rows;
  body_row_.assign(index(rows.size()), 0);
  int next = plan_.first_row.back();  // drives and constraints follow the joints, in the same order in both
  for (const RowSource& source : rows.sources) {
    int first = source.kind == RowSource::Kind::closing_joint ? plan_.first_row[index(source.index)] : next;
    for (const int row : source.rows) body_row_[index(row)] = first++;
    if (source.kind != RowSource::Kind::closing_joint) next = first;
  }
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

Vec3<double> ReactionSolver::origin(int body) const { return state_->bodies[index(body)].X_W.p; }

void ReactionSolver::needed_by_bodies(MechanismDynamics<double>& dynamics, In vdot, In efforts,
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
  if (efforts.empty()) return;
  for (std::size_t j = 0; j < setup_.model.joints.size(); ++j) {
    const int first = setup_.compiled.joint_v[j];
    RowSet<double> rows;
    joint_speed_rows(plan_, par_, state, static_cast<int>(j), rows);
    for (int k = 0; k < rows.size(); ++k) {
      const auto d = index(first + k);
      const double given = d < efforts.size() ? efforts[d] : 0.0;
      const double change = given - dynamics.forces().effort[d];
      for (const RowEntry<double>& e : rows.of(k)) {
        needed_[index(e.body)].n -= change * e.n;
        needed_[index(e.body)].f -= change * e.f;
      }
    }
  }
}

/// Adds factor times the row's coefficients: with factor = lambda what bodies need more because of the row.
void ReactionSolver::add_row(int row, double factor, Wrenches& bodies) const {
  for (const RowEntry<double>& e : equations_.rows.of(body_row_[index(row)])) {
    bodies[index(e.body)].n += factor * e.n;
    bodies[index(e.body)].f += factor * e.f;
  }
}

/// Reactions of all joints, moments about the origin of the second body's frame.
ReactionSolver::Wrenches ReactionSolver::on_joints(const Wrenches& needed, In lambda) const {
  const Mechanism& model = setup_.model;
  Wrenches bodies = needed, joints(model.joints.size());
  for (std::size_t i = 0; i < lambda.size(); ++i) add_row(static_cast<int>(i), lambda[i], bodies);
  const std::vector<TreeJoint>& tree = setup_.compiled.tree;
  for (std::size_t k = tree.size(); k-- > 0;) {
    const TreeJoint& t = tree[k];
    const Wrench child = bodies[index(t.child)];
    Wrench& parent = bodies[index(t.parent)];
    const Vec3<double> arm = origin(t.child) - origin(t.parent);
    parent.n += child.n + cross(arm, child.f);
    parent.f += child.f;
    // The parent exerts it on the child; where the joint's second body is the parent, the opposite acts on that.
    Wrench& joint = joints[index(t.joint)];
    joint = child;
    if (t.reversed) joint = {-(child.n + cross(arm, child.f)), -child.f};
  }
  for (const RowSource& source : setup_.constraints.rows.sources) {
    if (source.kind != RowSource::Kind::closing_joint) continue;
    const Joint& joint = model.joints[index(source.index)];
    Wrench& sum = joints[index(source.index)];
    const bool on_ground = joint.second == 0;
    const int body = on_ground ? joint.first : joint.second;
    for (const int row : source.rows)
      for (const RowEntry<double>& e : equations_.rows.of(body_row_[index(row)])) {
        if (e.body != body) continue;
        sum.n -= lambda[index(row)] * e.n;
        sum.f -= lambda[index(row)] * e.f;
      }
    if (!on_ground) continue;
    const Vec3<double> arm = origin(body) - origin(0);
    sum = {-(sum.n + cross(arm, sum.f)), -sum.f};
  }
  // To the joint's point.
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const auto second = index(model.joints[j].second);
    const Vec3<double> arm = state_->bodies[second].X_W.R * par_.joints[j].X_2M.p;
    joints[j].n -= cross(arm, joints[j].f);
  }
  return joints;
}

void ReactionSolver::make_unique(MechanismDynamics<double>& dynamics, std::span<double> lambda) {
  undetermined_.clear();
  const RowPlan& rows = setup_.constraints.rows;
  std::vector<std::vector<double>> N = null_vectors(dynamics.rows(), rows.size(), setup_.compiled.plan.nv);
  if (N.empty()) return;
  // Drives first.
  const auto drives = [&](std::span<const double> x) {
    std::vector<double> efforts;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (rows.is_drive[i]) efforts.push_back(x[i]);
    return efforts;
  };
  const auto move = [&](const std::vector<double>& y) {
    const std::vector<double> change = combined(N, y);
    for (std::size_t i = 0; i < change.size(); ++i) lambda[i] += change[i];
  };
  std::vector<std::vector<double>> parts, open;
  for (const std::vector<double>& v : N) parts.push_back(drives(v));
  for (std::size_t i = 0; i < rows.names.size(); ++i)
    if (rows.is_drive[i] && std::ranges::any_of(N, [&](const auto& v) { return std::abs(v[i]) > 1e-9; }))
      undetermined_.push_back(rows.names[i]);
  move(least(drives(lambda), parts, open));
  std::vector<std::vector<double>> left;
  for (const std::vector<double>& y : open) left.push_back(combined(N, y));
  N = std::move(left);
  // Then joints.
  const auto weighed = [&](const Wrenches& joints) {
    std::vector<double> list;
    for (const Wrench& w : joints)
      for (const Vec3<double>& part : {w.f, (1.0 / setup_.length) * w.n})
        for (const double x : {part.x, part.y, part.z}) list.push_back(x);
    return list;
  };
  const Wrenches nothing(setup_.model.bodies.size());
  parts.clear();
  double size = 0.0;
  for (const std::vector<double>& v : N) {
    parts.push_back(weighed(on_joints(nothing, v)));
    for (const double x : parts.back()) size = std::max(size, std::abs(x));
  }
  for (std::size_t j = 0; j < setup_.model.joints.size(); ++j) {
    const bool open_here = std::ranges::any_of(parts, [&](const std::vector<double>& part) {
      return std::any_of(part.begin() + static_cast<long>(6 * j), part.begin() + static_cast<long>(6 * j + 6),
                         [&](double x) { return std::abs(x) > 1e-8 * size; });
    });
    if (open_here) undetermined_.push_back(setup_.model.joints[j].name);
  }
  if (!N.empty()) move(least(weighed(on_joints(needed_, lambda)), parts, open));
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
      for (const RowEntry<double>& e : equations_.rows.of(body_row_[index(source.rows[k])]))
        if (e.body == body) result_.constraint_force[index(constraint)] -= force * e.f;
    }
  }
}

const Reactions<double>& ReactionSolver::at(MechanismDynamics<double>& dynamics, double t, In q, In v, In z, In u,
                                            In vdot, std::span<double> lambda, In efforts) {
  state_ = &reader_.read(dynamics, t, q, v, z, u);
  body_equations(plan_, par_, *state_, equations_);
  needed_by_bodies(dynamics, vdot, efforts, *state_);
  make_unique(dynamics, lambda);
  fill(on_joints(needed_, lambda), lambda, efforts, dynamics);
  return result_;
}

}  // namespace alembert
