#include "alembert/plan/start.h"

#include <array>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/plan/joint_frames.h"
#include "alembert/spatial/euler.h"
#include "alembert/spatial/rotations.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

double finite(double value, const Joint& joint, const std::string& what) {
  if (std::isfinite(value)) return value;
  throw Error(Error::Code::bad_value, "joint '" + joint.written() + "': " + what + " is " + shortest(value),
              joint.source, "check the domain of its functions and the size of its numbers");
}

/// The second body in the first as drawn, or as `rotation` says.
Transform<double> drawn_relative(const Mechanism& model, const Joint& joint, const NumberReals& real) {
  using joint_frames_detail::drawn_pose;
  const auto body = [&](int i) -> const Body& { return model.bodies[static_cast<std::size_t>(i)]; };
  Transform<double> X_12 =
      drawn_pose<double>(body(joint.first), real).inverse() * drawn_pose<double>(body(joint.second), real);
  if (joint.rotation) X_12.R = rotation_of<double>(*joint.rotation, real);
  return X_12;
}

/// Where the quaternion of a joint stands among its coordinates, -1 if it has none.
int quaternion_at(const Mechanism& model, const Joint& joint) {
  if (!words(model, joint).quaternion) return -1;
  return joint.type == JointType::free ? 3 : 0;
}

/// Where a motion that is a function of time alone begins, or its rate.
std::optional<double> driven_start(const Joint& joint, std::size_t k, bool rate, const NumberReals& real) {
  if (k >= joint.motion.size() || !joint.motion[k]) return {};
  const Expr motion = joint.motion[k]->formula;
  for (const Expr e : Walk(std::span(&motion, 1)))
    if (e.is_symbol() && e.kind() != SymbolKind::parameter && e.kind() != SymbolKind::constant &&
        e.kind() != SymbolKind::time)
      return {};
  const Expr t = Expr::symbol("t", SymbolKind::time), zero;
  return real(substitute(rate ? derivative(motion, t) : motion, std::span(&t, 1), std::span(&zero, 1)));
}

}  // namespace

std::vector<double> unwritten_start(const Mechanism& model, const Joint& joint, const NumberReals& real) {
  const GraphScope scope(*model.graph);
  const std::size_t nq = words(model, joint).coordinates.size();
  std::vector<double> q(nq, 0.0);
  const bool moves_freely = joint.type == JointType::free || moves_as_drawn(joint);
  if (!moves_freely && joint.type != JointType::spherical) return q;
  const Transform<double> X = drawn_relative(model, joint, real);
  std::size_t k = 0;
  if (moves_freely) {
    q[k++] = X.p.x;
    q[k++] = X.p.y;
    if (!model.planar) q[k++] = X.p.z;
  }
  if (joint.type == JointType::translation) return q;
  if (model.planar) {
    q[k] = std::atan2(X.R.r1.x, X.R.r0.x);
  } else if (joint.sequence.empty()) {
    const Quaternion<double> turn = quaternion(X.R);
    q[k] = turn.w;
    q[k + 1] = turn.x;
    q[k + 2] = turn.y;
    q[k + 3] = turn.z;
  } else {
    const std::array<double, 3> angles = euler_angles(euler_sequence(joint.sequence), X.R);
    q[k] = angles[0];
    q[k + 1] = angles[1];
    q[k + 2] = angles[2];
  }
  return q;
}

void normalize_quaternions(const Mechanism& model, std::vector<double>& q) {
  std::size_t first = 0;
  for (const Joint& joint : model.joints) {
    if (joint.closing) continue;
    const int at = quaternion_at(model, joint);
    if (at >= 0) {
      double* p = q.data() + first + at;
      const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
      if (!(length > 0) || !std::isfinite(length))
        throw Error(Error::Code::bad_value,
                    "joint '" + joint.written() + "': its quaternion has the length " + shortest(length), joint.source,
                    "a quaternion (w, x, y, z) of any finite length but zero is normalised");
      if (length != 1.0)
        for (int k = 0; k < 4; ++k) p[k] /= length;
    }
    first += words(model, joint).coordinates.size();
  }
}

std::vector<double> start_coordinates(const Mechanism& model, const NumberReals& real) {
  const GraphScope scope(*model.graph);
  std::vector<double> q;
  q.reserve(model.coordinates.size());
  for (const Joint& joint : model.joints) {
    if (joint.closing) continue;
    const std::vector<double> fallback = unwritten_start(model, joint, real);
    for (std::size_t k = 0; k < fallback.size(); ++k) {
      const std::optional<double> driven = driven_start(joint, k, false, real);
      const double given = joint.start[k] ? real(*joint.start[k]) : fallback[k];
      q.push_back(finite(driven.value_or(given), joint, driven ? "motion at t = 0" : "start"));
    }
  }
  normalize_quaternions(model, q);
  return q;
}

std::vector<double> start_speeds(const Mechanism& model, const NumberReals& real) {
  const GraphScope scope(*model.graph);
  std::vector<double> v;
  v.reserve(model.speeds.size());
  for (const Joint& joint : model.joints) {
    if (joint.closing) continue;
    for (std::size_t k = 0; k < joint.rate.size(); ++k) {
      const std::optional<double> driven = driven_start(joint, k, true, real);
      const double given = joint.rate[k] ? real(*joint.rate[k]) : 0.0;
      v.push_back(finite(driven.value_or(given), joint, driven ? "the rate of its motion at t = 0" : "rate"));
    }
  }
  return v;
}

}  // namespace alembert
