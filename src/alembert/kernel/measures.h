/// Values of the quantities that formulas of a mechanism may name: points, angles, energies, springs.
#pragma once
#include <span>
#include <vector>

#include "alembert/kernel/energy.h"
#include "alembert/kernel/forces.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/spatial/rotations.h"

namespace alembert {

/// Coordinates, speeds and accelerations of closing joints, in the order of Mechanism::dependent_coordinates (speeds).
template <Scalar S>
struct ClosingReadings {
  std::vector<S> q, v, a;
};

/// What joints and constraints exert, world axes.
template <Scalar S>
struct Reactions {
  std::vector<Vec3<S>> force, moment;  ///< [joint] on its second body at the joint's point, the constraint part alone
  std::vector<Vec3<S>> constraint_force;  ///< [constraint] on its second body
  std::vector<S> effort;                  ///< [speed, dependent speed] of efforts and drives
  std::vector<S> multipliers;             ///< [constraint row, constraints in file order]
  std::vector<int> first_multiplier;      ///< [constraint + 1]
};

/// Everything that is known at a state. Which parts must be filled depends on the measure: poses and velocities always,
/// accelerations in w.A_B and vdot for second derivatives, forces for T, V and what springs do; `closing` for T
/// and where the measure is theirs, `reactions` where it is theirs, otherwise they may be null.
template <Scalar S>
struct MeasureState {
  const Mechanism& model;
  const Compiled& compiled;
  const Params<S>& par;
  const PlaneAngles& angles;
  std::span<const S> q, v, vdot;
  const Workspace<S>& w;
  const AppliedForces<S>& applied;
  const ClosingReadings<S>* closing = nullptr;
  const Reactions<S>* reactions = nullptr;
};

namespace measures {

template <Scalar S>
const S& component(const Vec3<S>& a, int i) {
  return i == 0 ? a.x : (i == 1 ? a.y : a.z);
}

template <Scalar S>
Vec3<S> of_point(const Measure& m, const Vec3<S>& p_B, int body, const Workspace<S>& w) {
  if (m.order == 0) return point_position(w, body, p_B);
  return m.order == 1 ? point_velocity(w, body, p_B) : point_acceleration(w, body, p_B);
}

template <Scalar S>
S of_angle(const Measure& m, int body, const MeasureState<S>& x) {
  const Plan& plan = x.compiled.plan;
  const std::span<const int> turns = x.angles.turns;
  if (m.order > 0) return plane_angle(plan, turns, m.order == 1 ? x.v : x.vdot, plan.first_v, body);
  return S(x.angles.zero[static_cast<std::size_t>(m.index)]) + plane_angle(plan, turns, x.q, plan.first_q, body);
}

/// Turn of a body's own joint, continuous in its coordinate.
template <Scalar S>
Quaternion<S> joint_turn(const Plan& plan, std::size_t b, std::span<const S> q) {
  const auto first = static_cast<std::size_t>(plan.first_q[b]);
  const auto turn = [&](std::size_t at) {
    const Quaternion<S> given{q[at], q[at + 1], q[at + 2], q[at + 3]};
    return plan.reversed[b] ? given.conjugate() : given;
  };
  switch (plan.kind[b]) {
    case JointKind::revolute:
    case JointKind::screw: {
      const S half = S(0.5) * q[first];
      return {cos(half), S(0.0), S(0.0), sin(half)};
    }
    case JointKind::prismatic: break;
    case JointKind::spherical: return turn(first);
    case JointKind::free: return turn(first + 3);
  }
  return {};
}

/// Orientation of a body in the world as a product of the turns on the way to it: it does not jump between q and -q.
template <Scalar S>
Quaternion<S> of_body(const Measure& m, std::size_t body, const MeasureState<S>& x) {
  const Plan& plan = x.compiled.plan;
  Quaternion<S> q = quaternion(x.par.X_BU[static_cast<std::size_t>(m.index)].R);
  for (std::size_t b = body; b > 0; b = static_cast<std::size_t>(plan.parent[b]))
    q = quaternion(x.par.X_PF[b].R) * joint_turn(plan, b, x.q) * q;
  return q;
}

template <Scalar S>
S of_quaternion(const Measure& m, std::size_t body, const MeasureState<S>& x) {
  Quaternion<S> q = of_body(m, body, x);
  const Mat3<S>& R_BU = x.par.X_BU[static_cast<std::size_t>(m.index)].R;
  if (m.order == 1) q = quaternion_rate(q, R_BU.transpose_times(x.w.V_B[body].w));
  return m.component == 0 ? q.w : component<S>({q.x, q.y, q.z}, m.component - 1);
}

/// The rate of coordinate k of a closing quaternion joint: qdot = N(q) v of its own coordinates and speeds.
template <Scalar S>
S closing_rate(bool free, const S* q, const S* v, int k) {
  if (free && k < 3) return component(rotation(Quaternion<S>{q[3], q[4], q[5], q[6]}) * Vec3<S>{v[3], v[4], v[5]}, k);
  const S* turn = free ? q + 3 : q;
  const int part = free ? k - 3 : k;
  const Quaternion<S> rate = quaternion_rate<S>({turn[0], turn[1], turn[2], turn[3]}, {v[0], v[1], v[2]});
  return part == 0 ? rate.w : component<S>({rate.x, rate.y, rate.z}, part - 1);
}

/// Coordinate or speed of a closing joint, or a derivative of it.
template <Scalar S>
S of_closing(const Measure& m, const MeasureState<S>& x) {
  const auto j = static_cast<std::size_t>(m.index);
  const auto first_q = static_cast<std::size_t>(x.compiled.joint_q[j] - x.compiled.plan.nq);
  const auto first_v = static_cast<std::size_t>(x.compiled.joint_v[j] - x.compiled.plan.nv);
  const auto k = static_cast<std::size_t>(m.component);
  const Joint& joint = x.model.joints[j];
  if (m.kind == Measure::Kind::closing_speed)
    return m.order == 0 ? x.closing->v[first_v + k] : x.closing->a[first_v + k];
  if (m.order == 0) return x.closing->q[first_q + k];
  if (words(x.model, joint).quaternion)
    return closing_rate(joint.type == JointType::free, x.closing->q.data() + first_q, x.closing->v.data() + first_v,
                        m.component);
  return m.order == 1 ? x.closing->v[first_v + k] : x.closing->a[first_v + k];
}

template <Scalar S>
S kinetic(const MeasureState<S>& x) {
  const S tree = kinetic_energy(x.compiled.plan, x.par, x.v, x.w);
  return x.closing == nullptr ? tree : tree + closing_kinetic_energy<S>(x.compiled.plan, x.par, x.closing->v);
}

/// What a joint or constraint exerts.
template <Scalar S>
const S& of_reactions(const Measure& m, const MeasureState<S>& x) {
  const auto i = static_cast<std::size_t>(m.index);
  const Reactions<S>& r = *x.reactions;
  switch (m.kind) {
    case Measure::Kind::joint_effort: return r.effort[static_cast<std::size_t>(x.compiled.joint_v[i] + m.component)];
    case Measure::Kind::joint_force: return component(r.force[i], m.component);
    case Measure::Kind::joint_moment: return component(r.moment[i], m.component);
    case Measure::Kind::constraint_force: return component(r.constraint_force[i], m.component);
    default: break;
  }
  return r.multipliers[static_cast<std::size_t>(r.first_multiplier[i] + m.component)];
}

}  // namespace measures

/// The value of m; p_B is its point in the frame of the plan's body, for points.
template <Scalar S>
S measure_value(const Measure& m, const Vec3<S>& p_B, const MeasureState<S>& x) {
  const auto i = static_cast<std::size_t>(m.index);
  switch (m.kind) {
    case Measure::Kind::kinetic: return measures::kinetic(x);
    case Measure::Kind::potential: return gravity_energy(x.compiled.plan, x.par, x.w) + x.applied.potential;
    case Measure::Kind::spring_length: return x.applied.spring_length[i];
    case Measure::Kind::spring_force: return x.applied.spring_force[i];
    case Measure::Kind::closing_coordinate:
    case Measure::Kind::closing_speed: return measures::of_closing(m, x);
    case Measure::Kind::joint_effort:
      if (x.reactions == nullptr)
        return x.applied.effort[static_cast<std::size_t>(x.compiled.joint_v[i] + m.component)];
      return measures::of_reactions(m, x);
    case Measure::Kind::joint_force:
    case Measure::Kind::joint_moment:
    case Measure::Kind::constraint_force:
    case Measure::Kind::multiplier: return measures::of_reactions(m, x);
    default: break;
  }
  const int body = x.compiled.plan.carrier[i];
  const auto b = static_cast<std::size_t>(body);
  switch (m.kind) {
    case Measure::Kind::point: return measures::component(measures::of_point(m, p_B, body, x.w), m.component);
    case Measure::Kind::angle: return measures::of_angle(m, body, x);
    case Measure::Kind::quaternion: return measures::of_quaternion(m, b, x);
    default: break;
  }
  const Motion<S>& V = m.order == 0 ? x.w.V_B[b] : x.w.A_B[b];
  return measures::component(x.par.X_BU[i].R.transpose_times(V.w), m.component);
}

}  // namespace alembert
