#include "alembert/integrate/midpoint_map.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/integrate/step_trouble.h"

namespace alembert {
namespace {

using In = System::In;
using Out = System::Out;

double largest(In x) {
  double result = 0.0;
  for (const double a : x) result = std::max(result, std::abs(a));
  return result;
}

/// f += A^T lambda
void pull(const SparseRows& A, In lambda, Out f) {
  for (std::size_t i = 0; i < lambda.size(); ++i)
    for (auto k = index(A.first[i]); k < index(A.first[i + 1]); ++k) f[index(A.column[k])] += A.value[k] * lambda[i];
}

/// f -= A^T lambda
void push(const SparseRows& A, In lambda, Out f) {
  for (std::size_t i = 0; i < lambda.size(); ++i)
    for (auto k = index(A.first[i]); k < index(A.first[i + 1]); ++k) f[index(A.column[k])] -= A.value[k] * lambda[i];
}

/// b - A v of one row.
double miss(const SparseRows& A, std::size_t row, In v, double b) {
  for (auto k = index(A.first[row]); k < index(A.first[row + 1]); ++k) b -= A.value[k] * v[index(A.column[k])];
  return b;
}

/// A status of the system in terms of y, where speeds follow nq coordinates.
Status in_y(Status status, std::size_t nq) {
  if (status.index >= 0 && !of_row(status)) status.index += static_cast<int>(nq);
  return status;
}

/// Watches corrections shrink until rounding stops them.
class Shrinking {
 public:
  /// Whether the last correction, of the given size, is also the last one needed; `motion` is what is corrected,
  /// `scale` the size of the numbers that rounding comes from.
  bool enough(double size, double motion, double scale) {
    const double ratio = before_ > 0.0 ? size / before_ : 1.0;
    const double slowest = std::max(ratio, ratio_before_);
    const bool below_rounding = size == 0.0 || (slowest < 0.5 && slowest * size <= 0x1p-56 * motion);
    const bool rounding = slowest_ratio <= ratio && size <= small * (scale + motion);
    ratio_before_ = ratio;
    before_ = size;
    ++count_;
    return below_rounding || rounding;
  }
  bool hopeless(double size) const { return count_ >= most || !(size < beyond); }

 private:
  static constexpr double slowest_ratio = 0.5;  // corrections that do not even halve while they are
  static constexpr double small = 1e-12;        // smaller than this share are rounding
  static constexpr double beyond = 1e6;
  static constexpr int most = 60;
  double before_ = 0.0, ratio_before_ = 1.0;
  int count_ = 0;
};

}  // namespace

MidpointMap::MidpointMap(SystemOde& ode)
    : ode_(ode),
      system_(ode.system()),
      turns_(ode.system()),
      nq_(index(ode.sizes().nq)),
      nv_(index(ode.sizes().nv)),
      nz_(index(ode.sizes().nz)),
      na_(index(ode.sizes().na)),
      nc_(index(ode.sizes().nc)) {
  for (std::vector<double>* x : {&V_, &dV_, &a_, &x_, &P0_, &change_, &p_, &rate_, &wanted_, &vdot_}) x->resize(nv_);
  for (std::vector<double>* x : {&z_, &dz_, &z0_, &zdot_}) x->resize(nz_);
  for (std::vector<double>* x : {&lambda_, &dlambda_, &row_, &b_}) x->resize(na_);
  for (std::vector<double>* x : {&q0_, &q_middle_, &q1_}) x->resize(nq_);
}

Status MidpointMap::enter(double t, std::span<const double> y, std::span<double> carried) {
  std::ranges::fill(carried, 0.0);
  system_.inputs(t, ode_.inputs());
  return in_y(system_.momentum(ode_.state(t, y), ode_.inputs(), carried.first(nv_), rate_), nq_);
}

Status MidpointMap::advance(double t, double h, std::span<double> y, std::span<double> carried, double& loss,
                            StepCounts& counts) {
  const std::span<double> q = y.first(nq_), v = y.subspan(nq_, nv_), z = y.subspan(nq_ + nv_, nz_);
  const std::span<double> p = carried.first(nv_), slope = carried.subspan(nv_, nv_), push_rate = carried.last(na_);
  std::ranges::copy(q, q0_.begin());
  std::ranges::copy(z, z0_.begin());
  std::ranges::copy(z, z_.begin());
  for (std::size_t i = 0; i < nv_; ++i) V_[i] = v[i] + 0.5 * h * slope[i];
  for (std::size_t i = 0; i < na_; ++i) lambda_[i] = h * push_rate[i];
  if (na_ > 0) system_.constraint_jacobian(t, q0_, A0_);

  met_change_ = rows_depend_ = false;
  if (const Status status = solve(t, h, q0_, z0_, p, counts); !status.good()) {
    met_change_ = ode_.change_in_sight();
    return status;
  }
  met_change_ = ode_.near_change();
  place(h, q0_, p);
  const double t_middle = t + 0.5 * h;
  const Energies energies = system_.energies({t_middle, q_middle_, V_, z_}, ode_.inputs());
  y.back() += h * energies.power;
  loss += h * energies.dissipation;
  std::ranges::copy(q1_, q.begin());
  for (std::size_t i = 0; i < nz_; ++i) z[i] = z0_[i] + 2.0 * (z_[i] - z0_[i]);
  for (std::size_t i = 0; i < nv_; ++i) x_[i] = P0_[i] + change_[i];
  turns_.carry(a_, x_, p);
  const Status status = leave(t + h, y, p);
  met_change_ = met_change_ || ode_.near_change();
  if (!status.good()) return status;
  for (std::size_t i = 0; i < nv_; ++i) slope[i] = 2.0 / h * (v[i] - V_[i]);
  for (std::size_t i = 0; i < na_; ++i) push_rate[i] = lambda_[i] / h;
  return {};
}

/// Finds V_, z_ and lambda_.
Status MidpointMap::solve(double t, double h, In q0, In z0, In p0, StepCounts& counts) {
  system_.inputs(t + 0.5 * h, ode_.inputs());
  Shrinking shrinking;
  for (;;) {
    place(h, q0, p0);
    if (const Status status = correct(t, h, z0, counts); !status.good()) return status;
    const double size = correction(h);
    // Rows are made of lengths that coordinates do not tell: they are taken as those of a metre.
    if (shrinking.enough(size, motion(h), na_ > 0 ? 1.0 : largest(q0))) return {};
    if (shrinking.hopeless(size)) {
      const auto worst = std::ranges::max_element(dV_, {}, [](double x) { return std::abs(x); });
      return {Trouble::unsolved, static_cast<int>(nq_) + static_cast<int>(worst - dV_.begin()), t};
    }
  }
}

/// Middle and end of the step for V_, and the momenta after the push at its start, seen from the middle.
void MidpointMap::place(double h, In q0, In p0) {
  for (std::size_t i = 0; i < nv_; ++i) a_[i] = 0.5 * h * V_[i];
  turns_.from_start(a_, x_);
  system_.step(q0, x_, q_middle_);
  for (double& x : x_) x *= 2.0;
  system_.step(q0, x_, q1_);
  std::ranges::copy(p0, P0_.begin());
  if (na_ > 0) push(A0_, lambda_, P0_);
  turns_.carry(a_, P0_, P0_);
}

/// One correction of the unknowns: M dV + A^T dlambda = what the momentum in the middle lacks, A dV = what rows lack.
Status MidpointMap::correct(double t, double h, In z0, StepCounts& counts) {
  const double t_middle = t + 0.5 * h;
  const State middle{t_middle, q_middle_, V_, z_};
  ++counts.evaluations;
  Status status = system_.momentum(middle, ode_.inputs(), p_, rate_);
  if (status.good() && nz_ > 0) status = system_.accelerate(middle, ode_.inputs(), vdot_, zdot_, {});
  if (!status.good() && status.trouble != Trouble::inconsistent) return in_y(status, nq_);
  for (double& r : rate_) r *= h;
  turns_.middle(a_, P0_, rate_, wanted_, change_);
  for (std::size_t i = 0; i < nv_; ++i) wanted_[i] -= p_[i];
  fill_rows(t, h);
  // Before the iteration has arrived, rows that depend on each other disagree, which puts parts into dlambda that push
  // nothing. They must not add up: there the whole of lambda is solved for, not its change.
  const bool whole = rows_depend_;
  if (whole) pull(A0_, lambda_, wanted_);
  // On the constraints: beside them rows that depend on each other seem not to.
  status = na_ > 0 ? system_.constrained_solve(t, q0_, wanted_, row_, dV_, dlambda_)
                   : system_.constrained_solve(t_middle, q_middle_, wanted_, row_, dV_, dlambda_);
  // Off the constraints rows that depend on each other may disagree: what counts is whether corrections shrink.
  if (!status.good() && status.trouble != Trouble::inconsistent) return in_y(status, nq_);
  if (const int bad = first_not_finite(dV_); bad >= 0) return {Trouble::not_finite, static_cast<int>(nq_) + bad, t};
  rows_depend_ = na_ > 0 && system_.rows_depend();
  for (std::size_t i = 0; i < nv_; ++i) V_[i] += dV_[i];
  for (std::size_t i = 0; i < na_; ++i) lambda_[i] = dlambda_[i] + (whole ? 0.0 : lambda_[i]);
  for (std::size_t i = 0; i < nz_; ++i) {
    dz_[i] = z0[i] + 0.5 * h * zdot_[i] - z_[i];
    z_[i] += dz_[i];
  }
  return {};
}

/// What rows lack: holonomic ones at the end of the step, the others in its middle.
void MidpointMap::fill_rows(double t, double h) {
  if (nc_ > 0) system_.constraint(t + h, q1_, std::span(row_).first(nc_));
  for (std::size_t i = 0; i < nc_; ++i) row_[i] /= -h;
  if (na_ == nc_) return;
  system_.constraint_jacobian(t + 0.5 * h, q_middle_, A_);
  system_.constraint_speed(t + 0.5 * h, q_middle_, b_);
  for (std::size_t i = nc_; i < na_; ++i) row_[i] = miss(A_, i, V_, b_[i]);
}

/// Speeds at the end of the step from its momenta, which are moved such that A v = b.
Status MidpointMap::leave(double t, std::span<double> y, Out p) {
  const std::span<double> v = y.subspan(nq_, nv_);
  std::ranges::copy(V_, v.begin());
  system_.inputs(t, ode_.inputs());
  Status status = system_.momentum(ode_.state(t, y), ode_.inputs(), p_, rate_);
  if (!status.good()) return in_y(status, nq_);
  for (std::size_t i = 0; i < nv_; ++i) wanted_[i] = p[i] - p_[i];
  if (na_ > 0) {
    system_.constraint_jacobian(t, q1_, A_);
    system_.constraint_speed(t, q1_, b_);
    for (std::size_t i = 0; i < na_; ++i) row_[i] = miss(A_, i, v, b_[i]);
  }
  status = system_.constrained_solve(t, q1_, wanted_, row_, dV_, dlambda_);
  if (!status.good()) return in_y(status, nq_);
  if (const int bad = first_not_finite(dV_); bad >= 0) return {Trouble::not_finite, static_cast<int>(nq_) + bad, t};
  for (std::size_t i = 0; i < nv_; ++i) v[i] += dV_[i];
  if (na_ > 0) push(A_, dlambda_, p);
  return {};
}

double MidpointMap::motion(double h) const { return std::abs(h) * largest(V_) + largest(z_); }
double MidpointMap::correction(double h) const { return std::abs(h) * largest(dV_) + largest(dz_); }

}  // namespace alembert
