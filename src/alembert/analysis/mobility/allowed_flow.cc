#include "alembert/analysis/mobility/allowed_flow.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/linalg/ldlt.h"
#include "alembert/linalg/singular_values.h"

namespace alembert {
namespace {

constexpr int steps_of_flow = 40;  ///< of the classical Runge-Kutta method
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool finite(const FlowPlace& at) {
  return std::isfinite(at.t) && std::ranges::all_of(at.q, [](double x) { return std::isfinite(x); });
}

/// at + h rate
FlowPlace moved(const FlowPlace& at, const FlowPlace& rate, double h) {
  FlowPlace to = at;
  for (std::size_t i = 0; i < to.q.size(); ++i) to.q[i] += h * rate.q[i];
  to.t += h * rate.t;
  return to;
}

}  // namespace

AllowedFlow::AllowedFlow(const ScaledConstraints& constraints, std::span<const int> rows, double t,
                         std::span<const double> q)
    : constraints_(&constraints), rows_(rows), motions_(static_cast<std::size_t>(constraints.motions())) {
  // Rows depend on time where b is not zero or A changes; both are looked at around here.
  constexpr double moment = 0.1;  // [s]
  std::vector<double> A, b;
  constraints.jacobian(t, q, rows, A_);
  double largest = 0.0;
  double change = 0.0;
  for (const double when : {t, t + moment, t + 3.7 * moment}) {
    constraints.speeds(when, q, rows, b);
    for (const double value : b)
      if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    constraints.jacobian(when, q, rows, A);
    for (std::size_t i = 0; i < A.size(); ++i) change = std::max(change, std::abs(A[i] - A_[i]));
  }
  rheonomic_ = largest > 0.0 || change > 0.0;
  if (largest > 0.0) time_scale_ = largest;
}

double AllowedFlow::cost() const {
  const auto r = static_cast<double>(rows_.size());
  return 4.0 * steps_of_flow * r * (r + 4.0) * static_cast<double>(motions_);
}

void AllowedFlow::smallest(std::span<const double> y, std::span<double> x) const {
  // A A^T z = y, x = A^T z.
  const std::size_t r = rows_.size();
  gram_.assign(r * r, 0.0);
  for (std::size_t i = 0; i < r; ++i)
    for (std::size_t k = 0; k <= i; ++k)
      for (std::size_t j = 0; j < motions_; ++j) gram_[i * r + k] += A_[i * motions_ + j] * A_[k * motions_ + j];
  std::vector<double> z(y.begin(), y.end());
  std::ranges::fill(x, 0.0);
  if (ldlt_factor_checked(static_cast<int>(r), gram_) >= 0) {
    std::ranges::fill(x, nan);
    return;
  }
  ldlt_solve<double>(static_cast<int>(r), gram_, z);
  for (std::size_t i = 0; i < r; ++i)
    for (std::size_t j = 0; j < motions_; ++j) x[j] += A_[i * motions_ + j] * z[i];
}

std::vector<double> AllowedFlow::drift(const FlowPlace& at) const {
  std::vector<double> x(motions_, 0.0);
  if (!rheonomic_) return x;
  constraints_->jacobian(at.t, at.q, rows_, A_);
  constraints_->speeds(at.t, at.q, rows_, b_);
  for (double& value : b_) value /= time_scale_;
  smallest(b_, x);
  return x;
}

std::vector<double> AllowedFlow::allowed(const FlowPlace& at) const {
  if (!constraints_->jacobian(at.t, at.q, rows_, A_)) return {};
  constexpr double least = 1e-9;
  const std::vector<double> space = null_space(static_cast<int>(rows_.size()), static_cast<int>(motions_), A_, least);
  const std::size_t k = space.size() / motions_;
  const std::size_t all = k + (rheonomic_ ? 1 : 0);
  std::vector<double> basis(size() * all, 0.0);
  for (std::size_t j = 0; j < motions_; ++j)
    for (std::size_t i = 0; i < k; ++i) basis[j * all + i] = space[j * k + i];
  if (rheonomic_) {
    const std::vector<double> x = drift(at);
    for (std::size_t j = 0; j < motions_; ++j) basis[j * all + k] = x[j];
    basis[motions_ * all + k] = 1.0;
  }
  return basis;
}

void AllowedFlow::field(const FlowPlace& at, std::span<const double> direction, FlowPlace& rate) const {
  rate.q.resize(at.q.size());
  rate.t = direction[motions_] / time_scale_;
  if (!constraints_->jacobian(at.t, at.q, rows_, A_)) {
    std::ranges::fill(rate.q, nan);
    return;
  }
  b_.assign(rows_.size(), 0.0);
  if (rheonomic_) constraints_->speeds(at.t, at.q, rows_, b_);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    b_[i] *= rate.t;
    for (std::size_t j = 0; j < motions_; ++j) b_[i] -= A_[i * motions_ + j] * direction[j];
  }
  x_.resize(motions_);
  smallest(b_, x_);
  for (std::size_t j = 0; j < motions_; ++j) x_[j] += direction[j];
  constraints_->rate(at.q, x_, rate.q);
}

FlowPlace AllowedFlow::run(const FlowPlace& from, std::span<const double> direction, double length, int steps) const {
  const double h = length / steps;
  FlowPlace at = from;
  FlowPlace k1, k2, k3, k4;
  for (int s = 0; s < steps; ++s) {
    field(at, direction, k1);
    field(moved(at, k1, h / 2), direction, k2);
    field(moved(at, k2, h / 2), direction, k3);
    field(moved(at, k3, h), direction, k4);
    for (std::size_t i = 0; i < at.q.size(); ++i) at.q[i] += h / 6 * (k1.q[i] + 2 * k2.q[i] + 2 * k3.q[i] + k4.q[i]);
    at.t += h / 6 * (k1.t + 2 * k2.t + 2 * k3.t + k4.t);
    constraints_->system().tidy(at.q);
    if (!finite(at)) break;
  }
  return at;
}

FlowPlace AllowedFlow::run(const FlowPlace& from, const Flow& flow) const {
  return run(from, flow.direction, flow.length, steps_of_flow);
}

std::optional<Flow> AllowedFlow::random_flow(const FlowPlace& from, Random& random) const {
  Flow flow;
  flow.direction.resize(size());
  for (double& w : flow.direction) w = random.symmetric();
  if (!rheonomic_) flow.direction.back() = 0.0;
  // As far as the method allows: there the field has changed its direction, which is what brings new motions. Half the
  // steps have sixteen times the error of all; the way back shows where neighbours converge, so that it would lose
  // them.
  constexpr double tolerance = 1e-8;
  constexpr double longest = 1024.0;
  constexpr double shortest = 1e-6;
  std::vector<double> x(size());
  const auto apart = [&](const FlowPlace& a, const FlowPlace& b) {
    if (!finite(a) || !finite(b)) return HUGE_VAL;
    difference(a, b, x);
    return std::abs(*std::ranges::max_element(x, {}, [](double e) { return std::abs(e); }));
  };
  const auto good = [&](double length) {
    flow.length = length;
    flow.end = run(from, flow);
    flow.way = std::min(apart(from, flow.end), length);
    const FlowPlace coarse = run(from, flow.direction, length, steps_of_flow / 2);
    // Rows vary over a unit, however long the way is: an error of some share of a unit turns neighbours by that share.
    const double allowed = tolerance * std::min(flow.way, 1.0);
    return apart(coarse, flow.end) <= allowed && apart(run(flow.end, flow.back()), from) <= allowed;
  };
  double length = 1.0;
  if (good(length)) {
    while (length < longest && good(2 * length)) length *= 2;
    good(length);
    return flow;
  }
  while (length > shortest)
    if (good(length /= 2)) return flow;
  return {};
}

FlowPlace AllowedFlow::step(const FlowPlace& from, std::span<const double> x) const {
  FlowPlace to{std::vector<double>(from.q.size()), from.t + x[motions_] / time_scale_};
  constraints_->step(from.q, x.first(motions_), to.q);
  return to;
}

void AllowedFlow::difference(const FlowPlace& from, const FlowPlace& to, std::span<double> x) const {
  constraints_->difference(from.q, to.q, x.first(motions_));
  x[motions_] = (to.t - from.t) * time_scale_;
}

}  // namespace alembert
