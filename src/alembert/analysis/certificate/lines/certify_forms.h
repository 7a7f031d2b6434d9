/// Checks of all forms of a mechanism's equations.
#pragma once
#include "alembert/analysis/certificate/certify_bench.h"

namespace alembert {

/// All classical forms against each other (accelerations, constraint forces, unique reactions), and joint coordinates
/// against body coordinates, where every joint is a constraint.
void check_forms(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples);

/// The first-order system that `derive --form state-space` writes against the rates of coordinates and the solved
/// motion.
void check_state_space(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples);

}  // namespace alembert
