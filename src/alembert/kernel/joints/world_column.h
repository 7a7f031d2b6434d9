/// The columns of a joint as they stand in world axes.
#pragma once
#include "alembert/kernel/joints/any_joint.h"

namespace alembert {

/// Column k of the joint that moves body B, seen from a frame O in which B has the pose X: the twist, about O's origin,
/// that a unit speed gives to B. Ad_X H_k without the products by zero.
template <Scalar S>
Motion<S> world_column(const Revolute<S>& /*joint*/, const Transform<S>& X, int /*k*/) {
  const Vec3<S> z = X.R.c2();
  return {z, cross(X.p, z)};
}
template <Scalar S>
Motion<S> world_column(const Prismatic<S>& /*joint*/, const Transform<S>& X, int /*k*/) {
  return {{}, X.R.c2()};
}
template <Scalar S>
Motion<S> world_column(const Screw<S>& joint, const Transform<S>& X, int /*k*/) {
  const Vec3<S> z = X.R.c2();
  return {z, cross(X.p, z) + joint.pitch * z};
}
template <Scalar S>
Motion<S> world_column(const Spherical<S>& /*joint*/, const Transform<S>& X, int k) {
  const Vec3<S> axis = k == 0 ? X.R.c0() : (k == 1 ? X.R.c1() : X.R.c2());
  return {axis, cross(X.p, axis)};
}
template <Scalar S>
Motion<S> world_column(const Free<S>& /*joint*/, const Transform<S>& X, int k) {
  const Motion<S> turn = world_column(Spherical<S>{}, X, k % 3);
  return k < 3 ? turn : Motion<S>{{}, turn.w};
}
template <Scalar S, class Joint>
Motion<S> world_column(const Reversed<S, Joint>& joint, const Transform<S>& X, int k) {
  return -world_column(Joint{}, X * joint.X_MF, k);
}

}  // namespace alembert
