/// Spherical joint: frame M turns freely in frame F; their origins stay together.
#pragma once
#include "alembert/kernel/articulated_inertia.h"
#include "alembert/spatial/quaternion.h"

namespace alembert {

///   q           unit quaternion (w, x, y, z) of M in F
///   v [rad/s]   angular velocity of M in F, expressed in M; dq/dt = q (0, v) / 2
///   tau [N m]   moment that F's body exerts on M's body, expressed in M
///
///   X_FM(q) = [ R(q), 0 ]        H_M = (1; 0), constant in M
///
/// Ref: Featherstone 2008, sec. 4.5 (Euler parameters).
template <Scalar S>
struct Spherical {
  static constexpr int nv = 3;

  static Transform<S> pose(const Transform<S>& X_PF, const S* q) {
    return {X_PF.R * rotation(Quaternion<S>{q[0], q[1], q[2], q[3]}), X_PF.p};
  }

  Motion<S> column(int k) const { return {{S(k == 0 ? 1.0 : 0.0), S(k == 1 ? 1.0 : 0.0), S(k == 2 ? 1.0 : 0.0)}, {}}; }
  void add_velocity(Motion<S>& V, const S* v) const { V.w += {v[0], v[1], v[2]}; }
  void add_bias(Motion<S>& A, const Motion<S>& V, const S* v) const {
    const Vec3<S> w{v[0], v[1], v[2]};
    A.w += cross(V.w, w);
    A.v += cross(V.v, w);
  }
  void project(const Force<S>& F, S* tau) const {
    tau[0] = F.n.x;
    tau[1] = F.n.y;
    tau[2] = F.n.z;
  }
};

}  // namespace alembert
