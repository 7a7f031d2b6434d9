#include "alembert/integrate/projection.h"

#include <algorithm>
#include <cmath>

namespace alembert {
namespace {

/// Below this a row is met: rounding of lengths of a metre. Where levers are short, what is left of a row is an angle
/// many times as large, so Newton's method goes on as long as it helps.
constexpr double satisfied = 1e-16;
/// The same where the rows depend on each other, or nearly: what is left of them is divided by small pivots, so they
/// are met as well as doubles can.
double enough(const System& system) { return system.rows_depend() ? 0.0 : satisfied; }
/// A state that Newton's method leaves further away than this is lost.
constexpr double acceptable = 1e-6;

double largest(std::span<const double> x) {
  double result = 0.0;
  for (const double a : x) result = std::max(result, std::abs(a));
  return result;
}

int worst(std::span<const double> x) {
  const auto it = std::ranges::max_element(x, {}, [](double a) { return std::abs(a); });
  return static_cast<int>(it - x.begin());
}

}  // namespace

Projection::Projection(const System& system) : system_(system), sizes_(system.sizes()) {
  const auto nv = static_cast<std::size_t>(sizes_.nv), na = static_cast<std::size_t>(sizes_.na);
  phi_.resize(static_cast<std::size_t>(sizes_.nc));
  right_.resize(na);
  size_.resize(na);
  lambda_.resize(na);
  zero_.assign(nv, 0.0);
  step_.resize(nv);
  q_new_.resize(static_cast<std::size_t>(sizes_.nq));
}

Status Projection::project(double t, std::span<double> q, std::span<double> v, bool& moved) {
  moved = false;
  if (sizes_.na == 0) return {};
  if (sizes_.nc > 0)
    if (const Status status = positions(t, q, moved); !status.good()) return status;
  return speeds(t, q, v, moved);
}

bool Projection::fewer(std::size_t sense) {
  constexpr std::array<double, 2> shares = {1e-4, 1e-2};  // squares of how far rows are apart
  const int rows = system_.rows_above(shares[sense]);
  most_[sense] = std::max(most_[sense], rows);
  return rows < most_[sense];
}

Status Projection::positions(double t, std::span<double> q, bool& moved) {
  constexpr int most_steps = 8;
  system_.constraint(t, q, phi_);
  double off = largest(phi_);
  for (int k = 0; k < most_steps && off > enough(system_); ++k) {
    std::ranges::fill(right_, 0.0);
    for (std::size_t i = 0; i < phi_.size(); ++i) right_[i] = -phi_[i];
    // A row that depends on others cannot be moved by itself: what counts is whether phi shrinks.
    const Status status = system_.constrained_solve(t, q, zero_, right_, step_, lambda_);
    if (!status.good() && status.trouble != Trouble::inconsistent) return status;
    if (off <= acceptable && near_change()) return {};
    system_.step(q, step_, q_new_);
    system_.constraint(t, q_new_, phi_);
    const double now = largest(phi_);
    if (!(now < off)) break;
    std::ranges::copy(q_new_, q.begin());
    off = now;
    moved = true;
  }
  if (off <= acceptable) return {};
  system_.constraint(t, q, phi_);
  return {Trouble::lost, worst(phi_), t};
}

/// right_ = b - A v; returns its largest element relative to the sizes that it is made of.
double Projection::miss(double t, std::span<const double> q, std::span<const double> v) {
  system_.constraint_jacobian(t, q, A_);
  system_.constraint_speed(t, q, right_);
  double result = 0.0;
  for (std::size_t i = 0; i < right_.size(); ++i) {
    double size = 1.0 + std::abs(right_[i]);
    for (auto k = static_cast<std::size_t>(A_.first[i]); k < static_cast<std::size_t>(A_.first[i + 1]); ++k) {
      const double term = A_.value[k] * v[static_cast<std::size_t>(A_.column[k])];
      right_[i] -= term;
      size += std::abs(term);
    }
    size_[i] = size;
    result = std::max(result, std::abs(right_[i]) / size);
  }
  return result;
}

Status Projection::speeds(double t, std::span<const double> q, std::span<double> v, bool& moved) {
  const double before = miss(t, q, v);
  if (before <= enough(system_)) return {};
  const Status status = system_.constrained_solve(t, q, zero_, right_, step_, lambda_);
  if (!status.good() && status.trouble != Trouble::inconsistent) return status;
  if (before <= acceptable && near_change()) return {};
  for (std::size_t i = 0; i < v.size(); ++i) v[i] += step_[i];
  moved = true;
  if (miss(t, q, v) <= acceptable) return {};
  for (std::size_t i = 0; i < right_.size(); ++i) right_[i] /= size_[i];
  return {Trouble::lost, worst(right_), t};
}

}  // namespace alembert
