#pragma once
#include "alembert/kernel/joints/world_column.h"
#include "alembert/kernel/world_columns.h"

namespace alembert {

template <Scalar S>
WorldWorkspace<S>::WorldWorkspace(const Plan& plan) : order(plan) {
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  X_OB.assign(n, Transform<S>::identity());
  p_WO.resize(n);
  V.resize(n);
  A.resize(n);
  I_C.resize(n);
  J = Jdot = MotionColumns<S>(order.size());
  I_C_J = ForceColumns<S>(order.size());
  row.assign(order.size(), S(0.0));
}

template <Scalar S>
void world_columns(const Plan& plan, const Params<S>& par, const Workspace<S>& w, WorldWorkspace<S>& ww) {
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  for (std::size_t b = 1; b < n; ++b) {
    const auto p = static_cast<std::size_t>(plan.parent[b]);
    Transform<S>& X = ww.X_OB[b];
    if (p == 0) {
      X = {w.X_PB[b].R, {}};
      ww.p_WO[b] = w.X_PB[b].p;
    } else {
      X = ww.X_OB[p] * w.X_PB[b];
      ww.p_WO[b] = ww.p_WO[p];
    }
    with_joint(plan, par, w, b, [&](const auto& joint) {
      for (int k = 0; k < joint.nv; ++k)
        ww.J.set(ww.order.first[b] + static_cast<std::size_t>(k), world_column(joint, X, k));
    });
  }
}

template <Scalar S>
void world_velocities(const Plan& plan, std::span<const S> v, WorldWorkspace<S>& ww) {
  const ColumnOrder& order = ww.order;
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  for (std::size_t b = 1; b < n; ++b) {
    const Motion<S> V_P = ww.V[static_cast<std::size_t>(plan.parent[b])];
    Motion<S> V = V_P;
    for (std::size_t c = order.first[b]; c < order.first[b + 1]; ++c) V += v[order.speed[c]] * ww.J[c];
    ww.V[b] = V;
    const Motion<S>& V_H = plan.reversed[b] ? V_P : V;  // of the body in which the columns are constant
    for (std::size_t c = order.first[b]; c < order.first[b + 1]; ++c) ww.Jdot.set(c, cross(V_H, ww.J[c]));
  }
}

template <Scalar S>
void world_accelerations(const Plan& plan, const Vec3<S>& a_0, std::span<const S> v, std::span<const S> vdot,
                         WorldWorkspace<S>& ww) {
  const ColumnOrder& order = ww.order;
  ww.A[0] = {{}, a_0};
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  for (std::size_t b = 1; b < n; ++b) {
    Motion<S> A = ww.A[static_cast<std::size_t>(plan.parent[b])];
    for (std::size_t c = order.first[b]; c < order.first[b + 1]; ++c) {
      A += v[order.speed[c]] * ww.Jdot[c];
      if (!vdot.empty()) A += vdot[order.speed[c]] * ww.J[c];
    }
    ww.A[b] = A;
  }
}

template <Scalar S>
void composite_inertias(const Plan& plan, const Params<S>& par, WorldWorkspace<S>& ww) {
  const ColumnOrder& order = ww.order;
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  for (std::size_t b = 1; b < n; ++b) ww.I_C[b] = transformed(ww.X_OB[b], par.I_B[b]);
  for (std::size_t b = n - 1; b > 0; --b) {
    for (std::size_t c = order.first[b]; c < order.first[b + 1]; ++c) ww.I_C_J.set(c, ww.I_C[b] * ww.J[c]);
    const auto p = static_cast<std::size_t>(plan.parent[b]);
    if (p > 0) ww.I_C[p] += ww.I_C[b];
  }
}

}  // namespace alembert
