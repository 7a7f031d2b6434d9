/// The derivatives of a system's rates, from those that the system gives along the tangent of its configurations.
#include <algorithm>

#include "alembert/core/index.h"
#include "alembert/integrate/system_ode.h"

namespace alembert {
namespace {

/// Element (i, j) of a sparse matrix, for every element that may differ from zero.
template <class Visit>
void for_each_element(const SparseRows& matrix, const Visit& visit) {
  for (std::size_t i = 0; i + 1 < matrix.first.size(); ++i)
    for (auto e = index(matrix.first[i]); e < index(matrix.first[i + 1]); ++e)
      visit(static_cast<int>(i), matrix.column[e], matrix.value[e]);
}

}  // namespace

Status SystemOde::jacobian(double t, std::span<const double> y, std::span<double> J) {
  on_rows_.assign(y.begin(), y.end());
  bool moved = false;
  // Accelerations, hence their derivatives, make sense on the constraints alone.
  if (sizes_.na > 0 && !project(t, on_rows_, moved).good()) return {Trouble::not_finite, -1, t};
  system_.tidy(std::span(on_rows_).first(index(sizes_.nq)));
  const State x = state(t, on_rows_);
  system_.inputs(t, u_);
  std::ranges::fill(J, 0.0);
  coordinate_rows(x, J);
  if (const Status status = acceleration_rows(x, J); !status.good()) return status;
  return sizes_.nz > 0 ? extra_state_rows(x, J) : Status{};
}

void SystemOde::coordinate_rows(const State& x, std::span<double> J) {
  const std::size_t n = index(size());
  system_.qdot_jacobian(x.q, x.v, N_, qdot_by_q_);
  squares_.assign(x.v.size(), 0.0);
  for_each_element(N_, [&](int i, int k, double value) {
    J[index(i) * n + index(sizes_.nq + k)] = value;
    squares_[index(k)] += value * value;
  });
  for_each_element(qdot_by_q_, [&](int i, int j, double value) { J[index(i) * n + index(j)] = value; });
}

/// A system differentiates along the tangent of its configurations, dq = N e_k; a step changes the coordinates:
///
///   df/dq = (df along the tangent) N^+,    N^+ N = 1
///
/// The columns of N are orthogonal, so row k of N^+ is column k over its square. What moves q across its manifold, the
/// length of a quaternion, changes nothing.
void SystemOde::add_along_tangent(std::span<const double> along, std::span<double> row) const {
  for_each_element(N_, [&](int i, int k, double value) {
    if (value != 0.0) row[index(i)] += along[index(k)] * value / squares_[index(k)];
  });
}

Status SystemOde::acceleration_rows(const State& x, std::span<double> J) {
  const std::size_t n = index(size()), nq = x.q.size(), nv = x.v.size(), nz = x.z.size();
  by_q_.resize(nv * nv);
  by_v_.resize(nv * nv);
  by_z_.resize(nv * nz);
  by_u_.resize(nv * u_.size());
  Status status = system_.accelerate_jacobian(x, u_, by_q_, by_v_, by_z_, by_u_);
  if (status.index >= 0 && !of_row(status)) status.index += sizes_.nq;
  if (!status.good()) return status;
  for (std::size_t i = 0; i < nv; ++i) {
    const std::span<double> row = J.subspan((nq + i) * n, n);
    add_along_tangent(std::span(by_q_).subspan(i * nv, nv), row);
    std::copy_n(by_v_.begin() + static_cast<std::ptrdiff_t>(i * nv), nv, row.subspan(nq).begin());
    std::copy_n(by_z_.begin() + static_cast<std::ptrdiff_t>(i * nz), nz, row.subspan(nq + nv).begin());
  }
  return {};
}

Status SystemOde::extra_state_rows(const State& x, std::span<double> J) {
  vdot_.resize(x.v.size());
  zdot_.resize(x.z.size());
  lambda_.resize(index(sizes_.na));
  if (const Status status = system_.accelerate(x, u_, vdot_, zdot_, lambda_); !status.good()) return status;
  if (const Status status = system_.residual_jacobian(x, u_, vdot_, lambda_, parts_); !status.good()) return status;
  const std::size_t n = index(size());
  const int nq = sizes_.nq, nv = sizes_.nv;
  const auto row = [&](int i) { return J.subspan(index(nq + nv + i) * n, n); };
  by_q_.assign(x.z.size() * x.v.size(), 0.0);
  for_each_element(parts_.z_by_q, [&](int i, int k, double slope) { by_q_[index(i * nv + k)] = slope; });
  for (int i = 0; i < sizes_.nz; ++i) add_along_tangent(std::span(by_q_).subspan(index(i * nv), index(nv)), row(i));
  for_each_element(parts_.z_by_v, [&](int i, int k, double slope) { row(i)[index(nq + k)] = slope; });
  for_each_element(parts_.z_by_z, [&](int i, int k, double slope) { row(i)[index(nq + nv + k)] = slope; });
  return {};
}

}  // namespace alembert
