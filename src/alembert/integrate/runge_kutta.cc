#include "alembert/integrate/runge_kutta.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "alembert/integrate/step_trouble.h"

namespace alembert {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double safety = 0.9;
constexpr double retreat = 0.1;  // step factor after trouble in the right-hand side
/// How often one step may be tried: errors end it within some hundred, Ode::must_repeat() may never be content.
constexpr int most_tries = 1000;

/// |x| / scale. 0 / 0 is no error: a component that is and stays zero under a purely relative tolerance. What has no
/// value (overflow in both) is an infinite error.
double ratio(double x, double scale) {
  if (x == 0.0) return 0.0;
  const double r = std::abs(x) / scale;
  return std::isnan(r) ? std::numeric_limits<double>::infinity() : r;
}

}  // namespace

RungeKutta::RungeKutta(Ode& ode, const Tableau& tableau, const StepControl& control)
    : ode_(ode), tableau_(tableau), control_(control) {
  assert(control.relative >= 0.0 && control.absolute >= 0.0 && control.max_step > 0.0 && control.first_step >= 0.0);
}

/// Everything but the size of the first step.
Status RungeKutta::begin(double t, std::span<const double> y, double t_end) {
  assert(std::isfinite(t) && std::isfinite(t_end) && static_cast<int>(y.size()) == ode_.size());
  const std::size_t n = y.size();
  t_start_ = t_before_ = t_ = t;
  t_end_ = t_end;
  error_before_ = 1e-4;
  worst_ = -1;
  dense_ready_ = false;
  stiff_steps_ = other_steps_ = 0;
  y_.assign(y.begin(), y.end());
  y_before_ = y_new_ = work_ = y_;
  k_.assign(tableau_.c.size() * n, 0.0);
  dense_.assign(tableau_.dense.size() * n, 0.0);
  steering_.clear();
  for (int i = 0; i < static_cast<int>(n); ++i)
    if (ode_.steers(i)) steering_.push_back(i);

  if (const int bad = first_not_finite(y_); bad >= 0) return {Trouble::not_finite, bad, t};
  if (done()) return {};
  ode_.step_begins(true);
  return evaluate(t_, y_, k(0));
}

Status RungeKutta::start(double t, std::span<const double> y, double t_end) {
  if (const Status status = begin(t, y, t_end); !status.good() || done()) return status;
  const double h = control_.first_step > 0.0 ? control_.first_step : choose_first_step();
  h_ = std::copysign(std::min(h, control_.max_step), t_end_ - t_);
  return {};
}

std::vector<double> RungeKutta::memory() const {
  return {h_, error_before_, t_start_, static_cast<double>(stiff_steps_), static_cast<double>(other_steps_)};
}

Status RungeKutta::restart(double t, std::span<const double> y, double t_end, std::span<const double> memory) {
  if (const Status status = begin(t, y, t_end); !status.good()) return status;
  h_ = memory[0];
  error_before_ = memory[1];
  t_start_ = memory[2];
  stiff_steps_ = static_cast<int>(memory[3]);
  other_steps_ = static_cast<int>(memory[4]);
  return {};
}

Status RungeKutta::step() {
  if (done()) return {};
  const Status status = begin_step();
  return status.good() ? advance() : status;
}

/// One accepted step from t_ with the step size h_ at most.
Status RungeKutta::advance() {
  h_ = std::copysign(std::max(std::abs(h_), shortest_step()), t_end_ - t_);
  const double wanted = std::abs(h_);
  bool repeated = false;
  for (int tries = 0; tries < most_tries; ++tries) {
    if (counts_.steps + counts_.rejected >= control_.max_steps) return {Trouble::too_many_steps, worst_, t_};
    const double left = next_stop() - t_;
    const bool last = 1.01 * std::abs(h_) >= std::abs(left);
    const double h = last ? left : h_;
    const double t_new = last ? next_stop() : t_ + h;

    ode_.step_begins(false);
    Status status = try_step(h);
    const bool passed = status.good() && error_ <= 1.0;
    if (passed && !tableau_.error_uses_last) status = evaluate(t_new, y_new_, k(tableau_.stages));
    if (ode_.must_repeat()) {
      ++counts_.rejected;
      continue;
    }
    if (passed && status.good()) {
      watch_stiffness(h);
      accept(t_new);
      const double grown = safety * std::pow(error_, -tableau_.exponent) * std::pow(error_before_, tableau_.memory);
      const double most = repeated ? 1.0 : tableau_.largest_factor;
      const double next = std::abs(h) * std::clamp(grown, tableau_.least_factor, most);
      // A step cut short by next_stop() says little about longer ones: what was wanted before it still is.
      h_ = std::copysign(std::min(last && !repeated ? std::max(next, wanted) : next, control_.max_step), h);
      error_before_ = std::max(error_, 1e-4);
      return {};
    }

    ++counts_.rejected;
    repeated = true;
    if (!status.good() && !curable(status.trouble)) return status;
    const double shrunk = safety * std::pow(error_, -tableau_.exponent);
    h_ = h * (status.good() ? std::clamp(shrunk, tableau_.least_factor, 1.0) : retreat);
    if (std::abs(h_) < shortest_step()) return status.good() ? Status{Trouble::step_too_small, worst_, t_} : status;
  }
  return {Trouble::stalled, worst_, t_};
}

/// Evaluates stages 1 .. s - 1, then y_new_ and error_.
Status RungeKutta::try_step(double h) {
  const int s = tableau_.stages;
  for (int i = 1; i < s; ++i)
    if (const Status status = stage(i, h, y_); !status.good()) return status;

  combine(tableau_.a[static_cast<std::size_t>(s)], s, y_new_);
  for (std::size_t i = 0; i < y_.size(); ++i) y_new_[i] = y_[i] + h * y_new_[i];
  if (const int bad = first_not_finite(y_new_); bad >= 0) return {Trouble::not_finite, bad, t_};
  if (tableau_.error_uses_last)
    if (const Status status = evaluate(t_ + h, y_new_, k(s)); !status.good()) return status;
  error_ = error_norm(h);
  return {};
}

/// k_i at the point that row i of the tableau gives, for a step that starts with y at t_before_.
Status RungeKutta::stage(int i, double h, std::span<const double> y) {
  const auto row = static_cast<std::size_t>(i);
  combine(tableau_.a[row], i, work_);
  for (std::size_t j = 0; j < y.size(); ++j) work_[j] = y[j] + h * work_[j];
  return evaluate(t_before_ + tableau_.c[row] * h, work_, k(i));
}

Status RungeKutta::evaluate(double t, std::span<const double> y, std::span<double> dydt) {
  ++counts_.evaluations;
  Status status = ode_.rhs(t, y, dydt);
  status.time = t;
  if (!status.good()) return status;
  if (const int bad = first_not_finite(dydt); bad >= 0) return {Trouble::not_finite, bad, t};
  return {};
}

/// sum = sum_j row_j k_j over the first `count` stages.
void RungeKutta::combine(const Tableau::Row& row, int count, std::span<double> sum) {
  std::ranges::fill(sum, 0.0);
  for (int j = 0; j < count; ++j) {
    const double weight = row[static_cast<std::size_t>(j)];
    if (weight == 0.0) continue;
    const std::span<const double> rate = k(j);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * rate[i];
  }
}

/// The end of the last accepted step becomes the start of the next one; its last stage is the first one here.
Status RungeKutta::begin_step() {
  if (t_before_ == t_) return {};
  bool moved = false;
  if (const Status status = ode_.project(t_, y_, moved); !status.good()) return status;
  if (moved) {
    if (const Status status = evaluate(t_, y_, k(0)); !status.good()) return status;
  } else {
    std::ranges::copy(k(tableau_.stages), k(0).begin());
  }
  y_before_ = y_;
  t_before_ = t_;
  dense_ready_ = false;
  return {};
}

void RungeKutta::accept(double t_new) {
  ++counts_.steps;
  y_.swap(y_new_);
  t_ = t_new;
}

/// Two evaluations at the end of a step, of its last stage and of its result, give |f1 - f0| / |y1 - y0|, which is
/// close to the largest eigenvalue where that sets the step size.
void RungeKutta::watch_stiffness(double h) {
  const auto s = static_cast<std::size_t>(tableau_.stages);
  combine(tableau_.a[s - 1], tableau_.stages - 1, work_);
  double rate = 0.0, distance = 0.0;
  for (const int component : steering_) {
    const auto i = static_cast<std::size_t>(component);
    const double scale = control_.allowed(i, std::max(std::abs(y_[i]), std::abs(y_new_[i])));
    const double apart = (y_new_[i] - (y_[i] + h * work_[i])) / scale;
    const double change = (k(tableau_.stages)[i] - k(tableau_.stages - 1)[i]) / scale;
    distance += apart * apart;
    rate += change * change;
  }
  if (distance > 0.0 && std::abs(h) * std::sqrt(rate / distance) > tableau_.stability) {
    other_steps_ = 0;
    ++stiff_steps_;
  } else if (++other_steps_ == 6) {
    stiff_steps_ = 0;
  }
}

double RungeKutta::error_norm(double h) {
  double norm[2] = {0.0, 0.0};
  for (std::size_t r = tableau_.error.size(); r-- > 0;) {  // row 0 last: it decides which component is the worst
    combine(tableau_.error[r], tableau_.stages + 1, work_);
    norm[r] = std::abs(h) * scaled_max(work_, y_, y_new_);
  }
  if (tableau_.error.size() == 1 || norm[0] == 0.0 || !std::isfinite(norm[0])) return norm[0];
  return norm[0] * (norm[0] / std::hypot(norm[0], 0.1 * norm[1]));
}

/// Largest |x_i| / (absolute + relative max(|y0_i|, |y1_i|)) over the steering components; notes which one in worst_.
double RungeKutta::scaled_max(std::span<const double> x, std::span<const double> y0, std::span<const double> y1) {
  double largest = 0.0;
  for (const int component : steering_) {
    const auto i = static_cast<std::size_t>(component);
    const double scale = control_.allowed(i, std::max(std::abs(y0[i]), std::abs(y1[i])));
    const double size = ratio(x[i], scale);
    if (size <= largest) continue;
    largest = size;
    worst_ = component;
  }
  return largest;
}

/// HNW I, sec. II.4, algorithm 4.14: a step whose Euler increment is small, bounded by the second derivative.
double RungeKutta::choose_first_step() {
  const double longest = std::min(control_.max_step, std::abs(t_end_ - t_));
  const double size = scaled_max(y_, y_, y_);
  const double rate = scaled_max(k(0), y_, y_);
  const bool comparable = size >= 1e-5 && rate >= 1e-5 && std::isfinite(size) && std::isfinite(rate);
  const double probe = std::min(comparable ? 0.01 * (size / rate) : 1e-6, longest);

  const double h = std::copysign(probe, t_end_ - t_);
  for (std::size_t i = 0; i < y_.size(); ++i) work_[i] = y_[i] + h * k(0)[i];
  if (!evaluate(t_ + h, work_, k(1)).good()) return probe * retreat;
  for (std::size_t i = 0; i < y_.size(); ++i) work_[i] = k(1)[i] - k(0)[i];
  const double bend = scaled_max(work_, y_, y_) / probe;
  worst_ = -1;

  const double fastest = std::max(rate, bend);
  const double bounded =
      fastest <= 1e-15 ? std::max(1e-6, 1e-3 * probe) : std::pow(0.01 / fastest, 1.0 / tableau_.order);
  return std::min({100.0 * probe, bounded, longest});
}

/// Ten units in the last place of t; near t = 0 a length that no problem on this interval can mean.
double RungeKutta::shortest_step() const {
  return std::max(10.0 * epsilon * std::abs(t_), epsilon * epsilon * std::abs(t_end_ - t_start_));
}

Status RungeKutta::interpolate(double t, std::span<double> y_out) {
  assert(std::min(t_before_, t_) <= t && t <= std::max(t_before_, t_) && y_out.size() == y_.size());
  if (t == t_ || t == t_before_) {
    std::ranges::copy(t == t_ ? y_ : y_before_, y_out.begin());
    return {};
  }
  if (const Status status = make_dense(); !status.good()) return status;

  const double h = t_ - t_before_, x = (t - t_before_) / h;
  const std::span<const double> f0 = k(0), f1 = k(tableau_.stages);
  const std::size_t n = y_.size();
  for (std::size_t i = 0; i < n; ++i) {
    // Horner's scheme, innermost bracket first: factors x and 1 - x in turn, x next to the odd rows.
    double sum = 0.0;
    for (std::size_t r = tableau_.dense.size(); r-- > 0;) sum = dense_[r * n + i] + (r % 2 == 0 ? x : 1.0 - x) * sum;
    const double d = y_[i] - y_before_[i];
    sum = 2.0 * d - h * (f0[i] + f1[i]) + (1.0 - x) * sum;
    sum = h * f0[i] - d + x * sum;
    y_out[i] = y_before_[i] + x * (d + (1.0 - x) * sum);
  }
  return {};
}

/// The rows of the dense output of the last accepted step, with the extra stages they need.
Status RungeKutta::make_dense() {
  if (dense_ready_) return {};
  const double h = t_ - t_before_;
  const int total = static_cast<int>(tableau_.c.size());
  for (int i = tableau_.stages + 1; i < total; ++i)
    if (const Status status = stage(i, h, y_before_); !status.good()) return status;
  for (std::size_t r = 0; r < tableau_.dense.size(); ++r) {
    const std::span<double> row = std::span(dense_).subspan(r * y_.size(), y_.size());
    combine(tableau_.dense[r], total, row);
    for (double& value : row) value *= h;
  }
  dense_ready_ = true;
  return {};
}

}  // namespace alembert
