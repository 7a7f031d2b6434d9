#include "alembert/plan/retold/retold.h"

#include <algorithm>
#include <cmath>

#include "alembert/spatial/rotations.h"

namespace alembert {
namespace {

/// An integer between -most and most, both included.
std::int64_t random_integer(Random& random, std::int64_t most) {
  return static_cast<std::int64_t>(random.bits() % static_cast<std::uint64_t>(2 * most + 1)) - most;
}

/// The rotation of the quaternion w + u of any length: 1 + 2 (w [u]x + [u]x^2) / |q|^2.
template <Scalar S>
Mat3<S> rotation_of_any(const S& w, const Vec3<S>& u) {
  const Mat3<S> cross_u = skew(u);
  return Mat3<S>::identity() + (S(2.0) / (w * w + dot(u, u))) * (w * cross_u + cross_u * cross_u);
}

Mat3<Expr> exact_rotation(Random& random, bool in_plane) {
  constexpr std::int64_t most = 5;
  const auto part = [&] { return Expr(Rational(random_integer(random, most))); };
  const Expr w(Rational(random_integer(random, most - 1) + most));  // never zero
  const Vec3<Expr> u = in_plane ? Vec3<Expr>{{}, {}, part()} : Vec3<Expr>{part(), part(), part()};
  return rotation_of_any(w, u);
}

Mat3<Expr> full_rotation(Random& random, bool in_plane) {
  const auto part = [&] { return random.symmetric(); };
  const double w = random.uniform(0.1, 1.0);
  const Vec3<double> u = in_plane ? Vec3<double>{0.0, 0.0, part()} : Vec3<double>{part(), part(), part()};
  const Mat3<double> R = rotation_of_any(w, u);
  const auto row = [](const Vec3<double>& r) { return Vec3<Expr>{r.x, r.y, r.z}; };
  return {row(R.r0), row(R.r1), row(R.r2)};
}

using Turn = Quaternion<double>;

/// x, y and angle: the plane pose of the second body in the first and its rates.
void change_plane_pose(const JointChange& change, JointState& s) {
  const auto angle = [](const Mat3<double>& R) { return std::atan2(R.r1.x, R.r0.x); };
  const Vec3<double> r = rotation_z(s.q[2]) * change.second.inverse().p;  // from the old origin to the new one
  const Vec3<double> p = change.first.point(Vec3<double>{s.q[0], s.q[1], 0.0} + r);
  const auto across = [](const Vec3<double>& b) { return Vec3<double>{-b.y, b.x, 0.0}; };  // z x b
  const auto rotate = [&](std::vector<double>& rate, const Vec3<double>& added) {
    const Vec3<double> b = change.first.R * (Vec3<double>{rate[0], rate[1], 0.0} + added);
    rate[0] = b.x;
    rate[1] = b.y;
  };
  const double w = s.v[2];
  if (!s.a.empty()) rotate(s.a, s.a[2] * across(r) - (w * w) * r);
  rotate(s.v, w * across(r));
  s.q = {p.x, p.y, s.q[2] + angle(change.first.R) - angle(change.second.R)};
}

/// Speeds along the second body's axes, angular ones first: q2 is where the new origin is in the old frame.
void change_twist(const JointChange& change, std::vector<double>& v) {
  if (v.empty()) return;
  const Vec3<double> w{v[0], v[1], v[2]}, w_new = change.second.R * w;
  std::vector<double> result{w_new.x, w_new.y, w_new.z};
  if (v.size() == 6) {
    const Vec3<double> q2 = change.second.inverse().p;
    const Vec3<double> v_new = change.second.R * (Vec3<double>{v[3], v[4], v[5]} + cross(w, q2));
    result.insert(result.end(), {v_new.x, v_new.y, v_new.z});
  }
  v = std::move(result);
}

void change_space_pose(const JointChange& change, JointState& s) {
  const std::size_t at = s.q.size() - 4;
  const Turn q{s.q[at], s.q[at + 1], s.q[at + 2], s.q[at + 3]};
  if (at == 3) {
    const Vec3<double> p =
        change.first.point(rotation(normalized(q)) * change.second.inverse().p + Vec3<double>{s.q[0], s.q[1], s.q[2]});
    s.q[0] = p.x;
    s.q[1] = p.y;
    s.q[2] = p.z;
  }
  const Turn turned = quaternion(change.first.R) * q * quaternion(change.second.R).conjugate();
  s.q[at] = turned.w;
  s.q[at + 1] = turned.x;
  s.q[at + 2] = turned.y;
  s.q[at + 3] = turned.z;
  change_twist(change, s.v);
  change_twist(change, s.a);
}

bool changes_pose(const JointChange& change) {
  const auto is_identity = [](const Transform<double>& X) {
    return norm(X.p) == 0.0 && norm(X.R.c0() - Vec3<double>{1.0, 0.0, 0.0}) == 0.0 &&
           norm(X.R.c1() - Vec3<double>{0.0, 1.0, 0.0}) == 0.0;
  };
  return !is_identity(change.first) || !is_identity(change.second);
}

void swap_signs(JointType type, JointState& s) {
  for (std::vector<double>* list : {&s.q, &s.v, &s.a}) {
    for (double& x : *list) x = -x;
    if (type == JointType::universal || type == JointType::gimbal) std::ranges::reverse(*list);
  }
}

void scale_lengths(const std::vector<JointWord>& words, double length, std::vector<double>& values) {
  for (std::size_t k = 0; k < values.size(); ++k)
    if (words[k].unit.starts_with('m')) values[k] *= length;
}

}  // namespace

JointState Retold::state(const Joint& joint, const JointState& original) const {
  JointState s = original;
  if (const auto it = joints.find(joint.name); it != joints.end()) {
    if (it->second.swapped) swap_signs(joint.type, s);
    if (changes_pose(it->second)) s.q.size() == 3 ? change_plane_pose(it->second, s) : change_space_pose(it->second, s);
  }
  const JointWords& has = words(model, joint);
  s.q.resize(has.coordinates.size(), 0.0);  // a translation in space that was one in the plane has a third
  s.v.resize(has.speeds.size(), 0.0);
  if (!s.a.empty()) s.a.resize(has.speeds.size(), 0.0);
  scale_lengths(has.coordinates, units.length, s.q);
  scale_lengths(has.speeds, units.length, s.v);
  scale_lengths(has.speeds, units.length, s.a);
  return s;
}

Transform<Expr> random_pose(Random& random, Digits digits, double length, bool in_plane) {
  constexpr std::int64_t parts = 16;
  Transform<Expr> X;
  X.R = digits == Digits::exact ? exact_rotation(random, in_plane) : full_rotation(random, in_plane);
  const Expr size(std::exp2(std::round(std::log2(length))));
  for (Expr* p : {&X.p.x, &X.p.y, &X.p.z}) {
    if (in_plane && p == &X.p.z) break;
    *p = digits == Digits::exact ? size * Expr(Rational(random_integer(random, parts), parts))
                                 : Expr(length * random.symmetric());
  }
  return X;
}

Mechanism started_at(Mechanism model, const std::map<std::string, JointState>& states) {
  const GraphScope scope(*model.graph);
  for (Joint& joint : model.joints) {
    const auto it = states.find(joint.name);
    if (it == states.end()) continue;
    for (std::size_t k = 0; k < joint.start.size(); ++k) {
      const bool driven = k < joint.motion.size() && joint.motion[k];
      if (!driven) joint.start[k] = Expr(it->second.q[k]);
    }
    for (std::size_t k = 0; k < joint.rate.size(); ++k)
      if (!joint.motion[k]) joint.rate[k] = Expr(it->second.v[k]);
  }
  return model;
}

}  // namespace alembert
