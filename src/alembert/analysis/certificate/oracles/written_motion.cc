#include "alembert/analysis/certificate/oracles/written_motion.h"

#include "alembert/core/index.h"
#include "alembert/spatial/quaternion.h"

namespace alembert {
namespace {

using Numbers = std::span<const double>;

/// Adds jets of a quaternion that turns with the angular velocity w (of the second body, in its own axes): q' = q (0,
/// w) / 2, and once more.
void add_turning(Numbers q, const Vec3<double>& w, const Vec3<double>& wdot, std::vector<Jet>& to) {
  const Quaternion<double> now{q[0], q[1], q[2], q[3]}, half{0.0, 0.5 * w.x, 0.5 * w.y, 0.5 * w.z},
      half_rate{0.0, 0.5 * wdot.x, 0.5 * wdot.y, 0.5 * wdot.z};
  const Quaternion<double> rate = now * half, a = rate * half, b = now * half_rate;
  to.push_back(jets::jet(now.w, rate.w, a.w + b.w));
  to.push_back(jets::jet(now.x, rate.x, a.x + b.x));
  to.push_back(jets::jet(now.y, rate.y, a.y + b.y));
  to.push_back(jets::jet(now.z, rate.z, a.z + b.z));
}

Vec3<double> three(Numbers list, std::size_t at) { return {list[at], list[at + 1], list[at + 2]}; }

Mat3<Jet> turned(std::span<const Jet> q) { return rotation(Quaternion<Jet>{q[0], q[1], q[2], q[3]}); }

}  // namespace

WrittenMotion::WrittenMotion(const MechanismSetup& setup) : setup_(setup) {
  for (const Joint& joint : setup.model.joints) joints_.push_back(read(joint));
}

Vec3<double> WrittenMotion::number(const Vec3<Expr>& a) const {
  return {setup_.real(a.x), setup_.real(a.y), setup_.real(a.z)};
}

WrittenMotion::Written WrittenMotion::read(const Joint& joint) const {
  Written written;
  written.quaternion = words(setup_.model, joint).quaternion;
  if (joint.type == JointType::screw) written.pitch = setup_.real(joint.pitch);
  if (joint.type != JointType::free) read_zero(joint, written);
  read_axes(joint, written);
  return written;
}

/// The pose at zero: as drawn, or `rotation` with the two points together.
void WrittenMotion::read_zero(const Joint& joint, Written& written) const {
  const Body &first = setup_.model.bodies[index(joint.first)], &second = setup_.model.bodies[index(joint.second)];
  const auto drawn = [&](const Body& body) {
    return Transform<double>{rotation_of<double>(body.rotation, setup_.real), number(body.position)};
  };
  const Mat3<double> as_drawn = drawn(first).R.transposed() * drawn(second).R;
  if (joint.drawn) {
    const Vec3<double> P = drawn(setup_.model.bodies[index(joint.at[0].body)]).point(number(joint.at[0].p));
    written.p_1 = drawn(first).inverse().point(P);
    written.p_2 = drawn(second).inverse().point(P);
    if (joint.type != JointType::spherical) written.R_12 = as_drawn;
    return;
  }
  written.p_1 = number(joint.at[0].p);
  written.p_2 = number(joint.at[1].p);
  if (joint.rotation) {
    written.R_12 = rotation_of<double>(*joint.rotation, setup_.real);
  } else if (joint.type == JointType::translation) {
    written.R_12 = as_drawn;
  } else if (joint.axes.size() == 2 && joint.type != JointType::universal && joint.type != JointType::planar) {
    // The smallest turn that carries the axis in the second body onto that in the first.
    const Vec3<double> a = unit(number(joint.axes[0])), b = unit(number(joint.axes[1])), across = cross(b, a);
    const double sine = norm(across);
    if (sine > 0.0) written.R_12 = rotation_about((1.0 / sine) * across, std::atan2(sine, dot(a, b)));
  }
}

/// Single axes: [0]. Universal: [0] of the first body, [1] of the second where it is at zero. Planar: x, y and normal.
/// Gimbal and free with angles: those of `sequence`. Others slide along the axes of the first body.
void WrittenMotion::read_axes(const Joint& joint, Written& written) const {
  const std::array<Vec3<double>, 3> unit_vectors{{{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}};
  // What a drawn joint says in world axes, in the first body's.
  const Mat3<double> R_1W =
      joint.drawn && joint.type != JointType::translation && joint.type != JointType::free
          ? rotation_of<double>(setup_.model.bodies[index(joint.first)].rotation, setup_.real).transposed()
          : Mat3<double>::identity();
  for (std::size_t k = 0; k < 3; ++k) written.axis[k] = R_1W * unit_vectors[k];
  const auto axis = [&](std::size_t k) { return R_1W * unit(number(joint.axes[k])); };
  switch (joint.type) {
    case JointType::universal:
      written.axis[0] = axis(0);
      written.axis[1] = joint.drawn ? axis(1) : written.R_12 * unit(number(joint.axes[1]));
      break;
    case JointType::planar:
      if (joint.axes.size() == 2) written.axis = {axis(0), cross(axis(1), axis(0)), axis(1)};
      break;
    case JointType::gimbal:
    case JointType::free: {
      const std::string sequence = joint.type == JointType::gimbal && joint.sequence.empty() ? "zyx" : joint.sequence;
      for (std::size_t k = 0; k < sequence.size(); ++k) written.axis[k] = R_1W * unit_vectors[index(sequence[k] - 'x')];
      break;
    }
    case JointType::prismatic:
      if (!joint.axes.empty()) written.axis[0] = axis(0);
      break;
    case JointType::revolute:
    case JointType::screw:
    case JointType::cylindrical: written.axis[0] = joint.axes.empty() ? written.axis[2] : axis(0); break;
    case JointType::spherical:
    case JointType::translation:
    case JointType::fixed: break;
  }
}

std::vector<Jet> WrittenMotion::coordinates(int joint, Numbers q, Numbers v, Numbers vdot) const {
  std::vector<Jet> result;
  if (!joints_[index(joint)].quaternion) {
    for (std::size_t k = 0; k < q.size(); ++k) result.push_back(jets::jet(q[k], v[k], vdot[k]));
    return result;
  }
  const bool free = setup_.model.joints[index(joint)].type == JointType::free;
  const Numbers turn = free ? q.subspan(3) : q;
  std::vector<Jet> turning;
  add_turning(turn, three(v, 0), three(vdot, 0), turning);
  if (free) {
    // Velocity u of the second body's origin in its own axes: p' = R u, p'' = R (u' + w x u).
    const Mat3<double> R = jets::value(turned(turning));
    const Vec3<double> u = three(v, 3), rate = R * u, second = R * (three(vdot, 3) + cross(three(v, 0), u));
    result = {jets::jet(q[0], rate.x, second.x), jets::jet(q[1], rate.y, second.y), jets::jet(q[2], rate.z, second.z)};
  }
  result.insert(result.end(), turning.begin(), turning.end());
  return result;
}

std::vector<Jet> WrittenMotion::coordinates(Numbers q, Numbers v, Numbers vdot) const {
  std::vector<Jet> result(q.size());
  for (const TreeJoint& t : setup_.compiled.tree) {
    const JointWords& own = words(setup_.model, setup_.model.joints[index(t.joint)]);
    const std::size_t first_q = index(setup_.compiled.joint_q[index(t.joint)]),
                      first_v = index(setup_.compiled.joint_v[index(t.joint)]), nv = own.speeds.size();
    const std::vector<Jet> moving = coordinates(t.joint, q.subspan(first_q, own.coordinates.size()),
                                                v.subspan(first_v, nv), vdot.subspan(first_v, nv));
    std::ranges::copy(moving, result.begin() + static_cast<std::ptrdiff_t>(first_q));
  }
  return result;
}

Transform<Jet> WrittenMotion::displacement(int joint, std::span<const Jet> q) const {
  const Written& j = joints_[index(joint)];
  const auto about = [&](std::size_t axis, std::size_t k) {
    return rotation_about(jets::constant(j.axis[axis]), q[k]);
  };
  const auto along = [&](std::size_t axis, const Jet& way) { return way * jets::constant(j.axis[axis]); };
  Mat3<Jet> R = Mat3<Jet>::identity();
  Vec3<Jet> slide;  // of the joint's point on the second body, from that on the first
  switch (setup_.model.joints[index(joint)].type) {
    case JointType::revolute: R = about(0, 0); break;
    case JointType::prismatic: slide = along(0, q[0]); break;
    case JointType::screw:
      R = about(0, 0);
      slide = along(0, j.pitch * q[0]);
      break;
    case JointType::cylindrical:
      R = about(0, 0);
      slide = along(0, q[1]);
      break;
    case JointType::universal: R = about(0, 0) * about(1, 1); break;
    case JointType::planar:
      R = about(2, 2);
      slide = along(0, q[0]) + along(1, q[1]);
      break;
    case JointType::gimbal: R = about(0, 0) * about(1, 1) * about(2, 2); break;
    case JointType::spherical: R = turned(q); break;
    case JointType::translation:
      for (std::size_t k = 0; k < q.size(); ++k) slide += along(k, q[k]);
      break;
    case JointType::free:
      if (setup_.model.planar) return {rotation_z(q[2]), {q[0], q[1], Jet(0.0)}};
      if (j.quaternion) return {turned(q.subspan(3)), {q[0], q[1], q[2]}};
      return {about(0, 3) * about(1, 4) * about(2, 5), {q[0], q[1], q[2]}};
    case JointType::fixed: break;
  }
  R = R * jets::constant(j.R_12);
  return {R, jets::constant(j.p_1) + slide - R * jets::constant(j.p_2)};
}

std::vector<Transform<Jet>> WrittenMotion::poses(std::span<const Jet> q) const {
  std::vector<Transform<Jet>> result(setup_.model.bodies.size(), Transform<Jet>::identity());
  for (const TreeJoint& t : setup_.compiled.tree) {
    const std::size_t count = words(setup_.model, setup_.model.joints[index(t.joint)]).coordinates.size();
    const Transform<Jet> X_12 = displacement(
        t.joint, count == 0 ? q.first(0) : q.subspan(index(setup_.compiled.joint_q[index(t.joint)]), count));
    result[index(t.child)] = result[index(t.parent)] * (t.reversed ? X_12.inverse() : X_12);
  }
  return result;
}

std::vector<Motion<double>> WrittenMotion::permitted(int joint, Numbers q) const {
  const std::size_t count = words(setup_.model, setup_.model.joints[index(joint)]).speeds.size();
  std::vector<Motion<double>> result;
  std::vector<double> v(count, 0.0);
  const std::vector<double> none(count, 0.0);
  for (std::size_t k = 0; k < count; ++k) {
    v[k] = 1.0;
    const Transform<Jet> X = displacement(joint, coordinates(joint, q, v, none));
    v[k] = 0.0;
    result.push_back({jets::angular_velocity(X.R), jets::rate(X.point(jets::constant(point_on_second(joint))))});
  }
  return result;
}

}  // namespace alembert
