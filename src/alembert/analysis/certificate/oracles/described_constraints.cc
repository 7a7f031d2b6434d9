#include "alembert/analysis/certificate/oracles/described_constraints.h"

#include <cmath>

#include "alembert/core/index.h"
#include "alembert/linalg/rank.h"
#include "alembert/spatial/exponential.h"

namespace alembert {
namespace {

/// A velocity with its rate; a place and a direction as far as velocities need them.
using Moving = Dual<1>;

Vec3<Moving> place(const Vec3<Jet>& a) { return {a.x.x, a.y.x, a.z.x}; }
Mat3<Moving> place(const Mat3<Jet>& R) { return {place(R.r0), place(R.r1), place(R.r2)}; }

/// Velocity of the point of a body that is at P just now.
Vec3<Moving> velocity_at(const Transform<Jet>& X, const Vec3<Moving>& P) {
  const auto velocity = [](const Vec3<Jet>& a) { return Vec3<Moving>{a.x.d[0], a.y.d[0], a.z.d[0]}; };
  const Vec3<Moving> own = place(X.R).transpose_times(P - place(X.p));
  return velocity(X.p) + Mat3<Moving>{velocity(X.R.r0), velocity(X.R.r1), velocity(X.R.r2)} * own;
}

void add(const Jet& a, DescribedResidual& to) {
  to.value.push_back(jets::value(a));
  to.rate.push_back(jets::rate(a));
  to.second.push_back(jets::second(a));
}

void add(const Moving& slip, DescribedResidual& to) {
  to.rate.push_back(slip.x);
  to.second.push_back(slip.d[0]);
}

std::array<double, 6> scaled(const Vec3<double>& angular, const Vec3<double>& linear, double length) {
  return {angular.x, angular.y, angular.z, linear.x / length, linear.y / length, linear.z / length};
}

}  // namespace

/// The definitions, at a motion.
struct DescribedConstraints::Reader {
  const MechanismSetup& setup;
  const Poses& poses;
  const Poses& start;
  const RowDrive<double>& drive;
  const GeometricRowReals<double>& reals;
  DescribedResidual result;

  Vec3<double> number(const Vec3<Expr>& a) const { return {setup.real(a.x), setup.real(a.y), setup.real(a.z)}; }
  Vec3<Jet> point(const PointOn& p, const Poses& at) const {
    return at[index(p.body)].point(jets::constant(number(p.p)));
  }
  Vec3<Jet> point(const PointOn& p) const { return point(p, poses); }
  /// A direction fixed to a body, unit length.
  Vec3<Jet> direction(int body, const Vec3<Expr>& d, const Poses& at) const {
    return at[index(body)].R * jets::constant(unit(number(d)));
  }
  Vec3<Jet> direction(int body, const Vec3<Expr>& d) const { return direction(body, d, poses); }

  void operator()(const Constraint& /*formula*/) {}

  void operator()(const Distance& c) {
    const Vec3<Jet> r = point(c.points[1]) - point(c.points[0]);
    add(sqrt(dot(r, r)) - jets::jet(drive.value, drive.rate, drive.acceleration), result);
  }
  /// The way from the line, in the axes of the body that has it.
  void operator()(const InLine& c) {
    const Vec3<Jet> d = direction(c.line.at.body, c.line.direction), r = point(c.point) - point(c.line.at);
    const Vec3<Jet> off = poses[index(c.line.at.body)].R.transpose_times(r - dot(d, r) * d);
    add(off.x, result);
    add(off.y, result);
    add(off.z, result);
  }
  void operator()(const InPlane& c) {
    add(dot(direction(c.plane.at.body, c.plane.direction), point(c.point) - point(c.plane.at)), result);
  }
  void operator()(const NoSlip& c) {
    const Vec3<Moving> P = place(point(c.at)), d = place(direction(c.at.body, c.direction));
    add(dot(d, velocity_at(poses[index(c.at.body)], P) - velocity_at(poses[index(c.on)], P)), result);
  }

  /// Turn times radius less way. The turn is counted from the line as the pinion sees it.
  Jet unrolled(const Rack& c, const Poses& at) const {
    const Vec3<Jet> d = direction(c.line.at.body, c.line.direction, at);
    const Vec3<double> axis = unit(number(c.axis)),
                       some = std::abs(axis.x) < 0.6 ? Vec3<double>{1.0, 0.0, 0.0} : Vec3<double>{0.0, 1.0, 0.0};
    const Vec3<double> across = unit(cross(axis, some));
    const Vec3<Jet> seen = at[index(c.pinion.body)].R.transpose_times(d);
    const Jet angle = atan2(dot(jets::constant(cross(axis, across)), seen), dot(jets::constant(across), seen));
    const Jet way = dot(d, point(c.pinion, at) - point(c.line.at, at));
    return Jet(-setup.real(c.radius)) * angle - way;
  }
  /// The pinion's point on the pitch line stands still on it where the centre is at radius d x axis from the line: its
  /// velocity along d is that of the centre less radius times the spin.
  void operator()(const Rack& c) {
    const double turn = 2.0 * M_PI * setup.real(c.radius);
    add(unrolled(c, poses) - Jet(jets::value(unrolled(c, start))), result);
    result.value.back() = std::remainder(result.value.back(), turn);
    if (!c.normal) return;
    const Vec3<Jet> d = direction(c.line.at.body, c.line.direction), axis = direction(c.pinion.body, c.axis);
    add(dot(unit(cross(d, axis)), point(c.pinion) - point(c.line.at)) - Jet(setup.real(c.radius)), result);
  }

  /// From the centre to the lowest point over a plane with normal n.
  template <class S>
  Vec3<S> to_lowest(const Rolling& c, const Mat3<S>& R, const Vec3<S>& n) const {
    const auto constant = [](const Vec3<double>& a) { return Vec3<S>{S(a.x), S(a.y), S(a.z)}; };
    if (c.shape == Rolling::Shape::ellipsoid) {
      // The point of the surface whose normal is -n: squares of the semiaxes times -n, over sqrt(n . S^2 n).
      const Vec3<double> s = number(c.semiaxes);
      const Vec3<S> m = R.transpose_times(n), q{S(s.x * s.x) * m.x, S(s.y * s.y) * m.y, S(s.z * s.z) * m.z};
      return (S(-1.0) / sqrt(dot(m, q))) * (R * q);
    }
    const S radius(setup.real(c.radius));
    if (c.shape == Rolling::Shape::sphere || setup.model.planar) return -radius * n;
    const Vec3<S> axis = R * constant(unit(number(c.axis)));
    return -radius * unit(n - dot(n, axis) * axis);
  }
  void operator()(const Rolling& c) {
    const RollingRows wanted(c, setup.model.planar);
    const Transform<Jet>&body = poses[index(c.body)], &ground = poses[index(c.plane.at.body)];
    const Vec3<Jet> n = direction(c.plane.at.body, c.plane.direction), center = point({c.body, c.center});
    if (wanted.normal) add(dot(n, center + to_lowest(c, body.R, n) - point(c.plane.at)), result);
    if (!wanted.forward && !wanted.sideways) return;
    const Vec3<Moving> up = place(n), P = place(center) + to_lowest(c, place(body.R), up);
    const Vec3<Moving> slip = velocity_at(body, P) - velocity_at(ground, P);
    const Vec3<Moving> along = slip - dot(up, slip) * up;
    if (wanted.forward && (wanted.sideways || setup.model.planar)) {
      add(along.x, result);
      add(along.y, result);
      add(along.z, result);
      return;
    }
    // One of two directions: the track of a disc; of other shapes the direction that rows take for it is no word of the
    // model file.
    const Vec3<Moving> track = c.shape == Rolling::Shape::disc ? unit(cross(place(direction(c.body, c.axis)), up))
                                                               : place(ground.R * jets::constant(reals.X_1F.R.c0()));
    add(dot(wanted.forward ? track : cross(up, track), slip), result);
  }
};

DescribedConstraints::DescribedConstraints(const MechanismSetup& setup, const WrittenMotion& written,
                                           const BodyPlan& plan, const BodyParams<double>& par)
    : setup_(setup), written_(written), plan_(plan), par_(par) {
  const std::vector<double> rest(setup.v0.size(), 0.0);
  start_ = written.poses(written.coordinates(setup.q0, rest, rest));
}

DescribedResidual DescribedConstraints::constraint(int constraint, const Poses& poses,
                                                   const BodyState<double>& state) const {
  Reader reader{setup_, poses, start_, state.drives[index(constraint)], par_.constraints[index(constraint)], {}};
  std::visit(reader, setup_.model.constraints[index(constraint)]);
  return reader.result;
}

/// With S the motions that the joint permits, N their complement, and X the pose of the second body in the first:
/// log of D(q)^-1 X, N^T X', N^T (X'' - D''), where D moves with the joint's own speeds.
DescribedResidual DescribedConstraints::joint(int joint, const Poses& poses, const BodyState<double>& state) const {
  const Joint& j = setup_.model.joints[index(joint)];
  const auto first = index(plan_.first_q[index(joint)]), last = index(plan_.first_q[index(joint) + 1]);
  const std::span<const double> q = state.coordinates.subspan(first, last - first);
  const Vec3<Jet> point = jets::constant(written_.point_on_second(joint));
  const Transform<Jet> X = poses[index(j.first)].inverse() * poses[index(j.second)];
  const std::vector<Motion<double>> S = written_.permitted(joint, q);
  const auto k = static_cast<int>(S.size());
  const double length = setup_.length;
  const std::array<double, 6> moved = scaled(jets::angular_velocity(X.R), jets::rate(X.point(point)), length);
  std::vector<double> transposed, columns(6 * S.size());
  for (std::size_t i = 0; i < S.size(); ++i) {
    const std::array<double, 6> s = scaled(S[i].w, S[i].v, length);
    transposed.insert(transposed.end(), s.begin(), s.end());
    for (std::size_t r = 0; r < 6; ++r) columns[r * S.size() + i] = s[r];
  }
  const std::vector<double> speeds = k == 0 ? std::vector<double>() : least_squares(6, k, columns, moved),
                            rest(S.size(), 0.0);
  const Transform<Jet> D = written_.displacement(joint, written_.coordinates(joint, q, speeds, rest));

  DescribedResidual result;
  const Vec3<double> turn = log_so3(jets::value(D.R).transposed() * jets::value(X.R)),
                     way = jets::value(X.point(point) - D.point(point));
  result.value = {turn.x, turn.y, turn.z, way.x, way.y, way.z};
  const std::array<double, 6> second = scaled(jets::angular_acceleration(X.R) - jets::angular_acceleration(D.R),
                                              jets::second(X.point(point)) - jets::second(D.point(point)), length);
  const std::vector<double> none(6, 0.0);
  const RankResult complement = find_rank(k == 0 ? 1 : k, 6, k == 0 ? none : transposed);
  const std::size_t width = 6 - index(complement.rank);
  for (std::size_t c = 0; c < width; ++c) {
    double rate = 0.0, acceleration = 0.0;
    for (std::size_t r = 0; r < 6; ++r) {
      rate += complement.null_space[r * width + c] * moved[r];
      acceleration += complement.null_space[r * width + c] * second[r];
    }
    result.rate.push_back(rate);
    result.second.push_back(acceleration);
  }
  return result;
}

}  // namespace alembert
