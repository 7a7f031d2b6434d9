/// Rotations as quaternions, axis and angle, and matrices: each from the other, for every rotation.
///
///   R = 1 + sin t [u]x + (1 - cos t) [u]x^2        Rodrigues; rotation_about(u, t) in mat3.h
///   q = (cos t/2, u sin t/2)                       q and -q are the same rotation; w >= 0 is returned
///   4 q q^T is linear in R                         Shepperd: its row with the largest diagonal gives q
///
/// R = R_AB and q = q_AB take vectors from B to A; u is a unit vector, t an angle in rad. Matrices are taken to be
/// orthonormal up to rounding. Nothing here branches on a number, so all scalars work, and derivatives are right
/// wherever the result is smooth: everywhere except at half turns (the sign of the axis flips there), and for the axis
/// also at no turn at all.
///
/// Ref: Shepperd 1978, Quaternion from rotation matrix, J. Guidance and Control 1(3); Featherstone 2008, sec. 4.5;
/// Sola 2017, Quaternion kinematics for the error-state Kalman filter, ch. 2 and 4.
#pragma once
#include <cmath>
#include <limits>

#include "alembert/spatial/angle_ratios.h"
#include "alembert/spatial/quaternion.h"

namespace alembert {

template <Scalar S>
struct AxisAngle {
  Vec3<S> axis;  ///< unit vector, the same components in A and in B
  S angle{0.0};  ///< [rad], right-hand rule
};

template <Scalar S>
Vec3<S> select(const MaskOf<S>& mask, const Vec3<S>& a, const Vec3<S>& b) {
  return {select(mask, a.x, b.x), select(mask, a.y, b.y), select(mask, a.z, b.z)};
}
template <Scalar S>
Quaternion<S> select(const MaskOf<S>& mask, const Quaternion<S>& a, const Quaternion<S>& b) {
  return {select(mask, a.w, b.w), select(mask, a.x, b.x), select(mask, a.y, b.y), select(mask, a.z, b.z)};
}

/// An element of a rotation matrix: what is -1, 0 or 1 but for rounding (4 ulp) is that exactly.
inline double without_rounding(double element) {
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  const double whole = std::round(element);
  return std::abs(element - whole) < rounding ? whole : element;
}

/// The one of q and -q with w >= 0.
template <Scalar S>
Quaternion<S> with_positive_w(const Quaternion<S>& q) {
  return select(less(q.w, S(0.0)), Quaternion<S>{-q.w, -q.x, -q.y, -q.z}, q);
}

/// The unit quaternion, w >= 0, of a rotation matrix. Of a half turn either sign of q may come.
template <Scalar S>
Quaternion<S> quaternion(const Mat3<S>& R) {
  const S one(1.0);
  const S wx = R.r2.y - R.r1.z, wy = R.r0.z - R.r2.x, wz = R.r1.x - R.r0.y;
  const S xy = R.r0.y + R.r1.x, xz = R.r0.z + R.r2.x, yz = R.r1.z + R.r2.y;
  // The rows of 4 q q^T. The diagonal sums to 4, so its largest element is at least 1: a safe divisor.
  const Quaternion<S> row_w{one + R.r0.x + R.r1.y + R.r2.z, wx, wy, wz};
  const Quaternion<S> row_x{wx, one + R.r0.x - R.r1.y - R.r2.z, xy, xz};
  const Quaternion<S> row_y{wy, xy, one - R.r0.x + R.r1.y - R.r2.z, yz};
  const Quaternion<S> row_z{wz, xz, yz, one - R.r0.x - R.r1.y + R.r2.z};

  const MaskOf<S> x_over_w = less(row_w.w, row_x.x), z_over_y = less(row_y.y, row_z.z);
  const S pivot_wx = select(x_over_w, row_x.x, row_w.w), pivot_yz = select(z_over_y, row_z.z, row_y.y);
  const MaskOf<S> second_pair = less(pivot_wx, pivot_yz);
  const Quaternion<S> row = select(second_pair, select(z_over_y, row_z, row_y), select(x_over_w, row_x, row_w));
  const S k = S(0.5) / sqrt(select(second_pair, pivot_yz, pivot_wx));
  return with_positive_w(Quaternion<S>{k * row.w, k * row.x, k * row.y, k * row.z});
}

/// Of a turn about a unit vector by any angle; w < 0 beyond a half turn.
template <Scalar S>
Quaternion<S> quaternion(const Vec3<S>& axis, const S& angle) {
  S s(0.0), c(0.0);
  sincos(S(0.5) * angle, s, c);
  return {c, s * axis.x, s * axis.y, s * axis.z};
}

/// Of the rotation vector phi = t u [rad], any length; smooth at 0.
template <Scalar S>
Quaternion<S> exp_quaternion(const Vec3<S>& phi) {
  const S quarter = S(0.25) * dot(phi, phi);  // (t/2)^2
  const AngleRatios<S> ratios = angle_ratios(quarter);
  const S k = S(0.5) * ratios.sine;
  return {S(1.0) - quarter * ratios.versine, k * phi.x, k * phi.y, k * phi.z};
}

/// The rotation vector t u, 0 <= t <= pi, of a quaternion of any length but zero; smooth at the identity.
template <Scalar S>
Vec3<S> log_quaternion(const Quaternion<S>& q_AB) {
  const Quaternion<S> q = with_positive_w(q_AB);
  const S one(1.0), two(2.0), n2 = q.x * q.x + q.y * q.y + q.z * q.z, w2 = q.w * q.w;
  // atan(n/w)/n as a series in n^2/w^2 < 1/16, where n has no derivative at 0; 13 terms leave 1e-17.
  const MaskOf<S> near_zero = less(S(16.0) * n2, w2);
  const S w = select(near_zero, q.w, one), ratio = select(near_zero, n2, S(0.0)) / (w * w);
  S series(0.0);
  for (int k = 13; k >= 0; --k) series = S(1.0 / (2 * k + 1)) - ratio * series;
  const S n = sqrt(select(near_zero, one, n2));
  const S factor = select(near_zero, two * series / w, two * atan2(n, q.w) / n);
  return {factor * q.x, factor * q.y, factor * q.z};
}

/// Angle from 0 to pi; the axis is x where there is no turn. Of a half turn either sign of the axis may come.
template <Scalar S>
AxisAngle<S> axis_angle(const Quaternion<S>& q_AB) {
  const Quaternion<S> q = with_positive_w(q_AB);
  const S one(1.0), zero(0.0);
  // Scaled to size 1, so that squares of the smallest turns do not underflow.
  const S size = max(max(abs(q.x), abs(q.y)), abs(q.z));
  const MaskOf<S> no_turn = less_equal(size, zero);
  const S k = select(no_turn, one, size);
  const Vec3<S> direction = select(no_turn, Vec3<S>{one, zero, zero}, Vec3<S>{q.x / k, q.y / k, q.z / k});
  const S length = norm(direction);
  return {(one / length) * direction, S(2.0) * atan2(select(no_turn, zero, size * length), q.w)};
}
template <Scalar S>
AxisAngle<S> axis_angle(const Mat3<S>& R) {
  return axis_angle(quaternion(R));
}
template <Scalar S>
Mat3<S> rotation(const AxisAngle<S>& turn) {
  return rotation_about(turn.axis, turn.angle);
}

/// q_AB after the time dt [s] at a constant angular velocity w [rad/s] of B in A, expressed in B. Exact for constant w,
/// and of unit length like q.
template <Scalar S>
Quaternion<S> quaternion_step(const Quaternion<S>& q, const Vec3<S>& w, const S& dt) {
  return q * exp_quaternion(dt * w);
}

}  // namespace alembert
