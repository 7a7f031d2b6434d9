#include "alembert/io/urdf/urdf_placing.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace alembert {
namespace {

double value(Expr number) { return number.number().to_double(); }
Vec3<double> values(const Vec3<Expr>& v) { return {value(v.x), value(v.y), value(v.z)}; }
Vec3<Expr> formulas(const Vec3<double>& v) { return {Expr(v.x), Expr(v.y), Expr(v.z)}; }

/// Quarter turns are exact, so that no residues of their sines stand in formulas.
Mat3<double> rotation_values(const Orientation& orientation) {
  Mat3<double> R = rotation_of<double>(orientation, [](Expr number) { return value(number); });
  for (Vec3<double>* row : {&R.r0, &R.r1, &R.r2})
    for (double* element : {&row->x, &row->y, &row->z}) *element = without_rounding(*element);
  return R;
}

/// Whether a rotation exchanges axes and turns their signs, and leaves numbers as they are.
bool keeps_numbers(const Mat3<double>& R) {
  const auto whole = [](const Vec3<double>& row) {
    return row.x == std::round(row.x) && row.y == std::round(row.y) && row.z == std::round(row.z);
  };
  return whole(R.r0) && whole(R.r1) && whole(R.r2);
}

Mat3<Expr> formulas(const Mat3<double>& R) { return {formulas(R.r0), formulas(R.r1), formulas(R.r2)}; }

Vec3<Expr> turned(const Mat3<double>& R, const Vec3<Expr>& v) {
  return keeps_numbers(R) ? formulas(R) * v : formulas(R * values(v));
}

/// The joint frame's x, turned as little as carries its z onto the unit vector n; half a turn about x for n = -z.
Vec3<double> x_in_plane(const Vec3<double>& n) {
  const double across = n.x * n.x + n.y * n.y;
  if (across == 0.0) return {1.0, 0.0, 0.0};
  const double c = n.z > 0.0 ? 1.0 + n.z : across / (1.0 - n.z);  // 1 + n.z without cancellation
  return {1.0 - n.x * n.x / c, -n.x * n.y / c, -n.x};
}

bool is_positive_z(const Vec3<Expr>& axis) {
  return axis.x.is_zero() && axis.y.is_zero() && axis.z.number().sign() > 0;
}

/// The rotation of an origin as coordinates of a joint that turns freely.
std::vector<std::optional<Expr>> start_rotation(const UrdfOrigin& origin) {
  if (!origin.R) return {Expr(1.0), Expr(), Expr(), Expr()};
  Quaternion<double> q;
  if (origin.R->kind == Orientation::Kind::quaternion) {
    q = normalized(
        Quaternion<double>{value(origin.R->n[0]), value(origin.R->n[1]), value(origin.R->n[2]), value(origin.R->n[3])});
  } else {
    const auto half_turn = [&](std::size_t i) { return value(origin.R->n[i]) / 2; };
    const auto turn = [](double half, double x, double y, double z) {
      const double s = std::sin(half);
      return Quaternion<double>{std::cos(half), x * s, y * s, z * s};
    };
    q = turn(half_turn(2), 0, 0, 1) * turn(half_turn(1), 0, 1, 0) * turn(half_turn(0), 1, 0, 0);
  }
  return {Expr(q.w), Expr(q.x), Expr(q.y), Expr(q.z)};
}

/// Free joints have the pose itself as coordinates, so the origin is where they start.
std::vector<std::optional<Expr>> start_pose(const UrdfOrigin& origin) {
  std::vector<std::optional<Expr>> start{origin.p.x, origin.p.y, origin.p.z};
  std::ranges::move(start_rotation(origin), std::back_inserter(start));
  return start;
}

/// One axis where the frames are parallel; otherwise the axis in both frames, so that the second is exact.
std::vector<Vec3<Expr>> line_axes(const UrdfJoint& from) {
  if (!from.origin.R) return {from.axis};
  return {turned(rotation_values(*from.origin.R), from.axis), from.axis};
}

/// The x-direction and the normal, both in the parent link's frame; the normal alone where x is the parent link's.
std::vector<Vec3<Expr>> plane_axes(const UrdfJoint& from) {
  const bool along_z = is_positive_z(from.axis);
  if (!from.origin.R && along_z) return {from.axis};
  const Mat3<double> R = from.origin.R ? rotation_values(*from.origin.R) : Mat3<double>::identity();
  const Vec3<double> n = unit(values(from.axis));
  return {formulas(R * x_in_plane(n)), formulas(R * n)};
}

}  // namespace

Sym3<Expr> inertia_in_link(const UrdfLink& link) {
  if (!link.center.R) return link.inertia;
  const Mat3<double> R = rotation_values(*link.center.R);
  const Sym3<Expr>& I = link.inertia;
  if (keeps_numbers(R)) return rotated(formulas(R), I);
  const Sym3<double> numbers =
      rotated(R, Sym3<double>{value(I.xx), value(I.yy), value(I.zz), value(I.xy), value(I.xz), value(I.yz)});
  return {Expr(numbers.xx), Expr(numbers.yy), Expr(numbers.zz), Expr(numbers.xy), Expr(numbers.xz), Expr(numbers.yz)};
}

void place_urdf_joint(const UrdfJoint& from, Joint& joint) {
  joint.at = {PointOn{joint.first, {}}, PointOn{joint.second, {}}};
  if (joint.type == JointType::free) {
    joint.start = start_pose(from.origin);
    return;
  }
  joint.at[0].p = from.origin.p;
  if (joint.type == JointType::spherical) {
    joint.start = start_rotation(from.origin);
    return;
  }
  joint.rotation = from.origin.R;
  if (joint.type == JointType::planar) joint.axes = plane_axes(from);
  if (joint.type == JointType::revolute || joint.type == JointType::prismatic) joint.axes = line_axes(from);
}

}  // namespace alembert
