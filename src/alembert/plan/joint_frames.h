/// Where a joint sits on its two bodies.
#pragma once
#include "alembert/model/mechanism.h"
#include "alembert/plan/axis_choice.h"
#include "alembert/spatial/transform.h"

namespace alembert {

/// Frame F on the first body and M on the second, in the frames of those bodies; they coincide at zero coordinates.
/// Axes of F: z along the joint's axis (planar: the normal, with x its x-direction; universal: z the first and x the
/// second axis); gimbal and spherical: the first body's axes, or the world's for a drawn gimbal; translation: the first
/// body's axes.
template <Scalar S>
struct JointFrames {
  Transform<S> X_1F;
  Transform<S> X_2M;
};

/// True for a translation that is placed nowhere: it moves like a free joint that cannot turn. Its coordinates are
/// where the second body's origin is in the first body, which it starts at as drawn and keeps the drawn orientation in.
inline bool moves_as_drawn(const Joint& joint) {
  return joint.type == JointType::translation && !joint.drawn && !joint.rotation;
}

/// What was decided in double about a joint's frames.
struct FrameChoice {
  AxisChoice axis = AxisChoice::z;  ///< for the frame whose z is the axis
  bool given_in_second = false;     ///< the axis is taken from the second body's frame
};

/// Decides, and checks the placing: axes that are zero, not at right angles (universal), opposite without a rotation,
/// or not the same in both bodies are Errors with the joint's place.
FrameChoice choose_joint_frames(const Mechanism& model, const Joint& joint, const class NumberReals& real);

namespace joint_frames_detail {

template <Scalar S, class Reals>
Vec3<S> vector_of(const Vec3<Expr>& a, const Reals& real) {
  return {real(a.x), real(a.y), real(a.z)};
}

/// The smallest turn that carries the unit vector b onto the unit vector a; they must not be opposite.
template <Scalar S>
Mat3<S> smallest_turn(const Vec3<S>& b, const Vec3<S>& a) {
  const Mat3<S> v = skew(cross(b, a));
  return Mat3<S>::identity() + v + (S(1.0) / (S(1.0) + dot(a, b))) * (v * v);
}

/// The default axis of a joint without one.
template <Scalar S>
Vec3<S> default_axis(const Joint& joint) {
  const S one(1.0), zero(0.0);
  if (joint.type == JointType::prismatic) return {one, zero, zero};
  return {zero, zero, one};
}

/// Drawn pose of a body in the world.
template <Scalar S, class Reals>
Transform<S> drawn_pose(const Body& body, const Reals& real) {
  return {rotation_of<S>(body.rotation, real), vector_of<S>(body.position, real)};
}

/// Poses of both bodies in a common frame at zero coordinates, and the joint's point on each body.
template <Scalar S>
struct ZeroPose {
  Mat3<S> R_A1, R_A2;  ///< A: the world if drawn, otherwise the first body
  Vec3<S> p_1, p_2;    ///< the joint's point, in each body's frame
};

template <Scalar S, class Reals>
ZeroPose<S> zero_pose(const Mechanism& model, const Joint& joint, const Reals& real) {
  const auto body = [&](int i) -> const Body& { return model.bodies[static_cast<std::size_t>(i)]; };
  if (joint.drawn) {
    const Transform<S> X_W1 = drawn_pose<S>(body(joint.first), real), X_W2 = drawn_pose<S>(body(joint.second), real);
    const Vec3<S> p_W = drawn_pose<S>(body(joint.at[0].body), real).point(vector_of<S>(joint.at[0].p, real));
    return {X_W1.R, X_W2.R, X_W1.R.transpose_times(p_W - X_W1.p), X_W2.R.transpose_times(p_W - X_W2.p)};
  }
  Mat3<S> R_12 = Mat3<S>::identity();
  const bool same_axis_twice =
      joint.axes.size() == 2 && joint.type != JointType::universal && joint.type != JointType::planar;
  if (moves_as_drawn(joint))
    R_12 = rotation_of<S>(body(joint.first).rotation, real).transposed() *
           rotation_of<S>(body(joint.second).rotation, real);
  else if (joint.rotation)
    R_12 = rotation_of<S>(*joint.rotation, real);
  else if (same_axis_twice)
    R_12 = smallest_turn(unit(vector_of<S>(joint.axes[1], real)), unit(vector_of<S>(joint.axes[0], real)));
  return {Mat3<S>::identity(), R_12, vector_of<S>(joint.at[0].p, real), vector_of<S>(joint.at[1].p, real)};
}

/// R_AF: the axes of F in the common frame A.
template <Scalar S, class Reals>
Mat3<S> frame_axes(const Joint& joint, const ZeroPose<S>& zero, const FrameChoice& choice, const Reals& real) {
  const auto axis = [&](std::size_t k) { return vector_of<S>(joint.axes[k], real); };
  switch (joint.type) {
    case JointType::universal: {
      const Vec3<S> first = unit(axis(0));
      const Vec3<S> second = unit(joint.drawn ? axis(1) : zero.R_A2 * axis(1));
      return Mat3<S>::columns(second, cross(first, second), first);
    }
    case JointType::planar:
      if (joint.axes.size() == 2) {
        const Vec3<S> normal = unit(axis(1)), x = unit(axis(0));
        return Mat3<S>::columns(x, cross(normal, x), normal);
      }
      break;
    case JointType::gimbal:
    case JointType::spherical:
    case JointType::free:
    case JointType::fixed: return Mat3<S>::identity();
    case JointType::translation: return zero.R_A1;
    default: break;
  }
  if (choice.given_in_second) return zero.R_A2 * frame_along(axis(1), choice.axis);
  return frame_along(joint.axes.empty() ? default_axis<S>(joint) : axis(0), choice.axis);
}

}  // namespace joint_frames_detail

/// The frames, with `real` giving the value of each number. `choice` as choose_joint_frames() made it.
template <Scalar S, class Reals>
JointFrames<S> joint_frames(const Mechanism& model, const Joint& joint, const FrameChoice& choice, const Reals& real) {
  using namespace joint_frames_detail;
  if (joint.type == JointType::free) return {Transform<S>::identity(), Transform<S>::identity()};
  const ZeroPose<S> zero = zero_pose<S>(model, joint, real);
  if (joint.type == JointType::spherical) return {{Mat3<S>::identity(), zero.p_1}, {Mat3<S>::identity(), zero.p_2}};
  const Mat3<S> R_AF = frame_axes(joint, zero, choice, real);
  return {{zero.R_A1.transposed() * R_AF, zero.p_1}, {zero.R_A2.transposed() * R_AF, zero.p_2}};
}

}  // namespace alembert
