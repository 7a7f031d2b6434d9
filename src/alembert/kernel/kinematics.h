/// Where the bodies are in the world, how they move, and how they accelerate.
#pragma once
#include <span>

#include "alembert/kernel/workspace.h"

namespace alembert {

/// X_WB = X_WP X_PB for every body. Needs joint_poses; fills w.X_WB. Cost O(n).
template <Scalar S>
void world_poses(const Plan& plan, Workspace<S>& w);

/// Velocities V_WB of every body, expressed in its own frame, at its origin. Needs joint_poses; fills w.V_B. Cost O(n).
template <Scalar S>
void velocities(const Plan& plan, const Params<S>& par, std::span<const S> v, Workspace<S>& w);

/// Spatial accelerations of every body, expressed in its own frame; fills w.A_B. Needs joint_poses and velocities.
/// Gravity is not in them: a body that falls freely has A_B = (0; g).
/// @param vdot  [nv]; empty means zero, which leaves Jdot v
template <Scalar S>
void accelerations(const Plan& plan, const Params<S>& par, std::span<const S> v, std::span<const S> vdot,
                   Workspace<S>& w);

/// Position, velocity and (classical) acceleration in world axes of a point fixed to a body at p_B in the body's frame.
/// Need world_poses; velocities; accelerations.
template <Scalar S>
Vec3<S> point_position(const Workspace<S>& w, int body, const Vec3<S>& p_B) {
  return w.X_WB[static_cast<std::size_t>(body)].point(p_B);
}
template <Scalar S>
Vec3<S> point_velocity(const Workspace<S>& w, int body, const Vec3<S>& p_B) {
  const auto b = static_cast<std::size_t>(body);
  return w.X_WB[b].R * (w.V_B[b].v + cross(w.V_B[b].w, p_B));
}
template <Scalar S>
Vec3<S> point_acceleration(const Workspace<S>& w, int body, const Vec3<S>& p_B) {
  const auto b = static_cast<std::size_t>(body);
  const Motion<S>&V = w.V_B[b], &A = w.A_B[b];
  return w.X_WB[b].R * (A.v + cross(A.w, p_B) + cross(V.w, V.v + cross(V.w, p_B)));
}

/// Rates of the coordinates, qdot = N(q) v. [nq], overwritten.
template <Scalar S>
void coordinate_rates(const Plan& plan, std::span<const S> q, std::span<const S> v, std::span<S> qdot);

}  // namespace alembert
