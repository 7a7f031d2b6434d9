/// What dampers and friction turn into heat.
#pragma once
#include <algorithm>

#include "alembert/kernel/forces.h"
#include "alembert/kernel/kinematics.h"

namespace alembert {

/// Power that dampers (of joints, springs and rotational springs) and friction take away [W]; not negative where their
/// coefficients are not. The part of the power of apply_forces() that can only leave. Needs world_poses and velocities.
///
///   sum c v^2 + f tanh(v / width) v  over joints,  sum c (dl/dt)^2  over springs,  sum c w^2  over rotational springs
///
/// @param v  speeds, followed by those of closing joints
template <Scalar S>
S dissipated_power(const Plan& plan, const ForceParams<S>& forces, std::span<const int> turns, std::span<const S> v,
                   const Workspace<S>& w) {
  S power(0.0);
  for (const auto& f : forces.joints) {
    const S& speed = v[static_cast<std::size_t>(f.speed)];
    power += f.damping * speed * speed;
    if (!f.has_friction) continue;
    const S bound = select(less(speed, S(0.0)), f.friction_backward, f.friction_forward);
    power += bound * friction_share(speed, f.friction_width, f.dry) * speed;
  }
  for (const auto& f : forces.springs) {
    const auto& [first, second] = f.ends;
    const Vec3<S> r = point_position(w, second.body, second.p_B) - point_position(w, first.body, first.p_B);
    const Vec3<S> rate = point_velocity(w, second.body, second.p_B) - point_velocity(w, first.body, first.p_B);
    const S length_rate = dot(r, rate) / spring_length<S>(f, w);
    power += f.damping * length_rate * length_rate;
  }
  for (const auto& f : forces.angles) {
    const S rate =
        plane_angle(plan, turns, v, plan.first_v, f.bodies[1]) - plane_angle(plan, turns, v, plan.first_v, f.bodies[0]);
    power += f.damping * rate * rate;
  }
  return power;
}

/// Whether dissipated_power() can differ from zero.
inline bool dissipates(const ForceParams<double>& forces) {
  const auto damped = [](const auto& f) { return f.damping != 0.0; };
  return std::ranges::any_of(forces.joints, [&](const auto& f) { return damped(f) || f.has_friction; }) ||
         std::ranges::any_of(forces.springs, damped) || std::ranges::any_of(forces.angles, damped);
}

}  // namespace alembert
