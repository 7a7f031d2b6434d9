#include "alembert/analysis/driven/driven_stepper.h"

#include <algorithm>
#include <utility>

#include "alembert/core/index.h"

namespace alembert {

DrivenStepper::DrivenStepper(const System& system, AssembleOptions assemble, const StepControl& control)
    : system_(system), assemble_(std::move(assemble)), control_(control), sizes_(system.sizes()) {}

Status DrivenStepper::start(double t, std::span<const double> y, double t_end) {
  t_before_ = t_ = t;
  t_end_ = t_end;
  y_.assign(y.begin(), y.end());
  y_before_ = y_;
  const std::span<const double> q = y.first(index(sizes_.nq)), v = y.subspan(q.size(), index(sizes_.nv));
  const std::span<const double> z = y.subspan(q.size() + v.size(), index(sizes_.nz));
  states_.reset();
  path_ = std::make_unique<DrivenPath>(
      DrivenMotion(system_, assemble_, t, std::vector(q.begin(), q.end()), std::vector(v.begin(), v.end())));
  if (const Status status = path_->here().status(); !status.good() || z.empty()) return status;
  along_ = std::make_unique<StatesAlong>(system_, *path_);
  ode_ = std::make_unique<SystemOde>(*along_);
  z_.assign(z.begin(), z.end());
  z_.push_back(0.0);
  return start_states(method_);
}

Status DrivenStepper::restart(double t, std::span<const double> y, double t_end, std::span<const double> /*memory*/) {
  return start(t, y, t_end);
}

/// From z_ at t_; the rates of the states are looked at ahead of time, but not beyond where the method may step.
Status DrivenStepper::start_states(Method method) {
  method_ = method;
  states_ = make_stepper(method, *ode_, control_);
  const Status status = states_->start(t_, z_, t_end_);
  if (const Status back = path_->at(t_); !back.good()) return back;
  return status;
}

Status DrivenStepper::step() {
  if (done()) return {};
  if (const Status status = path_->at(t_); !status.good()) return status;
  path_->keep();
  if (states_ && method_ == Method::rk8 && states_->stiff())
    if (const Status status = start_states(Method::cvode); !status.good()) return status;
  t_before_ = t_;
  y_before_ = y_;
  if (const Status status = path_->approach(t_end_); !status.good()) return status;
  double reached = path_->here().time();
  if (states_) {
    states_->stop_at(reached);
    if (const Status status = states_->step(); !status.good()) {
      path_->at(t_before_);
      return {status.trouble, -1, t_before_};
    }
    reached = states_->t();
    if (const Status status = path_->at(reached); !status.good()) return status;
    std::ranges::copy(states_->y(), z_.begin());
  }
  t_ = reached;
  ++counts_.steps;
  put(z_, y_);
  return {};
}

Status DrivenStepper::interpolate(double t, std::span<double> y_out) {
  std::ranges::copy(y_, y_out.begin());
  if (const Status status = path_->at(t); !status.good()) return status;
  std::vector<double> z = z_;
  if (states_ && t != t_)
    if (const Status status = states_->interpolate(t, z); !status.good()) return status;
  if (const Status status = path_->at(t); !status.good()) return status;  // dense output has looked elsewhere
  put(z, y_out);
  return {};
}

void DrivenStepper::put(std::span<const double> states, std::span<double> y) const {
  auto next = std::ranges::copy(path_->here().q(), y.begin()).out;
  next = std::ranges::copy(path_->here().v(), next).out;
  std::ranges::copy(states.first(index(sizes_.nz)), next);
}

}  // namespace alembert
