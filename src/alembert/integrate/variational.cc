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

}  // namespace

Variational::Variational(SystemOde& ode, const StepControl& control, const Options& options)
    : FixedStepper(ode, control, options.fixed_step),
      composition_(composition_of_order(options.order.value_or(options.fixed_step ? 2 : order_for(control)))),
      map_(ode) {}

Status Variational::enter(Node& node) {
  node.carried.resize(map_.carried());
  return map_.enter(node.t, node.y, node.carried);
}

Status Variational::advance(Node& node, double h) {
  double t = node.t;
  for (const double part : composition_.part) {
    const Status status = map_.advance(t, part * h, node.y, node.carried, node.loss, counts_);
    if (!status.good() || map_.met_change()) return status;
    t += part * h;
  }
  return {};
}

}  // namespace alembert
