#include "alembert/system/rank/scaled_constraints.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/error.h"
#include "alembert/core/index.h"
#include "alembert/linalg/rank.h"

namespace alembert {

SparseRows without_units(const SparseRows& A, const RowScales& scales) {
  SparseRows R = A;
  for (std::size_t i = 0; i + 1 < A.first.size(); ++i)
    for (auto k = index(A.first[i]); k < index(A.first[i + 1]); ++k)
      R.value[k] *= scales.units[index(A.column[k])] / scales.sizes[i];
  return R;
}

ScaledConstraints::ScaledConstraints(const System& system, double t, In q)
    : system_(&system),
      sizes_(system.sizes()),
      scales_(system.row_scales(t, q)),
      motion_(static_cast<std::size_t>(sizes_.nv)) {
  system.constraint_jacobian(t, q, sparse_);
  for (std::size_t i = 0; i + 1 < sparse_.first.size(); ++i)
    for (auto k = static_cast<std::size_t>(sparse_.first[i]); k < static_cast<std::size_t>(sparse_.first[i + 1]); ++k)
      if (!std::isfinite(sparse_.value[k]))
        throw Error(
            Error::Code::singular,
            "constraint row '" + system.row_name(static_cast<int>(i)) + "' is not a number at this configuration", {},
            "choose another configuration by --q or `start`");
}

bool ScaledConstraints::jacobian(double t, In q, std::span<const int> listed, std::vector<double>& A) const {
  system_->constraint_jacobian(t, q, sparse_);
  const std::size_t n = scales_.units.size();
  A.assign(listed.size() * n, 0.0);
  bool finite = true;
  for (std::size_t r = 0; r < listed.size(); ++r) {
    const auto i = static_cast<std::size_t>(listed[r]);
    for (auto k = static_cast<std::size_t>(sparse_.first[i]); k < static_cast<std::size_t>(sparse_.first[i + 1]); ++k) {
      const auto j = static_cast<std::size_t>(sparse_.column[k]);
      A[r * n + j] += sparse_.value[k] * scales_.units[j] / scales_.sizes[i];
      finite = finite && std::isfinite(A[r * n + j]);
    }
  }
  return finite;
}

void ScaledConstraints::speeds(double t, In q, std::span<const int> listed, std::vector<double>& b) const {
  speeds_.resize(scales_.sizes.size());
  system_->constraint_speed(t, q, speeds_);
  b.clear();
  for (const int i : listed) b.push_back(speeds_[static_cast<std::size_t>(i)] / row_scale(i));
}

void ScaledConstraints::violation(double t, In q, std::span<const int> listed, std::vector<double>& phi) const {
  phi_.resize(static_cast<std::size_t>(sizes_.nc));
  system_->constraint(t, q, phi_);
  phi.clear();
  for (const int i : listed) phi.push_back(phi_[static_cast<std::size_t>(i)] / row_scale(i));
}

double ScaledConstraints::floor(std::span<const int> listed) const {
  double result = 0.0;
  if (scales_.floors.empty()) return result;
  for (const int i : listed) result = std::max(result, scales_.floors[index(i)] / row_scale(i));
  return result;
}

void ScaledConstraints::unscale(In x) const {
  for (std::size_t j = 0; j < motion_.size(); ++j) motion_[j] = x[j] * scales_.units[j];
}

void ScaledConstraints::step(In q, In x, Out to) const {
  unscale(x);
  system_->step(q, motion_, to);
}

void ScaledConstraints::difference(In from, In to, Out x) const {
  system_->difference(from, to, x);
  for (std::size_t j = 0; j < motion_.size(); ++j) x[j] /= scales_.units[j];
}

void ScaledConstraints::rate(In q, In x, Out qdot) const {
  unscale(x);
  system_->qdot(q, motion_, qdot);
}

namespace {

double largest_or_infinite(std::span<const double> values) {
  double most = 0.0;
  for (const double x : values) most = std::isfinite(x) ? std::max(most, std::abs(x)) : x * 0.0 + HUGE_VAL;
  return most;
}

/// The x that makes |A x + phi|^2 + damping |x|^2 least.
std::vector<double> damped_step(int motions, std::span<const double> A, std::span<const double> phi, double damping) {
  const auto n = static_cast<std::size_t>(motions);
  std::vector<double> matrix(A.begin(), A.end());
  std::vector<double> right;
  for (const double value : phi) right.push_back(-value);
  matrix.resize(matrix.size() + n * n, 0.0);
  right.resize(right.size() + n, 0.0);
  for (std::size_t j = 0; j < n; ++j) matrix[A.size() + j * n + j] = std::sqrt(damping);
  return least_squares(static_cast<int>(right.size()), motions, matrix, right);
}

}  // namespace

bool move_onto(const ScaledConstraints& constraints, double t, std::span<const int> listed, std::vector<double>& q) {
  if (listed.empty()) return true;
  constexpr int most_steps = 300;    // at a double root each step takes away a share of the distance only
  constexpr double reached = 1e-14;  // of the size of q: nothing is left to gain
  constexpr double enough = 1e-11;   // where rounding ends the descent
  const double size = 1.0 + largest_or_infinite(q), floor = constraints.floor(listed);
  const double nothing = std::max(reached * size, floor), little = std::max(enough * size, 8.0 * floor);
  std::vector<double> A, phi, next_phi, to(q.size());
  constraints.violation(t, q, listed, phi);
  double off = largest_or_infinite(phi);
  double caution = 1.0;
  for (int k = 0; k < most_steps && off > nothing; ++k) {
    if (!constraints.jacobian(t, q, listed, A)) return false;
    const std::vector<double> dx = damped_step(constraints.motions(), A, phi, caution * off);
    constraints.step(q, dx, to);
    constraints.system().tidy(to);
    constraints.violation(t, to, listed, next_phi);
    const double next = largest_or_infinite(next_phi);
    if (!(next < off)) {
      if (off <= little) return true;
      caution *= 10.0;
      continue;
    }
    caution = std::max(caution / 10.0, 1.0);
    q = to;
    phi = next_phi;
    off = next;
  }
  return off <= little;
}

}  // namespace alembert
