/// What an entry of a row gives for a motion of its body, and for a speed of the mechanism.
#pragma once
#include "alembert/kernel/joints/world_column.h"
#include "alembert/kernel/rows/row_set.h"
#include "alembert/kernel/workspace.h"

namespace alembert {

/// n . angular + f . linear, for velocities or accelerations of the entry's body and its origin; world axes.
template <Scalar S>
S rate_along(const RowEntry<S>& entry, const Vec3<S>& angular, const Vec3<S>& linear) {
  return dot(entry.n, angular) + dot(entry.f, linear);
}

/// The velocity that a unit of a speed gives to a body, which must be one that it moves: angular velocity, and velocity
/// of the point p_W. World axes. Needs world_poses.
///
/// @param body    of the plan, whose joint has the speed
/// @param within  which of that joint's speeds
template <Scalar S>
Motion<S> speed_motion(const Plan& plan, const Params<S>& par, const Workspace<S>& w, const Vec3<S>& p_W, int body,
                       int within) {
  const auto b = static_cast<std::size_t>(body);
  const Transform<S> X{w.X_WB[b].R, w.X_WB[b].p - p_W};
  Motion<S> result;
  with_joint(plan, par, w, b, [&](const auto& joint) { result = world_column(joint, X, within); });
  return result;
}

/// What an entry gives for it, p_W being where the origin of the entry's body is in the world.
template <Scalar S>
S speed_coefficient(const Plan& plan, const Params<S>& par, const Workspace<S>& w, const RowEntry<S>& entry,
                    const Vec3<S>& p_W, int body, int within) {
  const Motion<S> unit = speed_motion(plan, par, w, p_W, body, within);
  return rate_along(entry, unit.w, unit.v);
}

}  // namespace alembert
