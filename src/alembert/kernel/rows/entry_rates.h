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

/// The same for the velocity that a unit of a speed gives to the entry's body, which must be one that it moves. Needs
/// world_poses.
///
/// @param p_W     where the origin of the entry's body is in the world
/// @param body    of the plan, whose joint has the speed
/// @param within  which of that joint's speeds
template <Scalar S>
S speed_coefficient(const Plan& plan, const Params<S>& par, const Workspace<S>& w, const RowEntry<S>& entry,
                    const Vec3<S>& p_W, int body, int within) {
  const auto b = static_cast<std::size_t>(body);
  const Transform<S> X{w.X_WB[b].R, w.X_WB[b].p - p_W};
  S result(0.0);
  with_joint(plan, par, b, [&](const auto& joint) {
    const Motion<S> unit = world_column(joint, X, within);
    result = rate_along(entry, unit.w, unit.v);
  });
  return result;
}

}  // namespace alembert
