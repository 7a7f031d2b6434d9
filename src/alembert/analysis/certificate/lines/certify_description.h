/// Poses, velocities and accelerations of bodies against the description of the mechanism.
#pragma once
#include "alembert/analysis/certificate/certify_bench.h"

namespace alembert {

/// The line "bodies move as described": where the kernels say that each body is, and how it moves, against points, axes
/// and rotations as the user wrote them (written_motion.h), at the states of the samples. A wrong or left-handed joint
/// frame shows here.
void check_description(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples);

}  // namespace alembert
