/// Multipliers that have run away: the last net under rows that depend on each other.
#pragma once
#include <span>

#include "alembert/system/system.h"

namespace alembert {

/// The row with the largest multiplier, in its own scale, where that exceeds a hundred million times what all rows
/// together exert, A^T lambda, and is not small beside the forces of the state either: then rows that depend on each
/// other push against each other with forces that rounding has chosen. -1 where there is none.
///
/// @param scales  of the rows of `system` (row_scales.h)
/// @param forces  [nv] that act without rows, for their size
int runaway_row(const System& system, double t, std::span<const double> q, std::span<const double> lambda,
                const RowScales& scales, std::span<const double> forces);

}  // namespace alembert
