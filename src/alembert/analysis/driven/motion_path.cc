#include "alembert/analysis/driven/motion_path.h"

#include <algorithm>
#include <array>

namespace alembert {
namespace {

constexpr std::size_t most_around = 4;         // rows that a piece is made from
constexpr std::size_t most_around_values = 6;  // rows for values without rates
constexpr double largest_turn = 3.0;           // [rad] below half a turn, where the logarithm has two values

}  // namespace

MotionPath::MotionPath(const System& system, const MotionRows& rows, std::size_t stride,
                       std::span<const MotionBreak> breaks)
    : system_(system),
      rows_(rows),
      turns_(system),
      nq_(static_cast<std::size_t>(system.sizes().nq)),
      nv_(static_cast<std::size_t>(system.sizes().nv)),
      nz_(static_cast<std::size_t>(system.sizes().nz)),
      x_(nv_),
      xdot_(nv_),
      q_(nq_),
      v_(nv_),
      z_(nz_),
      between_(nv_) {
  for (std::size_t i = 0; i < rows.t.size(); i += stride) knots_.push_back(i);
  if (knots_.back() + 1 != rows.t.size()) knots_.push_back(rows.t.size() - 1);
  parts_.push_back({0, knots_.size()});
  for (std::size_t knot = 0; knot + 1 < knots_.size(); ++knot) {
    const std::size_t part = parts_.size() - 1;
    if (part == breaks.size() || breaks[part].row >= knots_[knot + 1]) {
      pieces_.push_back({time(knot), time(knot + 1), part, knot});
      continue;
    }
    parts_.back().end = knot + 1;
    parts_.push_back({knot + 1, knots_.size()});
    pieces_.push_back({time(knot), breaks[part].t, part, knot});
    pieces_.push_back({breaks[part].t, time(knot + 1), part + 1, knot + 1});
  }
}

MotionPath::Part MotionPath::around(std::size_t most) const {
  const Part& part = parts_[pieces_[piece_].part];
  const std::size_t count = std::min(most, part.end - part.begin), before = count > 2 ? (count - 2) / 2 : 0;
  const std::size_t knot = pieces_[piece_].knot;
  const std::size_t first = std::min(knot > part.begin + before ? knot - before : part.begin, part.end - count);
  return {first, first + count};
}

/// Divided differences with every row twice: values, then rates.
bool MotionPath::enter(std::size_t piece) {
  piece_ = piece;
  const Part knots = around(most_around);
  const std::size_t chart = pieces_[piece].knot, order = 2 * (knots.end - knots.begin);
  times_.resize(order);
  coefficients_.resize(order * nv_);
  for (std::size_t knot = knots.begin; knot < knots.end; ++knot) {
    const std::span<const double> v = row(rows_.v, knot, nv_);
    system_.difference(row(rows_.q, chart, nq_), row(rows_.q, knot, nq_), x_);
    for (std::size_t i = 0; i < nv_; ++i) xdot_[i] = (time(knot) - time(chart)) * v[i];
    if (std::max(turns_.largest_angle(x_), turns_.largest_angle(xdot_)) > largest_turn) return false;
    turns_.rates_in_chart(x_, v, xdot_);
    for (const std::size_t k : {2 * (knot - knots.begin), 2 * (knot - knots.begin) + 1}) {
      times_[k] = time(knot);
      std::ranges::copy(k % 2 == 0 ? x_ : xdot_, coefficients_.begin() + static_cast<std::ptrdiff_t>(k * nv_));
    }
  }
  for (std::size_t i = 0; i < nv_; ++i) {
    std::array<double, 2 * most_around> c, value;
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
    for (std::size_t k = times_.size(); k-- > 0;) {
      rate = x + (t - times_[k]) * rate;
      x = coefficients_[k * nv_ + i] + (t - times_[k]) * x;
    }
    x_[i] = x;
    xdot_[i] = rate;
  }
  system_.step(row(rows_.q, pieces_[piece_].knot, nq_), x_, q_);
  turns_.speeds_in_chart(x_, xdot_, v_);

  const Part knots = around(most_around_values);
  std::array<double, most_around_values> weights;
  weigh(knots, weights);
  std::ranges::fill(between_, 0.0);
  std::ranges::fill(z_, 0.0);
  for (std::size_t knot = knots.begin; knot < knots.end; ++knot) {
    const double weight = weights[knot - knots.begin];
    const std::span<const double> v = row(rows_.v, knot, nv_), z = row(rows_.z, knot, nz_);
    for (std::size_t i = 0; i < nv_; ++i) between_[i] += weight * v[i];
    for (std::size_t i = 0; i < nz_; ++i) z_[i] += weight * z[i];
  }
}

void MotionPath::weigh(const Part& knots, std::span<double> weights) const {
  for (std::size_t j = knots.begin; j < knots.end; ++j) {
    double& weight = weights[j - knots.begin];
    weight = 1.0;
    for (std::size_t k = knots.begin; k < knots.end; ++k)
      if (k != j) weight *= (t_ - time(k)) / (time(j) - time(k));
  }
}

}  // namespace alembert
