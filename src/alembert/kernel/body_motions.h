/// Motions of the user's bodies from those of the plan's.
#pragma once
#include "alembert/kernel/kinematics.h"
#include "alembert/kernel/rows/row_set.h"

namespace alembert {

/// How the user's frame of a body of the model moves. Needs world_poses and velocities.
template <Scalar S>
BodyMotion<S> body_motion(const Plan& plan, const Params<S>& par, const Workspace<S>& w, int body) {
  if (body == 0) return {};
  const int carrier = plan.carrier[static_cast<std::size_t>(body)];
  const auto b = static_cast<std::size_t>(carrier);
  const Transform<S>& X_BU = par.X_BU[static_cast<std::size_t>(body)];
  return {w.X_WB[b] * X_BU, w.X_WB[b].R * w.V_B[b].w, point_velocity(w, carrier, X_BU.p)};
}

/// Angular acceleration of a body and classical acceleration of its frame's origin, world axes.
template <Scalar S>
struct BodyAcceleration {
  Vec3<S> angular, linear;
};

/// Needs accelerations() besides.
template <Scalar S>
BodyAcceleration<S> body_acceleration(const Plan& plan, const Params<S>& par, const Workspace<S>& w, int body) {
  if (body == 0) return {};
  const int carrier = plan.carrier[static_cast<std::size_t>(body)];
  const auto b = static_cast<std::size_t>(carrier);
  return {w.X_WB[b].R * w.A_B[b].w, point_acceleration(w, carrier, par.X_BU[static_cast<std::size_t>(body)].p)};
}

/// A force and moment at the origin of the user's frame of a body, world axes, as a force on the plan's body.
template <Scalar S>
Force<S> on_plan_body(const Plan& plan, const Params<S>& par, const Workspace<S>& w, int body, const Vec3<S>& n,
                      const Vec3<S>& f) {
  const auto b = static_cast<std::size_t>(plan.carrier[static_cast<std::size_t>(body)]);
  const Mat3<S>& R = w.X_WB[b].R;
  const Vec3<S> force = R.transpose_times(f);
  return {R.transpose_times(n) + cross(par.X_BU[static_cast<std::size_t>(body)].p, force), force};
}

}  // namespace alembert
