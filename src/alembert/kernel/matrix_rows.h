/// Filling a matrix over pairs of speeds, row by row, where only pairs on one way to the world differ from zero.
#pragma once
#include <algorithm>
#include <span>

#include "alembert/kernel/world_workspace.h"

namespace alembert {

/// A [nv x nv] row-major, in the order of the speeds; overwritten.
///
/// @param above  above(b, r, first, last, row): elements first ... last - 1 of row r, a column of body b; they belong
///               to b or to bodies above it
/// @param below  below(r, first, last, row): the same for columns strictly below
template <Scalar S, class Above, class Below>
void fill_matrix(WorldWorkspace<S>& ww, std::span<S> A, const Above& above, const Below& below) {
  const ColumnOrder& order = ww.order;
  const std::size_t nv = order.size();
  for (std::size_t b = 1; b + 1 < order.first.size(); ++b) {
    for (std::size_t r = order.first[b]; r < order.first[b + 1]; ++r) {
      S* row = order.in_order ? A.data() + r * nv : ww.row.data();
      if (!order.dense) std::fill_n(row, nv, S(0.0));
      order.for_runs_above(b, [&](std::size_t first, std::size_t last) { above(b, r, first, last, row); });
      below(r, order.first[b + 1], order.below_end[b], row);
      if (order.in_order) continue;
      for (std::size_t c = 0; c < nv; ++c) A[order.speed[r] * nv + order.speed[c]] = row[c];
    }
  }
}

/// M_rc = J_r . (I_C J)_c for the lower of the two, plus the armature. Needs composite_inertias.
template <Scalar S>
void fill_mass_matrix(const Params<S>& par, std::span<S> M, WorldWorkspace<S>& ww) {
  fill_matrix(
      ww, M,
      [&](std::size_t /*b*/, std::size_t r, std::size_t first, std::size_t last, S* row) {
        dot_columns(ww.I_C_J[r], ww.J, first, last, row);
      },
      [&](std::size_t r, std::size_t first, std::size_t last, S* row) {
        dot_columns(ww.J[r], ww.I_C_J, first, last, row);
      });
  const std::size_t nv = ww.order.size();
  for (std::size_t d = 0; d < nv; ++d) M[d * nv + d] += par.armature[d];
}

}  // namespace alembert
