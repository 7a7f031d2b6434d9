#include "alembert/analysis/scaled_constraints.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/error.h"
#include "alembert/core/random.h"
#include "alembert/linalg/rank.h"

namespace alembert {

ScaledConstraints::ScaledConstraints(const System& system, double t, In q)
    : system_(&system), sizes_(system.sizes()), motion_(static_cast<std::size_t>(sizes_.nv)) {
  row_.assign(static_cast<std::size_t>(sizes_.na), 0.0);
  column_.assign(static_cast<std::size_t>(sizes_.nv), 0.0);
  // Rows at q, and around it because a row may be small at q alone. Twice: rows first, then columns of scaled rows.
  constexpr int places = 3;
  constexpr double distance = 0.1;  // [rad, m]
  std::vector<std::vector<double>> around;
  Random random(1);
  for (int k = 0; k < places; ++k) {
    for (double& x : motion_) x = random.uniform(-distance, distance);
    around.emplace_back(q.size());
    system.step(q, motion_, around.back());
  }
  measure(t, q, true);
  for (const auto& place : around) measure(t, place, false);
  for (double& scale : row_)
    if (scale == 0.0) scale = 1.0;
  std::ranges::fill(column_, 0.0);
  const auto gather = [&](In place) {
    system.constraint_jacobian(t, place, sparse_);
    for (std::size_t i = 0; i < row_.size(); ++i)
      for (auto k = static_cast<std::size_t>(sparse_.first[i]); k < static_cast<std::size_t>(sparse_.first[i + 1]);
           ++k) {
        double& largest = column_[static_cast<std::size_t>(sparse_.column[k])];
        const double size = std::abs(sparse_.value[k]) / row_[i];
        if (std::isfinite(size)) largest = std::max(largest, size);
      }
  };
  gather(q);
  for (const auto& place : around) gather(place);
  constexpr double nothing = 1e-9;  // a coefficient that should be zero and holds rounding error is not blown up
  for (double& scale : column_)
    if (scale < nothing) scale = 1.0;
}

void ScaledConstraints::measure(double t, In q, bool must_be_finite) {
  system_->constraint_jacobian(t, q, sparse_);
  for (std::size_t i = 0; i < row_.size(); ++i) {
    double square = 0.0;
    for (auto k = static_cast<std::size_t>(sparse_.first[i]); k < static_cast<std::size_t>(sparse_.first[i + 1]); ++k)
      square += sparse_.value[k] * sparse_.value[k];
    if (std::isfinite(square))
      row_[i] = std::max(row_[i], std::sqrt(square));
    else if (must_be_finite)
      throw Error(
          Error::Code::singular,
          "constraint row '" + system_->row_name(static_cast<int>(i)) + "' is not a number at this configuration", {},
          "choose another configuration by --q or `start`");
  }
}

bool ScaledConstraints::jacobian(double t, In q, std::span<const int> listed, std::vector<double>& A) const {
  system_->constraint_jacobian(t, q, sparse_);
  const std::size_t n = column_.size();
  A.assign(listed.size() * n, 0.0);
  bool finite = true;
  for (std::size_t r = 0; r < listed.size(); ++r) {
    const auto i = static_cast<std::size_t>(listed[r]);
    for (auto k = static_cast<std::size_t>(sparse_.first[i]); k < static_cast<std::size_t>(sparse_.first[i + 1]); ++k) {
      const auto j = static_cast<std::size_t>(sparse_.column[k]);
      A[r * n + j] += sparse_.value[k] / (row_[i] * column_[j]);
      finite = finite && std::isfinite(A[r * n + j]);
    }
  }
  return finite;
}

void ScaledConstraints::speeds(double t, In q, std::span<const int> listed, std::vector<double>& b) const {
  speeds_.resize(row_.size());
  system_->constraint_speed(t, q, speeds_);
  b.clear();
  for (const int i : listed) b.push_back(speeds_[static_cast<std::size_t>(i)] / row_[static_cast<std::size_t>(i)]);
}

void ScaledConstraints::violation(double t, In q, std::span<const int> listed, std::vector<double>& phi) const {
  phi_.resize(static_cast<std::size_t>(sizes_.nc));
  system_->constraint(t, q, phi_);
  phi.clear();
  for (const int i : listed) phi.push_back(phi_[static_cast<std::size_t>(i)] / row_[static_cast<std::size_t>(i)]);
}

void ScaledConstraints::unscale(In x) const {
  for (std::size_t j = 0; j < column_.size(); ++j) motion_[j] = x[j] / column_[j];
}

void ScaledConstraints::step(In q, In x, Out to) const {
  unscale(x);
  system_->step(q, motion_, to);
}

void ScaledConstraints::difference(In from, In to, Out x) const {
  system_->difference(from, to, x);
  for (std::size_t j = 0; j < column_.size(); ++j) x[j] *= column_[j];
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
  constexpr int most_steps = 80;     // at a double root each step only halves the distance
  constexpr double reached = 1e-14;  // of the size of q: nothing is left to gain
  constexpr double enough = 1e-11;   // where rounding ends the descent
  const double size = 1.0 + largest_or_infinite(q);
  std::vector<double> A, phi, next_phi, to(q.size());
  constraints.violation(t, q, listed, phi);
  double off = largest_or_infinite(phi);
  double caution = 1.0;
  for (int k = 0; k < most_steps && off > reached * size; ++k) {
    if (!constraints.jacobian(t, q, listed, A)) return false;
    const std::vector<double> dx = damped_step(constraints.motions(), A, phi, caution * off);
    constraints.step(q, dx, to);
    constraints.system().tidy(to);
    constraints.violation(t, to, listed, next_phi);
    const double next = largest_or_infinite(next_phi);
    if (!(next < off)) {
      if (off <= enough * size) return true;
      caution *= 10.0;
      continue;
    }
    caution = std::max(caution / 10.0, 1.0);
    q = to;
    phi = next_phi;
    off = next;
  }
  return off <= enough * size;
}

}  // namespace alembert
