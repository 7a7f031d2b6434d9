#include "alembert/system/assembly/idle_spins.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "alembert/core/index.h"
#include "alembert/core/text.h"
#include "alembert/linalg/singular_values.h"
#include "alembert/system/assembly/free_motions.h"

namespace alembert {
namespace {

bool contains(std::span<const int> bodies, int body) { return std::ranges::find(bodies, body) != bodies.end(); }

/// Between bodies of a group and others.
bool borders(const Joint& joint, std::span<const int> bodies) {
  return contains(bodies, joint.first) != contains(bodies, joint.second);
}

/// The joints that connect the bodies to others; none where these do not hold an idle spin.
std::vector<std::string> holding(const Mechanism& model, std::span<const int> bodies) {
  std::vector<std::string> names;
  bool ball = false;
  for (const Joint& joint : model.joints) {
    if (!borders(joint, bodies)) continue;
    names.push_back(joint.name);
    ball = ball || joint.type == JointType::spherical || joint.type == JointType::gimbal;
  }
  if (names.size() < 2 || !ball) names.clear();
  return names;
}

/// Bodies that may spin by themselves, and pairs on one joint, which may spin together.
std::vector<std::vector<int>> groups(const Mechanism& model) {
  std::vector<std::vector<int>> result;
  for (std::size_t b = 1; b < model.bodies.size(); ++b) result.push_back({static_cast<int>(b)});
  for (const Joint& joint : model.joints)
    if (joint.first != 0 && joint.second != 0) result.push_back({joint.first, joint.second});
  return result;
}

/// Where a joint is in the world.
Vec3<double> point_of(const MechanismSetup& setup, const FreeMotions& free, const std::string& name) {
  const auto it = std::ranges::find(setup.model.joints, name, &Joint::name);
  const BodyParams<double> par =
      number_body_params<double>(setup.model, setup.choices, BodyReference::frame, setup.real, setup.lengths);
  const auto j = static_cast<std::size_t>(it - setup.model.joints.begin());
  return free.pose(it->first).point(par.joints[j].X_1F.p);
}

/// A group that turns as one about a line while all others rest.
struct Turning {
  std::vector<double> combination;  ///< of the free motions, for 1 rad/s
  Vec3<double> direction, point;    ///< of the line, in the world
};

/// The only motion of these bodies under which all others rest, where it turns them as one about a line.
std::optional<Turning> only_turning(const FreeMotions& free, std::span<const int> bodies, double length) {
  constexpr double same = 10.0 * FreeMotions::rest;
  std::vector<double> only = free.with_others_at_rest(bodies);
  if (only.size() != free.count()) return {};
  const double rate = norm(free.turn(bodies.front(), only));
  if (!(rate > FreeMotions::rest)) return {};
  for (double& part : only) part /= rate;
  const Vec3<double> w = free.turn(bodies.front(), only), v = free.slide(bodies.front(), only);
  const Vec3<double> origin = free.pose(bodies.front()).p;
  if (std::abs(dot(w, v)) > same * length) return {};  // a screw
  for (const int body : bodies) {
    const Vec3<double> carried = v + cross(w, free.pose(body).p - origin);
    if (norm(free.turn(body, only) - w) > same || norm(free.slide(body, only) - carried) > same * length) return {};
  }
  return Turning{std::move(only), w, origin + cross(w, v)};
}

/// Whether the bodies can go on turning about the same line: joints may allow the first bit of a turn alone, as a
/// universal joint does about every line in the plane of its axes.
bool goes_on(const MechanismSetup& setup, const ConstraintSystem& system, std::span<const int> bodies,
             const FreeMotions& free, const Turning& first) {
  constexpr int stages = 4;
  constexpr double angle = 0.25;  // [rad] of a step, whose first stage is its middle
  constexpr double same = 0.02;   // well above what midpoint steps lose with the angles of a gimbal
  std::vector<double> dq = free.speeds(first.combination), start = setup.q0, q(start.size());
  for (int stage = 0; stage < stages; ++stage) {
    const bool middle = stage % 2 == 0;
    for (double& d : dq) d *= middle ? 0.5 * angle : angle;
    system.step(start, dq, q);
    const FreeMotions there(setup, system, q);
    const std::optional<Turning> turning =
        there.count() == 0 ? std::nullopt : only_turning(there, bodies, setup.length);
    if (!turning) return false;
    const double sign = dot(turning->direction, first.direction) < 0.0 ? -1.0 : 1.0;
    if (norm(sign * turning->direction - first.direction) > same) return false;
    if (norm(cross(first.direction, turning->point - first.point)) > same * setup.length) return false;
    dq = there.speeds(turning->combination);
    for (double& d : dq) d *= sign;
    if (!middle) start = q;
  }
  return true;
}

/// Whether what is next to the bodies of a spin can move by spins alone, so that nothing else feels it being held.
bool led(const Mechanism& model, const FreeMotions& free, std::span<const int> bodies, std::span<const double> spins) {
  std::vector<int> beside;
  for (const Joint& joint : model.joints)
    if (borders(joint, bodies)) beside.push_back(contains(bodies, joint.first) ? joint.second : joint.first);
  const std::vector<double> all = free.moves(beside);
  const std::size_t rows = 6 * beside.size(), n = free.count(), m = spins.size() / n;
  std::vector<double> by_spins(rows * m);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t s = 0; s < m; ++s) by_spins[i * m + s] += all[i * n + k] * spins[s * n + k];
  const auto rank = [&](std::size_t cols, const std::vector<double>& a) {
    return cols - null_space(static_cast<int>(rows), static_cast<int>(cols), a, FreeMotions::rest).size() / cols;
  };
  return rank(n, all) == rank(m, by_spins);
}

}  // namespace

std::vector<IdleSpin> idle_spins(const MechanismSetup& setup) {
  constexpr int most = 400, most_free = 60;
  const Mechanism& model = setup.model;
  if (model.planar || std::max(setup.constraints.rows.size(), setup.compiled.plan.nv) > most) return {};
  const ConstraintSystem system(setup.kinematics());
  const FreeMotions free(setup, system, setup.q0);
  if (free.count() == 0 || free.count() > most_free) return {};
  std::vector<IdleSpin> spins;
  std::vector<std::vector<int>> spinning;
  std::vector<double> motions;  // [spin x free motion]
  for (const std::vector<int>& group : groups(model)) {
    const auto taken = [&](const std::vector<int>& other) {
      return std::ranges::any_of(group, [&](int body) { return contains(other, body); });
    };
    if (std::ranges::any_of(spinning, taken)) continue;
    const std::vector<std::string> joints = holding(model, group);
    if (joints.empty()) continue;
    const std::optional<Turning> turning = only_turning(free, group, setup.length);
    if (!turning || !goes_on(setup, system, group, free, *turning)) continue;
    const Vec3<double> along = point_of(setup, free, joints[1]) - point_of(setup, free, joints[0]);
    const double sign = dot(turning->direction, along) < 0.0 ? -1.0 : 1.0;
    const Vec3<double> axis = free.pose(group.front()).R.transpose_times(sign * turning->direction);
    spins.push_back({group.front(), axis, joints, free.pose(group.front()).R});
    spinning.push_back(group);
    motions.insert(motions.end(), turning->combination.begin(), turning->combination.end());
  }
  for (std::size_t s = 0; s < spins.size(); ++s) spins[s].led = led(model, free, spinning[s], motions);
  return spins;
}

std::string describe(const Mechanism& model, std::span<const IdleSpin> spins) {
  std::vector<std::string> parts;
  for (const IdleSpin& spin : spins)
    parts.push_back("'" + model.bodies[index(spin.body)].name + "' about the line through " +
                    join(spin.joints, " and "));
  return join(parts, ", ");
}

}  // namespace alembert
