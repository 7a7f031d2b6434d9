#pragma once
#include "alembert/kernel/expanded.h"
#include "alembert/kernel/joints/any_joint.h"
#include "alembert/kernel/rnea.h"

namespace alembert {
namespace recursion {

/// Inward sweep: keeps the part of each force along the joint, hands the force to the parent. Consumes w.F_B.
template <Scalar S>
void collect_forces(const Plan& plan, const Params<S>& par, std::span<S> tau, Workspace<S>& w) {
  for (auto b = static_cast<std::size_t>(plan.n_bodies()) - 1; b > 0; --b) {
    with_joint(plan, par, w, b, [&](const auto& joint) { joint.project(w.F_B[b], tau.data() + plan.first_v[b]); });
    const auto p = static_cast<std::size_t>(plan.parent[b]);
    if (p > 0) w.F_B[p] += w.X_PB[b].to_parent(w.F_B[b]);
  }
}

}  // namespace recursion

template <Scalar S>
void rnea(const Plan& plan, const Params<S>& par, std::span<const S> v, std::span<const S> vdot,
          std::span<const Force<S>> F_ext, std::span<S> tau, Workspace<S>& w) {
  // Gravity as an upward acceleration of the world.
  w.V_B[0] = {};
  w.A_B[0] = {{}, -par.gravity_W};

  // Outward: velocity and acceleration of each body, then the force that it needs.
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  const auto outward = [&](std::size_t b) {
    const auto p = static_cast<std::size_t>(plan.parent[b]);
    const Transform<S>& X = w.X_PB[b];
    Motion<S> V = X.to_child(w.V_B[p]);
    Motion<S> A = X.to_child(w.A_B[p]);
    with_joint(plan, par, w, b, [&](const auto& joint) {
      const S* vb = v.data() + plan.first_v[b];
      joint.add_velocity(V, vb);
      joint.add_bias(A, V, vb);
      if (!vdot.empty()) joint.add_velocity(A, vdot.data() + plan.first_v[b]);
    });
    w.V_B[b] = V;
    w.A_B[b] = A;
    const Inertia<S>& I = par.I_B[b];
    w.F_B[b] = I * A + cross(V, I * V);
    if (!F_ext.empty()) w.F_B[b] -= F_ext[b];
  };
  expanded<S>([&] {
    for (std::size_t b = 1; b < n; ++b) outward(b);
    recursion::collect_forces(plan, par, tau, w);
  });
  if (vdot.empty()) return;
  for (std::size_t d = 0; d < vdot.size(); ++d) tau[d] += par.armature[d] * vdot[d];
}

template <Scalar S>
void gravity_vector(const Plan& plan, const Params<S>& par, std::span<S> g, Workspace<S>& w) {
  // At rest every body has the same acceleration, so only its direction is handed on.
  w.A_B[0] = {{}, -par.gravity_W};
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  for (std::size_t b = 1; b < n; ++b) {
    const Vec3<S> a = w.X_PB[b].R.transpose_times(w.A_B[static_cast<std::size_t>(plan.parent[b])].v);
    w.A_B[b] = {{}, a};
    const Inertia<S>& I = par.I_B[b];
    w.F_B[b] = {cross(I.h, a), I.m * a};
  }
  recursion::collect_forces(plan, par, g, w);
}

template <Scalar S>
void generalized_force(const Plan& plan, const Params<S>& par, std::span<const Force<S>> F, std::span<S> tau,
                       Workspace<S>& w) {
  for (std::size_t b = 1; b < w.F_B.size(); ++b) w.F_B[b] = F[b];
  recursion::collect_forces(plan, par, tau, w);
}

}  // namespace alembert
