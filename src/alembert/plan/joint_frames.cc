#include "alembert/plan/joint_frames.h"

#include <array>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/model/reals.h"

namespace alembert {
namespace {

using joint_frames_detail::vector_of;

/// How far axes that should agree or be at right angles may be off: model files give six digits or more.
constexpr double angle_tolerance = 1e-5;

[[noreturn]] void fail(const Joint& joint, const std::string& message, const std::string& hint) {
  throw Error(Error::Code::bad_value, "joint '" + joint.written() + "': " + message, joint.source, hint);
}

Vec3<double> axis_number(const Joint& joint, std::size_t k, const NumberReals& real) {
  const Vec3<double> axis = vector_of<double>(joint.axes[k], real);
  const double length = norm(axis);
  if (!(length > 0) || !std::isfinite(length))
    fail(joint,
         "its axis [" + shortest(axis.x) + ", " + shortest(axis.y) + ", " + shortest(axis.z) + "] has no direction",
         "write an axis of any finite length but zero");
  return axis;
}

void check_right_angle(const Joint& joint, const Vec3<double>& a, const Vec3<double>& b) {
  const double cosine = dot(unit(a), unit(b));
  if (std::abs(cosine) > angle_tolerance)
    fail(joint, "its axes are not at right angles: the cosine between them is " + shortest(cosine),
         "change one of the axes; in body frames the second axis is given in the second body");
}

void check_same_axis(const Joint& joint, const Vec3<double>& a, const Vec3<double>& b, const NumberReals& real) {
  if (!joint.rotation) {
    if (dot(unit(a), unit(b)) < -1.0 + 0.5 * angle_tolerance * angle_tolerance)
      fail(joint, "the axes in the two bodies are opposite, so the zero position is not determined",
           "give `rotation`, the orientation of the second body in the first at zero");
    return;
  }
  const Vec3<double> off = unit(a) - rotation_of<double>(*joint.rotation, real) * unit(b);
  if (norm(off) > angle_tolerance)
    fail(joint,
         "the axis in the first body is not rotation times the axis in the second; they are off by " +
             shortest(norm(off)),
         "leave one of the two out");
}

FrameChoice choose_two_axes(const Mechanism& model, const Joint& joint, const NumberReals& real) {
  const Vec3<double> a = axis_number(joint, 0, real), b = axis_number(joint, 1, real);
  if (joint.type == JointType::planar) {
    check_right_angle(joint, a, b);
    return {};
  }
  if (joint.type == JointType::universal) {
    const auto zero = joint_frames_detail::zero_pose<double>(model, joint, real);
    check_right_angle(joint, a, joint.drawn ? b : zero.R_A2 * b);
    return {};
  }
  if (joint.drawn) fail(joint, "a drawn joint has one axis", "write axis = [..] in world coordinates");
  check_same_axis(joint, a, b, real);
  return {choose_frame(b), true};
}

}  // namespace

FrameChoice choose_joint_frames(const Mechanism& model, const Joint& joint, const NumberReals& real) {
  switch (joint.type) {
    case JointType::gimbal:
    case JointType::spherical:
    case JointType::free:
    case JointType::translation:
    case JointType::fixed: return {};
    default: break;
  }
  if (joint.axes.size() == 2) return choose_two_axes(model, joint, real);
  if (joint.type == JointType::universal)
    fail(joint, "a universal joint needs two axes", "write axes = [first, second], at right angles");
  const Vec3<double> axis =
      joint.axes.empty() ? joint_frames_detail::default_axis<double>(joint) : axis_number(joint, 0, real);
  const FrameChoice choice{choose_frame(axis), false};
  if (joint.type == JointType::planar && choice.axis != AxisChoice::z)
    fail(joint, "the directions of x and y are not determined: the normal is not the first body's z",
         "write axes = [x-direction, normal]");
  return choice;
}

}  // namespace alembert
