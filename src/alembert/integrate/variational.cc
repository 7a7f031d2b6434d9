#include "alembert/integrate/variational.h"

#include <algorithm>

namespace alembert {
namespace {

/// The order that needs about the fewest evaluations for a tolerance.
int order_for(const StepControl& control) {
  const double tolerance = std::max(control.relative, control.absolute);
  if (tolerance >= 1e-2) return 2;
  if (tolerance >= 1e-5) return 4;
  return tolerance >= 1e-8 ? 6 : 8;
}

/// What steps past a change of rank may err by: not seen among the others even after thousands of passages.
StepControl tight() {
  StepControl control;
  control.relative = control.absolute = 1e-13;
  return control;
}

}  // namespace

Variational::Variational(SystemOde& ode, const StepControl& control, const Options& options)
    : FixedStepper(ode, control, options.fixed_step),
      composition_(composition_of_order(options.order.value_or(options.fixed_step ? 2 : order_for(control)))),
      map_(ode),
      past_(ode, dormand_prince_8(), tight()) {}

Status Variational::enter(Node& node) {
  node.carried.resize(map_.carried());
  return map_.enter(node.t, node.y, node.carried);
}

Status Variational::advance(Node& node, double h) {
  const bool constrained = ode_.sizes().na > 0;
  if (constrained) begin_ = node;
  double t = node.t;
  for (const double part : composition_.part) {
    const Status status = map_.advance(t, part * h, node.y, node.carried, counts_);
    if (constrained && map_.met_change()) return pass_change(node, h);
    if (!status.good()) return status;
    t += part * h;
  }
  return {};
}

Status Variational::pass_change(Node& node, double h) {
  const StepCounts before = past_.counts();
  Status status = past_.start(begin_.t, begin_.y, begin_.t + h);
  while (status.good() && !past_.done()) status = past_.step();
  counts_.evaluations += past_.counts().evaluations - before.evaluations;
  if (!status.good()) return status;
  std::ranges::copy(past_.y(), node.y.begin());
  node.carried = begin_.carried;
  bool moved = false;
  if (status = ode_.project(past_.t(), node.y, moved); !status.good()) return status;
  return map_.enter(past_.t(), node.y, node.carried);
}

}  // namespace alembert
