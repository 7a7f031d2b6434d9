/// Plain 3-vectors and symmetric 3x3 matrices over any scalar. Kernels use these and keep track of frames by name
/// (p_PB, w_WB_B); tagged.h has vectors that know their frame.
#pragma once
#include "alembert/scalar/scalar.h"

namespace alembert {

// Vec3 and Sym3 are copied number by number. Of a copy as one block g++ 12 makes stores to the stack, number by number,
// and wider loads from there, which have to wait for all of them: a tenth of the time of a recursion and more.

template <Scalar S>
struct Vec3 {
  S x{0.0}, y{0.0}, z{0.0};

  Vec3() = default;
  constexpr Vec3(const S& x0, const S& y0, const S& z0) : x(x0), y(y0), z(z0) {}
  constexpr Vec3(const Vec3& b) : x(b.x), y(b.y), z(b.z) {}
  constexpr Vec3& operator=(const Vec3& b) {
    x = b.x;
    y = b.y;
    z = b.z;
    return *this;
  }
  ~Vec3() = default;

  Vec3& operator+=(const Vec3& b) {
    x += b.x;
    y += b.y;
    z += b.z;
    return *this;
  }
  Vec3& operator-=(const Vec3& b) {
    x -= b.x;
    y -= b.y;
    z -= b.z;
    return *this;
  }
};

template <Scalar S>
Vec3<S> operator+(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <Scalar S>
Vec3<S> operator-(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <Scalar S>
Vec3<S> operator-(const Vec3<S>& a) {
  return {-a.x, -a.y, -a.z};
}
template <Scalar S>
Vec3<S> operator*(const S& k, const Vec3<S>& a) {
  return {k * a.x, k * a.y, k * a.z};
}
template <Scalar S>
S dot(const Vec3<S>& a, const Vec3<S>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <Scalar S>
Vec3<S> cross(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <Scalar S>
S norm(const Vec3<S>& a) {
  return sqrt(dot(a, a));
}
/// a / |a|; a must not be zero.
template <Scalar S>
Vec3<S> unit(const Vec3<S>& a) {
  return (S(1.0) / norm(a)) * a;
}

/// A symmetric 3x3 matrix by its six elements.
template <Scalar S>
struct Sym3 {
  S xx{0.0}, yy{0.0}, zz{0.0}, xy{0.0}, xz{0.0}, yz{0.0};

  Sym3() = default;
  /// A diagonal matrix.
  constexpr Sym3(const S& xx0, const S& yy0, const S& zz0) : xx(xx0), yy(yy0), zz(zz0) {}
  constexpr Sym3(const S& xx0, const S& yy0, const S& zz0, const S& xy0, const S& xz0, const S& yz0)
      : xx(xx0), yy(yy0), zz(zz0), xy(xy0), xz(xz0), yz(yz0) {}
  constexpr Sym3(const Sym3& b) : xx(b.xx), yy(b.yy), zz(b.zz), xy(b.xy), xz(b.xz), yz(b.yz) {}
  constexpr Sym3& operator=(const Sym3& b) {
    xx = b.xx;
    yy = b.yy;
    zz = b.zz;
    xy = b.xy;
    xz = b.xz;
    yz = b.yz;
    return *this;
  }
  ~Sym3() = default;

  Sym3& operator+=(const Sym3& b) {
    xx += b.xx;
    yy += b.yy;
    zz += b.zz;
    xy += b.xy;
    xz += b.xz;
    yz += b.yz;
    return *this;
  }
  Sym3& operator-=(const Sym3& b) {
    xx -= b.xx;
    yy -= b.yy;
    zz -= b.zz;
    xy -= b.xy;
    xz -= b.xz;
    yz -= b.yz;
    return *this;
  }
};

template <Scalar S>
Sym3<S> operator+(Sym3<S> a, const Sym3<S>& b) {
  return a += b;
}
template <Scalar S>
Sym3<S> operator-(Sym3<S> a, const Sym3<S>& b) {
  return a -= b;
}
template <Scalar S>
Sym3<S> operator*(const S& k, const Sym3<S>& a) {
  return {k * a.xx, k * a.yy, k * a.zz, k * a.xy, k * a.xz, k * a.yz};
}
template <Scalar S>
Vec3<S> operator*(const Sym3<S>& a, const Vec3<S>& b) {
  return {a.xx * b.x + a.xy * b.y + a.xz * b.z, a.xy * b.x + a.yy * b.y + a.yz * b.z,
          a.xz * b.x + a.yz * b.y + a.zz * b.z};
}
/// The symmetric part, twice: a b^T + b a^T.
template <Scalar S>
Sym3<S> twice_symmetric(const Vec3<S>& a, const Vec3<S>& b) {
  const S two(2.0);
  return {two * a.x * b.x,       two * a.y * b.y,       two * a.z * b.z,
          a.x * b.y + a.y * b.x, a.x * b.z + a.z * b.x, a.y * b.z + a.z * b.y};
}
/// |a|^2 1 - a a^T = [a]x^T [a]x: the inertia of a unit point mass at a about the origin.
template <Scalar S>
Sym3<S> point_inertia(const Vec3<S>& a) {
  const S xx = a.x * a.x, yy = a.y * a.y, zz = a.z * a.z;
  return {yy + zz, xx + zz, xx + yy, -(a.x * a.y), -(a.x * a.z), -(a.y * a.z)};
}

}  // namespace alembert
