#pragma once
#include <algorithm>

#include "alembert/kernel/aba.h"
#include "alembert/kernel/expanded.h"
#include "alembert/kernel/joints/any_joint.h"
#include "alembert/linalg/ldlt.h"

namespace alembert {
namespace recursion {

/// U = I_A H and the factors of D = H^T I_A H + armature for one body.
template <Scalar S, class Joint>
void factor_joint(const Plan& plan, const Params<S>& par, std::size_t b, const Joint& joint, Workspace<S>& w) {
  const auto first = static_cast<std::size_t>(plan.first_v[b]);
  S* D = w.D.data() + w.first_D[b];
  if constexpr (Joint::nv == 1) {
    w.U[first] = joint.times(w.I_A[b]);
    joint.project(w.U[first], D);
    D[0] = S(1.0) / (D[0] + par.armature[first]);
  } else {
    constexpr int n = Joint::nv;
    for (int k = 0; k < n; ++k) {
      w.U[first + static_cast<std::size_t>(k)] = w.I_A[b] * joint.column(k);
      joint.project(w.U[first + static_cast<std::size_t>(k)], D + k * n);
      D[k * n + k] += par.armature[first + static_cast<std::size_t>(k)];
    }
    ldlt_factor<S>(n, std::span<S>(D, static_cast<std::size_t>(n * n)));
  }
}

/// x = D^-1 r.
template <Scalar S, class Joint>
void solve_joint(const Joint& /*joint*/, const S* D, const S* r, S* x) {
  if constexpr (Joint::nv == 1) {
    x[0] = D[0] * r[0];
  } else {
    constexpr auto n = static_cast<std::size_t>(Joint::nv);
    for (std::size_t k = 0; k < n; ++k) x[k] = r[k];
    ldlt_solve<S>(Joint::nv, std::span<const S>(D, n * n), std::span<S>(x, n));
  }
}

/// I_A - U D^-1 U^T: what the parent feels of the inertia.
template <Scalar S, class Joint>
ArticulatedInertia<S> seen_through(const Joint& /*joint*/, const S* D, const Force<S>* U, ArticulatedInertia<S> I_A) {
  if constexpr (Joint::nv == 1) {
    I_A.subtract_outer(D[0], U[0]);
    return I_A;
  } else if constexpr (Joint::nv == 6) {
    return {};  // a free joint hands no inertia on
  } else {
    // One direction after the other, W = U L^-T: through D^-1 itself directions that hardly have inertia (a rod's spin
    // between ball joints, beside a heavy body) would drown the others in rounding.
    constexpr int n = Joint::nv;
    Force<S> W[n];
    for (int k = 0; k < n; ++k) {
      W[k] = U[k];
      for (int j = 0; j < k; ++j) W[k] -= D[k * n + j] * W[j];
      I_A.subtract_outer(S(1.0) / D[k * n + k], W[k]);
    }
    return I_A;
  }
}

/// Inward sweep of forces alone: u = r - H^T F and what the parent feels of it. `bias` is added with I_A where
/// velocities give accelerations; w.F_B holds the bias forces.
template <Scalar S, class Joint>
Force<S> hand_on(const Joint& joint, const S* D, const Force<S>* U, const S* u, Force<S> F) {
  S x[6] = {S(0.0), S(0.0), S(0.0), S(0.0), S(0.0), S(0.0)};
  solve_joint<S>(joint, D, u, x);
  for (int k = 0; k < Joint::nv; ++k) F += x[k] * U[k];
  return F;
}

/// Outward sweep: accelerations from u, U, D. A holds what the body has before its own joint accelerates.
template <Scalar S, class Joint>
void accelerate_joint(const Joint& joint, const S* D, const Force<S>* U, const S* u, Motion<S>& A, S* vdot) {
  S r[6] = {S(0.0), S(0.0), S(0.0), S(0.0), S(0.0), S(0.0)};
  for (int k = 0; k < Joint::nv; ++k) r[k] = u[k] - dot(A, U[k]);
  solve_joint<S>(joint, D, r, vdot);
  joint.add_velocity(A, vdot);
}

}  // namespace recursion

template <Scalar S>
void aba(const Plan& plan, const Params<S>& par, std::span<const S> v, std::span<const S> tau,
         std::span<const Force<S>> F_ext, std::span<S> vdot, Workspace<S>& w) {
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  // Outward: velocities, the accelerations that they cause (kept in A_B) and the forces that these need.
  w.V_B[0] = {};
  const auto move = [&](std::size_t b) {
    Motion<S> V = w.X_PB[b].to_child(w.V_B[static_cast<std::size_t>(plan.parent[b])]);
    Motion<S> bias;
    with_joint(plan, par, w, b, [&](const auto& joint) {
      const S* vb = v.data() + plan.first_v[b];
      joint.add_velocity(V, vb);
      joint.add_bias(bias, V, vb);
    });
    w.V_B[b] = V;
    w.A_B[b] = bias;
    w.I_A[b] = ArticulatedInertia<S>(par.I_B[b]);
    w.F_B[b] = cross(V, par.I_B[b] * V);
    if (!F_ext.empty()) w.F_B[b] -= F_ext[b];
  };
  // Inward: articulated inertias and bias forces.
  const auto gather = [&](std::size_t b) {
    with_joint(plan, par, w, b, [&](const auto& joint) {
      const auto first = static_cast<std::size_t>(plan.first_v[b]);
      recursion::factor_joint(plan, par, b, joint, w);
      const S* D = w.D.data() + w.first_D[b];
      S* u = w.u.data() + first;
      joint.project(w.F_B[b], u);
      for (int k = 0; k < joint.nv; ++k) u[k] = tau[first + static_cast<std::size_t>(k)] - u[k];
      const auto p = static_cast<std::size_t>(plan.parent[b]);
      if (p == 0) return;
      const ArticulatedInertia<S> I = recursion::seen_through<S>(joint, D, &w.U[first], w.I_A[b]);
      const Force<S> F = recursion::hand_on<S>(joint, D, &w.U[first], u, w.F_B[b] + I * w.A_B[b]);
      w.I_A[p] += transformed(w.X_PB[b], I);
      w.F_B[p] += w.X_PB[b].to_parent(F);
    });
  };
  // Outward: accelerations.
  const auto accelerate = [&](std::size_t b) {
    with_joint(plan, par, w, b, [&](const auto& joint) {
      const auto first = static_cast<std::size_t>(plan.first_v[b]);
      w.A_B[b] += w.X_PB[b].to_child(w.A_B[static_cast<std::size_t>(plan.parent[b])]);
      recursion::accelerate_joint<S>(joint, w.D.data() + w.first_D[b], &w.U[first], &w.u[first], w.A_B[b],
                                     vdot.data() + first);
    });
  };
  expanded<S>([&] {
    for (std::size_t b = 1; b < n; ++b) move(b);
  });
  expanded<S>([&] {
    for (std::size_t b = n - 1; b > 0; --b) gather(b);
  });
  w.A_B[0] = {{}, -par.gravity_W};  // gravity as an upward acceleration of the world
  expanded<S>([&] {
    for (std::size_t b = 1; b < n; ++b) accelerate(b);
  });
}

template <Scalar S>
void mass_solve(const Plan& plan, const Params<S>& par, std::span<const S> r, std::span<S> x, Workspace<S>& w) {
  branch_mass_solve(plan, par, 1, plan.n_bodies(), r, x, w);
}

template <Scalar S>
void branch_mass_solve(const Plan& plan, const Params<S>& par, int first_body, int last_body, std::span<const S> r,
                       std::span<S> x, Workspace<S>& w) {
  const auto begin = static_cast<std::size_t>(first_body), end = static_cast<std::size_t>(last_body);
  for (std::size_t b = begin; b < end; ++b) w.F_B[b] = {};
  for (std::size_t b = end - 1; b >= begin; --b) {
    with_joint(plan, par, w, b, [&](const auto& joint) {
      const auto first = static_cast<std::size_t>(plan.first_v[b]);
      S* u = w.u.data() + first;
      joint.project(w.F_B[b], u);
      for (int k = 0; k < joint.nv; ++k) u[k] = r[first + static_cast<std::size_t>(k)] - u[k];
      const auto p = static_cast<std::size_t>(plan.parent[b]);
      if (p == 0) return;
      const Force<S> F = recursion::hand_on<S>(joint, w.D.data() + w.first_D[b], &w.U[first], u, w.F_B[b]);
      w.F_B[p] += w.X_PB[b].to_parent(F);
    });
  }
  w.A_B[0] = {};
  for (std::size_t b = begin; b < end; ++b) {
    with_joint(plan, par, w, b, [&](const auto& joint) {
      const auto first = static_cast<std::size_t>(plan.first_v[b]);
      w.A_B[b] = w.X_PB[b].to_child(w.A_B[static_cast<std::size_t>(plan.parent[b])]);
      recursion::accelerate_joint<S>(joint, w.D.data() + w.first_D[b], &w.U[first], &w.u[first], w.A_B[b],
                                     x.data() + first);
    });
  }
}

template <Scalar S>
void mass_inverse(const Plan& plan, const Params<S>& par, std::span<S> inverse, std::span<S> scratch, Workspace<S>& w) {
  const auto nv = static_cast<std::size_t>(plan.nv);
  for (std::size_t d = 0; d < nv; ++d) {
    std::fill(scratch.begin(), scratch.end(), S(0.0));
    scratch[d] = S(1.0);
    mass_solve<S>(plan, par, scratch, inverse.subspan(d * nv, nv), w);
  }
}

}  // namespace alembert
