/// Angular velocity: the rate of a rotation matrix, and its sum along a chain of frames.
///
///   dR_AB/dt = [w_AB_A]x R_AB = R_AB [w_AB_B]x           w_AB: angular velocity of B in A, expressed in A or B [rad/s]
///   w_AC_A = w_AB_A + R_AB w_BC_B
///
/// Ref: Lynch and Park 2017, sec. 3.2.2; Kane and Levinson 1985, sec. 2.4 (addition theorem).
#pragma once
#include <cstddef>
#include <span>

#include "alembert/spatial/mat3.h"

namespace alembert {

/// w_AB_A from R_AB and its time derivative.
template <Scalar S>
Vec3<S> spatial_angular_velocity(const Mat3<S>& R, const Mat3<S>& Rdot) {
  return unskew(Rdot * R.transposed());
}
/// w_AB_B from R_AB and its time derivative.
template <Scalar S>
Vec3<S> body_angular_velocity(const Mat3<S>& R, const Mat3<S>& Rdot) {
  return unskew(R.transposed() * Rdot);
}
/// dR_AB/dt from w_AB_A.
template <Scalar S>
Mat3<S> rotation_rate(const Vec3<S>& w_A, const Mat3<S>& R) {
  return skew(w_A) * R;
}

/// w_AC_A: C turns in B, and B in A.
template <Scalar S>
Vec3<S> added_angular_velocity(const Vec3<S>& w_AB_A, const Mat3<S>& R_AB, const Vec3<S>& w_BC_B) {
  return w_AB_A + R_AB * w_BC_B;
}

/// Of the last frame of a chain in frame 0, expressed in frame 0.
/// R[k] is the rotation of frame k + 1 in frame k, w[k] its angular velocity there, expressed in frame k.
template <Scalar S>
Vec3<S> chain_angular_velocity(std::span<const Mat3<S>> R, std::span<const Vec3<S>> w) {
  // From the far end, so that each sum is turned once into the frame before: w_k = w[k] + R[k] w_(k+1).
  Vec3<S> sum;
  for (std::size_t k = w.size(); k-- > 0;) sum = added_angular_velocity(w[k], R[k], sum);
  return sum;
}

}  // namespace alembert
