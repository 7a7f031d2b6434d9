// The generalised-alpha step: what counts as small, and speeds across the constraints.
#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/integrate/alpha_step.h"

namespace alembert {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The iteration ends where its corrections are below this share of the error of a step.
constexpr double newton_share = 0.01;
/// Numbers are known to so much of their size, rows to so much of the largest coordinate; and speeds, where rows hold
/// positions, to this over the length of a step.
constexpr double rounding = 10.0 * std::numeric_limits<double>::epsilon();
/// What one iteration leaves in speeds is seen several times over in the differences that errors are found from: below
/// so many times that level they say nothing, and shorter steps, which have more of it, do not help.
constexpr double seen_in_errors = 200.0;
/// More than so many times the level, or so many tolerances of speeds, is no rounding but a jump; and what a step
/// leaves of having seen as much.
constexpr double most_noise = 1000.0, most_tolerances = 1000.0, noise_left = 0.999;
/// Where dependent rows contradict each other, their quarrel is taken away as a difference of large numbers
/// (saddle_lu.h), which leaves so much of it.
constexpr double rounding_of_contradictions = 1e-7;

double largest(std::span<const double> x) {
  double result = 0.0;
  for (const double a : x) result = std::max(result, std::abs(a));
  return result;
}

}  // namespace

void AlphaStep::speed_defect(const AlphaPoint& at, Out defect) {
  if (defect.empty()) return;
  row_speeds(at);
  std::ranges::copy(In(speeds_of_rows_).first(defect.size()), defect.begin());
}

/// x_: the least change of speeds that makes the defect the wanted one, or zero. False close to a singular
/// configuration, where the direction in which rows push is that of their error, and a small miss asks for a large
/// change.
bool AlphaStep::change_defect(const AlphaPoint& at, In wanted) {
  constexpr double least_sine = 1e-3;
  row_speeds(at);
  std::ranges::fill(right_, 0.0);
  std::ranges::fill(rows_right_, 0.0);
  for (std::size_t i = 0; i < phi_rows_.size(); ++i)
    rows_right_[i] = (wanted.empty() ? 0.0 : wanted[i]) - speeds_of_rows_[i];
  matrix_.solve(right_, rows_right_, x_, mu_);
  return largest(rows_right_) >= least_sine * largest(A_.value) * largest(In(x_).first(nv_));
}

Status AlphaStep::set_speed_defect(AlphaPoint& at, double h, In defect, StepCounts& counts) {
  if (defect.empty()) return {};
  if (const Status status = set_length(h, at, counts); !status.good()) return status;
  if (!change_defect(at, defect)) return {};
  for (std::size_t i = 0; i < nv_; ++i) at.s[i] += x_[i];
  return {};
}

double AlphaStep::error_across(const AlphaPoint& at, int& worst) {
  if (phi_rows_.empty() || !change_defect(at, {})) return 0.0;
  double error = 0.0;
  for (std::size_t i = 0; i < nv_; ++i) {
    const double ratio = std::abs(x_[i]) / (allowed_s_[i] / share_ + noise_ * std::abs(ratio_) * known_);
    if (!(ratio > error)) continue;
    error = ratio;
    if (error > 1.0) worst = sizes_.nq + static_cast<int>(i);
  }
  return error;
}

void AlphaStep::filter(Out position, Out s) {
  std::ranges::fill(rows_right_, 0.0);
  matrix_.times_mass(position, Out(right_).first(nv_));
  std::fill(right_.begin() + static_cast<std::ptrdiff_t>(nv_), right_.end(), 0.0);
  matrix_.solve(right_, rows_right_, x_, mu_);
  std::ranges::copy(In(x_).first(nv_), position.begin());

  matrix_.times_mass(s, Out(right_).first(nv_));
  for (std::size_t i = 0; i < nv_; ++i) right_[i] /= ratio_;
  std::ranges::copy(s.subspan(nv_), right_.begin() + static_cast<std::ptrdiff_t>(nv_));
  matrix_.solve(right_, rows_right_, x_, mu_);
  for (std::size_t i = 0; i < ns_; ++i) s[i] = i < nv_ ? ratio_ * x_[i] : x_[i];
}

double AlphaStep::shortest_step() const {
  constexpr double visible = 0.01;  // of the largest speed, or of 1
  const double speed = largest(allowed_s_) / share_ / std::max(control_.relative, control_.absolute);
  if (phi_rows_.empty() || !(speed > 0.0)) return 0.0;
  return seen_in_errors * numbers_.gamma / numbers_.beta * known_ / (visible * speed);
}

bool AlphaStep::raise_noise(double error) {
  const double raised = 2.0 * error * noise_;
  const double in_speeds = raised * std::abs(ratio_) * known_, tolerance = largest(allowed_s_) / share_;
  if (phi_rows_.empty() || !(raised <= most_noise && in_speeds <= most_tolerances * tolerance)) return false;
  noise_ = raised;
  return true;
}

void AlphaStep::settle_noise() { noise_ = std::max(1.0, noise_left * noise_); }

void AlphaStep::set_scale(const AlphaPoint& from, const AlphaPoint& to) {
  const auto larger = [](double x, double y) { return std::max(std::abs(x), std::abs(y)); };
  known_ = 0.0;
  if (!phi_rows_.empty())
    known_ = rounding * std::max(1.0, largest(from.q)) + rounding_of_contradictions * contradiction_;
  for (std::size_t i = 0; i < allowed_q_.size(); ++i) {
    allowed_q_[i] = allowed(i, larger(from.q[i], to.q[i]));
    known_q_[i] = std::max(rounding * larger(from.q[i], to.q[i]), known_);
  }
  for (std::size_t i = 0; i < ns_; ++i) {
    allowed_s_[i] = allowed(allowed_q_.size() + i, larger(from.s[i], to.s[i]));
    known_s_[i] = rounding * std::max(larger(from.s[i], to.s[i]), std::abs(h_ * to.rate[i]));
  }
}

/// The correction x_ relative to where the iteration may end.
double AlphaStep::correction(const AlphaPoint& at, int& worst) {
  for (std::size_t i = 0; i < ns_; ++i) ds_[i] = i < nv_ ? ratio_ * x_[i] : x_[i];
  return max_ratio(at.q, In(x_).first(nv_), ds_, newton_share, noise_, noise_, worst);
}

double AlphaStep::error(In q, In position, In s, int& worst) {
  return max_ratio(q, position, s, 1.0, noise_, std::max(seen_in_errors, noise_), worst);
}

/// Largest |x| / (share * allowed + rounding), where positions have `noise` times what they are known to, and speeds
/// `speed_noise` times what rows are known to over the length of a step.
double AlphaStep::max_ratio(In q, In position, In s, double share, double noise, double speed_noise, int& worst) {
  system_.qdot(q, position, moved_);
  double result = 0.0;
  const auto compare = [&](double x, double allowed, double least, std::size_t index) {
    double ratio = x == 0.0 ? 0.0 : std::abs(x) / (share * allowed + least);
    if (std::isnan(ratio)) ratio = infinity;
    if (ratio <= result) return;
    result = ratio;
    worst = static_cast<int>(index);
  };
  for (std::size_t i = 0; i < moved_.size(); ++i) compare(moved_[i], allowed_q_[i], noise * known_q_[i], i);
  for (std::size_t i = 0; i < ns_; ++i) {
    const double of_rows = i < nv_ ? speed_noise * std::abs(ratio_) * known_ : 0.0;
    compare(s[i], allowed_s_[i], known_s_[i] + of_rows, moved_.size() + i);
  }
  return result;
}

}  // namespace alembert
