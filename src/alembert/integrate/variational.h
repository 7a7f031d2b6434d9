/// The variational integrator: steps of the discrete Hamilton (Lagrange-d'Alembert) principle.
#pragma once
#include <optional>

#include "alembert/integrate/composition.h"
#include "alembert/integrate/fixed_stepper.h"
#include "alembert/integrate/midpoint_map.h"

namespace alembert {

/// The midpoint map of midpoint_map.h with equal steps, composed to order 4, 6 or 8 where the tolerance asks for it.
/// Without forces outside the Lagrangian energy oscillates within bounds that do not grow with time; momenta that
/// belong to symmetries and all holonomic rows are kept to rounding; steps can be taken back. Not for stiff systems:
/// a step must be shorter than about the shortest period over pi.
class Variational : public FixedStepper {
 public:
  struct Options {
    std::optional<double> fixed_step;  ///< [s]; else chosen from the tolerance
    std::optional<int> order;          ///< 2, 4, 6 or 8; else 2 with a fixed step, and from the tolerance without
  };

  /// Keeps a reference: the problem must outlive it.
  Variational(SystemOde& ode, const StepControl& control, const Options& options);

  Status advance(Node& node, double h) override;
  Status enter(Node& node) override;
  int order() const override { return composition_.order; }
  bool met_change() const override { return map_.met_change(); }

 private:
  const Composition& composition_;
  MidpointMap map_;
};

}  // namespace alembert
