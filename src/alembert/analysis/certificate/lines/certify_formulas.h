/// Whether the formulas that are derived from a mechanism give what its kernels compute.
#pragma once
#include <span>

#include "alembert/analysis/certificate/certify_bench.h"

namespace alembert {

/// Whether a row holds coordinates or speeds of closing joints. In space these are read under the assumption that the
/// joints hold: the row is the same only where all rows do.
bool reads_closing(const MechanismSetup& setup, std::size_t row);

/// Inverse dynamics of the derived equations, with all forces of the model, against recursive Newton-Euler; phi, A, b
/// and c of the derived rows against those that are computed from the motions of bodies. Not done for quaternion joints
/// and for models of too many coordinates.
Check check_formulas(CertifyBench& bench, std::span<const MechanismSample> samples);

}  // namespace alembert
