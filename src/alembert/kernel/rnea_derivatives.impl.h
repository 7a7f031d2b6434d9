#pragma once
#include "alembert/kernel/expanded.h"
#include "alembert/kernel/matrix_rows.h"
#include "alembert/kernel/rnea_derivatives.h"
#include "alembert/kernel/world_columns.impl.h"

namespace alembert {
namespace recursion {

/// Outward: how a displacement of each joint changes velocities and accelerations below, and the force each body needs.
template <Scalar S>
void spread_motion(const Plan& plan, const Params<S>& par, std::span<const S> v, std::span<const S> vdot,
                   std::span<const Force<S>> F_ext, DerivativeWorkspace<S>& dw) {
  WorldWorkspace<S>& ww = dw.world;
  const ColumnOrder& order = ww.order;
  ww.A[0] = {{}, -par.gravity_W};
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  for (std::size_t b = 1; b < n; ++b) {
    const auto p = static_cast<std::size_t>(plan.parent[b]);
    const Motion<S> V_P = ww.V[p], A_P = ww.A[p];
    Motion<S> V = V_P, A = A_P;
    for (std::size_t c = order.first[b]; c < order.first[b + 1]; ++c) V += v[order.speed[c]] * ww.J[c];
    // The columns are constant in the body H; a displacement along them leaves the motion of the body E as it is.
    const bool reversed = plan.reversed[b];
    const Motion<S>&V_H = reversed ? V_P : V, &V_E = reversed ? V : V_P, &A_E = reversed ? A : A_P;
    for (std::size_t c = order.first[b]; c < order.first[b + 1]; ++c) {
      const std::size_t d = order.speed[c];
      const Motion<S> J = ww.J[c], rate = cross(V_H, J);
      A += v[d] * rate;
      if (!vdot.empty()) A += vdot[d] * J;
      dw.drag.set(c, rate);
    }
    for (std::size_t c = order.first[b]; c < order.first[b + 1]; ++c) {
      const Motion<S> J = ww.J[c], shift = cross(V_E, J);
      dw.velocity_shift.set(c, shift);
      dw.acceleration_shift.set(c, cross(A_E, J) + cross(V_E, shift));
      dw.drag.set(c, dw.drag[c] + shift);
    }
    ww.V[b] = V;
    ww.A[b] = A;
    const Inertia<S> I = transformed(ww.X_OB[b], par.I_B[b]);
    ww.I_C[b] = I;
    dw.B[b] = VelocityInertia<S>(I, V);
    dw.F[b] = I * A + dw.B[b] * V;
    if (!F_ext.empty()) dw.F[b] -= ww.X_OB[b].to_parent(F_ext[b]);
  }
}

/// Inward: sums over subtrees, and the forces on them.
template <Scalar S>
void collect_subtrees(const Plan& plan, DerivativeWorkspace<S>& dw) {
  WorldWorkspace<S>& ww = dw.world;
  const ColumnOrder& order = ww.order;
  const S two(2.0);
  for (auto b = static_cast<std::size_t>(plan.n_bodies()) - 1; b > 0; --b) {
    const Inertia<S> I = ww.I_C[b];
    const VelocityInertia<S> B = dw.B[b];
    const Force<S> F = dw.F[b];
    for (std::size_t c = order.first[b]; c < order.first[b + 1]; ++c) {
      const Motion<S> J = ww.J[c];
      ww.I_C_J.set(c, I * J);
      dw.driven.set(c, I * dw.drag[c] + two * (B * J));
      dw.moved.set(c, I * dw.acceleration_shift[c] + two * (B * dw.velocity_shift[c]) + cross(J, F));
    }
    const auto p = static_cast<std::size_t>(plan.parent[b]);
    if (p == 0) continue;
    ww.I_C[p] += I;
    dw.B[p] += B;
    dw.F[p] += F;
  }
}

/// The last term of (1) among the speeds of reversed joints, whose columns do not move with their own displacements.
template <Scalar S>
void add_reversed_joints(const Plan& plan, const DerivativeWorkspace<S>& dw, std::span<S> dtau_dq) {
  const ColumnOrder& order = dw.world.order;
  for (std::size_t b = 1; b < dw.F.size(); ++b) {
    if (!plan.reversed[b]) continue;
    for (std::size_t c = order.first[b]; c < order.first[b + 1]; ++c) {
      const Force<S> turned = cross(dw.world.J[c], dw.F[b]);
      for (std::size_t r = order.first[b]; r < order.first[b + 1]; ++r)
        dtau_dq[order.speed[r] * order.size() + order.speed[c]] += dot(dw.world.J[r], turned);
    }
  }
}

}  // namespace recursion

template <Scalar S>
DerivativeWorkspace<S>::DerivativeWorkspace(const Plan& plan) : world(plan) {
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  F.resize(n);
  B.resize(n);
  velocity_shift = acceleration_shift = drag = MotionColumns<S>(world.order.size());
  moved = driven = ForceColumns<S>(world.order.size());
}

template <Scalar S>
void rnea_derivatives(const Plan& plan, const Params<S>& par, std::span<const S> v, std::span<const S> vdot,
                      std::span<const Force<S>> F_ext, std::span<S> dtau_dq, std::span<S> dtau_dv, std::span<S> M,
                      const Workspace<S>& w, DerivativeWorkspace<S>& dw) {
  WorldWorkspace<S>& ww = dw.world;
  expanded<S>([&] {
    world_columns(plan, par, w, ww);
    recursion::spread_motion(plan, par, v, vdot, F_ext, dw);
    recursion::collect_subtrees(plan, dw);
  });

  // Twice B_C^T J of the row: what the velocities make of displacements and speeds above.
  const auto turned = [&](std::size_t b, std::size_t r) { return S(2.0) * dw.B[b].transpose_times(ww.J[r]); };
  fill_matrix(
      ww, dtau_dq,
      [&](std::size_t b, std::size_t r, std::size_t first, std::size_t last, S* row) {
        dot_columns(ww.I_C_J[r], dw.acceleration_shift, turned(b, r), dw.velocity_shift, first, last, row);
      },
      [&](std::size_t r, std::size_t first, std::size_t last, S* row) {
        dot_columns(ww.J[r], dw.moved, first, last, row);
      });
  recursion::add_reversed_joints(plan, dw, dtau_dq);
  fill_matrix(
      ww, dtau_dv,
      [&](std::size_t b, std::size_t r, std::size_t first, std::size_t last, S* row) {
        dot_columns(ww.I_C_J[r], dw.drag, turned(b, r), ww.J, first, last, row);
      },
      [&](std::size_t r, std::size_t first, std::size_t last, S* row) {
        dot_columns(ww.J[r], dw.driven, first, last, row);
      });
  fill_mass_matrix(par, M, ww);
}

}  // namespace alembert
