#include "alembert/integrate/alpha_step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/integrate/step_trouble.h"

namespace alembert {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr int most_iterations = 12;
/// Corrections must shrink to this share from one to the next; beyond `fast` derivatives are renewed for the next step.
constexpr double first_growth = 10.0, converging = 0.7, fast = 0.05;
/// Rows that have moved by more also ask for new ones: with old ones, rounding errors across the constraints, which
/// grow as h^-2 in accelerations, would pass for errors along them.
constexpr double stale = 0.02;

/// Rows are met better than positions are known by this factor: what is left of them is divided by short levers.
constexpr double of_known = 1.0 / 16.0;
/// Rows that are further off than this at the end of an iteration cannot be met.
constexpr double acceptable = 1e-6;

}  // namespace

AlphaStep::AlphaStep(const System& system, const Turns& turns, const AlphaNumbers& numbers, const StepControl& control)
    : system_(system),
      turns_(turns),
      numbers_(numbers),
      control_(control),
      sizes_(system.sizes()),
      nv_(static_cast<std::size_t>(sizes_.nv)),
      ns_(static_cast<std::size_t>(sizes_.nv + sizes_.nz)),
      matrix_(system) {
  // A step errs by h^3, a run by h^2: errors of steps as tolerance^(3/2) keep those of runs proportional to it.
  share_ = std::sqrt(std::min(1.0, std::max(control.relative, control.absolute)));
  const auto nq = static_cast<std::size_t>(sizes_.nq), na = static_cast<std::size_t>(sizes_.na);
  u_.resize(static_cast<std::size_t>(sizes_.nu));
  r_.resize(nv_);
  zdot_.resize(ns_ - nv_);
  phi_rows_.resize(static_cast<std::size_t>(sizes_.nc));
  b_.resize(na);
  speeds_of_rows_.resize(na);
  move_.resize(nv_);
  half_.resize(nv_);
  right_.resize(ns_);
  rows_right_.resize(na);
  x_.resize(ns_);
  mu_.resize(na);
  ds_.resize(ns_);
  guess_.resize(ns_);
  guess_lambda_.resize(na);
  moved_.resize(nq);
  allowed_q_.resize(nq);
  allowed_s_.resize(ns_);
  known_q_.resize(nq);
  known_s_.resize(ns_);
}

State AlphaStep::state(const AlphaPoint& at) const {
  const In s = at.s;
  return {at.t, at.q, s.first(nv_), s.subspan(nv_)};
}

/// Indices of speeds become those of y.
Status AlphaStep::of_y(Status status, double t) const {
  if (status.index >= 0) status.index += sizes_.nq;
  status.time = t;
  return status;
}

/// Makes the matrix for steps of length h, from derivatives that are there already if possible.
Status AlphaStep::set_length(double h, const AlphaPoint& from, StepCounts& counts) {
  if (derivatives_ready_ && h == h_) return {};
  if (h != h_) follow_ = false;
  h_ = h;
  position_ = numbers_.beta * h * h * numbers_.share;
  speed_ = numbers_.gamma * h * numbers_.share;
  ratio_ = speed_ / position_;
  if (!derivatives_ready_) {
    fresh_ = true;
    return evaluate(from, counts);
  }
  return matrix_.factor(position_, speed_) ? Status{} : Status{Trouble::singular, -1, from.t};
}

Status AlphaStep::evaluate(const AlphaPoint& at, StepCounts& counts) {
  ++counts.jacobians;
  derivatives_ready_ = false;
  system_.inputs(at.t, u_);
  const Status status = matrix_.evaluate(state(at), u_, In(at.rate).first(nv_), at.lambda);
  if (!status.good()) return of_y(status, at.t);
  if (!matrix_.factor(position_, speed_)) return {Trouble::singular, -1, at.t};
  derivatives_ready_ = true;
  return {};
}

Status AlphaStep::solve(const AlphaPoint& from, double h, AlphaPoint& to, StepCounts& counts) {
  if (matrix_.rows_moved(A_) > stale) derivatives_ready_ = false;
  if (const Status status = set_length(h, from, counts); !status.good()) return status;
  if (sizes_.na > 0 && system_.rows_depend()) find_least(to.lambda);
  std::ranges::copy(to.rate, guess_.begin());
  std::ranges::copy(to.lambda, guess_lambda_.begin());
  const bool kept = !fresh_;
  fresh_ = false;
  update(from, to);
  set_scale(from, to);
  if (!follow_) {
    Status status = iterate(from, to, Derivatives::stay, counts);
    if (!status.good() && kept) {
      guess_again(from, to);
      status = evaluate(from, counts);
      if (status.good()) status = iterate(from, to, Derivatives::stay, counts);
    }
    if (status.good()) return status;
    guess_again(from, to);
  }
  const Status status = iterate(from, to, Derivatives::follow, counts);
  follow_ = status.good();
  return status;
}

/// The least multipliers that push as these do. What rows that depend on each other get while they still disagree
/// pushes nothing, and would add up from step to step until its rounding is felt.
void AlphaStep::find_least(Out lambda) {
  std::ranges::fill(right_, 0.0);
  std::ranges::fill(rows_right_, 0.0);
  matrix_.add_push(lambda, right_);
  matrix_.solve(right_, rows_right_, x_, lambda);
}

void AlphaStep::guess_again(const AlphaPoint& from, AlphaPoint& to) {
  std::ranges::copy(guess_, to.rate.begin());
  std::ranges::copy(guess_lambda_, to.lambda.begin());
  update(from, to);
}

/// Everything in `to` that follows from its rates.
void AlphaStep::update(const AlphaPoint& from, AlphaPoint& to) {
  const double beta = numbers_.beta, gamma = numbers_.gamma, alpha_m = numbers_.alpha_m, alpha_f = numbers_.alpha_f;
  for (std::size_t i = 0; i < ns_; ++i) {
    to.a[i] = ((1.0 - alpha_f) * to.rate[i] + alpha_f * from.rate[i] - alpha_m * from.a[i]) / (1.0 - alpha_m);
    to.s[i] = from.s[i] + h_ * ((1.0 - gamma) * from.a[i] + gamma * to.a[i]);
  }
  for (std::size_t i = 0; i < nv_; ++i)
    half_[i] = 0.5 * h_ * (from.s[i] + h_ * ((0.5 - beta) * from.a[i] + beta * to.a[i]));
  turns_.from_start(half_, move_);
  for (double& x : move_) x *= 2.0;
  system_.step(from.q, move_, to.q);
}

/// What the equations miss at a point, as the right side of the iteration's system.
Status AlphaStep::right_side(const AlphaPoint& at, StepCounts& counts) {
  ++counts.evaluations;
  system_.inputs(at.t, u_);
  const In vdot = In(at.rate).first(nv_);
  if (const Status status = system_.residual(state(at), u_, vdot, at.lambda, r_, zdot_); !status.good())
    return of_y(status, at.t);
  for (std::size_t i = 0; i < nv_; ++i) right_[i] = -position_ * r_[i];
  for (std::size_t i = nv_; i < ns_; ++i) right_[i] = -speed_ * (at.rate[i] - zdot_[i - nv_]);
  if (const int bad = first_not_finite(right_); bad >= 0) return {Trouble::not_finite, sizes_.nq + bad, at.t};
  if (sizes_.na == 0) return {};
  system_.constraint(at.t, at.q, phi_rows_);
  for (std::size_t i = 0; i < phi_rows_.size(); ++i) rows_right_[i] = -phi_rows_[i];
  if (sizes_.na > sizes_.nc) {
    row_speeds(at);
    for (std::size_t i = phi_rows_.size(); i < b_.size(); ++i) rows_right_[i] = -speeds_of_rows_[i] / ratio_;
  }
  if (const int bad = first_not_finite(rows_right_); bad >= 0) return {Trouble::not_finite, -1, at.t};
  return {};
}

/// A v - b of all rows.
void AlphaStep::row_speeds(const AlphaPoint& at) {
  system_.constraint_jacobian(at.t, at.q, A_);
  system_.constraint_speed(at.t, at.q, b_);
  for (std::size_t i = 0; i < b_.size(); ++i) {
    double sum = -b_[i];
    for (auto k = static_cast<std::size_t>(A_.first[i]); k < static_cast<std::size_t>(A_.first[i + 1]); ++k)
      sum += A_.value[k] * at.s[static_cast<std::size_t>(A_.column[k])];
    speeds_of_rows_[i] = sum;
  }
}

/// With derivatives as they are, or new ones at every point but the guess. The latter follow springs that are so stiff
/// that they turn noticeably within a step. They may be far too stiff across a spring that an iteration strains, and
/// corrections too small: only two small ones in a row are believed.
Status AlphaStep::iterate(const AlphaPoint& from, AlphaPoint& to, Derivatives derivatives, StepCounts& counts) {
  double before = infinity, phi_before = infinity;
  int worst = -1, stalls = 0;
  bool slow = false;
  for (int k = 0; k < most_iterations; ++k) {
    if (k > 0 && derivatives == Derivatives::follow)
      if (const Status status = evaluate(to, counts); !status.good()) return status;
    if (const Status status = right_side(to, counts); !status.good()) return status;
    matrix_.solve(right_, rows_right_, x_, mu_);
    const double size = last_correction_ = correction(to, worst), shrinking = size / before;
    if (!std::isfinite(size)) return {Trouble::not_finite, worst, to.t};
    // The first correction is no measure: a good guess of positions may come with a poor one of multipliers.
    if (size > 1.0 && shrinking > (k < 2 ? first_growth : converging)) return {Trouble::step_too_small, worst, to.t};
    slow = slow || (k > 1 && size > 1.0 && shrinking > fast);

    for (std::size_t i = 0; i < ns_; ++i) to.rate[i] += x_[i] / (i < nv_ ? position_ : speed_);
    for (std::size_t i = 0; i < mu_.size(); ++i) to.lambda[i] += mu_[i] / position_;
    update(from, to);
    const double expected = k > 0 && shrinking < converging ? size * shrinking / (1.0 - shrinking) : size;
    const double left = derivatives == Derivatives::follow ? std::max(size, before) : std::min(size, expected);
    before = size;
    if (left > 1.0) continue;
    int row = -1;
    const double phi = largest_phi(to, row);
    if (phi > 0.5 * phi_before) ++stalls;
    const bool settled = phi <= of_known * known_ || stalls > 1;  // the latter: rounding, or rows that contradict
    if (settled && phi > acceptable) return {Trouble::lost, row, to.t};
    phi_before = phi;
    if (!settled) continue;
    contradiction_ = phi;
    if (slow) derivatives_ready_ = false;
    return {};
  }
  return {Trouble::step_too_small, worst, to.t};
}

double AlphaStep::largest_phi(const AlphaPoint& at, int& row) {
  if (phi_rows_.empty()) return 0.0;
  system_.constraint(at.t, at.q, phi_rows_);
  const auto it = std::ranges::max_element(phi_rows_, {}, [](double x) { return std::abs(x); });
  row = static_cast<int>(it - phi_rows_.begin());
  return std::abs(*it);
}

}  // namespace alembert
