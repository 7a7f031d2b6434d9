/// Bringing a state onto the constraints.
#pragma once
#include <span>
#include <vector>

#include "alembert/system/mechanism_setup.h"

namespace alembert {

/// Changes q and v as little as possible (least squares) so that every coupling holds: positions first, then speeds.
/// Joints with `fixed = true` keep a start and a rate that are written. A state that satisfies every row to 1e-12 is
/// left as it is. Throws Error (singular) naming the worst row where it is impossible.
void assemble(const Mechanism& model, std::span<const Coupling> couplings, std::vector<double>& q,
              std::vector<double>& v);

}  // namespace alembert
