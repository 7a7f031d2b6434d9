/// Checks of all forms of the equations of a system given by its energies.
#pragma once
#include "alembert/analysis/certificate/certificate.h"
#include "alembert/analysis/certificate/state_samples.h"
#include "alembert/forms/energies/lagrange.h"

namespace alembert {

/// Every form that `derive --form` writes, as formulas with the coordinates that it takes as independent at the start,
/// against the solved motion and each other: accelerations and constraint forces.
void check_energy_forms(Certificate& certificate, const Lagrangian& model, const LagrangeEquations& equations,
                        const StateSamples& samples);

}  // namespace alembert
