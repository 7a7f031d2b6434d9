#pragma once
#include "alembert/kernel/coriolis.h"
#include "alembert/kernel/expanded.h"
#include "alembert/kernel/matrix_rows.h"
#include "alembert/kernel/world_columns.impl.h"

namespace alembert {
namespace recursion {

/// I_C and B_C of the subtrees, and the forces I_C J and I_C dJ/dt + B_C J on them.
template <Scalar S>
void collect_velocity_inertias(const Plan& plan, const Params<S>& par, DerivativeWorkspace<S>& dw) {
  WorldWorkspace<S>& ww = dw.world;
  const ColumnOrder& order = ww.order;
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  for (std::size_t b = 1; b < n; ++b) {
    ww.I_C[b] = transformed(ww.X_OB[b], par.I_B[b]);
    dw.B[b] = VelocityInertia<S>(ww.I_C[b], ww.V[b]);
  }
  for (std::size_t b = n - 1; b > 0; --b) {
    for (std::size_t c = order.first[b]; c < order.first[b + 1]; ++c) {
      ww.I_C_J.set(c, ww.I_C[b] * ww.J[c]);
      dw.driven.set(c, ww.I_C[b] * ww.Jdot[c] + dw.B[b] * ww.J[c]);
    }
    const auto p = static_cast<std::size_t>(plan.parent[b]);
    if (p == 0) continue;
    ww.I_C[p] += ww.I_C[b];
    dw.B[p] += dw.B[b];
  }
}

}  // namespace recursion

template <Scalar S>
void coriolis_matrix(const Plan& plan, const Params<S>& par, std::span<const S> v, std::span<S> C, std::span<S> M,
                     const Workspace<S>& w, DerivativeWorkspace<S>& dw) {
  WorldWorkspace<S>& ww = dw.world;
  expanded<S>([&] {
    world_columns(plan, par, w, ww);
    world_velocities(plan, v, ww);
    recursion::collect_velocity_inertias(plan, par, dw);
  });
  fill_matrix(
      ww, C,
      [&](std::size_t b, std::size_t r, std::size_t first, std::size_t last, S* row) {
        dot_columns(ww.I_C_J[r], ww.Jdot, dw.B[b].transpose_times(ww.J[r]), ww.J, first, last, row);
      },
      [&](std::size_t r, std::size_t first, std::size_t last, S* row) {
        dot_columns(ww.J[r], dw.driven, first, last, row);
      });
  if (!M.empty()) fill_mass_matrix(par, M, ww);
}

}  // namespace alembert
