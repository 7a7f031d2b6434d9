// What accelerations and multipliers leave of a mechanism's equations of motion, its derivatives, and momenta.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "alembert/core/index.h"
#include "alembert/kernel/rnea.h"
#include "alembert/system/mechanism/mechanism_system.h"

namespace alembert {
namespace {

using D = Dual<8>;
constexpr int width = 8;

int first_not_finite(std::span<const double> list) {
  const auto at = std::ranges::find_if(list, [](double x) { return !std::isfinite(x); });
  return at == list.end() ? -1 : static_cast<int>(at - list.begin());
}

std::vector<D> numbers(std::span<const double> list) { return {list.begin(), list.end()}; }

/// A v - b of every row.
void speed_excess(const ConstraintRows<D>& rows, std::span<const D> v, std::span<D> excess) {
  for (std::size_t i = 0; i < excess.size(); ++i) {
    const auto row = static_cast<int>(i);
    excess[i] = -rows.b()[i];
    const std::span<const int> columns = rows.columns(row);
    for (std::size_t k = 0; k < columns.size(); ++k) excess[i] += rows.row(row)[k] * v[index(columns[k])];
  }
}

/// Takes the columns of one colour from direction k of `values`. False where a number is not finite.
bool read_columns(std::span<const D> values, int k, const std::vector<int>& color, int wanted, SparseRows& matrix) {
  bool finite = true;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (auto at = index(matrix.first[i]); at < index(matrix.first[i + 1]); ++at)
      if (color[index(matrix.column[at])] == wanted) {
        matrix.value[at] = values[i].d[k];
        finite = finite && std::isfinite(matrix.value[at]);
      }
  return finite;
}

/// Derivatives in up to eight directions at a time, each of which gives the columns of one colour.
class DualPasses {
 public:
  /// What is differentiated by.
  enum class By : std::uint8_t { q, v, vdot, z };
  struct Direction {
    By by = By::q;
    int color = 0;
  };

  /// @param x  with unit quaternions
  DualPasses(const MechanismSystem& system, MechanismDynamics<D>& dynamics, const ResidualPattern& pattern,
             const State& x, std::span<const double> u, std::span<const double> vdot, std::span<const double> lambda)
      : system_(system),
        dynamics_(dynamics),
        pattern_(pattern),
        x_(x),
        given_vdot_(vdot),
        u_(numbers(u)),
        lambda_(numbers(lambda)),
        r_(x.v.size(), D(0.0)),
        zdot_(x.z.size(), D(0.0)),
        excess_(lambda.size(), D(0.0)),
        along_(x.v.size()),
        moved_(x.q.size()) {
    for (const By by : {By::q, By::v, By::vdot})
      for (int c = 0; c < pattern.speed_colors; ++c) directions_.push_back({by, c});
    for (int c = 0; c < pattern.state_colors; ++c) directions_.push_back({By::z, c});
  }

  /// Fills the values. False where one is not finite.
  bool run(ResidualJacobian& out) {
    bool finite = true;
    for (std::size_t first = 0; first < directions_.size(); first += width) {
      const auto here = std::span(directions_).subspan(first, std::min<std::size_t>(width, directions_.size() - first));
      q_ = numbers(x_.q);
      v_ = numbers(x_.v);
      z_ = numbers(x_.z);
      vdot_ = numbers(given_vdot_);
      for (std::size_t k = 0; k < here.size(); ++k) seed(here[k], static_cast<int>(k));
      evaluate();
      for (std::size_t k = 0; k < here.size(); ++k) finite = read(here[k], static_cast<int>(k), out) && finite;
    }
    return finite;
  }

 private:
  void seed(const Direction& direction, int k) {
    const auto set = [&](std::vector<D>& list, const std::vector<int>& color) {
      for (std::size_t i = 0; i < list.size(); ++i)
        if (color[i] == direction.color) list[i].d.set(k, 1.0);
    };
    switch (direction.by) {
      case By::q:
        for (std::size_t d = 0; d < along_.size(); ++d)
          along_[d] = pattern_.speed_color[d] == direction.color ? 1.0 : 0.0;
        system_.qdot(x_.q, along_, moved_);
        for (std::size_t i = 0; i < moved_.size(); ++i) q_[i].d.set(k, moved_[i]);
        return;
      case By::v: return set(v_, pattern_.speed_color);
      case By::vdot: return set(vdot_, pattern_.speed_color);
      case By::z: return set(z_, pattern_.state_color);
    }
  }

  void evaluate() {
    dynamics_.at(D(x_.t), q_, v_, z_, u_);
    dynamics_.residual(vdot_, lambda_, r_);
    dynamics_.state_rates(zdot_);
    if (!excess_.empty()) speed_excess(dynamics_.rows(), v_, excess_);
  }

  bool read(const Direction& direction, int k, ResidualJacobian& out) const {
    bool finite = true;
    const auto take = [&](std::span<const D> values, const std::vector<int>& color, SparseRows& matrix) {
      finite = read_columns(values, k, color, direction.color, matrix) && finite;
    };
    switch (direction.by) {
      case By::q:
        take(r_, pattern_.speed_color, out.by_q);
        take(zdot_, pattern_.speed_color, out.z_by_q);
        take(excess_, pattern_.speed_color, out.rows_by_q);
        break;
      case By::v:
        take(r_, pattern_.speed_color, out.by_v);
        take(zdot_, pattern_.speed_color, out.z_by_v);
        break;
      case By::vdot: take(r_, pattern_.speed_color, out.mass); break;
      case By::z:
        take(r_, pattern_.state_color, out.by_z);
        take(zdot_, pattern_.state_color, out.z_by_z);
        break;
    }
    return finite;
  }

  const MechanismSystem& system_;
  MechanismDynamics<D>& dynamics_;
  const ResidualPattern& pattern_;
  State x_;
  std::span<const double> given_vdot_;
  std::vector<Direction> directions_;
  std::vector<D> q_, v_, z_, vdot_, u_, lambda_;
  std::vector<D> r_, zdot_, excess_;
  std::vector<double> along_, moved_;
};

void take_pattern(const SparseRows& pattern, SparseRows& matrix) {
  if (matrix.first == pattern.first && matrix.column == pattern.column) return;
  matrix = pattern;
}

/// ad*_v p of the joints whose speeds are no rates of coordinates: with moment n and force f of a free joint's momentum
/// in the moving frame, (n x w + f x v, f x w).
void subtract_coadjoint(const Plan& plan, std::span<const double> v, std::span<const double> p,
                        std::span<double> rate) {
  const auto vector = [](std::span<const double> list, std::size_t at) {
    return Vec3<double>{list[at], list[at + 1], list[at + 2]};
  };
  const auto subtract = [&](const Vec3<double>& a, std::size_t at) {
    rate[at] -= a.x;
    rate[at + 1] -= a.y;
    rate[at + 2] -= a.z;
  };
  for (std::size_t b = 1; b < index(plan.n_bodies()); ++b) {
    if (speeds_of(plan.kind[b]) == 1) continue;
    const auto d = index(plan.first_v[b]);
    const Vec3<double> w = vector(v, d);
    subtract(cross(vector(p, d), w), d);
    if (plan.kind[b] != JointKind::free) continue;
    subtract(cross(vector(p, d + 3), vector(v, d + 3)), d);
    subtract(cross(vector(p, d + 3), w), d + 3);
  }
}

}  // namespace

template <Scalar S>
void MechanismDynamics<S>::residual(In vdot, In lambda, Out r) {
  if (setup_->constraints.rows.size() > 0 || !armatures_.empty()) rows();
  rnea<S>(plan(), par_, v_, vdot, forces_on_bodies(true), r, w_);
  armatures_.add_forces(vdot, r);
  for (std::size_t d = 0; d < r.size(); ++d) r[d] -= applied_.effort[d] + applied_.along_joints[d];
  for (std::size_t i = 0; i < lambda.size(); ++i) {
    const std::span<const int> columns = rows_.columns(static_cast<int>(i));
    const In a = rows_.row(static_cast<int>(i));
    for (std::size_t k = 0; k < columns.size(); ++k) r[index(columns[k])] += a[k] * lambda[i];
  }
}

template <Scalar S>
void MechanismDynamics<S>::momentum(Out p) {
  if (!armatures_.empty()) rows();
  F_B_.resize(index(plan().n_bodies()));
  for (std::size_t b = 1; b < F_B_.size(); ++b) F_B_[b] = par_.I_B[b] * w_.V_B[b];
  generalized_force<S>(plan(), par_, F_B_, p, w_);
  for (std::size_t d = 0; d < p.size(); ++d) p[d] += par_.armature[d] * v_[d];
  for (int i = 0; i < armatures_.size(); ++i) {
    const std::span<const int> columns = armatures_.columns(i);
    const In J = armatures_.row(i);
    S speed(0.0);
    for (std::size_t k = 0; k < columns.size(); ++k) speed += J[k] * v_[index(columns[k])];
    for (std::size_t k = 0; k < columns.size(); ++k) p[index(columns[k])] += armatures_.armature(i) * speed * J[k];
  }
}

template void MechanismDynamics<double>::residual(In, In, Out);
template void MechanismDynamics<D>::residual(In, In, Out);
template void MechanismDynamics<double>::momentum(Out);
template void MechanismDynamics<D>::momentum(Out);

Status MechanismSystem::residual(const State& x, In u, In vdot, In lambda, Out r, Out zdot) const {
  go_to(x, u);
  dynamics_.residual(vdot, lambda, r);
  dynamics_.state_rates(zdot);
  if (const int bad = first_not_finite(r); bad >= 0) return {Trouble::not_finite, bad, x.t};
  if (first_not_finite(zdot) >= 0) return {Trouble::not_finite, -1, x.t};
  return {};
}

Status MechanismSystem::residual_jacobian(const State& x, In u, In vdot, In lambda, ResidualJacobian& out) const {
  if (!pattern_) pattern_ = std::make_unique<const ResidualPattern>(setup_);
  const ResidualPattern& pattern = *pattern_;
  take_pattern(pattern.mass, out.mass);
  take_pattern(pattern.by_speed, out.by_q);
  take_pattern(pattern.by_speed, out.by_v);
  take_pattern(pattern.by_state, out.by_z);
  take_pattern(pattern.z_by_speed, out.z_by_q);
  take_pattern(pattern.z_by_speed, out.z_by_v);
  take_pattern(pattern.z_by_state, out.z_by_z);
  take_pattern(pattern.rows_by_speed, out.rows_by_q);

  std::vector<double> unit(x.q.begin(), x.q.end());
  tidy(unit);
  DualPasses passes(*this, derivatives(), pattern, {x.t, unit, x.v, x.z}, u, vdot, lambda);
  return passes.run(out) ? Status{} : Status{Trouble::not_finite, -1, x.t};
}

Status MechanismSystem::momentum(const State& x, In u, Out p, Out rate) const {
  go_to(x, u);
  dynamics_.momentum(p);
  const std::vector<double> rest(index(sizes_.nv), 0.0);
  dynamics_.residual(rest, {}, rate);
  // Along qdot with the speeds held, M v changes by Mdot v.
  std::vector<double> moving(x.q.size());
  qdot(q_, x.v, moving);
  std::vector<D> q = numbers(q_), momenta(index(sizes_.nv), D(0.0));
  for (std::size_t i = 0; i < q.size(); ++i) q[i].d.set(0, moving[i]);
  const std::vector<D> v = numbers(x.v), z = numbers(x.z), inputs = numbers(u);
  derivatives().at(D(x.t), q, v, z, inputs);
  derivatives().momentum(momenta);
  for (std::size_t d = 0; d < rate.size(); ++d) rate[d] = momenta[d].d[0] - rate[d];
  subtract_coadjoint(setup_.compiled.plan, x.v, p, rate);
  for (const In list : {In(p), In(rate)})
    if (const int bad = first_not_finite(list); bad >= 0) return {Trouble::not_finite, bad, x.t};
  return {};
}

}  // namespace alembert
