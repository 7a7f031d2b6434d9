#include "alembert/integrate/stabilized_form.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "alembert/core/index.h"
#include "alembert/linalg/column_dependence.h"
#include "alembert/system/rank/general_rank.h"

namespace alembert {
namespace {

/// Row i of A times v.
double times(const SparseRows& A, int i, std::span<const double> v) {
  double sum = 0.0;
  for (auto k = index(A.first[index(i)]); k < index(A.first[index(i + 1)]); ++k)
    sum += A.value[k] * v[index(A.column[k])];
  return sum;
}

}  // namespace

StabilizedForm::StabilizedForm(SystemOde& ode)
    : ode_(ode),
      system_(ode.system()),
      sizes_(ode.sizes()),
      quaternions_(system_.quaternions()),
      phi_(index(sizes_.nc)),
      b_(index(sizes_.na)),
      speeds_(index(sizes_.nv)),
      all_lambda_(index(sizes_.na)) {
  lambda_ = mu_ = nu_ = sizes_.nq + sizes_.nv + sizes_.nz;
}

RowChoice StabilizedForm::independent(std::span<const int> listed) const {
  SparseRows rows;
  int holonomic = 0;
  for (const int i : listed) {
    for (auto k = index(A_.first[index(i)]); k < index(A_.first[index(i + 1)]); ++k) {
      rows.column.push_back(A_.column[k]);
      rows.value.push_back(A_.value[k] * scales_.units[index(A_.column[k])] / scales_.sizes[index(i)]);
    }
    rows.first.push_back(static_cast<int>(rows.column.size()));
    holonomic += i < sizes_.nc ? 1 : 0;
  }
  const auto finite = [](double x) { return std::isfinite(x); };
  if (!std::ranges::all_of(rows.value, finite)) return {};
  RowChoice choice = independent_rows(sizes_.nv, rows.first, rows.column, rows.value, holonomic, rank_lost);
  for (int& row : choice.rows) row = listed[index(row)];
  return choice;
}

bool StabilizedForm::choose_rows(double t, In y) {
  std::vector<int> kept;
  if (sizes_.na > 0) {
    const In q = y.first(index(sizes_.nq));
    scales_ = system_.row_scales(t, q);
    system_.constraint_jacobian(t, q, A_);
    all_rows_.resize(index(sizes_.na));
    std::iota(all_rows_.begin(), all_rows_.end(), 0);
    kept = independent(all_rows_).rows;
  }
  const bool changed = kept != kept_;
  kept_ = std::move(kept);
  dropped_.clear();
  for (int i = 0; i < sizes_.na; ++i)
    if (!std::ranges::binary_search(kept_, i)) dropped_.push_back(i);
  kept_holonomic_ = static_cast<int>(std::ranges::lower_bound(kept_, sizes_.nc) - kept_.begin());
  mu_ = lambda_ + static_cast<int>(kept_.size());
  nu_ = mu_ + kept_holonomic_;
  return changed;
}

void StabilizedForm::evaluate_rows(double t, const State& x) {
  if (sizes_.na == 0) return;
  system_.constraint(t, x.q, phi_);
  system_.constraint_jacobian(t, x.q, A_);
  system_.constraint_speed(t, x.q, b_);
}

double StabilizedForm::dropped_excess(double t, In y) {
  if (dropped_.empty()) return 0.0;
  const State x = ode_.state(t, y);
  evaluate_rows(t, x);
  double largest = 0.0;
  for (const int i : dropped_) {
    if (i < sizes_.nc) largest = std::max(largest, std::abs(phi_[index(i)]));
    largest = std::max(largest, std::abs(times(A_, i, x.v) - b_[index(i)]));
  }
  return largest;
}

bool StabilizedForm::rows_are_poor(double t, In y) {
  constexpr double poor = 0.05;
  if (dropped_.empty()) return false;
  system_.constraint_jacobian(t, y.first(index(sizes_.nq)), A_);
  const RowChoice own = independent(kept_), best = independent(all_rows_);
  return own.rows.size() < best.rows.size() || own.least < poor * best.least;
}

Status StabilizedForm::of_speed(Status status) const {
  if (status.index >= 0 && !of_row(status)) status.index += sizes_.nq;
  return status;
}

Status StabilizedForm::begin(double t, In y, Out Y, Out rate) {
  const State x = ode_.state(t, y);
  std::ranges::fill(Y, 0.0);
  std::ranges::fill(rate, 0.0);
  std::ranges::copy(y.first(index(lambda_)), Y.begin());
  system_.inputs(t, ode_.inputs());
  system_.qdot(x.q, x.v, rate.first(x.q.size()));
  const Out vdot = rate.subspan(x.q.size(), x.v.size()), zdot = rate.subspan(x.q.size() + x.v.size(), x.z.size());
  const Status status = system_.accelerate(x, ode_.inputs(), vdot, zdot, all_lambda_);
  // Rows that contradict each other here may do so only off the constraints; the first step finds out.
  if (!status.good() && status.trouble != Trouble::inconsistent) return of_speed(status);
  std::ranges::copy(kept_multipliers(t, x.q), Y.begin() + lambda_);
  return {};
}

/// The multipliers of the rows kept that push as all_lambda_ does.
std::vector<double> StabilizedForm::kept_multipliers(double t, In q) {
  std::vector<double> lambda, push(index(sizes_.nv), 0.0);
  for (const int i : kept_) lambda.push_back(all_lambda_[index(i)]);
  if (std::ranges::all_of(dropped_, [&](int i) { return all_lambda_[index(i)] == 0.0; })) return lambda;
  system_.constraint_jacobian(t, q, A_);
  SparseColumns columns(sizes_.nv);
  std::vector<double> column(push.size());
  for (int i = 0; i < sizes_.na; ++i) {
    const bool is_kept = std::ranges::binary_search(kept_, i);
    std::ranges::fill(column, 0.0);
    for (auto k = index(A_.first[index(i)]); k < index(A_.first[index(i + 1)]); ++k)
      column[index(A_.column[k])] += A_.value[k];
    for (std::size_t j = 0; j < push.size(); ++j) push[j] += column[j] * all_lambda_[index(i)] * scales_.units[j];
    for (std::size_t j = 0; j < push.size(); ++j) column[j] *= scales_.units[j] / scales_.sizes[index(i)];
    if (is_kept) columns.add(column);
  }
  lambda = ColumnDependence(columns, rank_lost).least_squares(push);
  for (std::size_t k = 0; k < lambda.size(); ++k) lambda[k] /= scales_.sizes[index(kept_[k])];
  return lambda;
}

StabilizedForm::In StabilizedForm::all_multipliers(In Y) {
  std::ranges::fill(all_lambda_, 0.0);
  for (std::size_t k = 0; k < kept_.size(); ++k) all_lambda_[index(kept_[k])] = Y[index(lambda_) + k];
  return all_lambda_;
}

void StabilizedForm::corrected_speeds(In v, In mu) {
  std::ranges::copy(v, speeds_.begin());
  for (std::size_t k = 0; k < mu.size(); ++k) {
    const auto i = index(kept_[k]);
    for (auto e = index(A_.first[i]); e < index(A_.first[i + 1]); ++e)
      speeds_[index(A_.column[e])] -= A_.value[e] * mu[k];
  }
}

Status StabilizedForm::residual(double t, In Y, In rate, Out F) {
  const State x = ode_.state(t, Y);
  const std::size_t nq = x.q.size(), nv = x.v.size(), nz = x.z.size();
  system_.inputs(t, ode_.inputs());
  evaluate_rows(t, x);
  corrected_speeds(x.v, Y.subspan(index(mu_), index(kept_holonomic_)));
  system_.qdot(x.q, speeds_, F.first(nq));
  for (std::size_t i = 0; i < nq; ++i) F[i] = rate[i] - F[i];
  const Status status = system_.residual(x, ode_.inputs(), rate.subspan(nq, nv), all_multipliers(Y), F.subspan(nq, nv),
                                         F.subspan(nq + nv, nz));
  if (!status.good()) return of_speed(status);
  for (std::size_t i = nq + nv; i < index(lambda_); ++i) F[i] = rate[i] - F[i];
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    const int i = kept_[k];
    F[index(lambda_) + k] = times(A_, i, x.v) - b_[index(i)];
    if (i < sizes_.nc) F[index(mu_) + k] = phi_[index(i)];
  }
  for (std::size_t k = 0; k < quaternions_.size(); ++k) {
    const auto at = index(quaternions_[k]);
    double square = 0.0;
    for (std::size_t i = at; i < at + 4; ++i) {
      F[i] += Y[i] * Y[index(nu_) + k];
      square += Y[i] * Y[i];
    }
    F[index(nu_) + k] = 0.5 * (square - 1.0);
  }
  return {};
}

Status StabilizedForm::jacobian(double t, double factor, In Y, In rate, SparseAssembly& J) {
  const State x = ode_.state(t, Y);
  system_.inputs(t, ode_.inputs());
  evaluate_rows(t, x);
  const Status status =
      system_.residual_jacobian(x, ode_.inputs(), rate.subspan(x.q.size(), x.v.size()), all_multipliers(Y), parts_);
  if (!status.good()) return of_speed(status);
  corrected_speeds(x.v, Y.subspan(index(mu_), index(kept_holonomic_)));
  system_.qdot_jacobian(x.q, speeds_, N_, qdot_by_q_);
  J.begin();
  add_coordinate_rows(factor, Y, x, J);
  add_motion_rows(factor, J);
  add_constraint_rows(J);
  J.end();
  return {};
}

void StabilizedForm::add_coordinate_rows(double factor, In Y, const State& x, SparseAssembly& J) {
  const int nq = sizes_.nq;
  squares_.assign(x.v.size(), 0.0);
  moved_.resize(x.v.size());
  for (std::vector<int>& list : moved_) list.clear();
  coordinate_.resize(N_.column.size());
  for (int i = 0; i < nq; ++i) {
    J.add(i, i, factor);
    for (int e = qdot_by_q_.first[index(i)]; e < qdot_by_q_.first[index(i + 1)]; ++e)
      J.add(i, qdot_by_q_.column[index(e)], -qdot_by_q_.value[index(e)]);
    for (int e = N_.first[index(i)]; e < N_.first[index(i + 1)]; ++e) {
      const int d = N_.column[index(e)];
      J.add(i, nq + d, -N_.value[index(e)]);
      squares_[index(d)] += N_.value[index(e)] * N_.value[index(e)];
      moved_[index(d)].push_back(e);
      coordinate_[index(e)] = i;
    }
  }
  for (int k = 0; k < kept_holonomic_; ++k) {  // N G^T mu
    const auto i = index(kept_[index(k)]);
    for (auto a = index(A_.first[i]); a < index(A_.first[i + 1]); ++a)
      for (const int e : moved_[index(A_.column[a])])
        J.add(coordinate_[index(e)], mu_ + k, N_.value[index(e)] * A_.value[a]);
  }
  for (std::size_t k = 0; k < quaternions_.size(); ++k)
    for (int i = quaternions_[k]; i < quaternions_[k] + 4; ++i) {
      const int column = nu_ + static_cast<int>(k);
      J.add(i, i, Y[index(column)]);
      J.add(i, column, Y[index(i)]);
      J.add(column, i, Y[index(i)]);
    }
}

/// A change of q moves along the tangent by N^+ dq; the columns of N are orthogonal, so row d of N^+ is column d over
/// its square.
void StabilizedForm::add_along_tangent(const SparseRows& matrix, int row, int to, double scale,
                                       SparseAssembly& J) const {
  for (auto k = index(matrix.first[index(row)]); k < index(matrix.first[index(row + 1)]); ++k) {
    const auto d = index(matrix.column[k]);
    for (const int e : moved_[d])
      J.add(to, coordinate_[index(e)], scale * matrix.value[k] * N_.value[index(e)] / squares_[d]);
  }
}

void StabilizedForm::add_motion_rows(double factor, SparseAssembly& J) {
  const int nq = sizes_.nq, nv = sizes_.nv, nz = sizes_.nz;
  const auto add = [&](const SparseRows& matrix, int row, int to, int first_column, double scale) {
    for (auto k = index(matrix.first[index(row)]); k < index(matrix.first[index(row + 1)]); ++k)
      J.add(to, first_column + matrix.column[k], scale * matrix.value[k]);
  };
  for (int d = 0; d < nv; ++d) {
    add(parts_.mass, d, nq + d, nq, factor);
    add(parts_.by_v, d, nq + d, nq, 1.0);
    add(parts_.by_z, d, nq + d, nq + nv, 1.0);
    add_along_tangent(parts_.by_q, d, nq + d, 1.0, J);
  }
  for (int k = 0; k < nz; ++k) {
    const int to = nq + nv + k;
    J.add(to, to, factor);
    add(parts_.z_by_v, k, to, nq, -1.0);
    add(parts_.z_by_z, k, to, nq + nv, -1.0);
    add_along_tangent(parts_.z_by_q, k, to, -1.0, J);
  }
}

void StabilizedForm::add_constraint_rows(SparseAssembly& J) {
  for (int k = 0; k < static_cast<int>(kept_.size()); ++k) {
    const int i = kept_[index(k)];
    for (auto e = index(A_.first[index(i)]); e < index(A_.first[index(i + 1)]); ++e) {
      const int d = sizes_.nq + A_.column[e];
      J.add(d, lambda_ + k, A_.value[e]);  // A^T lambda
      J.add(lambda_ + k, d, A_.value[e]);
    }
    add_along_tangent(parts_.rows_by_q, i, lambda_ + k, 1.0, J);
    if (i < sizes_.nc) add_along_tangent(A_, i, mu_ + k, 1.0, J);
  }
}

}  // namespace alembert
