/// Checks of the constraints of a mechanism.
#pragma once
#include "alembert/analysis/certificate/certify_bench.h"

namespace alembert {

/// Rows at states on the constraints: their rates A v - b, at the speeds of the state and at random ones, against dual
/// numbers through phi, or rows of speeds alone against the constraint as it is written; second rates A vdot - c
/// against dual numbers through A v - b.
void check_rates(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples);

/// check_rates(); accelerations and multipliers against the rows and the equations, and the constraints' power, at
/// `few` states, since they take dense matrices; not done where there are none. Not applicable to a mechanism without
/// rows.
void check_rows(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples,
                const MechanismSamples& few);

}  // namespace alembert
