#include "alembert/integrate/ida_stepper.h"

#include <sundials/sundials_linearsolver.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "alembert/integrate/ida_solver.h"
#include "alembert/integrate/step_trouble.h"
#include "alembert/integrate/work_sum.h"

namespace alembert {
namespace {

constexpr int least_steps_past = 4;
/// As many as it takes to get away from a history that crawls; a stiff motion can afford them too.
constexpr int steps_from_crawling = 16;
/// Tolerances: a projection that moves a state further follows the errors of rows close to a change of rank.
constexpr double largest_move = 300.0;

}  // namespace

using sundials_handles::numbers;

IdaStepper::IdaStepper(SystemOde& ode, const StepControl& control)
    : ode_(ode), control_(control), form_(ode), past_(ode, dormand_prince_8(), control) {
  assert(control.relative >= 0.0 && control.absolute >= 0.0 && control.max_step > 0.0 && control.first_step >= 0.0);
}

IdaStepper::~IdaStepper() = default;

Status IdaStepper::start(double t, std::span<const double> y, double t_end) {
  return begin(t, y, t_end, control_.first_step);
}

Status IdaStepper::restart(double t, std::span<const double> y, double t_end, std::span<const double> /*memory*/) {
  return begin(t, y, t_end, 0.0);
}

Status IdaStepper::begin(double t, std::span<const double> y, double t_end, double first_step) {
  assert(std::isfinite(t) && std::isfinite(t_end) && static_cast<int>(y.size()) == ode_.size());
  t_before_ = t_ = t;
  t_end_ = t_end;
  worst_ = -1;
  y_.assign(y.begin(), y.end());
  inside_ = y_before_ = y_;
  solver_.reset();
  steps_past_ = 0;
  patience_ = least_steps_past;
  stepped_past_ = false;
  if (const int bad = first_not_finite(y_); bad >= 0) return {Trouble::not_finite, bad, t};
  if (done()) return {};
  form_.choose_rows(t_, y_);
  return begin_history(first_step);
}

void IdaStepper::stop_at(double t) {
  Stepper::stop_at(t);
  if (solver_) solver_->stop_at(t);
}

Status IdaStepper::begin_history(double first_step) {
  solver_.reset();
  if (form_.size() == 0) return {};  // nothing moves
  solver_ = std::make_unique<IdaSolver>(form_, control_, t_, t_end_);
  return solver_->start(y_, first_step);
}

Status IdaStepper::step() {
  if (done()) return {};
  if (counts_.steps + counts_.rejected >= control_.max_steps) return {Trouble::too_many_steps, worst_, t_};
  if (steps_past_ == 0) {
    const bool crawls = solver_ && solver_->crawls();
    if (!crawls && try_step().good()) return {};
    steps_past_ = crawls ? steps_from_crawling : std::exchange(patience_, 2 * patience_);
    if (const Status stuck = past_.start(t_, y_, t_end_); !stuck.good()) return stuck;
  }
  return step_past();
}

Status IdaStepper::try_step() {
  if (const Status status = follow_rows(); !status.good()) return status;
  t_before_ = t_;
  y_before_ = y_;
  if (advance().good()) return {};
  bool changed = false;
  const Status status = begin_again(changed);
  if (!status.good()) return status;
  return changed ? advance() : Status{Trouble::step_too_small, worst_, t_};
}

Status IdaStepper::begin_again(bool& changed) {
  bool moved = false;
  std::ranges::copy(y_, inside_.begin());
  if (const Status status = ode_.project(t_, inside_, moved); !status.good()) return status;
  for (std::size_t i = 0; i < y_.size(); ++i)
    if (std::abs(inside_[i] - y_[i]) > largest_move * control_.allowed(i, y_[i])) return {Trouble::lost, 0, t_};
  y_.swap(inside_);
  changed = form_.choose_rows(t_, y_) || moved;
  y_before_ = y_;
  return changed ? begin_history(0.0) : Status{};
}

/// Rows that were left out hold as long as they depend on the others. Where one has been left behind, it is one of
/// those that count now; where those that count come close to each other, others must take over. Close to a change of
/// rank no state may be on all rows within rounding: that can wait until it has passed.
Status IdaStepper::follow_rows() {
  constexpr double left_behind = 10.0;  // tolerances: the others are off by about one
  const bool behind = form_.dropped_excess(t_, y_) > left_behind * std::max(control_.absolute, 1e-14);
  if (!behind && !form_.rows_are_poor(t_, y_)) return {};
  bool changed = false;
  const Status status = begin_again(changed);
  return status.trouble == Trouble::lost ? Status{} : status;
}

Status IdaStepper::step_past() {
  const StepCounts before = past_.counts();
  const Status status = past_.step();
  counts_.steps += past_.counts().steps - before.steps;
  counts_.rejected += past_.counts().rejected - before.rejected;
  counts_.evaluations += past_.counts().evaluations - before.evaluations;
  worst_ = past_.worst();
  t_before_ = past_.t_before();
  t_ = past_.t();
  std::ranges::copy(past_.y(), y_.begin());
  stepped_past_ = true;
  if (!status.good() || --steps_past_ > 0 || done()) return status;
  // If there is no going back to the constraints yet, the next step fails and leads here again.
  bool moved = false;
  std::vector<double>& y = inside_;
  std::ranges::copy(y_, y.begin());
  if (ode_.project(t_, y, moved).good()) {
    form_.choose_rows(t_, y);
    y_.swap(y);
    if (begin_history(0.0).good()) return {};
    y_.swap(y);
  }
  steps_past_ = least_steps_past;
  return {};
}

Status IdaStepper::advance() {
  if (!solver_) {
    t_ = t_end_;
    ++counts_.steps;
    return {};
  }
  IdaSolver& solver = *solver_;
  stepped_past_ = false;
  solver.last_trouble = {};
  if (solver.t_stop != next_stop()) solver.stop_at(next_stop());
  solver.set_shortest_step();
  double reached = t_;
  const int flag =
      IDASolve(solver.memory.get(), next_stop(), &reached, solver.Y.get(), solver.rate.get(), IDA_ONE_STEP);
  note_costs();
  find_worst();
  if (solver.thrown) std::rethrow_exception(std::exchange(solver.thrown, nullptr));
  if (flag < 0) return trouble(flag);
  ++counts_.steps;
  solver.note_order();
  t_ = flag == IDA_TSTOP_RETURN ? next_stop() : reached;
  double added = 0.0;
  if (const Status status = work(t_, added); !status.good()) {
    t_ = t_before_;
    return status;
  }
  const std::span<const double> Y = numbers(solver.Y.get());
  std::ranges::copy(Y.first(static_cast<std::size_t>(form_.differential())), y_.begin());
  ode_.system().tidy(std::span(y_).first(static_cast<std::size_t>(ode_.sizes().nq)));
  y_.back() = y_before_.back() + added;
  return {};
}

Status IdaStepper::trouble(int flag) const {
  if (flag == IDA_ERR_FAIL || flag == IDA_TOO_MUCH_ACC) return {Trouble::step_too_small, worst_, t_};
  // Everything else comes from a callback, from a matrix that cannot be factored, or from iterations that do not
  // converge in the shortest step.
  if (!solver_->last_trouble.good()) return solver_->last_trouble;
  const bool unfactored = SUNLinSolLastFlag(solver_->linear.get()) != SUNLS_SUCCESS;
  return {unfactored ? Trouble::singular : Trouble::step_too_small, worst_, t_};
}

void IdaStepper::note_costs() {
  IdaSolver& solver = *solver_;
  long jacobians = 0;
  IDAGetNumJacEvals(solver.memory.get(), &jacobians);
  const long failures = solver.failures();
  counts_.evaluations += solver.evaluations - solver.noted_evaluations;
  counts_.jacobians += jacobians - solver.noted_jacobians;
  counts_.rejected += failures - solver.noted_failures;
  solver.noted_evaluations = solver.evaluations;
  solver.noted_jacobians = jacobians;
  solver.noted_failures = failures;
}

void IdaStepper::find_worst() {
  IdaSolver& solver = *solver_;
  if (IDAGetEstLocalErrors(solver.memory.get(), solver.scratch.get()) != IDA_SUCCESS ||
      IDAGetErrWeights(solver.memory.get(), solver.weight.get()) != IDA_SUCCESS)
    return;
  const std::span<const double> error = numbers(solver.scratch.get()), weight = numbers(solver.weight.get());
  double largest = 0.0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(form_.differential()); ++i) {
    const double size = std::abs(error[i] * weight[i]);
    if (!(size > largest)) continue;
    largest = size;
    worst_ = static_cast<int>(i);
  }
}

Status IdaStepper::read(double t, std::span<double> y) {
  const std::span<const double> Y = solver_->at(t);
  if (Y.empty()) return {Trouble::not_finite, -1, t};
  std::ranges::copy(Y.first(static_cast<std::size_t>(form_.differential())), y.begin());
  ode_.system().tidy(y.first(static_cast<std::size_t>(ode_.sizes().nq)));
  return {};
}

Status IdaStepper::work(double t, double& sum) {
  const auto power = [&](double at, double& value) {
    if (const Status status = read(at, inside_); !status.good()) return status;
    ode_.system().inputs(at, ode_.inputs());
    value = ode_.system().energies(ode_.state(at, inside_), ode_.inputs()).power;
    return Status{};
  };
  const Status status = gauss_work(t_before_, t, sum, power);
  if (!status.good() || !ode_.steers(ode_.size() - 1)) return status;
  const double size = std::max(std::abs(y_before_.back()), std::abs(sum));
  return refine_work(t_before_, t, control_.allowed(y_.size() - 1, size), sum, power);
}

Status IdaStepper::interpolate(double t, std::span<double> y_out) {
  assert(std::min(t_before_, t_) <= t && t <= std::max(t_before_, t_) && y_out.size() == y_.size());
  if (stepped_past_) return past_.interpolate(t, y_out);
  if (t == t_ || t == t_before_ || !solver_) {
    std::ranges::copy(t == t_ ? y_ : y_before_, y_out.begin());
    return {};
  }
  double added = 0.0;
  if (const Status status = work(t, added); !status.good()) return status;
  if (const Status status = read(t, y_out); !status.good()) return status;
  y_out.back() = y_before_.back() + added;
  return {};
}

}  // namespace alembert
