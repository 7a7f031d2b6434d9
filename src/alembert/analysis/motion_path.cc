#include "alembert/analysis/motion_path.h"

#include <algorithm>
#include <array>

namespace alembert {
namespace {

constexpr std::size_t around = 4;          // rows that a piece is made from
constexpr std::size_t order = 2 * around;  // coefficients of its polynomials
constexpr std::size_t around_values = 6;   // rows for values without rates
constexpr double largest_turn = 3.0;       // [rad] below half a turn, where the logarithm has two values

/// The first of `count` neighbouring knots around a piece.
std::size_t first_of(std::size_t piece, std::size_t count, std::size_t knots) {
  const std::size_t before = (count - 2) / 2;
  return std::min(piece > before ? piece - before : 0, knots - count);
}

}  // namespace

MotionPath::MotionPath(const System& system, const MotionRows& rows, std::size_t stride)
    : system_(system),
      rows_(rows),
      turns_(system),
      nq_(static_cast<std::size_t>(system.sizes().nq)),
      nv_(static_cast<std::size_t>(system.sizes().nv)),
      nz_(static_cast<std::size_t>(system.sizes().nz)),
      times_(order),
      coefficients_(order * nv_),
      x_(nv_),
      xdot_(nv_),
      q_(nq_),
      v_(nv_),
      z_(nz_),
      between_(nv_) {
  for (std::size_t i = 0; i < rows.t.size(); i += stride) knots_.push_back(i);
  if (knots_.back() + 1 != rows.t.size()) knots_.push_back(rows.t.size() - 1);
}

/// Divided differences with every row twice: values, then rates.
bool MotionPath::enter(std::size_t piece) {
  piece_ = piece;
  first_ = first_of(piece, around, knots_.size());
  for (std::size_t j = 0; j < around; ++j) {
    const std::size_t knot = first_ + j;
    const std::span<const double> v = row(rows_.v, knot, nv_);
    system_.difference(row(rows_.q, piece, nq_), row(rows_.q, knot, nq_), x_);
    for (std::size_t i = 0; i < nv_; ++i) xdot_[i] = (time(knot) - time(piece)) * v[i];
    if (std::max(turns_.largest_angle(x_), turns_.largest_angle(xdot_)) > largest_turn) return false;
    turns_.rates_in_chart(x_, v, xdot_);
    for (const std::size_t k : {2 * j, 2 * j + 1}) {
      times_[k] = time(knot);
      std::ranges::copy(k % 2 == 0 ? x_ : xdot_, coefficients_.begin() + static_cast<std::ptrdiff_t>(k * nv_));
    }
  }
  for (std::size_t i = 0; i < nv_; ++i) {
    std::array<double, order> c, value;
    for (std::size_t k = 0; k < order; ++k) value[k] = coefficients_[(k - k % 2) * nv_ + i];
    c[0] = value[0];
    for (std::size_t level = 1; level < order; ++level) {
      for (std::size_t k = 0; k + level < order; ++k) {
        const double span = times_[k + level] - times_[k];
        value[k] = span == 0.0 ? coefficients_[(k + 1) * nv_ + i] : (value[k + 1] - value[k]) / span;
      }
      c[level] = value[0];
    }
    for (std::size_t k = 0; k < order; ++k) coefficients_[k * nv_ + i] = c[k];
  }
  return true;
}

void MotionPath::at(double t) {
  t_ = t;
  for (std::size_t i = 0; i < nv_; ++i) {
    double x = 0.0, rate = 0.0;
    for (std::size_t k = order; k-- > 0;) {
      rate = x + (t - times_[k]) * rate;
      x = coefficients_[k * nv_ + i] + (t - times_[k]) * x;
    }
    x_[i] = x;
    xdot_[i] = rate;
  }
  system_.step(row(rows_.q, piece_, nq_), x_, q_);
  turns_.speeds_in_chart(x_, xdot_, v_);

  std::array<double, around_values> weights;
  weigh(weights);
  std::ranges::fill(between_, 0.0);
  std::ranges::fill(z_, 0.0);
  const std::size_t first = first_of(piece_, around_values, knots_.size());
  for (std::size_t j = 0; j < around_values; ++j) {
    const std::span<const double> v = row(rows_.v, first + j, nv_), z = row(rows_.z, first + j, nz_);
    for (std::size_t i = 0; i < nv_; ++i) between_[i] += weights[j] * v[i];
    for (std::size_t i = 0; i < nz_; ++i) z_[i] += weights[j] * z[i];
  }
}

void MotionPath::weigh(std::span<double> weights) const {
  const std::size_t first = first_of(piece_, weights.size(), knots_.size());
  for (std::size_t j = 0; j < weights.size(); ++j) {
    weights[j] = 1.0;
    for (std::size_t k = 0; k < weights.size(); ++k)
      if (k != j) weights[j] *= (t_ - time(first + k)) / (time(first + j) - time(first + k));
  }
}

}  // namespace alembert
