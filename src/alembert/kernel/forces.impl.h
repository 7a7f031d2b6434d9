#pragma once
#include <algorithm>
#include <concepts>

#include "alembert/kernel/forces.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/symbolic/expr.h"

namespace alembert {
namespace applied {

/// Below this length the direction of a spring is taken as zero, so that coinciding ends give no force from nowhere.
constexpr double shortest_spring = 1e-150;

template <Scalar S>
Vec3<S> between(const typename ForceParams<S>::OfSpring& spring, const Workspace<S>& w) {
  return point_position(w, spring.ends[1].body, spring.ends[1].p_B) -
         point_position(w, spring.ends[0].body, spring.ends[0].p_B);
}

/// Adds a force f_W (world axes) at a point of a body.
template <Scalar S>
void push(const PlanPoint<S>& at, const Vec3<S>& f_W, const Workspace<S>& w, std::vector<Force<S>>& F_B) {
  if (at.body == 0) return;
  const auto b = static_cast<std::size_t>(at.body);
  const Vec3<S> f_B = w.X_WB[b].R.transpose_times(f_W);
  F_B[b] += {cross(at.p_B, f_B), f_B};
}

template <Scalar S>
void joint_forces(const ForceParams<S>& forces, std::span<const S> q, std::span<const S> v, AppliedForces<S>& result) {
  for (const auto& f : forces.joints) {
    const auto d = static_cast<std::size_t>(f.speed);
    S& tau = result.along_joints[d];
    tau -= f.damping * v[d];
    if (f.coordinate >= 0) {
      const S stretch = q[static_cast<std::size_t>(f.coordinate)] - f.rest;
      tau -= f.stiffness * stretch;
      result.potential += S(0.5) * f.stiffness * stretch * stretch;
      result.potential_rate += f.stiffness * stretch * v[d];
    }
    if (!f.has_friction) continue;
    const S bound = select(less(v[d], S(0.0)), f.friction_backward, f.friction_forward);
    tau -= bound * friction_share(v[d], f.friction_width, f.dry);
  }
}

template <Scalar S>
void body_forces(const ForceParams<S>& forces, std::span<const S> values, const Workspace<S>& w,
                 AppliedForces<S>& result) {
  for (const auto& f : forces.bodies) {
    const auto k = static_cast<std::size_t>(f.formula);
    const auto b = static_cast<std::size_t>(f.at.body);
    if (b == 0) continue;
    const Vec3<S> given{values[k], values[k + 1], values[k + 2]};
    const Vec3<S> in_B = f.in_body_frame ? f.R_BU * given : w.X_WB[b].R.transpose_times(given);
    if (f.torque)
      result.F_B[b].n += in_B;
    else
      result.F_B[b] += {cross(f.at.p_B, in_B), in_B};
  }
}

template <Scalar S>
void spring_forces(const ForceParams<S>& forces, std::span<const S> values, const Workspace<S>& w,
                   AppliedForces<S>& result) {
  for (std::size_t i = 0; i < forces.springs.size(); ++i) {
    const auto& f = forces.springs[i];
    const Vec3<S> r = between<S>(f, w);
    const S length = spring_length<S>(f, w);
    const Vec3<S> direction = (S(1.0) / length) * r;
    const Vec3<S> rate =
        point_velocity(w, f.ends[1].body, f.ends[1].p_B) - point_velocity(w, f.ends[0].body, f.ends[0].p_B);
    const S stretch = length - f.length;
    const S length_rate = dot(direction, rate);
    S tension = f.stiffness * stretch + f.damping * length_rate;
    if (f.formula >= 0) tension -= values[static_cast<std::size_t>(f.formula)];
    push(f.ends[0], tension * direction, w, result.F_B);
    push(f.ends[1], -(tension * direction), w, result.F_B);
    result.spring_length[i] = length;
    result.spring_force[i] = tension;
    result.potential += S(0.5) * f.stiffness * stretch * stretch;
    result.potential_rate += f.stiffness * stretch * length_rate;
  }
}

template <Scalar S>
void angle_forces(const Plan& plan, const ForceParams<S>& forces, std::span<const int> turns, std::span<const S> q,
                  std::span<const S> v, std::span<const S> values, const Workspace<S>& w, AppliedForces<S>& result) {
  for (const auto& f : forces.angles) {
    const S turned = plane_angle(plan, turns, q, plan.first_q, f.bodies[1]) -
                     plane_angle(plan, turns, q, plan.first_q, f.bodies[0]) - f.rest;
    const S rate =
        plane_angle(plan, turns, v, plan.first_v, f.bodies[1]) - plane_angle(plan, turns, v, plan.first_v, f.bodies[0]);
    S moment = -(f.stiffness * turned) - f.damping * rate;
    if (f.formula >= 0) moment += values[static_cast<std::size_t>(f.formula)];
    const Vec3<S> n_W{S(0.0), S(0.0), moment};
    for (std::size_t k = 0; k < 2; ++k) {
      const auto b = static_cast<std::size_t>(f.bodies[k]);
      if (b == 0) continue;
      const Vec3<S> n_B = w.X_WB[b].R.transpose_times(n_W);
      result.F_B[b].n += k == 1 ? n_B : -n_B;
    }
    result.potential += S(0.5) * f.stiffness * turned * turned;
    result.potential_rate += f.stiffness * turned * rate;
  }
}

}  // namespace applied

template <Scalar S>
AppliedForces<S>::AppliedForces(const Plan& plan, std::size_t dependent)
    : effort(static_cast<std::size_t>(plan.nv) + dependent, S(0.0)),
      along_joints(static_cast<std::size_t>(plan.nv) + dependent, S(0.0)),
      F_B(static_cast<std::size_t>(plan.n_bodies())) {}

template <Scalar S>
S spring_length(const typename ForceParams<S>::OfSpring& spring, const Workspace<S>& w) {
  const Vec3<S> r = applied::between<S>(spring, w);
  if constexpr (std::same_as<S, Expr>)
    return sqrt(dot(r, r));
  else
    return sqrt(max(dot(r, r), S(applied::shortest_spring * applied::shortest_spring)));
}

template <Scalar S>
void apply_forces(const Plan& plan, const ForceParams<S>& forces, std::span<const int> turns, std::span<const S> q,
                  std::span<const S> v, std::span<const S> values, const Workspace<S>& w, AppliedForces<S>& result) {
  std::fill(result.effort.begin(), result.effort.end(), S(0.0));
  std::fill(result.along_joints.begin(), result.along_joints.end(), S(0.0));
  result.any_on_bodies = !forces.bodies.empty() || !forces.springs.empty() || !forces.angles.empty();
  if (result.any_on_bodies) std::fill(result.F_B.begin(), result.F_B.end(), Force<S>{});
  result.spring_length.resize(forces.springs.size());
  result.spring_force.resize(forces.springs.size());
  result.potential = S(0.0);
  result.potential_rate = S(0.0);
  for (const auto& f : forces.efforts)
    result.effort[static_cast<std::size_t>(f.speed)] += values[static_cast<std::size_t>(f.formula)];
  for (const auto& f : forces.actuators)
    result.along_joints[static_cast<std::size_t>(f.speed)] += values[static_cast<std::size_t>(f.formula)];
  applied::joint_forces(forces, q, v, result);
  applied::body_forces(forces, values, w, result);
  applied::spring_forces(forces, values, w, result);
  applied::angle_forces(plan, forces, turns, q, v, values, w, result);
}

}  // namespace alembert
