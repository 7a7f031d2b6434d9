/// Screw joint: frame M turns in frame F about z and slides along it in proportion.
#pragma once
#include "alembert/kernel/joints/prismatic.h"
#include "alembert/kernel/joints/revolute.h"

namespace alembert {

///   q [rad]     angle of M in F about z; M's origin is at pitch * q along z
///   v [rad/s]   v = dq/dt
///   tau [N m]   moment about z plus pitch times force along z
///
///   X_FM(q) = [ Rz(q), pitch q z ]        H_M = (z; pitch z), constant in M
///
/// Ref: Featherstone 2008, sec. 4.4 and table 4.1.
template <Scalar S>
struct Screw {
  static constexpr int nv = 1;
  S pitch;  ///< [m/rad]

  Transform<S> pose(const Transform<S>& X_PF, const S& q, const S& s, const S& c) const {
    Transform<S> X = Revolute<S>::pose(X_PF, s, c);
    X.p += (pitch * q) * X_PF.R.c2();
    return X;
  }

  Motion<S> column(int /*k*/) const { return {{S(0.0), S(0.0), S(1.0)}, {S(0.0), S(0.0), pitch}}; }
  void add_velocity(Motion<S>& V, const S* v) const {
    V.w.z += v[0];
    V.v.z += pitch * v[0];
  }
  void add_bias(Motion<S>& A, const Motion<S>& V, const S* v) const {
    const S slide = pitch * v[0];
    Revolute<S>{}.add_bias(A, V, v);
    Prismatic<S>{}.add_bias(A, V, &slide);
  }
  void project(const Force<S>& F, S* tau) const { tau[0] = F.n.z + pitch * F.f.z; }
  Force<S> times(const Inertia<S>& i) const { return Revolute<S>{}.times(i) + pitch * Prismatic<S>{}.times(i); }
  Force<S> times(const ArticulatedInertia<S>& i) const {
    return Revolute<S>{}.times(i) + pitch * Prismatic<S>{}.times(i);
  }
};

}  // namespace alembert
