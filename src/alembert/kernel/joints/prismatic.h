/// Prismatic joint: frame M slides in frame F along z; their axes stay parallel.
#pragma once
#include "alembert/kernel/articulated_inertia.h"

namespace alembert {

///   q [m]       position of M's origin in F along z; at q = 0 the frames coincide
///   v [m/s]     v = dq/dt
///   tau [N]     force along z that F's body exerts on M's body
///
///   X_FM(q) = [ 1, q z ]        H_M = (0; z), constant in M
///
/// Ref: Featherstone 2008, sec. 4.4 and table 4.1.
template <Scalar S>
struct Prismatic {
  static constexpr int nv = 1;

  static Transform<S> pose(const Transform<S>& X_PF, const S& q) { return {X_PF.R, X_PF.p + q * X_PF.R.c2()}; }

  Motion<S> column(int /*k*/) const { return {{}, {S(0.0), S(0.0), S(1.0)}}; }
  void add_velocity(Motion<S>& V, const S* v) const { V.v.z += v[0]; }
  void add_bias(Motion<S>& A, const Motion<S>& V, const S* v) const {
    A.v.x += V.w.y * v[0];
    A.v.y -= V.w.x * v[0];
  }
  void project(const Force<S>& F, S* tau) const { tau[0] = F.f.z; }
  Force<S> times(const Inertia<S>& i) const { return {{i.h.y, -i.h.x, S(0.0)}, {S(0.0), S(0.0), i.m}}; }
  Force<S> times(const ArticulatedInertia<S>& i) const { return {i.B.c2(), {i.L.xz, i.L.yz, i.L.zz}}; }
};

}  // namespace alembert
