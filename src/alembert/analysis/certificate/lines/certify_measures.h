/// Quantities that formulas may name, against the description of the mechanism.
#pragma once
#include "alembert/analysis/certificate/certify_bench.h"

namespace alembert {

/// The line "measures as described": of every body the place and velocity of its origin, its angle or its quaternion
/// with rates, and its angular velocity, and the lengths of springs, as formulas read them, against derivatives of
/// poses by the description (written_motion.h).
void check_measures(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples);

}  // namespace alembert
