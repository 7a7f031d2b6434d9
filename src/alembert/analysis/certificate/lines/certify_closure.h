/// Rows of closing joints and geometric constraints against what the model file says.
#pragma once
#include "alembert/analysis/certificate/certify_bench.h"

namespace alembert {

/// The lines "constraints hold as described" and "rows as described". States that satisfy the rows must satisfy each
/// joint and constraint by its own definition (described_constraints.h). On the motions of one of its bodies, the rows
/// of a source must span the same space as the rates of its definition: rows = T rates. With that T, A v - b must be T
/// times the rates at any speeds, and A vdot - c at speeds that satisfy the rows T times the second rates.
void check_closure(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples);

}  // namespace alembert
