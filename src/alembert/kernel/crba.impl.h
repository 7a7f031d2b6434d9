#pragma once
#include <algorithm>

#include "alembert/kernel/crba.h"
#include "alembert/kernel/expanded.h"
#include "alembert/kernel/joints/any_joint.h"
#include "alembert/kernel/matrix_rows.h"
#include "alembert/kernel/world_columns.impl.h"

namespace alembert {
namespace recursion {

/// Row and column of speed d from the force F that its unit acceleration needs at body b, walking up to the world.
template <Scalar S>
void fill_from(const Plan& plan, const Params<S>& par, const Workspace<S>& w, std::size_t b, std::size_t d, Force<S> F,
               std::span<S> M) {
  const auto nv = static_cast<std::size_t>(plan.nv);
  S part[6] = {S(0.0), S(0.0), S(0.0), S(0.0), S(0.0), S(0.0)};
  for (std::size_t a = b;;) {
    const auto first = static_cast<std::size_t>(plan.first_v[a]);
    with_joint(plan, par, w, a, [&](const auto& joint) {
      joint.project(F, part);
      for (std::size_t k = 0; k < static_cast<std::size_t>(joint.nv); ++k)
        M[(first + k) * nv + d] = M[d * nv + first + k] = part[k];
    });
    const auto p = static_cast<std::size_t>(plan.parent[a]);
    if (p == 0) return;
    F = w.X_PB[a].to_parent(F);
    a = p;
  }
}

}  // namespace recursion

template <Scalar S>
void crba(const Plan& plan, const Params<S>& par, std::span<S> M, Workspace<S>& w) {
  const auto nv = static_cast<std::size_t>(plan.nv);
  std::fill(M.begin(), M.end(), S(0.0));
  std::copy(par.I_B.begin(), par.I_B.end(), w.I_C.begin());
  const auto sweep = [&](std::size_t b) {
    const auto first = static_cast<std::size_t>(plan.first_v[b]);
    with_joint(plan, par, w, b, [&](const auto& joint) {
      for (int k = 0; k < joint.nv; ++k) {
        const Force<S> F = [&] {
          if constexpr (requires { joint.times(w.I_C[b]); })
            return joint.times(w.I_C[b]);
          else
            return w.I_C[b] * joint.column(k);
        }();
        recursion::fill_from(plan, par, w, b, first + static_cast<std::size_t>(k), F, M);
      }
    });
    const auto p = static_cast<std::size_t>(plan.parent[b]);
    if (p > 0) w.I_C[p] += transformed(w.X_PB[b], w.I_C[b]);
  };
  expanded<S>([&] {
    for (auto b = static_cast<std::size_t>(plan.n_bodies()) - 1; b > 0; --b) sweep(b);
  });
  for (std::size_t d = 0; d < nv; ++d) M[d * nv + d] += par.armature[d];
}

template <Scalar S>
void world_crba(const Plan& plan, const Params<S>& par, std::span<S> M, const Workspace<S>& w, WorldWorkspace<S>& ww) {
  expanded<S>([&] {
    world_columns(plan, par, w, ww);
    composite_inertias(plan, par, ww);
  });
  fill_mass_matrix(par, M, ww);
}

template <Scalar S>
void crba(const Plan& plan, const Params<S>& par, std::span<S> M, Workspace<S>& w, WorldWorkspace<S>& ww) {
  if (plan.pairs > 10 * static_cast<std::int64_t>(plan.nv))
    world_crba(plan, par, M, w, ww);
  else
    crba(plan, par, M, w);
}

}  // namespace alembert
