/// The certificate of a mechanism: independent routes to its equations, compared.
#pragma once
#include "alembert/analysis/certificate/certificate.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// Compares, at the start and at random states:
///
///   M of composite bodies with M of the product of exponentials (body Jacobians); M symmetric and positive definite;
///   Mdot = C + C^T with Mdot by dual numbers; C v + g with inverse dynamics at zero acceleration;
///   inverse dynamics (recursive Newton-Euler) with M a + C v + g, with forward dynamics by articulated bodies and by
///   solving with M, and with Euler-Lagrange's expression of T and V by nested dual numbers;
///   derivative kernels with dual numbers through the dynamics and with differences; momentum with the forces that
///   change it; with constraints those of certify_rows.h; energy balance along a motion.
///
/// Residuals are relative to the sizes of terms before they cancel (certify_force_sizes.h, certify_row_sizes.h).
/// Checks too costly for the size of the model are listed as not done, with the reason.
Certificate certify(const MechanismSetup& setup, const CertifyOptions& options);

}  // namespace alembert
