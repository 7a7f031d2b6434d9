/// How the coordinates of joints with a quaternion move with the speeds.
#pragma once
#include <array>
#include <span>

#include "alembert/spatial/quaternion.h"

namespace alembert {

/// One coordinate s of a spherical or free joint: s' = N v and s'' = N v' + bias.
template <Scalar S>
struct PoseRate {
  int speeds = 3;
  std::array<S, 6> N{S(0.0), S(0.0), S(0.0), S(0.0), S(0.0), S(0.0)};  ///< [speed of the joint]
  S bias{0.0};                                                         ///< N' v
};

/// @param q       of the joint: [x, y, z,] w, x, y, z of the quaternion of M in F; free joints have seven
/// @param v       of the joint: angular velocity [and velocity of M's origin], both in M
/// @param within  which of the coordinates
template <Scalar S>
PoseRate<S> pose_rate(bool free, std::span<const S> q, std::span<const S> v, int within) {
  const std::size_t turn_at = free ? 3 : 0;
  const Quaternion<S> turn{q[turn_at], q[turn_at + 1], q[turn_at + 2], q[turn_at + 3]};
  const Vec3<S> w{v[0], v[1], v[2]};
  PoseRate<S> result;
  result.speeds = free ? 6 : 3;
  const int part = within - static_cast<int>(turn_at);
  if (part < 0) {  // p' = R v_M
    const Mat3<S> R = rotation(turn);
    const Vec3<S>& row = within == 0 ? R.r0 : (within == 1 ? R.r1 : R.r2);
    result.N = {S(0.0), S(0.0), S(0.0), row.x, row.y, row.z};
    result.bias = dot(row, cross(w, {v[3], v[4], v[5]}));
    return result;
  }
  const auto component = [&](const Quaternion<S>& a) {
    return part == 0 ? a.w : (part == 1 ? a.x : (part == 2 ? a.y : a.z));
  };
  const S one(1.0), zero(0.0);
  result.N[0] = component(quaternion_rate<S>(turn, {one, zero, zero}));
  result.N[1] = component(quaternion_rate<S>(turn, {zero, one, zero}));
  result.N[2] = component(quaternion_rate<S>(turn, {zero, zero, one}));
  result.bias = component(quaternion_rate(quaternion_rate(turn, w), w));
  return result;
}

}  // namespace alembert
