/// Revolute joint: frame M turns in frame F about z; their origins stay together.
#pragma once
#include "alembert/kernel/articulated_inertia.h"

namespace alembert {

///   q [rad]     angle of M in F about z, right-hand rule; at q = 0 the frames coincide
///   v [rad/s]   v = dq/dt
///   tau [N m]   moment about z that F's body exerts on M's body
///
///   X_FM(q) = [ Rz(q), 0 ]        H_M = (z; 0), constant in M, so its bias is V x (H v) alone
///
/// Ref: Featherstone 2008, sec. 4.4 and table 4.1.
template <Scalar S>
struct Revolute {
  static constexpr int nv = 1;

  /// X_PM = X_PF X_FM, with s = sin(q), c = cos(q).
  static Transform<S> pose(const Transform<S>& X_PF, const S& s, const S& c) {
    const Mat3<S>& R = X_PF.R;
    const auto turned = [&](const Vec3<S>& row) -> Vec3<S> {
      return {c * row.x + s * row.y, c * row.y - s * row.x, row.z};
    };
    return {{turned(R.r0), turned(R.r1), turned(R.r2)}, X_PF.p};
  }

  Motion<S> column(int /*k*/) const { return {{S(0.0), S(0.0), S(1.0)}, {}}; }
  /// V += H v
  void add_velocity(Motion<S>& V, const S* v) const { V.w.z += v[0]; }
  /// A += V x (H v)
  void add_bias(Motion<S>& A, const Motion<S>& V, const S* v) const {
    A.w.x += V.w.y * v[0];
    A.w.y -= V.w.x * v[0];
    A.v.x += V.v.y * v[0];
    A.v.y -= V.v.x * v[0];
  }
  /// tau = H^T F
  void project(const Force<S>& F, S* tau) const { tau[0] = F.n.z; }
  /// I H
  Force<S> times(const Inertia<S>& i) const { return {{i.I.xz, i.I.yz, i.I.zz}, {-i.h.y, i.h.x, S(0.0)}}; }
  Force<S> times(const ArticulatedInertia<S>& i) const { return {{i.A.xz, i.A.yz, i.A.zz}, i.B.r2}; }
};

}  // namespace alembert
