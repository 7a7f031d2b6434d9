/// Checks of the constraints of a system given by its energies.
#pragma once
#include "alembert/analysis/certificate/certificate.h"
#include "alembert/analysis/certificate/oracles/dual_lagrange.h"
#include "alembert/analysis/certificate/state_samples.h"

namespace alembert {

/// At states on the constraints:
///
///   A, A q' = b and A q'' = c against nested dual numbers on the formulas as written; the accelerations satisfy
///   A q'' = c; M q'' + C q' + g + r + A^T lambda = Q; the accelerations against the embedding technique (unknowns in
///   the null space of A, no multipliers); the constraints' power -lambda^T A q' is -lambda . b.
///
/// Nothing for a system without constraints.
void check_constraints(Certificate& certificate, const Lagrangian& model, const LagrangeEquations& equations,
                       const StateSamples& samples, DualLagrange& dual);

}  // namespace alembert
