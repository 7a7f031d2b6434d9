/// Exponential and logarithm of rotations and of rigid displacements, and the Jacobians between them.
///
///   exp [phi]x     = 1 + a [phi]x + b [phi]x^2          a = sin t / t,  b = (1 - cos t)/t^2,  t = |phi|       (1)
///   J_left(phi)    = 1 + b [phi]x + c [phi]x^2          c = (t - sin t)/t^3                                  (2)
///   J_left(phi)^-1 = 1 - [phi]x/2 + d [phi]x^2          d = (1 - (t/2) cot(t/2))/t^2                         (3)
///   J_right(phi)   = J_left(-phi) = J_left(phi)^T
///   exp (w; v)     = (R, p) = (exp [w]x, J_left(w) v)                                                        (4)
///
/// phi [rad] is a rotation vector: axis times angle. The Jacobians say how the exponential moves:
///
///   exp(phi + d) = exp(J_left d) exp(phi) = exp(phi) exp(J_right d)      to first order in d                 (5)
///
/// so for R_AB = exp [phi]x the angular velocity of B in A is J_left phidot in A, J_right phidot in B.
/// exp is smooth everywhere and log at the identity, derivatives included; log returns 0 <= t <= pi and loses no digits
/// up to t = pi, where the sign of phi is free (either may come) and derivatives are those of the branch taken.
///
/// Ref: Lynch and Park 2017, sec. 3.2.3 and 3.3.3; Sola, Deray and Atchuthan 2018, A micro Lie theory, app. B and D;
/// Barfoot 2017, State estimation for robotics, sec. 7.1.
#pragma once
#include "alembert/spatial/rotations.h"
#include "alembert/spatial/transform.h"

namespace alembert {

namespace spatial_detail {
/// 1 + a [phi]x + b [phi]x^2, with [phi]x^2 = phi phi^T - |phi|^2 1.
template <Scalar S>
Mat3<S> skew_polynomial(const Vec3<S>& phi, const S& a, const S& b) {
  const S diagonal = S(1.0) - b * dot(phi, phi);
  return Mat3<S>::diagonal(diagonal, diagonal, diagonal) + skew(a * phi) + outer(b * phi, phi);
}
}  // namespace spatial_detail

/// The rotation by the vector phi [rad], of any length (1).
template <Scalar S>
Mat3<S> exp_so3(const Vec3<S>& phi) {
  const AngleRatios<S> ratios = angle_ratios(dot(phi, phi));
  return spatial_detail::skew_polynomial(phi, ratios.sine, ratios.versine);
}
/// The rotation vector of a rotation matrix, 0 <= |phi| <= pi. Through the quaternion, which is as exact at a half turn
/// as at no turn.
template <Scalar S>
Vec3<S> log_so3(const Mat3<S>& R) {
  return log_quaternion(quaternion(R));
}

/// (2)
template <Scalar S>
Mat3<S> left_jacobian(const Vec3<S>& phi) {
  const AngleRatios<S> ratios = angle_ratios(dot(phi, phi));
  return spatial_detail::skew_polynomial(phi, ratios.versine, ratios.rest);
}
template <Scalar S>
Mat3<S> right_jacobian(const Vec3<S>& phi) {
  return left_jacobian(-phi);
}
/// (3), |phi| < 2 pi, where the Jacobian is singular.
template <Scalar S>
Mat3<S> inverse_left_jacobian(const Vec3<S>& phi) {
  return spatial_detail::skew_polynomial(phi, S(-0.5), half_cotangent_ratio(dot(phi, phi)));
}
template <Scalar S>
Mat3<S> inverse_right_jacobian(const Vec3<S>& phi) {
  return inverse_left_jacobian(-phi);
}

/// The displacement after unit time at the constant twist V (4): X_AB, if A and B coincide at first and B's twist,
/// expressed in A at A's origin (or in B at B's: the same numbers), is V. A screw axis times an angle is such a V.
template <Scalar S>
Transform<S> exp_se3(const Motion<S>& V) {
  const AngleRatios<S> ratios = angle_ratios(dot(V.w, V.w));
  return {spatial_detail::skew_polynomial(V.w, ratios.sine, ratios.versine),
          spatial_detail::skew_polynomial(V.w, ratios.versine, ratios.rest) * V.v};
}
/// The twist whose exponential is X, with 0 <= |w| <= pi.
template <Scalar S>
Motion<S> log_se3(const Transform<S>& X) {
  const Vec3<S> phi = log_so3(X.R);
  return {phi, inverse_left_jacobian(phi) * X.p};
}

}  // namespace alembert
