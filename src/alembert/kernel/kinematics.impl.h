#pragma once
#include "alembert/kernel/joints/any_joint.h"
#include "alembert/kernel/kinematics.h"

namespace alembert {

template <Scalar S>
void world_poses(const Plan& plan, Workspace<S>& w) {
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  Transform<S> X_WB;  // of the body before, which is most often the parent: not fetched from memory again
  for (std::size_t b = 1; b < n; ++b) {
    const auto p = static_cast<std::size_t>(plan.parent[b]);
    if (p == 0) {
      X_WB = w.X_PB[b];
    } else {
      if (p + 1 != b) X_WB = w.X_WB[p];
      X_WB = X_WB * w.X_PB[b];
    }
    w.X_WB[b] = X_WB;
  }
}

template <Scalar S>
void velocities(const Plan& plan, const Params<S>& par, std::span<const S> v, Workspace<S>& w) {
  w.V_B[0] = {};
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  for (std::size_t b = 1; b < n; ++b) {
    w.V_B[b] = w.X_PB[b].to_child(w.V_B[static_cast<std::size_t>(plan.parent[b])]);
    with_joint(plan, par, w, b, [&](const auto& joint) { joint.add_velocity(w.V_B[b], v.data() + plan.first_v[b]); });
  }
}

template <Scalar S>
void accelerations(const Plan& plan, const Params<S>& par, std::span<const S> v, std::span<const S> vdot,
                   Workspace<S>& w) {
  w.A_B[0] = {};
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  for (std::size_t b = 1; b < n; ++b) {
    w.A_B[b] = w.X_PB[b].to_child(w.A_B[static_cast<std::size_t>(plan.parent[b])]);
    with_joint(plan, par, w, b, [&](const auto& joint) {
      joint.add_bias(w.A_B[b], w.V_B[b], v.data() + plan.first_v[b]);
      if (!vdot.empty()) joint.add_velocity(w.A_B[b], vdot.data() + plan.first_v[b]);
    });
  }
}

template <Scalar S>
void coordinate_rates(const Plan& plan, std::span<const S> q, std::span<const S> v, std::span<S> qdot) {
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  for (std::size_t b = 1; b < n; ++b) {
    const S* qb = q.data() + plan.first_q[b];
    const S* vb = v.data() + plan.first_v[b];
    S* rate = qdot.data() + plan.first_q[b];
    const auto turn = [&](const S* quaternion, S* out) {
      const Quaternion<S> r =
          quaternion_rate<S>({quaternion[0], quaternion[1], quaternion[2], quaternion[3]}, {vb[0], vb[1], vb[2]});
      out[0] = r.w;
      out[1] = r.x;
      out[2] = r.y;
      out[3] = r.z;
    };
    switch (plan.kind[b]) {
      case JointKind::spherical: turn(qb, rate); break;
      case JointKind::free: {
        turn(qb + 3, rate + 3);
        const Vec3<S> p = rotation(Quaternion<S>{qb[3], qb[4], qb[5], qb[6]}) * Vec3<S>{vb[3], vb[4], vb[5]};
        rate[0] = p.x;
        rate[1] = p.y;
        rate[2] = p.z;
        break;
      }
      case JointKind::revolute:
      case JointKind::prismatic:
      case JointKind::screw: rate[0] = vb[0]; break;
    }
  }
}

}  // namespace alembert
