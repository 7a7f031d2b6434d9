// The generalised-alpha method: how runs begin and go on.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "alembert/integrate/generalized_alpha.h"
#include "alembert/integrate/step_trouble.h"

namespace alembert {

GeneralizedAlpha::GeneralizedAlpha(SystemOde& ode, const StepControl& control, double spectral_radius,
                                   std::optional<double> fixed_step)
    : ode_(ode),
      system_(ode.system()),
      turns_(system_),
      numbers_(spectral_radius),
      control_(control),
      fixed_step_(fixed_step),
      implicit_(system_, turns_, numbers_, control),
      between_(system_, turns_),
      past_(ode),
      nq_(static_cast<std::size_t>(ode.sizes().nq)),
      nv_(static_cast<std::size_t>(ode.sizes().nv)),
      ns_(static_cast<std::size_t>(ode.sizes().nv + ode.sizes().nz)) {
  assert(control.relative >= 0.0 && control.absolute >= 0.0 && control.max_step > 0.0 && control.first_step >= 0.0);
  assert(spectral_radius >= 0.0 && spectral_radius <= 1.0 && (!fixed_step || *fixed_step > 0.0));
}

/// Everything but rates and multipliers.
Status GeneralizedAlpha::begin(double t, std::span<const double> y, double t_end) {
  assert(std::isfinite(t) && std::isfinite(t_end) && static_cast<int>(y.size()) == ode_.size());
  t_start_ = t_before_ = t_ = t;
  t_end_ = t_end;
  worst_ = -1;
  error_ = 0.0;
  y_.assign(y.begin(), y.end());
  y_work_ = y_;
  now_.t = t;
  now_.q.assign(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(nq_));
  now_.s.assign(y.begin() + static_cast<std::ptrdiff_t>(nq_), y.begin() + static_cast<std::ptrdiff_t>(nq_ + ns_));
  now_.rate.assign(ns_, 0.0);
  now_.a.assign(ns_, 0.0);
  now_.lambda.assign(static_cast<std::size_t>(ode_.sizes().na), 0.0);
  before_ = from_ = next_ = now_;
  defect_.assign(static_cast<std::size_t>(ode_.sizes().nc), 0.0);
  wanted_ = defect_;
  position_error_.assign(nv_, 0.0);
  speed_mid_ = k_ = chart_ = sum_ = position_error_;
  s_error_.assign(ns_, 0.0);
  q_work_.assign(nq_, 0.0);
  implicit_.forget();
  past_.stop();
  unseen_ = std::numeric_limits<double>::infinity();
  adjust_ = stepped_past_ = false;
  work_before_ = y_.back();
  if (const int bad = first_not_finite(y_); bad >= 0) return {Trouble::not_finite, bad, t};
  power_ = power_before_ = power(t_, y_);
  return std::isfinite(power_) ? Status{} : Status{Trouble::not_finite, static_cast<int>(y_.size()) - 1, t};
}

Status GeneralizedAlpha::start(double t, std::span<const double> y, double t_end) {
  if (const Status status = begin(t, y, t_end); !status.good() || done()) return status;
  if (const Status status = find_rates(now_); !status.good()) return status;
  const double chosen = choose_first_step();
  const double h = fixed_step_ ? *fixed_step_ : control_.first_step > 0.0 ? control_.first_step : chosen;
  h_ = std::copysign(std::min(h, control_.max_step), t_end_ - t_);
  h_now_ = h_;
  shift_rates();
  return {};
}

/// The auxiliary rates lag by a share of the step; before_ lies on the tangent, so it gives their slope. Where steps
/// are too long for what the slope belongs to (stiff springs), it is cut to what can change speeds by their own size.
void GeneralizedAlpha::shift_rates() {
  double fastest = 0.0, largest = 0.0, steepest = 0.0;
  for (std::size_t i = 0; i < ns_; ++i) {
    s_error_[i] = (now_.rate[i] - before_.rate[i]) / h_last_;
    fastest = std::max(fastest, std::abs(now_.s[i]));
    largest = std::max(largest, std::abs(now_.rate[i]));
    steepest = std::max(steepest, std::abs(s_error_[i]));
  }
  const double h = std::abs(h_), change = h * h * steepest, size = fastest + h * largest;
  const double cut = change > size ? size / change : 1.0;
  for (std::size_t i = 0; i < ns_; ++i) now_.a[i] = now_.rate[i] + cut * numbers_.shift * h_ * s_error_[i];
}

/// Rates and multipliers of a point.
Status GeneralizedAlpha::find_rates(AlphaPoint& at) {
  ++counts_.evaluations;
  const std::span<const double> s = at.s;
  const std::span<double> rate = at.rate;
  system_.inputs(at.t, ode_.inputs());
  Status status = system_.accelerate({at.t, at.q, s.first(nv_), s.subspan(nv_)}, ode_.inputs(), rate.first(nv_),
                                     rate.subspan(nv_), at.lambda);
  status.time = at.t;
  if (status.index >= 0 && !of_row(status)) status.index += ode_.sizes().nq;
  // Rows may contradict each other in accelerations where positions are off by rounding.
  if (!status.good() && status.trouble != Trouble::inconsistent) return status;
  if (const int bad = first_not_finite(rate); bad >= 0) return {Trouble::not_finite, ode_.sizes().nq + bad, at.t};
  return {};
}

/// How long the state takes to change by its own size, as far as its rates can tell.
double GeneralizedAlpha::time_scale() {
  implicit_.set_scale(now_, now_);
  std::ranges::fill(position_error_, 0.0);
  int ignored = -1;
  const double rate = implicit_.error(now_.q, std::span(now_.s).first(nv_), now_.rate, ignored);
  double size = implicit_.error(now_.q, position_error_, now_.s, ignored);
  for (std::size_t i = 0; i < now_.q.size(); ++i)
    size = std::max(size, std::abs(now_.q[i]) / implicit_.allowed(i, now_.q[i]));
  const bool comparable = size > 0.0 && rate > 0.0 && std::isfinite(size) && std::isfinite(rate);
  constexpr double of_rest = 1e-3;  // of the time that is left
  return comparable ? size / rate : of_rest * std::abs(t_end_ - t_);
}

/// From the rates a moment later; puts what rates and multipliers would have been a moment before into before_.
double GeneralizedAlpha::choose_first_step() {
  const double longest = std::min(control_.max_step, std::abs(t_end_ - t_));
  const double scale = time_scale();
  constexpr double resolved = 1e4 * std::numeric_limits<double>::epsilon();  // of the time
  const double probe = std::min(std::max(1e-4 * scale, resolved * std::abs(t_)), longest),
               h = std::copysign(probe, t_end_ - t_);
  for (std::size_t i = 0; i < nv_; ++i) chart_[i] = h * (now_.s[i] + 0.5 * h * now_.rate[i]);
  next_.t = t_ + h;
  system_.step(now_.q, chart_, next_.q);
  for (std::size_t i = 0; i < ns_; ++i) next_.s[i] = now_.s[i] + h * now_.rate[i];
  h_last_ = h;
  before_.rate = now_.rate;
  before_.lambda = now_.lambda;
  if (!find_rates(next_).good()) return probe;
  for (std::size_t i = 0; i < ns_; ++i) before_.rate[i] -= next_.rate[i] - now_.rate[i];
  for (std::size_t i = 0; i < now_.lambda.size(); ++i) before_.lambda[i] -= next_.lambda[i] - now_.lambda[i];

  std::ranges::fill(s_error_, 0.0);
  for (std::size_t i = 0; i < nv_; ++i) position_error_[i] = (next_.rate[i] - now_.rate[i]) / (12.0 * probe);
  int ignored = -1;
  const double bend = implicit_.error(now_.q, position_error_, s_error_, ignored);
  const double bounded = bend > 0.0 ? std::cbrt(0.5 / bend) : longest;
  return std::min({bounded, 0.1 * scale, longest});
}

std::vector<double> GeneralizedAlpha::memory() const {
  std::vector<double> numbers = {h_, h_now_, h_last_, t_start_, past_.leading() ? 1.0 : 0.0, implicit_.noise()};
  for (const auto* part : {&now_.rate, &now_.a, &before_.rate, &now_.lambda, &before_.lambda, &defect_})
    numbers.insert(numbers.end(), part->begin(), part->end());
  return numbers;
}

Status GeneralizedAlpha::restart(double t, std::span<const double> y, double t_end, std::span<const double> memory) {
  if (const Status status = begin(t, y, t_end); !status.good()) return status;
  h_ = memory[0];
  h_now_ = memory[1];
  h_last_ = memory[2];
  t_start_ = memory[3];
  if (memory[4] != 0.0 && !done()) return past_.begin(t, y, t_end);
  implicit_.set_noise(memory[5]);
  const double* next = memory.data() + 6;
  for (auto* part : {&now_.rate, &now_.a, &before_.rate, &now_.lambda, &before_.lambda, &defect_}) {
    assert(next + part->size() <= memory.data() + memory.size());
    std::copy_n(next, part->size(), part->begin());
    next += part->size();
  }
  adjust_ = true;
  return {};
}

}  // namespace alembert
