#include "alembert/system/system.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "alembert/core/index.h"
#include "alembert/core/random.h"

namespace alembert {

std::vector<double> dense(const SparseRows& rows, std::size_t columns) {
  std::vector<double> result((rows.first.size() - 1) * columns, 0.0);
  for (std::size_t i = 0; i + 1 < rows.first.size(); ++i)
    for (int k = rows.first[i]; k < rows.first[i + 1]; ++k)
      result[i * columns + index(rows.column[index(k)])] += rows.value[index(k)];
  return result;
}

// What a system does not offer is singular to those who ask.

void System::qdot(In /*q*/, In v, Out qd) const { std::ranges::copy(v, qd.begin()); }

void System::qdot_jacobian(In q, In /*v*/, SparseRows& by_v, SparseRows& by_q) const {
  by_q = {};
  by_q.first.assign(q.size() + 1, 0);
  by_v.first.resize(q.size() + 1);
  by_v.column.resize(q.size());
  std::iota(by_v.first.begin(), by_v.first.end(), 0);
  std::iota(by_v.column.begin(), by_v.column.end(), 0);
  by_v.value.assign(q.size(), 1.0);
}

void System::step(In q, In dq, Out q_new) const {
  for (std::size_t i = 0; i < q.size(); ++i) q_new[i] = q[i] + dq[i];
}

void System::tidy(Out /*q*/) const {}
void System::difference(In from, In to, Out dq) const {
  for (std::size_t i = 0; i < from.size(); ++i) dq[i] = to[i] - from[i];
}

std::string System::row_name(int i) const { return "row " + std::to_string(i + 1); }
Status System::constrained_solve(double t, In /*q*/, In /*f*/, In /*c*/, Out /*x*/, Out /*lambda*/) const {
  return {Trouble::singular, -1, t};
}
Status System::residual(const State& x, In /*u*/, In /*vdot*/, In /*lambda*/, Out /*r*/, Out /*zdot*/) const {
  return {Trouble::singular, -1, x.t};
}
Status System::residual_jacobian(const State& x, In /*u*/, In /*vdot*/, In /*lambda*/, ResidualJacobian& /*d*/) const {
  return {Trouble::singular, -1, x.t};
}
Status System::momentum(const State& x, In /*u*/, Out /*p*/, Out /*rate*/) const {
  return {Trouble::singular, -1, x.t};
}
void System::constraint(double /*t*/, In /*q*/, Out phi) const { std::ranges::fill(phi, 0.0); }
void System::constraint_jacobian(double /*t*/, In /*q*/, SparseRows& A) const { A = {}; }
void System::constraint_speed(double /*t*/, In /*q*/, Out b) const { std::ranges::fill(b, 0.0); }
void System::constraint_acceleration(const State& /*x*/, Out c) const { std::ranges::fill(c, 0.0); }

RowScales System::row_scales(double t, In q) const {
  constexpr int places = 3;  // around q, because a row may be small at q alone
  constexpr double distance = 0.1;
  const auto rows = index(sizes().na), speeds = index(sizes().nv);
  RowScales scales{std::vector<double>(speeds, 0.0), std::vector<double>(rows, 0.0), {}};
  std::vector<SparseRows> seen(1 + places);
  std::vector<double> move(speeds), moved(q.begin(), q.end());
  Random random(1);
  for (SparseRows& A : seen) {
    constraint_jacobian(t, moved, A);
    for (std::size_t i = 0; i < rows; ++i) {
      double square = 0.0;
      for (auto k = index(A.first[i]); k < index(A.first[i + 1]); ++k) square += A.value[k] * A.value[k];
      if (std::isfinite(square)) scales.sizes[i] = std::max(scales.sizes[i], std::sqrt(square));
    }
    for (double& x : move) x = random.uniform(-distance, distance);
    step(q, move, moved);
  }
  for (double& size : scales.sizes)
    if (size == 0.0) size = 1.0;
  std::vector<double> largest(speeds, 0.0);
  for (const SparseRows& A : seen)
    for (std::size_t i = 0; i < rows; ++i)
      for (auto k = index(A.first[i]); k < index(A.first[i + 1]); ++k)
        if (const double size = std::abs(A.value[k]) / scales.sizes[i]; std::isfinite(size))
          largest[index(A.column[k])] = std::max(largest[index(A.column[k])], size);
  constexpr double nothing = 1e-9;  // a coefficient that should be zero and holds rounding error is not blown up
  for (std::size_t j = 0; j < speeds; ++j) scales.units[j] = largest[j] < nothing ? 1.0 : 1.0 / largest[j];
  return scales;
}

void System::event_values(const State& /*x*/, In /*u*/, Out values) const { std::ranges::fill(values, 1.0); }

}  // namespace alembert
