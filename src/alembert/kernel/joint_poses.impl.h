#pragma once
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/joints/any_joint.h"
#include "alembert/kernel/sines.h"

namespace alembert {

template <Scalar S>
Workspace<S>::Workspace(const Plan& plan) {
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  const auto nv = static_cast<std::size_t>(plan.nv);
  const std::size_t whole = (plan.angles.size() + wide_lanes<S> - 1) / wide_lanes<S> * wide_lanes<S>;
  sine.resize(whole);
  cosine.resize(whole);
  X_PB.assign(n, Transform<S>::identity());
  X_BF = X_WB = X_PB;
  V_B.resize(n);
  A_B.resize(n);
  F_B.resize(n);
  I_C.resize(n);
  I_A.resize(n);
  U.resize(nv);
  u.resize(nv);
  first_D.resize(n);
  std::size_t size = 0;
  for (std::size_t b = 1; b < n; ++b) {
    first_D[b] = size;
    const auto k = static_cast<std::size_t>(speeds_of(plan.kind[b]));
    size += k * k;
  }
  D.resize(size);
}

template <Scalar S>
void joint_poses(const Plan& plan, const Params<S>& par, std::span<const S> q, Workspace<S>& w) {
  sines(plan, q, std::span(w.sine), std::span(w.cosine));
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  for (std::size_t b = 1; b < n; ++b) {
    const Transform<S>& X_PF = par.X_PF[b];
    const S* qb = q.data() + plan.first_q[b];
    const auto free_pose = [&](const auto& joint) {
      if (!plan.reversed[b]) return joint.pose(X_PF, qb);
      w.X_BF[b] = joint.pose(Transform<S>::identity(), qb);
      return X_PF * w.X_BF[b].inverse();
    };
    switch (plan.kind[b]) {
      case JointKind::revolute: {
        const auto k = static_cast<std::size_t>(plan.angle_slot[b]);
        w.X_PB[b] = Revolute<S>::pose(X_PF, w.sine[k], w.cosine[k]);
        break;
      }
      case JointKind::prismatic: w.X_PB[b] = Prismatic<S>::pose(X_PF, qb[0]); break;
      case JointKind::screw: {
        const auto k = static_cast<std::size_t>(plan.angle_slot[b]);
        w.X_PB[b] = Screw<S>{par.pitch[b]}.pose(X_PF, qb[0], w.sine[k], w.cosine[k]);
        break;
      }
      case JointKind::spherical: w.X_PB[b] = free_pose(Spherical<S>{}); break;
      case JointKind::free: w.X_PB[b] = free_pose(Free<S>{}); break;
    }
  }
}

}  // namespace alembert
