/// How the momentum of a moving body turns: the matrix B behind Coriolis matrices and velocity derivatives.
#pragma once
#include "alembert/spatial/inertia.h"

namespace alembert {

/// For a body with inertia I that moves with V, all expressed in one frame about its origin,
///
///   B(I, V) = 1/2 [ (V x*) I - I (V x) + (I V) xbar* ]            6x6, from motions to forces
///
/// with V x* the cross product on forces, V x on motions, and F xbar* U = U x* F. It gives the force of rotation,
/// B V = V x* (I V), linear in I, so the B of a set of bodies is their sum. Its right half is zero:
///
///   B = [ T      0 ]      T = (v . h) 1 - v h^T - [w]x E,   E = tr(I)/2 1 - I,   p = m v + w x h
///       [ -[p]x  0 ]
///
/// with V = (w; v), mass m, first moment h, rotational inertia I, momentum p; so 12 numbers are kept instead of 36.
///
/// Ref: Echeandia and Wensing 2021, Numerical methods to compute the Coriolis matrix and Christoffel symbols, eq. (21);
/// Singh, Russell and Wensing 2022, Efficient analytical derivatives of rigid-body dynamics using spatial vector
/// algebra.
template <Scalar S>
struct VelocityInertia {
  Mat3<S> T;  ///< [kg m^2/s]
  Vec3<S> p;  ///< [kg m/s]

  VelocityInertia() = default;
  VelocityInertia(const Inertia<S>& i, const Motion<S>& V) : p(i.m * V.v + cross(V.w, i.h)) {
    const S half = S(0.5) * (i.I.xx + i.I.yy + i.I.zz);
    const Mat3<S> E{
        {half - i.I.xx, -i.I.xy, -i.I.xz}, {-i.I.xy, half - i.I.yy, -i.I.yz}, {-i.I.xz, -i.I.yz, half - i.I.zz}};
    // [w]x E has the columns w x E_k; E is symmetric, so these are its rows.
    T = outer(-V.v, i.h) - Mat3<S>::columns(cross(V.w, E.r0), cross(V.w, E.r1), cross(V.w, E.r2));
    const S vh = dot(V.v, i.h);
    T.r0.x += vh;
    T.r1.y += vh;
    T.r2.z += vh;
  }

  VelocityInertia& operator+=(const VelocityInertia& b) {
    T += b.T;
    p += b.p;
    return *this;
  }
  /// B^T U: a pure moment.
  Vec3<S> transpose_times(const Motion<S>& U) const { return T.transpose_times(U.w) + cross(p, U.v); }
};

template <Scalar S>
Force<S> operator*(const VelocityInertia<S>& b, const Motion<S>& U) {
  return {b.T * U.w, cross(U.w, b.p)};
}

}  // namespace alembert
