/// Free joint: frame M moves in frame F without any restriction.
#pragma once
#include "alembert/kernel/joints/spherical.h"

namespace alembert {

///   q           position of M's origin in F [m], then the unit quaternion (w, x, y, z) of M in F
///   v           angular velocity [rad/s], then velocity of M's origin [m/s], both of M in F, expressed in M
///   tau         moment about M's origin [N m], then force [N], on M's body, expressed in M
///
///   X_FM(q) = [ R(q), p ]        H_M = 1 (6x6)
///
/// Ref: Featherstone 2008, sec. 4.5 and 9.4 (floating bases).
template <Scalar S>
struct Free {
  static constexpr int nv = 6;

  static Transform<S> pose(const Transform<S>& X_PF, const S* q) {
    return {X_PF.R * rotation(Quaternion<S>{q[3], q[4], q[5], q[6]}), X_PF.point({q[0], q[1], q[2]})};
  }

  Motion<S> column(int k) const {
    const Vec3<S> axis{S(k % 3 == 0 ? 1.0 : 0.0), S(k % 3 == 1 ? 1.0 : 0.0), S(k % 3 == 2 ? 1.0 : 0.0)};
    return k < 3 ? Motion<S>{axis, {}} : Motion<S>{{}, axis};
  }
  void add_velocity(Motion<S>& V, const S* v) const { V += {{v[0], v[1], v[2]}, {v[3], v[4], v[5]}}; }
  void add_bias(Motion<S>& A, const Motion<S>& V, const S* v) const {
    A += cross(V, Motion<S>{{v[0], v[1], v[2]}, {v[3], v[4], v[5]}});
  }
  void project(const Force<S>& F, S* tau) const {
    Spherical<S>{}.project(F, tau);
    tau[3] = F.f.x;
    tau[4] = F.f.y;
    tau[5] = F.f.z;
  }
};

}  // namespace alembert
