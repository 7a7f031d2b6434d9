/// Checks of the derivatives of a mechanism's accelerations.
#pragma once
#include "alembert/analysis/certificate/certify_bench.h"

namespace alembert {

/// Derivatives of the accelerations for given efforts, by coordinates and speeds: kernels against dual numbers through
/// the whole dynamics, and against differences. Not for trees with motions without inertia.
void check_derivatives(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples);

}  // namespace alembert
