#include "alembert/integrate/generalized_alpha.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "alembert/integrate/step_trouble.h"
#include "alembert/integrate/work_sum.h"

namespace alembert {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double safety = 0.9;
/// Smaller changes of the step are not worth a new matrix.
constexpr double least_change = 0.95, least_growth = 1.2;
constexpr double least_shrinking = 0.2, most_growth = 2.0;
/// Speeds may miss the constraints by so many tolerances: rows for output are projected on them.
constexpr double across_share = 10.0;
constexpr double retreat = 0.5;         // step factor when the iteration fails
constexpr double hardly_smaller = 0.9;  // an error than that of a longer step
/// [rad or m] in sight of a place where rows lose rank a step goes so far at most, so as not to jump over it.
constexpr double careful_motion = 4e-3;

bool shorter_may_help(Trouble trouble) {
  return curable(trouble) || trouble == Trouble::step_too_small || trouble == Trouble::lost;
}

}  // namespace

Status GeneralizedAlpha::step() {
  if (done()) return {};
  if (past_.leading()) return step_past();
  look_for_change();
  if (change_ == PastChange::Distance::near) return begin_past();
  if (fixed_step_) h_ = std::min(*fixed_step_, control_.max_step);
  if (!fixed_step_ && change_ == PastChange::Distance::in_sight && fastest() > 0.0)
    h_ = std::copysign(std::min(std::abs(h_), careful_motion / fastest()), h_);
  h_ = std::copysign(std::max(std::abs(h_), shortest_step()), t_end_ - t_);
  bool repeated = false, unsolved = false;
  double error_before = std::numeric_limits<double>::infinity();  // of a longer try of this step
  for (;;) {
    if (counts_.steps + counts_.rejected >= control_.max_steps) return {Trouble::too_many_steps, worst_, t_};
    const double left = next_stop() - t_;
    const bool last = 1.01 * std::abs(h_) >= std::abs(left);
    if (!last && !fixed_step_ && 2.0 * std::abs(h_) > std::abs(left)) h_ = 0.5 * left;
    const double h = last ? left : h_;

    Status status = try_step(h, last ? next_stop() : t_ + h);
    double work = 0.0, rate_of_work = 0.0;
    // An error that a shorter step has not made smaller is one of rounding.
    const bool rounding = status.good() && error_ > 1.0 && error_ > hardly_smaller * error_before;
    const bool passed = status.good() && (error_ <= 1.0 || (rounding && implicit_.raise_noise(error_)));
    if (status.good()) error_before = error_;
    if (passed) status = find_work(h, work, rate_of_work);
    if (passed && status.good()) {
      accept(h, work, rate_of_work);
      implicit_.settle_noise();
      h_ = next_step(h, repeated);
      return {};
    }

    ++counts_.rejected;
    repeated = true;
    if (!status.good() && !shorter_may_help(status.trouble)) return status;
    if (!status.good() && past_.distance(t_, y_) != PastChange::Distance::far) return begin_past();
    implicit_.renew();  // old derivatives do not filter errors well
    if (status.trouble == Trouble::step_too_small) {
      worst_ = status.index;
      if (std::exchange(unsolved, true) && implicit_.raise_noise()) continue;
    }
    h_ = h * (status.good() ? std::clamp(safety / std::cbrt(error_), least_shrinking, safety) : retreat);
    if (std::abs(h_) >= shortest_step()) continue;
    if (past_.distance(t_, y_) != PastChange::Distance::far) return begin_past();
    if (status.good() || status.trouble == Trouble::step_too_small) return {Trouble::step_too_small, worst_, t_};
    return status;
  }
}

double GeneralizedAlpha::fastest() const {
  double result = 0.0;
  for (std::size_t i = 0; i < nv_; ++i) result = std::max(result, std::abs(now_.s[i]));
  return result;
}

/// Finds out how far a change of rank is, unless the motion has hardly gone on since the last time.
void GeneralizedAlpha::look_for_change() {
  if (unseen_ < 0.5 * careful_motion) return;
  change_ = past_.distance(t_, y_);
  unseen_ = 0.0;
}

Status GeneralizedAlpha::begin_past() {
  bool moved = false;
  std::ranges::copy(y_, y_work_.begin());
  if (const Status status = ode_.project(t_, y_work_, moved); !status.good()) return status;
  if (const Status status = past_.begin(t_, y_work_, t_end_); !status.good()) return status;
  return step_past();
}

Status GeneralizedAlpha::step_past() {
  if (counts_.steps + counts_.rejected >= control_.max_steps) return {Trouble::too_many_steps, worst_, t_};
  const Status status = past_.step(counts_);
  t_before_ = past_.motion().t_before();
  t_ = past_.motion().t();
  std::ranges::copy(past_.motion().y(), y_.begin());
  stepped_past_ = true;
  if (!status.good() || done() || !past_.over()) return status;
  const double first = t_start_, before = t_before_;
  const Status begun = start(t_, past_.projected(), t_end_);
  t_start_ = first;
  t_before_ = before;
  stepped_past_ = true;
  return begun;
}

double GeneralizedAlpha::next_step(double h, bool repeated) const {
  if (error_ > 1.0) return h;  // of rounding
  const double grown = error_ > 0.0 ? safety / std::cbrt(error_) : most_growth;
  if (grown > least_change && (grown < least_growth || repeated)) return h;
  const double size = std::abs(h) * std::clamp(grown, least_shrinking, most_growth);
  return std::copysign(std::min(size, control_.max_step), h);
}

/// next_ and error_.
Status GeneralizedAlpha::try_step(double h, double t_new) {
  if (const Status status = prepare(h); !status.good()) return status;
  next_.t = t_new;
  const double ahead = h / h_last_;
  for (std::size_t i = 0; i < ns_; ++i) next_.rate[i] = now_.rate[i] + ahead * (now_.rate[i] - before_.rate[i]);
  for (std::size_t i = 0; i < now_.lambda.size(); ++i)
    next_.lambda[i] = now_.lambda[i] + ahead * (now_.lambda[i] - before_.lambda[i]);
  if (const Status status = implicit_.solve(from_, h, next_, counts_); !status.good()) return status;
  system_.tidy(next_.q);
  error_ = fixed_step_ ? 0.0 : estimate_error(h);
  return {};
}

/// from_: now_ as the start of a step of length h. To the leading order a - rate is proportional to the step, and the
/// speeds' defect to its square.
Status GeneralizedAlpha::prepare(double h) {
  from_ = now_;
  const double r = h / h_now_;
  if (r == 1.0 && !adjust_) return {};
  for (std::size_t i = 0; i < ns_; ++i) from_.a[i] = now_.rate[i] + r * (now_.a[i] - now_.rate[i]);
  for (std::size_t i = 0; i < defect_.size(); ++i) wanted_[i] = r * r * defect_[i];
  return implicit_.set_speed_defect(from_, h, wanted_, counts_);
}

/// Of positions: they should be the integral of the speeds, x' = (rates in the chart)(x, v(t)) from 0, here by the
/// classical method of order four. Of speeds and extra states: c h^3 s''' with the second difference of the rates.
double GeneralizedAlpha::estimate_error(double h) {
  const std::span<const double> v0 = std::span(from_.s).first(nv_), v1 = std::span(next_.s).first(nv_);
  for (std::size_t i = 0; i < nv_; ++i) speed_mid_[i] = hermite(0.5, h, v0[i], now_.rate[i], v1[i], next_.rate[i]);
  std::ranges::copy(v0, k_.begin());
  std::ranges::copy(v0, sum_.begin());
  const auto stage = [&](double c, std::span<const double> v, double weight) {
    for (std::size_t i = 0; i < nv_; ++i) chart_[i] = c * h * k_[i];
    turns_.rates_in_chart(chart_, v, k_);
    for (std::size_t i = 0; i < nv_; ++i) sum_[i] += weight * k_[i];
  };
  stage(0.5, speed_mid_, 2.0);
  stage(0.5, speed_mid_, 2.0);
  stage(1.0, v1, 1.0);
  for (double& x : sum_) x *= h / 6.0;
  system_.step(now_.q, sum_, q_work_);
  system_.difference(next_.q, q_work_, position_error_);

  for (std::size_t i = 0; i < ns_; ++i) {
    const double slope = (next_.rate[i] - now_.rate[i]) / h, slope_before = (now_.rate[i] - before_.rate[i]) / h_last_;
    s_error_[i] = numbers_.speed_error * h * h * h * 2.0 * (slope - slope_before) / (h + h_last_);
  }
  implicit_.filter(position_error_, s_error_);
  implicit_.set_scale(now_, next_);
  const double along = implicit_.error(next_.q, position_error_, s_error_, worst_);
  // Of second order, but the size of the step is found from errors of third order.
  const double across = implicit_.error_across(next_, worst_) / across_share;
  return std::max(along, across * std::sqrt(across));
}

double GeneralizedAlpha::power(double t, std::span<const double> y) {
  system_.inputs(t, ode_.inputs());
  return system_.energies(ode_.state(t, y), ode_.inputs()).power;
}

/// W at the end of the step from now_ to next_, and its rate there.
Status GeneralizedAlpha::find_work(double h, double& work, double& power_at_end) {
  between_.set(h, now_.q, std::span(now_.s).first(nv_), next_.q, std::span(next_.s).first(nv_));
  interpolate(0.5, h, now_, next_, y_work_);
  const double middle = power(t_ + 0.5 * h, y_work_);
  write(next_, 0.0, y_work_);
  power_at_end = power(next_.t, y_work_);
  double added = h / 6.0 * (power_ + 4.0 * middle + power_at_end);
  if (ode_.steers(ode_.size() - 1))
    if (const Status status = refined_work(t_, h, 1.0, now_, next_, added); !status.good()) return status;
  work = y_.back() + added;
  return std::isfinite(work) ? Status{} : Status{Trouble::not_finite, static_cast<int>(y_.size()) - 1, next_.t};
}

/// `added` from the beginning of a step to its share x, for which between_ is set, to the tolerance of W.
Status GeneralizedAlpha::refined_work(double begin, double h, double share, const AlphaPoint& from,
                                      const AlphaPoint& to, double& added) {
  const auto power_at = [&](double t, double& value) {
    interpolate((t - begin) / h, h, from, to, y_work_);
    value = power(t, y_work_);
    return Status{};
  };
  const double size = std::max(std::abs(y_.back()), std::abs(added));
  return refine_work(begin, begin + share * h, control_.allowed(y_.size() - 1, size), added, power_at);
}

void GeneralizedAlpha::accept(double h, double work, double power_at_end) {
  ++counts_.steps;
  stepped_past_ = false;
  std::swap(before_, now_);
  std::swap(now_, next_);
  h_now_ = h_last_ = h;
  unseen_ += std::abs(h) * fastest();
  adjust_ = false;
  t_before_ = t_;
  t_ = now_.t;
  implicit_.speed_defect(now_, defect_);
  work_before_ = y_.back();
  power_before_ = power_;
  power_ = power_at_end;
  write(now_, work, y_);
}

void GeneralizedAlpha::write(const AlphaPoint& at, double work, std::span<double> y) {
  std::ranges::copy(at.s, std::ranges::copy(at.q, y.begin()).out);
  y.back() = work;
}

/// All but W, at the share x of a step for which between_ is set.
void GeneralizedAlpha::interpolate(double x, double h, const AlphaPoint& from, const AlphaPoint& to,
                                   std::span<double> y) {
  between_.at(x, y.first(nq_));
  for (std::size_t i = 0; i < ns_; ++i) y[nq_ + i] = hermite(x, h, from.s[i], from.rate[i], to.s[i], to.rate[i]);
}

Status GeneralizedAlpha::interpolate(double t, std::span<double> y_out) {
  assert(std::min(t_before_, t_) <= t && t <= std::max(t_before_, t_) && y_out.size() == y_.size());
  if (stepped_past_) return past_.motion().interpolate(t, y_out);
  if (t == t_) {
    std::ranges::copy(y_, y_out.begin());
  } else if (t == t_before_) {
    write(before_, work_before_, y_out);
  } else {
    const double h = t_ - t_before_, x = (t - t_before_) / h;
    interpolate(x, h, before_, now_, y_out);
    y_out.back() = hermite(x, h, work_before_, power_before_, y_.back(), power_);
    if (ode_.steers(ode_.size() - 1)) {
      double added = y_out.back() - work_before_;
      if (const Status status = refined_work(t_before_, h, x, before_, now_, added); !status.good()) return status;
      y_out.back() = work_before_ + added;
    }
  }
  return {};
}

/// Ten units in the last place of t; near t = 0 a length that no problem on this interval can mean; and what rows need.
double GeneralizedAlpha::shortest_step() const {
  return std::max({10.0 * epsilon * std::abs(t_), epsilon * epsilon * std::abs(t_end_ - t_start_),
                   std::min(implicit_.shortest_step(), std::abs(h_last_))});
}

}  // namespace alembert
