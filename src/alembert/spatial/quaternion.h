/// Unit quaternions w + x i + y j + z k as rotations.
#pragma once
#include "alembert/spatial/mat3.h"

namespace alembert {

/// q_AB turns vectors from B to A: p_A = rotation(q_AB) p_B. The same rotation as -q_AB.
template <Scalar S>
struct Quaternion {
  S w{1.0}, x{0.0}, y{0.0}, z{0.0};

  Quaternion conjugate() const { return {w, -x, -y, -z}; }
};

/// Hamilton's product: rotation(a * b) = rotation(a) rotation(b).
template <Scalar S>
Quaternion<S> operator*(const Quaternion<S>& a, const Quaternion<S>& b) {
  return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
          a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
template <Scalar S>
S squared_norm(const Quaternion<S>& a) {
  return a.w * a.w + a.x * a.x + a.y * a.y + a.z * a.z;
}
template <Scalar S>
Quaternion<S> normalized(const Quaternion<S>& a) {
  const S k = S(1.0) / sqrt(squared_norm(a));
  return {k * a.w, k * a.x, k * a.y, k * a.z};
}
/// The rotation matrix of a unit quaternion.
template <Scalar S>
Mat3<S> rotation(const Quaternion<S>& q) {
  const S one(1.0), two(2.0);
  const S xx = two * q.x * q.x, yy = two * q.y * q.y, zz = two * q.z * q.z;
  const S xy = two * q.x * q.y, xz = two * q.x * q.z, yz = two * q.y * q.z;
  const S wx = two * q.w * q.x, wy = two * q.w * q.y, wz = two * q.w * q.z;
  return {{one - yy - zz, xy - wz, xz + wy}, {xy + wz, one - xx - zz, yz - wx}, {xz - wy, yz + wx, one - xx - yy}};
}
/// dq_AB/dt for the angular velocity w of B in A, expressed in B: q (0, w) / 2.
template <Scalar S>
Quaternion<S> quaternion_rate(const Quaternion<S>& q, const Vec3<S>& w) {
  const S half(0.5);
  return {half * (-(q.x * w.x) - q.y * w.y - q.z * w.z), half * (q.w * w.x + q.y * w.z - q.z * w.y),
          half * (q.w * w.y - q.x * w.z + q.z * w.x), half * (q.w * w.z + q.x * w.y - q.y * w.x)};
}

}  // namespace alembert
