#include "alembert/integrate/past_change.h"

#include <algorithm>

namespace alembert {
namespace {

StepControl tight() {
  StepControl control;
  control.relative = control.absolute = 1e-11;
  return control;
}

}  // namespace

PastChange::PastChange(SystemOde& ode) : ode_(ode), motion_(ode, dormand_prince_8(), tight()) {
  const auto nv = static_cast<std::size_t>(ode.sizes().nv), na = static_cast<std::size_t>(ode.sizes().na);
  zero_.assign(nv, 0.0);
  x_ = zero_;
  no_rows_.assign(na, 0.0);
  lambda_ = no_rows_;
}

PastChange::Distance PastChange::distance(double t, std::span<const double> y) {
  if (no_rows_.empty()) return Distance::far;
  const Status status = ode_.system().constrained_solve(t, ode_.state(t, y).q, zero_, no_rows_, x_, lambda_);
  if (!status.good() && status.trouble != Trouble::inconsistent) return Distance::far;
  const bool near = ode_.near_change(), in_sight = ode_.change_in_sight();  // both keep count of rows
  return near ? Distance::near : in_sight ? Distance::in_sight : Distance::far;
}

Status PastChange::begin(double t, std::span<const double> y, double t_end) {
  leading_ = true;
  return motion_.start(t, y, t_end);
}

Status PastChange::step(StepCounts& counts) {
  const StepCounts before = motion_.counts();
  const Status status = motion_.step();
  counts.steps += motion_.counts().steps - before.steps;
  counts.rejected += motion_.counts().rejected - before.rejected;
  counts.evaluations += motion_.counts().evaluations - before.evaluations;
  return status;
}

Status PastChange::lead(double t, std::span<const double> y, double t_new, std::span<double> y_new) {
  Status status = motion_.start(t, y, t_new);
  while (status.good() && !motion_.done()) status = motion_.step();
  std::ranges::copy(motion_.y(), y_new.begin());
  return status;
}

bool PastChange::over() {
  projected_.assign(motion_.y().begin(), motion_.y().end());
  bool moved = false;
  return distance(motion_.t(), projected_) == Distance::far && ode_.project(motion_.t(), projected_, moved).good();
}

}  // namespace alembert
