#include "alembert/system/reactions/body_dynamics.h"

#include <algorithm>
#include <array>

#include "alembert/core/index.h"
#include "alembert/forms/classical/form_answer.h"
#include "alembert/linalg/dense_solve.h"

namespace alembert {
namespace {

using std::size_t;

/// Unknowns of a body: the acceleration of its origin, then the angular one; in a plane x, y and the angle.
int unknowns(bool planar) { return planar ? 3 : 6; }
int first_unknown(bool planar, int body) { return unknowns(planar) * (body - 1); }

/// What multiplies the unknowns of a body in the order above.
struct Column {
  std::array<double, 6> of{};
};
Column column_of(bool planar, const Vec3<double>& n, const Vec3<double>& f) {
  if (planar) return {{f.x, f.y, n.z}};
  return {{f.x, f.y, f.z, n.x, n.y, n.z}};
}

/// Calls use(row, col, value) for the elements of a body's mass matrix on and below the diagonal that may not be zero.
template <class Use>
void for_each_mass(bool planar, bool at_center, const Inertia<double>& inertia, const Use& use) {
  const int turn = planar ? 2 : 3;
  for (int i = 0; i < turn; ++i) use(i, i, inertia.m);
  const Vec3<double>& h = inertia.h;
  if (planar) {
    if (!at_center) {
      use(2, 0, -h.y);
      use(2, 1, h.x);
    }
    use(2, 2, inertia.I.zz);
    return;
  }
  if (!at_center) {  // [h]x
    use(3, 1, -h.z);
    use(3, 2, h.y);
    use(4, 0, h.z);
    use(4, 2, -h.x);
    use(5, 0, -h.y);
    use(5, 1, h.x);
  }
  const Sym3<double>& I = inertia.I;
  use(3, 3, I.xx);
  use(4, 3, I.xy);
  use(4, 4, I.yy);
  use(5, 3, I.xz);
  use(5, 4, I.yz);
  use(5, 5, I.zz);
}

/// Calls use(unknown, coefficient) for all unknowns of a row's bodies.
template <class Use>
void for_each_entry(bool planar, const RowSet<double>& rows, int row, const Use& use) {
  for (const RowEntry<double>& e : rows.of(row)) {
    const Column column = column_of(planar, e.n, e.f);
    for (int i = 0; i < unknowns(planar); ++i) use(first_unknown(planar, e.body) + i, column.of[index(i)]);
  }
}

/// Calls use(row, col, value) for an armature's a r^T r on and below the diagonal.
template <class Use>
void for_each_armature(bool planar, const BodyEquations<double>& equations, int k, const Use& use) {
  const double a = equations.armature[index(k)];
  for_each_entry(planar, equations.armature_rows, k, [&](int i, double r_i) {
    for_each_entry(planar, equations.armature_rows, k, [&](int j, double r_j) {
      if (j <= i) use(i, j, a * r_i * r_j);
    });
  });
}

/// The bodies of a set's entries, row by row.
void append_bodies(const RowSet<double>& rows, std::vector<int>& bodies) {
  for (int i = 0; i < rows.size(); ++i) {
    for (const RowEntry<double>& e : rows.of(i)) bodies.push_back(e.body);
    bodies.push_back(0);
  }
}

}  // namespace

BodyDynamics::BodyDynamics(const BodyPlan& plan, const BodyParams<double>& par) : plan_(&plan), par_(&par) {}

const SparseKkt::Report& BodyDynamics::solve(const BodyState<double>& state) {
  body_equations(*plan_, *par_, state, equations_);
  analyse();
  fill();
  report_ = {};
  x_.assign(f_.size(), 0.0);
  lambda_.assign(index(equations_.rows.size()), 0.0);
  if (kkt_->factor(mass_, rows_, inertia_)) report_ = kkt_->solve(f_, equations_.rows.c, x_, lambda_);
  constexpr double exact = 1e-13;  // what sparse factors leave where nothing stands against them
  if (!report_.solved || report_.violation > exact) solve_dense();
  read_accelerations();
  reactions_.clear();
  for (size_t j = 0; j < plan_->model.joints.size(); ++j) reactions_.push_back(reaction(state, static_cast<int>(j)));
  return report_;
}

/// Where that is not too much work, and the rows contradict each other by no more than rounding.
void BodyDynamics::solve_dense() {
  constexpr size_t most = 300;  // unknowns: the work grows with their cube
  const size_t n = f_.size(), m = lambda_.size(), all = n + m;
  if (all > most) return;
  std::vector<double> matrix(all * all), right = f_, inertia = inertia_;
  inertia.resize(all, -1.0);
  right.insert(right.end(), equations_.rows.c.begin(), equations_.rows.c.end());
  const auto add = [&](size_t i, size_t j, double value) {
    matrix[i * all + j] += value;
    if (i != j) matrix[j * all + i] += value;
  };
  for (size_t k = 0; k < mass_.size(); ++k) add(index(mass_places_[k].row), index(mass_places_[k].col), mass_[k]);
  for (size_t k = 0; k < rows_.size(); ++k) add(n + index(row_places_[k].row), index(row_places_[k].col), rows_[k]);
  const std::vector<double> factors = unit_inertia(inertia);
  const DenseSolution solution =
      alembert::solve_dense(static_cast<int>(all), static_cast<int>(all), matrix, right, {factors, factors});
  std::copy_n(solution.x.begin(), n, x_.begin());
  std::copy(solution.x.begin() + static_cast<std::ptrdiff_t>(n), solution.x.end(), lambda_.begin());
  report_.solved = true;
}

/// Finds the order of elimination, unless the rows hold the same bodies as before.
void BodyDynamics::analyse() {
  std::vector<int> pattern;
  append_bodies(equations_.rows, pattern);
  append_bodies(equations_.armature_rows, pattern);
  if (kkt_ && pattern == pattern_) return;
  pattern_ = std::move(pattern);
  const bool planar = plan_->model.planar, at_center = par_->reference == BodyReference::center;
  const int bodies = static_cast<int>(plan_->model.bodies.size());
  std::vector<SparseKkt::Place> mass, rows;
  const auto add_mass = [&](int first) {
    return [&mass, first](int i, int j, double) { mass.push_back({first + i, first + j}); };
  };
  for (int b = 1; b < bodies; ++b)
    for_each_mass(planar, at_center, equations_.inertia[index(b)], add_mass(first_unknown(planar, b)));
  for (int k = 0; k < equations_.armature_rows.size(); ++k) for_each_armature(planar, equations_, k, add_mass(0));
  for (int r = 0; r < equations_.rows.size(); ++r)
    for_each_entry(planar, equations_.rows, r, [&](int i, double) { rows.push_back({r, i}); });
  kkt_.emplace(first_unknown(planar, bodies), equations_.rows.size(), mass, rows);
  mass_places_ = std::move(mass);
  row_places_ = std::move(rows);
}

/// Values in the order of analyse(), and the right side.
void BodyDynamics::fill() {
  const bool planar = plan_->model.planar, at_center = par_->reference == BodyReference::center;
  const int bodies = static_cast<int>(plan_->model.bodies.size());
  mass_.clear();
  rows_.clear();
  f_.assign(index(first_unknown(planar, bodies)), 0.0);
  const auto add_mass = [&](int, int, double value) { mass_.push_back(value); };
  for (int b = 1; b < bodies; ++b) {
    for_each_mass(planar, at_center, equations_.inertia[index(b)], add_mass);
    const Force<double> Q = equations_.applied[index(b)] + equations_.velocity[index(b)];
    const Column column = column_of(planar, Q.n, Q.f);
    for (int i = 0; i < unknowns(planar); ++i) f_[index(first_unknown(planar, b) + i)] = column.of[index(i)];
  }
  for (int k = 0; k < equations_.armature_rows.size(); ++k) {
    for_each_armature(planar, equations_, k, add_mass);
    const double bias = equations_.armature[index(k)] * equations_.armature_rows.c[index(k)];
    for_each_entry(planar, equations_.armature_rows, k, [&](int i, double r) { f_[index(i)] += bias * r; });
  }
  for (int r = 0; r < equations_.rows.size(); ++r)
    for_each_entry(planar, equations_.rows, r, [&](int, double value) { rows_.push_back(value); });
  fill_inertia();
}

/// Of a body's three angles one number.
void BodyDynamics::fill_inertia() {
  inertia_.assign(f_.size(), 0.0);
  for (size_t k = 0; k < mass_.size(); ++k)
    if (mass_places_[k].row == mass_places_[k].col) inertia_[index(mass_places_[k].row)] += mass_[k];
  if (plan_->model.planar) return;
  for (size_t turn = 3; turn < inertia_.size(); turn += 6) {
    const double sum = inertia_[turn] + inertia_[turn + 1] + inertia_[turn + 2];
    std::fill_n(inertia_.begin() + static_cast<std::ptrdiff_t>(turn), 3, sum);
  }
}

void BodyDynamics::read_accelerations() {
  const bool planar = plan_->model.planar;
  accelerations_.assign(plan_->model.bodies.size(), {});
  for (size_t b = 1; b < accelerations_.size(); ++b) {
    const double* x = x_.data() + first_unknown(planar, static_cast<int>(b));
    if (planar)
      accelerations_[b] = {{0.0, 0.0, x[2]}, {x[0], x[1], 0.0}};
    else
      accelerations_[b] = {{x[3], x[4], x[5]}, {x[0], x[1], x[2]}};
  }
}

JointReaction BodyDynamics::reaction(const BodyState<double>& state, int joint) const {
  const Joint& j = plan_->model.joints[index(joint)];
  // Rows have no entries on the ground: then what acts on the first body is taken, and turned round.
  const int body = j.second != 0 ? j.second : j.first;
  Force<double> on_body;
  for (int r = plan_->first_row[index(joint)]; r < plan_->first_row[index(joint + 1)]; ++r)
    for (const RowEntry<double>& e : equations_.rows.of(r))
      if (e.body == body) on_body -= lambda_[index(r)] * Force<double>{e.n, e.f};
  const Vec3<double> point = joint_pair(*plan_, *par_, state.bodies, joint).M.p;
  const Vec3<double> moment = on_body.n - cross(point - state.bodies[index(body)].X_W.p, on_body.f);
  if (j.second != 0) return {on_body.f, moment};
  return {-on_body.f, -moment};
}

}  // namespace alembert
