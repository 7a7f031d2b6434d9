/// Applied forces and energies against their own definitions.
#pragma once
#include "alembert/analysis/certificate/certify_bench.h"

namespace alembert {

/// The lines "forces as described" and "energies as described".
///
/// Along random virtual motions, what all forces but gravity do together as generalized forces must be the sum of what
/// each does by its own definition: a spring its tension times the change of its length, a force its product with the
/// displacement of its point, an effort its product with the joint's. Kinetic energy is the sum of m v^2 / 2 + w . I w
/// / 2 of all bodies and armatures, potential energy that of weights and springs. Places, lengths and their changes
/// come from poses by the description (written_motion.h).
void check_forces(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples);

}  // namespace alembert
