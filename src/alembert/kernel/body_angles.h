/// Angles of all bodies of a planar mechanism.
#pragma once
#include <span>
#include <vector>

#include "alembert/plan/plan.h"
#include "alembert/scalar/scalar.h"

namespace alembert {

/// [plan body] sums of joint angles about the world's z, as plane_angle() (kernel/forces.h) gives them one by one.
/// O(n).
///
/// @param turns  PlaneAngles::turns
template <Scalar S>
std::vector<S> body_angles(const Plan& plan, std::span<const int> turns, std::span<const S> q) {
  std::vector<S> angles(plan.parent.size(), S(0.0));
  for (std::size_t b = 1; b < angles.size(); ++b) {
    angles[b] = angles[static_cast<std::size_t>(plan.parent[b])];
    if (turns[b] != 0) angles[b] += S(static_cast<double>(turns[b])) * q[static_cast<std::size_t>(plan.first_q[b])];
  }
  return angles;
}

}  // namespace alembert
