/// Joint columns, velocities and inertias in world axes: what Jacobians and matrices over all pairs of joints are made
/// of.
#pragma once
#include <span>

#include "alembert/kernel/world_workspace.h"

namespace alembert {

/// Poses and columns: X_OB, p_WO, J of ww, in world axes about O (see WorldWorkspace).
///
///   V_B = sum of J_c v_c over the columns c of B and the bodies above it                                       (1)
///
/// Needs joint_poses. Cost O(n).
template <Scalar S>
void world_columns(const Plan& plan, const Params<S>& par, const Workspace<S>& w, WorldWorkspace<S>& ww);

/// Velocities V by (1), and the rates of the columns: each is constant in the body that it moves, so dJ/dt = V_B x J.
/// Needs world_columns. Cost O(n).
/// @param v  [nv] rad/s, m/s
template <Scalar S>
void world_velocities(const Plan& plan, std::span<const S> v, WorldWorkspace<S>& ww);

/// Accelerations A = sum of (J_c vdot_c + dJ_c/dt v_c), spatial, of a world that itself accelerates by a_0: with a_0 =
/// 0 the true ones, with a_0 = -gravity those that inertial forces answer to. Needs world_velocities. Cost O(n).
/// @param vdot  [nv]; empty means zero
template <Scalar S>
void world_accelerations(const Plan& plan, const Vec3<S>& a_0, std::span<const S> v, std::span<const S> vdot,
                         WorldWorkspace<S>& ww);

/// Inertias I_C of the subtrees about O, and I_C J. Needs world_columns. Cost O(n).
template <Scalar S>
void composite_inertias(const Plan& plan, const Params<S>& par, WorldWorkspace<S>& ww);

}  // namespace alembert
