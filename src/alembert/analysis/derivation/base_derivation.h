/// The equations of a mechanism in its base inertial parameters.
#pragma once
#include "alembert/analysis/derivation/derivation.h"
#include "alembert/forms/identification/base_parameters.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

struct BaseDerivation {
  BaseParameters base;
  Lagrangian lagrangian;  ///< with the base parameters that are not zero as parameters
  Derivation derivation;  ///< of it
};

/// @param traced   of the same mechanism, as forms/traced/traced_lagrangian.h gives it
/// @param numeric  put in the values of all parameters
/// Throws Error (too_large) for mechanisms whose base parameters nobody would read.
BaseDerivation derive_in_base_parameters(const MechanismSetup& setup, const Lagrangian& traced, bool numeric);

}  // namespace alembert
