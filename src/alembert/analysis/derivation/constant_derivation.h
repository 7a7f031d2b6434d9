/// The equations of a system with named constants in place of coefficients.
#pragma once
#include <string>
#include <vector>

#include "alembert/forms/energies/constraint_rows.h"
#include "alembert/forms/identification/trig_constants.h"
#include "alembert/model/lagrangian.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

struct ConstantDerivation {
  std::string name;                      ///< of the model
  std::vector<std::string> coordinates;  ///< names
  std::vector<Expr> v;                   ///< rates
  TrigConstants constants;
  std::vector<double> mass_values;               ///< of constants.of_mass
  std::vector<double> gravity_values;            ///< of constants.of_gravity
  std::vector<Expr> remaining, effort, applied;  ///< as in LagrangeEquations, simplified
  ConstraintFormulas rows;                       ///< of the constraints, in the model's own parameters

  /// C_ij = sum_k Gamma_ijk q'_k.
  std::vector<Expr> coriolis_matrix() const;
};

/// Of a system given by its energies.
ConstantDerivation derive_with_constants(const Lagrangian& model);
/// Of a mechanism: armatures stay as they are. `traced` as forms/traced/traced_lagrangian.h gives it.
ConstantDerivation derive_with_constants(const MechanismSetup& setup, const Lagrangian& traced);

}  // namespace alembert
