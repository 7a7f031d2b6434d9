/// Plain 3x3 matrices over any scalar; as R_AB a rotation: p_A = R_AB p_B.
#pragma once
#include "alembert/spatial/vec3.h"

namespace alembert {

/// Stored by rows.
template <Scalar S>
struct Mat3 {
  Vec3<S> r0, r1, r2;

  static Mat3 identity() {
    const S one(1.0), zero(0.0);
    return {{one, zero, zero}, {zero, one, zero}, {zero, zero, one}};
  }
  /// The matrix with these columns.
  static Mat3 columns(const Vec3<S>& a, const Vec3<S>& b, const Vec3<S>& c) {
    return {{a.x, b.x, c.x}, {a.y, b.y, c.y}, {a.z, b.z, c.z}};
  }
  static Mat3 diagonal(const S& a, const S& b, const S& c) {
    const S zero(0.0);
    return {{a, zero, zero}, {zero, b, zero}, {zero, zero, c}};
  }

  Vec3<S> c0() const { return {r0.x, r1.x, r2.x}; }
  Vec3<S> c1() const { return {r0.y, r1.y, r2.y}; }
  Vec3<S> c2() const { return {r0.z, r1.z, r2.z}; }

  Mat3 transposed() const { return {c0(), c1(), c2()}; }
  /// M^T b without forming M^T.
  Vec3<S> transpose_times(const Vec3<S>& b) const {
    return {r0.x * b.x + r1.x * b.y + r2.x * b.z, r0.y * b.x + r1.y * b.y + r2.y * b.z,
            r0.z * b.x + r1.z * b.y + r2.z * b.z};
  }

  Mat3& operator+=(const Mat3& b) {
    r0 += b.r0;
    r1 += b.r1;
    r2 += b.r2;
    return *this;
  }
  Mat3& operator-=(const Mat3& b) {
    r0 -= b.r0;
    r1 -= b.r1;
    r2 -= b.r2;
    return *this;
  }
};

template <Scalar S>
Mat3<S> operator+(Mat3<S> a, const Mat3<S>& b) {
  return a += b;
}
template <Scalar S>
Mat3<S> operator-(Mat3<S> a, const Mat3<S>& b) {
  return a -= b;
}
template <Scalar S>
Mat3<S> operator*(const S& k, const Mat3<S>& a) {
  return {k * a.r0, k * a.r1, k * a.r2};
}
template <Scalar S>
Vec3<S> operator*(const Mat3<S>& a, const Vec3<S>& b) {
  return {dot(a.r0, b), dot(a.r1, b), dot(a.r2, b)};
}
template <Scalar S>
Mat3<S> operator*(const Mat3<S>& a, const Mat3<S>& b) {
  return {b.transpose_times(a.r0), b.transpose_times(a.r1), b.transpose_times(a.r2)};
}

/// [a]x, so that [a]x b = a x b.
template <Scalar S>
Mat3<S> skew(const Vec3<S>& a) {
  const S zero(0.0);
  return {{zero, -a.z, a.y}, {a.z, zero, -a.x}, {-a.y, a.x, zero}};
}
/// The vector of the antisymmetric part: unskew([a]x) = a.
template <Scalar S>
Vec3<S> unskew(const Mat3<S>& a) {
  const S half(0.5);
  return {half * (a.r2.y - a.r1.z), half * (a.r0.z - a.r2.x), half * (a.r1.x - a.r0.y)};
}
template <Scalar S>
Mat3<S> outer(const Vec3<S>& a, const Vec3<S>& b) {
  return {a.x * b, a.y * b, a.z * b};
}
template <Scalar S>
S trace(const Mat3<S>& a) {
  return a.r0.x + a.r1.y + a.r2.z;
}
template <Scalar S>
S determinant(const Mat3<S>& a) {
  return dot(a.r0, cross(a.r1, a.r2));
}
template <Scalar S>
Mat3<S> full(const Sym3<S>& a) {
  return {{a.xx, a.xy, a.xz}, {a.xy, a.yy, a.yz}, {a.xz, a.yz, a.zz}};
}
template <Scalar S>
Mat3<S> operator*(const Mat3<S>& a, const Sym3<S>& b) {
  return {b * a.r0, b * a.r1, b * a.r2};
}
/// R A R^T: a symmetric tensor given in B, expressed in A with R = R_AB.
template <Scalar S>
Sym3<S> rotated(const Mat3<S>& R, const Sym3<S>& a) {
  const Vec3<S> u = a * R.r0, v = a * R.r1, w = a * R.r2;
  return {dot(R.r0, u), dot(R.r1, v), dot(R.r2, w), dot(R.r0, v), dot(R.r0, w), dot(R.r1, w)};
}

/// Turns by the angle q about a coordinate axis (right-hand rule).
template <Scalar S>
Mat3<S> rotation_x(const S& q) {
  S s(0.0), c(0.0);
  sincos(q, s, c);
  const S one(1.0), zero(0.0);
  return {{one, zero, zero}, {zero, c, -s}, {zero, s, c}};
}
template <Scalar S>
Mat3<S> rotation_y(const S& q) {
  S s(0.0), c(0.0);
  sincos(q, s, c);
  const S one(1.0), zero(0.0);
  return {{c, zero, s}, {zero, one, zero}, {-s, zero, c}};
}
template <Scalar S>
Mat3<S> rotation_z(const S& q) {
  S s(0.0), c(0.0);
  sincos(q, s, c);
  const S one(1.0), zero(0.0);
  return {{c, -s, zero}, {s, c, zero}, {zero, zero, one}};
}
/// A turn by the angle q about the unit vector u (Rodrigues' formula).
template <Scalar S>
Mat3<S> rotation_about(const Vec3<S>& u, const S& q) {
  S s(0.0), c(0.0);
  sincos(q, s, c);
  const S t = S(1.0) - c;
  return {{c + t * u.x * u.x, t * u.x * u.y - s * u.z, t * u.x * u.z + s * u.y},
          {t * u.y * u.x + s * u.z, c + t * u.y * u.y, t * u.y * u.z - s * u.x},
          {t * u.z * u.x - s * u.y, t * u.z * u.y + s * u.x, c + t * u.z * u.z}};
}
/// Turns about the fixed axes x, y, z in this order (URDF's rpy): Rz(yaw) Ry(pitch) Rx(roll).
template <Scalar S>
Mat3<S> rotation_rpy(const S& roll, const S& pitch, const S& yaw) {
  return rotation_z(yaw) * rotation_y(pitch) * rotation_x(roll);
}

}  // namespace alembert
