/// Springs, dampers, friction and applied forces on a mechanism.
#pragma once
#include <span>
#include <vector>

#include "alembert/kernel/workspace.h"
#include "alembert/plan/force_params.h"

namespace alembert {

/// Sum of joint angles of a body about the world's z: with the coordinates and plan.first_q an angle, with speeds and
/// plan.first_v its rate.
template <Scalar S>
S plane_angle(const Plan& plan, std::span<const int> turns, std::span<const S> x, const std::vector<int>& first,
              int body) {
  S angle(0.0);
  for (auto b = static_cast<std::size_t>(body); b > 0; b = static_cast<std::size_t>(plan.parent[b]))
    if (turns[b] != 0) angle += S(static_cast<double>(turns[b])) * x[static_cast<std::size_t>(first[b])];
  return angle;
}

/// What the forces of a model do at one state. Memory is kept between calls.
template <Scalar S>
struct AppliedForces {
  std::vector<S> effort;        ///< [speed, dependent speed] of joints, as the model writes them [N m, N]
  std::vector<S> along_joints;  ///< [speed, dependent speed] springs, dampers, friction, rotational actuators of joints
  std::vector<Force<S>> F_B;    ///< [body] forces on bodies, in each body's frame
  bool any_on_bodies = false;   ///< F_B is not all zero by structure
  std::vector<S> spring_length;  ///< [spring] [m]
  std::vector<S> spring_force;   ///< [spring] tension is positive [N]
  S potential{0.0};              ///< energy stored in springs [J]
  S potential_rate{0.0};         ///< [W]

  /// @param dependent  speeds of closing joints
  explicit AppliedForces(const Plan& plan, std::size_t dependent = 0);
};

/// Evaluates all forces. Needs world_poses and velocities.
///
///   spring:    tension = k (l - l0) + c dl/dt - actuator, along the line between its ends
///   friction:  -f tanh(v / width), f for the direction of v (Coulomb, smoothed); -f sign(v) where the width is zero
///
/// @param q, v    coordinates and speeds, followed by those of closing joints
/// @param turns   PlaneAngles::turns of a planar model
/// @param values  of force_formulas() at this state
template <Scalar S>
void apply_forces(const Plan& plan, const ForceParams<S>& forces, std::span<const int> turns, std::span<const S> q,
                  std::span<const S> v, std::span<const S> values, const Workspace<S>& w, AppliedForces<S>& result);

/// The length of a spring at this state, never exactly zero as a number. Needs world_poses.
template <Scalar S>
S spring_length(const typename ForceParams<S>::OfSpring& spring, const Workspace<S>& w);

}  // namespace alembert
