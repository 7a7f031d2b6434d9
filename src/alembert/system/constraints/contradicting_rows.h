/// Constraint rows that depend on each other, so that they hold together only where their right sides agree.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/system/system.h"

namespace alembert {

/// Rows whose misses no x can mend: A x = rest cannot hold for them together, because a sum of the rows vanishes and
/// the same sum of `rest` does not. Those with the largest part in it first; empty where there is no such sum.
///
/// @param scales  units are zero for what must not move
std::vector<int> contradicting_rows(const SparseRows& A, std::span<const double> rest, const RowScales& scales);

/// The other rows that depend on a row, together with it, at a configuration: names.
std::vector<std::string> rows_beside(const System& system, double t, std::span<const double> q, int row);

/// 'A', 'B' and 2 more
std::string quoted(std::span<const std::string> names);

}  // namespace alembert
