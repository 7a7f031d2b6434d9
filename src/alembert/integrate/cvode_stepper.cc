#include "alembert/integrate/cvode_stepper.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "alembert/integrate/cvode_solver.h"
#include "alembert/integrate/step_trouble.h"

namespace alembert {

using sundials_handles::numbers;

CvodeStepper::CvodeStepper(Ode& ode, const StepControl& control) : ode_(ode), control_(control) {
  assert(control.relative >= 0.0 && control.absolute >= 0.0 && control.max_step > 0.0 && control.first_step >= 0.0);
}

CvodeStepper::~CvodeStepper() = default;

Status CvodeStepper::start(double t, std::span<const double> y, double t_end) {
  known_ = 0.0;
  return begin(t, y, t_end, control_.first_step);
}

Status CvodeStepper::restart(double t, std::span<const double> y, double t_end, std::span<const double> memory) {
  known_ = memory[0];
  return begin(t, y, t_end, 0.0);
}

Status CvodeStepper::begin(double t, std::span<const double> y, double t_end, double first_step) {
  assert(std::isfinite(t) && std::isfinite(t_end) && static_cast<int>(y.size()) == ode_.size());
  t_before_ = t_ = t;
  t_end_ = t_end;
  worst_ = -1;
  y_.assign(y.begin(), y.end());
  y_before_ = y_;
  solver_.reset();
  if (const int bad = first_not_finite(y_); bad >= 0) return {Trouble::not_finite, bad, t};
  if (!done() && !y_.empty()) solver_ = std::make_unique<CvodeSolver>(ode_, control_, known_, t, y, t_end, first_step);
  return {};
}

void CvodeStepper::stop_at(double t) {
  Stepper::stop_at(t);
  if (solver_) solver_->stop_at(t);
}

Status CvodeStepper::step() {
  constexpr double least = 0x1p-47, most = 1e-12, coarser = 4.0;  // below the first, steps crawl through the noise
  Status status = try_step();
  while (status.trouble == Trouble::step_too_small && known_ < most) {
    known_ = std::max(least, coarser * known_);
    const std::vector<double> here = y_;
    if (const Status begun = begin(t_, here, t_end_, 0.0); !begun.good()) return begun;
    status = try_step();
  }
  return status;
}

Status CvodeStepper::try_step() {
  if (done()) return {};
  if (counts_.steps + counts_.rejected >= control_.max_steps) return {Trouble::too_many_steps, worst_, t_};
  t_before_ = t_;
  y_before_ = y_;
  if (!solver_) {  // nothing moves
    t_ = t_end_;
    ++counts_.steps;
    return {};
  }
  CvodeSolver& solver = *solver_;
  solver.last_trouble = {};
  solver.gap_known = false;
  if (solver.t_stop != next_stop()) solver.stop_at(next_stop());
  solver.set_shortest_step();
  double reached = t_;
  const int flag = CVode(solver.memory.get(), next_stop(), solver.y.get(), &reached, CV_ONE_STEP);
  note_costs();
  find_worst();
  if (solver.thrown) std::rethrow_exception(std::exchange(solver.thrown, nullptr));
  if (flag < 0) return trouble(flag);
  ++counts_.steps;
  t_ = flag == CV_TSTOP_RETURN ? next_stop() : reached;
  std::ranges::copy(numbers(solver.y.get()), y_.begin());
  return {};
}

Status CvodeStepper::trouble(int flag) const {
  switch (flag) {
    case CV_ERR_FAILURE:
    case CV_TOO_MUCH_ACC: return {Trouble::step_too_small, worst_, t_};
    default: break;
  }
  // Everything else comes from a callback, or from iterations that do not converge in the shortest step.
  return solver_->last_trouble.good() ? Status{Trouble::step_too_small, worst_, t_} : solver_->last_trouble;
}

void CvodeStepper::note_costs() {
  CvodeSolver& solver = *solver_;
  long jacobians = 0;
  CVodeGetNumJacEvals(solver.memory.get(), &jacobians);
  const long failures = solver.failures();
  counts_.evaluations += solver.evaluations - solver.noted_evaluations;
  counts_.jacobians += jacobians - solver.noted_jacobians;
  counts_.rejected += failures - solver.noted_failures;
  solver.noted_evaluations = solver.evaluations;
  solver.noted_jacobians = jacobians;
  solver.noted_failures = failures;
}

void CvodeStepper::find_worst() {
  CvodeSolver& solver = *solver_;
  if (CVodeGetEstLocalErrors(solver.memory.get(), solver.scratch.get()) != CV_SUCCESS ||
      CVodeGetErrWeights(solver.memory.get(), solver.weight.get()) != CV_SUCCESS)
    return;
  const std::span<const double> error = numbers(solver.scratch.get()), weight = numbers(solver.weight.get());
  double largest = 0.0;
  for (std::size_t i = 0; i < error.size(); ++i) {
    const double size = std::abs(error[i] * weight[i]);
    if (!(size > largest) || !ode_.steers(static_cast<int>(i))) continue;
    largest = size;
    worst_ = static_cast<int>(i);
  }
}

Status CvodeStepper::interpolate(double t, std::span<double> y_out) {
  assert(std::min(t_before_, t_) <= t && t <= std::max(t_before_, t_) && y_out.size() == y_.size());
  if (t == t_ || t == t_before_) {
    std::ranges::copy(t == t_ ? y_ : y_before_, y_out.begin());
    return {};
  }
  if (!solver_) return {};  // no components
  CvodeSolver& solver = *solver_;
  const std::span<const double> polynomial = numbers(solver.scratch.get());
  const auto evaluate = [&](double at) { return CVodeGetDky(solver.memory.get(), at, 0, solver.scratch.get()); };
  // A projection at the end shifts the whole polynomial; at the beginning it shall pass through what was there.
  if (!solver.gap_known) {
    if (evaluate(t_before_) != CV_SUCCESS) return {Trouble::not_finite, -1, t};
    for (std::size_t i = 0; i < y_.size(); ++i) solver.gap[i] = polynomial[i] - y_before_[i];
    solver.gap_known = true;
  }
  if (evaluate(t) != CV_SUCCESS) return {Trouble::not_finite, -1, t};
  const double left = (t_ - t) / (t_ - t_before_);
  for (std::size_t i = 0; i < y_.size(); ++i) y_out[i] = polynomial[i] - left * solver.gap[i];
  return {};
}

}  // namespace alembert
