/// Rows that ask for an infinite speed or acceleration, as sqrt(abs(t - 1)) does at t = 1.
#pragma once
#include <span>

#include "alembert/system/system.h"

namespace alembert {

/// The first row whose prescribed speed or acceleration at t or a moment later is no number, or whose speed changes
/// within the moment by so much that this alone moves the row noticeably; -1 where there is none.
int unbounded_row(const System& system, double t, std::span<const double> q, double moment);

}  // namespace alembert
