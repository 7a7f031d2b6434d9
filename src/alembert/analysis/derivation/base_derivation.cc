#include "alembert/analysis/derivation/base_derivation.h"

namespace alembert {

BaseDerivation derive_in_base_parameters(const MechanismSetup& setup, const Lagrangian& traced, bool numeric) {
  const GraphScope scope(*setup.model.graph);
  BaseDerivation result;
  result.base = base_parameters(setup.model, setup.compiled, setup.real);
  result.lagrangian = lagrangian_in(result.base, setup.trace_input(), traced);
  result.derivation = derive(result.lagrangian, numeric);
  return result;
}

}  // namespace alembert
