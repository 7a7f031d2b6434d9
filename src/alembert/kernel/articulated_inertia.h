/// The inertia that a body with moving descendants shows at its own frame.
#pragma once
#include "alembert/spatial/inertia.h"

namespace alembert {

/// A symmetric 6x6 matrix [A, B; B^T, L] from motions (w; v) to forces (n; f), expressed in a body's frame.
template <Scalar S>
struct ArticulatedInertia {
  Sym3<S> A;  ///< [kg m^2]
  Mat3<S> B;  ///< [kg m]
  Sym3<S> L;  ///< [kg]

  ArticulatedInertia() = default;
  ArticulatedInertia(const Sym3<S>& a, const Mat3<S>& b, const Sym3<S>& l) : A(a), B(b), L(l) {}
  explicit ArticulatedInertia(const Inertia<S>& i) : A(i.I), B(skew(i.h)), L{i.m, i.m, i.m} {}

  ArticulatedInertia& operator+=(const ArticulatedInertia& b) {
    A += b.A;
    B += b.B;
    L += b.L;
    return *this;
  }

  /// Less k u u^T: what is left when the joint gives way along u = (n; f).
  void subtract_outer(const S& k, const Force<S>& u) {
    const Vec3<S> kn = k * u.n, kf = k * u.f;
    A -= {kn.x * u.n.x, kn.y * u.n.y, kn.z * u.n.z, kn.x * u.n.y, kn.x * u.n.z, kn.y * u.n.z};
    B -= outer(kn, u.f);
    L -= {kf.x * u.f.x, kf.y * u.f.y, kf.z * u.f.z, kf.x * u.f.y, kf.x * u.f.z, kf.y * u.f.z};
  }
};

template <Scalar S>
Force<S> operator*(const ArticulatedInertia<S>& i, const Motion<S>& a) {
  return {i.A * a.w + i.B * a.v, i.B.transpose_times(a.w) + i.L * a.v};
}

/// Given in the child's frame, expressed in the parent's and about its origin, with X = X_PB. With P = [p]x:
///   L' = R L R^T,   B' = R B R^T + P L',   A' = R A R^T + P (R B R^T)^T - B' P
template <Scalar S>
ArticulatedInertia<S> transformed(const Transform<S>& X, const ArticulatedInertia<S>& i) {
  const Sym3<S> L = rotated(X.R, i.L);
  const Mat3<S> RB = X.R * i.B;
  const Mat3<S> B0{X.R * RB.r0, X.R * RB.r1, X.R * RB.r2};
  const Vec3<S>& p = X.p;
  // [p]x L: rows of the cross product with the columns of L.
  const Mat3<S> PL{{p.y * L.xz - p.z * L.xy, p.y * L.yz - p.z * L.yy, p.y * L.zz - p.z * L.yz},
                   {p.z * L.xx - p.x * L.xz, p.z * L.xy - p.x * L.yz, p.z * L.xz - p.x * L.zz},
                   {p.x * L.xy - p.y * L.xx, p.x * L.yy - p.y * L.xy, p.x * L.yz - p.y * L.xz}};
  const Mat3<S> B = B0 + PL;
  // The six elements of P B0^T - B P.
  Sym3<S> A = rotated(X.R, i.A);
  A.xx += p.y * B0.r0.z - p.z * B0.r0.y + p.y * B.r0.z - p.z * B.r0.y;
  A.yy += p.z * B0.r1.x - p.x * B0.r1.z + p.z * B.r1.x - p.x * B.r1.z;
  A.zz += p.x * B0.r2.y - p.y * B0.r2.x + p.x * B.r2.y - p.y * B.r2.x;
  A.xy += p.y * B0.r1.z - p.z * B0.r1.y + p.z * B.r0.x - p.x * B.r0.z;
  A.xz += p.y * B0.r2.z - p.z * B0.r2.y + p.x * B.r0.y - p.y * B.r0.x;
  A.yz += p.z * B0.r2.x - p.x * B0.r2.z + p.x * B.r1.y - p.y * B.r1.x;
  return {A, B, L};
}

}  // namespace alembert
