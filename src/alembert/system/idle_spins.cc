#include "alembert/system/idle_spins.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/core/text.h"
#include "alembert/kernel/body_motions.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/linalg/singular_values.h"
#include "alembert/spatial/rotations.h"
#include "alembert/system/rank/general_rank.h"

namespace alembert {
namespace {

/// What is small beside a unit motion: null spaces are known to about that at singular configurations.
constexpr double rest = 1e-6;

/// Motions that all rows allow at the start, and how they move the bodies.
class FreeMotions {
 public:
  explicit FreeMotions(const MechanismSetup& setup) : setup_(setup), poses_(setup.model.bodies.size()) {
    const ConstraintSystem system(setup.kinematics());
    const RankResult rank = rank_at(system, 0.0, setup.q0, system.sizes().na);
    const std::size_t n = setup.v0.size();
    count_ = n - index(rank.rank);
    const std::vector<double> units = setup.kinematics().units();
    const Plan& plan = setup.compiled.plan;
    Workspace<double> w(plan);
    joint_poses<double>(plan, setup.par, setup.q0, w);
    world_poses(plan, w);
    std::vector<double> v(n);
    for (std::size_t k = 0; k < count_; ++k) {
      for (std::size_t j = 0; j < n; ++j) v[j] = units[j] * rank.null_space[j * count_ + k];
      velocities<double>(plan, setup.par, v, w);
      for (std::size_t b = 0; b < poses_.size(); ++b) {
        const BodyMotion<double> motion = body_motion(plan, setup.par, w, static_cast<int>(b));
        poses_[b] = motion.X_W;
        turns_.push_back(motion.w);
        slides_.push_back((1.0 / setup.length) * motion.v);
      }
    }
  }

  std::size_t count() const { return count_; }
  const Transform<double>& pose(int body) const { return poses_[index(body)]; }

  /// Combinations of the motions, [count x found], under which all bodies but these rest.
  std::vector<double> with_others_at_rest(std::span<const int> moving) const {
    std::vector<double> others;
    for (std::size_t b = 1; b < poses_.size(); ++b) {
      if (std::ranges::find(moving, static_cast<int>(b)) != moving.end()) continue;
      for (int c = 0; c < 6; ++c)
        for (std::size_t k = 0; k < count_; ++k) others.push_back(component(b, k, c));
    }
    return null_space(static_cast<int>(others.size() / count_), static_cast<int>(count_), others, rest);
  }
  /// The angular velocity of a body under one of them.
  Vec3<double> turn(int body, std::span<const double> combinations, std::size_t which) const {
    const std::size_t found = combinations.size() / count_;
    Vec3<double> sum;
    for (std::size_t k = 0; k < count_; ++k)
      sum = sum + combinations[k * found + which] * turns_[k * poses_.size() + index(body)];
    return sum;
  }

 private:
  double component(std::size_t body, std::size_t k, int c) const {
    const Vec3<double>& part = (c < 3 ? turns_ : slides_)[k * poses_.size() + body];
    return c % 3 == 0 ? part.x : (c % 3 == 1 ? part.y : part.z);
  }

  const MechanismSetup& setup_;
  std::size_t count_ = 0;
  std::vector<Transform<double>> poses_;      ///< [body]
  std::vector<Vec3<double>> turns_, slides_;  ///< [motion x body]; slides in lengths of the model
};

/// The joints that connect the bodies to others; none where these do not hold an idle spin.
std::vector<std::string> holding(const Mechanism& model, std::span<const int> bodies) {
  const auto inside = [&](int body) { return std::ranges::find(bodies, body) != bodies.end(); };
  std::vector<std::string> names;
  bool ball = false;
  for (const Joint& joint : model.joints) {
    if (inside(joint.first) == inside(joint.second)) continue;
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

Expr number(double value) { return Expr(Rational::from_double(value)); }

/// The symbol of a measure, which the model gets where it has none yet.
Expr measured(Mechanism& model, Measure::Kind kind, const std::string& word, int of, int component) {
  const Expr symbol = Expr::symbol(word, SymbolKind::coordinate, 0);
  const auto same = [&](const Measure& m) { return m.word == word && m.order == 0; };
  if (std::ranges::any_of(model.measures, same)) return symbol;
  Measure measure;
  measure.kind = kind;
  measure.word = word;
  measure.index = of;
  measure.component = component;
  measure.symbol = symbol;
  model.measures.push_back(std::move(measure));
  return symbol;
}

/// w . axis, in the body's frame.
Expr spin_rate(Mechanism& model, const IdleSpin& spin) {
  const std::string& name = model.bodies[index(spin.body)].name;
  const std::array<double, 3> axis{spin.axis.x, spin.axis.y, spin.axis.z};
  Expr sum(0.0);
  for (int k = 0; k < 3; ++k)
    sum +=
        number(axis[index(k)]) * measured(model, Measure::Kind::angular_velocity, name + ".w" + "xyz"[k], spin.body, k);
  return sum;
}

/// The part of conj(q0) q along the axis, q being the orientation of the body and q0 that at the start: sin(turn / 2)
/// for a turn about the axis, zero for every one that leads the axis elsewhere on the shortest way.
Expr turn_about_axis(Mechanism& model, const IdleSpin& spin, const Mat3<double>& R0) {
  const Quaternion<double> q0 = quaternion(R0);
  const Vec3<double> v0{q0.x, q0.y, q0.z}, along = q0.w * spin.axis - cross(spin.axis, v0);
  const std::string& name = model.bodies[index(spin.body)].name;
  const std::array<double, 4> factor{-dot(spin.axis, v0), along.x, along.y, along.z};
  Expr sum(0.0);
  for (int k = 0; k < 4; ++k)
    sum += number(factor[index(k)]) * measured(model, Measure::Kind::quaternion, name + ".q" + "wxyz"[k], spin.body, k);
  return sum;
}

}  // namespace

std::vector<IdleSpin> idle_spins(const MechanismSetup& setup) {
  constexpr int most = 400;
  const Mechanism& model = setup.model;
  const RowPlan& rows = setup.constraints.rows;
  if (model.planar || rows.size() == 0 || std::max(rows.size(), setup.compiled.plan.nv) > most) return {};
  const FreeMotions free(setup);
  std::vector<IdleSpin> spins;
  std::vector<int> spinning;  // alone
  if (free.count() == 0) return spins;
  for (const std::vector<int>& group : groups(model)) {
    const auto alone = [&](int body) { return std::ranges::find(spinning, body) != spinning.end(); };
    if (std::ranges::any_of(group, alone)) continue;
    const std::vector<std::string> joints = holding(model, group);
    if (joints.empty()) continue;
    const std::vector<double> found = free.with_others_at_rest(group);
    if (found.size() != free.count()) continue;  // more than one motion is no spin
    const Vec3<double> w = free.turn(group.front(), found, 0);
    if (!(norm(w) > rest)) continue;
    const double sign = dot(w, point_of(setup, free, joints[1]) - point_of(setup, free, joints[0])) < 0.0 ? -1.0 : 1.0;
    const Vec3<double> axis = free.pose(group.front()).R.transpose_times((sign / norm(w)) * w);
    spins.push_back({group.front(), axis, joints});
    spinning.insert(spinning.end(), group.begin(), group.end());
  }
  return spins;
}

void hold_spins(Mechanism& model, const MechanismSetup& setup, std::span<const IdleSpin> spins, SpinHold how) {
  const GraphScope scope(*model.graph);
  const FreeMotions free(setup);
  for (const IdleSpin& spin : spins) {
    const std::string& name = model.bodies[index(spin.body)].name;
    Constraint row;
    row.name = name + ".spin";
    row.pfaffian = how == SpinHold::speed;
    row.row.at = model.bodies[index(spin.body)].at;
    row.row.formula =
        how == SpinHold::speed ? spin_rate(model, spin) : turn_about_axis(model, spin, free.pose(spin.body).R);
    model.constraints.emplace_back(row);
    if (how != SpinHold::speed) continue;
    // A multiplier pushes against its row.
    const Expr push = measured(model, Measure::Kind::multiplier, row.name + ".multiplier",
                               static_cast<int>(model.constraints.size()) - 1, 0);
    model.outputs.push_back({name + ".spin_moment", {-push, row.row.at}});
  }
}

std::string describe(const Mechanism& model, std::span<const IdleSpin> spins) {
  std::vector<std::string> parts;
  for (const IdleSpin& spin : spins)
    parts.push_back("'" + model.bodies[index(spin.body)].name + "' about the line through " +
                    join(spin.joints, " and "));
  return join(parts, ", ");
}

}  // namespace alembert
