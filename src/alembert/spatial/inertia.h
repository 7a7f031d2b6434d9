/// Rigid-body inertia as ten numbers.
#pragma once
#include "alembert/spatial/transform.h"

namespace alembert {

/// About the origin of a frame and expressed in it: mass m [kg], first moment h = m c [kg m] with c the mass centre,
/// rotational inertia I about the origin [kg m^2]. As a 6x6 matrix on (w; v): [I, [h]x; -[h]x, m 1].
template <Scalar S>
struct Inertia {
  S m{0.0};
  Vec3<S> h;
  Sym3<S> I;

  /// From the mass, the mass centre and the inertia about it, all in the frame's axes.
  static Inertia about_center(const S& mass, const Vec3<S>& center, const Sym3<S>& central) {
    return {mass, mass * center, central + mass * point_inertia(center)};
  }

  Inertia& operator+=(const Inertia& b) {
    m += b.m;
    h += b.h;
    I += b.I;
    return *this;
  }
};

template <Scalar S>
Inertia<S> operator+(Inertia<S> a, const Inertia<S>& b) {
  return a += b;
}
/// Momentum of a body that moves with V, or the force that gives it an acceleration.
template <Scalar S>
Force<S> operator*(const Inertia<S>& i, const Motion<S>& V) {
  return {i.I * V.w + cross(i.h, V.v), i.m * V.v - cross(i.h, V.w)};
}
/// The inertia given in B's frame, in A's frame and about A's origin, with X = X_AB.
template <Scalar S>
Inertia<S> transformed(const Transform<S>& X, const Inertia<S>& i) {
  const Vec3<S> h = X.R * i.h;
  // About A's origin: I + |r|^2-terms of (c + p), written with h = m c so that massless bodies need no division.
  const S twice = S(2.0) * dot(h, X.p);
  Sym3<S> I = rotated(X.R, i.I) + i.m * point_inertia(X.p) - twice_symmetric(h, X.p);
  I.xx += twice;
  I.yy += twice;
  I.zz += twice;
  return {i.m, h + i.m * X.p, I};
}

}  // namespace alembert
