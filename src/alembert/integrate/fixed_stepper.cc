#include "alembert/integrate/fixed_stepper.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "alembert/integrate/step_choice.h"
#include "alembert/integrate/step_trouble.h"

namespace alembert {
namespace {

constexpr int most_halvings = 10;
constexpr std::size_t own_memory = 3;  // h, t_start, count

}  // namespace

FixedStepper::FixedStepper(SystemOde& ode, const StepControl& control, std::optional<double> fixed)
    : ode_(ode), control_(control), fixed_(fixed), past_(ode) {
  assert(!fixed || *fixed > 0.0);
}

Status FixedStepper::begin(double t, std::span<const double> y, double t_end) {
  assert(std::isfinite(t) && std::isfinite(t_end) && static_cast<int>(y.size()) == ode_.size());
  t_start_ = t_before_ = t_ = t;
  t_end_ = t_end;
  count_ = 0.0;
  worst_ = -1;
  past_.stop();
  stepped_past_ = false;
  y_.assign(y.begin(), y.end());
  now_.t = t;
  now_.y = y_;
  now_.loss = loss_ = 0.0;
  if (const int bad = first_not_finite(y_); bad >= 0) return {Trouble::not_finite, bad, t};
  return enter(now_);
}

Status FixedStepper::start(double t, std::span<const double> y, double t_end) {
  if (const Status status = begin(t, y, t_end); !status.good()) return status;
  before_ = now_;
  if (done()) return {};
  const double whole = std::abs(t_end - t);
  h_ = whole;
  if (fixed_) {
    h_ = *fixed_;
  } else {
    const StepChoice choice = choose_step(*this, ode_, control_, now_, t_end);
    counts_.evaluations += choice.evaluations;
    h_ = whole / std::ceil(whole / choice.h);
  }
  if (whole / h_ > static_cast<double>(control_.max_steps)) return {Trouble::too_many_steps, -1, t};
  h_ = std::copysign(h_, t_end - t);
  return {};
}

std::vector<double> FixedStepper::memory() const {
  std::vector<double> result{h_, t_start_, count_};
  result.insert(result.end(), now_.carried.begin(), now_.carried.end());
  return result;
}

Status FixedStepper::restart(double t, std::span<const double> y, double t_end, std::span<const double> memory) {
  if (const Status status = begin(t, y, t_end); !status.good()) return status;
  h_ = std::copysign(memory[0], t_end - t);
  // Elsewhere than where the memory was made, a new series of steps begins.
  if (t == memory[1] + memory[2] * h_ && memory.size() == own_memory + now_.carried.size()) {
    t_start_ = memory[1];
    count_ = memory[2];
    std::ranges::copy(memory.subspan(own_memory), now_.carried.begin());
  }
  before_ = now_;
  return {};
}

Status FixedStepper::step() {
  if (done()) return {};
  if (counts_.steps + counts_.rejected >= control_.max_steps) return {Trouble::too_many_steps, -1, t_};
  if (past_.leading()) return step_past();
  // A remainder below rounding of the count is no step of its own.
  constexpr double slack = 1e-9;
  const double left = (t_end_ - t_start_) / h_ - count_;
  const double t_new = left <= 1.0 + slack ? t_end_ : t_start_ + (count_ + 1.0) * h_;
  if (t_new == t_) return {Trouble::step_too_small, worst_, t_};
  trial_ = now_;
  trial_.loss = 0.0;
  const Status status = advance_in_parts(trial_, t_new - t_);
  if (met_change()) {
    if (const Status begun = past_.begin(t_, y_, t_end_); !begun.good()) return begun;
    return step_past();
  }
  if (!status.good()) return status;
  stepped_past_ = false;
  std::swap(before_, now_);
  std::swap(now_, trial_);
  now_.t = t_new;
  t_before_ = t_;
  t_ = t_new;
  y_ = now_.y;
  ++count_;
  ++counts_.steps;
  return {};
}

Status FixedStepper::step_past() {
  const Status status = past_.step(counts_);
  t_before_ = past_.motion().t_before();
  t_ = past_.motion().t();
  std::ranges::copy(past_.motion().y(), y_.begin());
  stepped_past_ = true;
  if (!status.good() || done() || !past_.over()) return status;
  past_.stop();
  std::ranges::copy(past_.projected(), y_.begin());
  t_start_ = now_.t = t_;
  count_ = 0.0;
  now_.y = y_;
  return enter(now_);
}

/// One step, in as many equal parts as it takes, if that helps.
Status FixedStepper::advance_in_parts(Node& node, double h) {
  from_ = node;
  Status status;
  for (int halvings = 0; halvings <= most_halvings; ++halvings) {
    const double parts = std::ldexp(1.0, halvings);
    status = {};
    for (double k = 0.0; k < parts && status.good(); ++k) {
      node.t = from_.t + k / parts * h;
      status = advance(node, h / parts);
      if (met_change()) return status;
    }
    if (const int bad = first_not_finite(node.y); status.good() && bad >= 0)
      status = {Trouble::not_finite, bad, from_.t};
    if (status.good() || !(curable(status.trouble) || status.trouble == Trouble::unsolved)) return status;
    worst_ = of_row(status) ? -1 : status.index;
    ++counts_.rejected;
    node = from_;
  }
  return status;
}

Status FixedStepper::interpolate(double t, std::span<double> y_out) {
  assert(std::min(t_before_, t_) <= t && t <= std::max(t_before_, t_) && y_out.size() == y_.size());
  if (stepped_past_) return past_.motion().interpolate(t, y_out);
  if (t == t_ || t == t_before_) {
    std::ranges::copy(t == t_ ? y_ : before_.y, y_out.begin());
    loss_ = t == t_ ? now_.loss : 0.0;
    return {};
  }
  // Speeds of a very short step would be differences of equal numbers.
  constexpr double very_short = 1e-5;
  if (std::abs(t - t_before_) < very_short * std::abs(t_ - t_before_) && moment_after(t, y_out).good()) return {};
  trial_ = before_;
  trial_.loss = 0.0;
  Status status = advance_in_parts(trial_, t - t_before_);
  if (met_change()) status = past_.lead(t_before_, before_.y, t, trial_.y);
  if (status.good()) std::ranges::copy(trial_.y, y_out.begin());
  loss_ = trial_.loss;
  return status;
}

/// A moment after the last step began, by the explicit midpoint rule: a ball that has hardly left the ground falls back
/// on it.
Status FixedStepper::moment_after(double t, std::span<double> y_out) {
  const double h = t - t_before_;
  rates_.resize(y_.size());
  trial_.y = before_.y;
  if (const Status status = ode_.rhs(t_before_, before_.y, rates_); !status.good()) return status;
  for (std::size_t i = 0; i < y_out.size(); ++i) trial_.y[i] += 0.5 * h * rates_[i];
  if (const Status status = ode_.rhs(t_before_ + 0.5 * h, trial_.y, rates_); !status.good()) return status;
  for (std::size_t i = 0; i < y_out.size(); ++i) y_out[i] = before_.y[i] + h * rates_[i];
  loss_ = h * ode_.system().energies(ode_.state(t_before_ + 0.5 * h, trial_.y), ode_.inputs()).dissipation;
  return {};
}

std::optional<double> FixedStepper::dissipated() const {
  if (stepped_past_) return {};
  return loss_;
}

}  // namespace alembert
