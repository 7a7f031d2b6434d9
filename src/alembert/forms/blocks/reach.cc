#include "alembert/forms/blocks/reach.h"

#include <array>

namespace alembert {
namespace {

template <Scalar S>
const BlockBody<S>& body_of(const Blocks<S>& blocks, int i) {
  return blocks.bodies[static_cast<std::size_t>(i)];
}

template <Scalar S>
std::vector<S> list(const Blocks<S>& blocks, const Vec3<S>& linear, const Vec3<S>& angular) {
  if (blocks.planar) return {linear.x, linear.y, angular.z};
  return {linear.x, linear.y, linear.z, angular.x, angular.y, angular.z};
}

/// The force and moment about the body's reference point, in world axes, of the generalized force -row on a body.
template <Scalar S>
Force<S> force_of_row(const Blocks<S>& blocks, int row, const BlockBody<S>& body) {
  std::array<S, 6> q{S(0.0), S(0.0), S(0.0), S(0.0), S(0.0), S(0.0)};
  for (int k = 0; k < blocks.body_size(); ++k) q[static_cast<std::size_t>(k)] = -blocks.Cq(row, body.first + k);
  if (blocks.planar) return {{S(0.0), S(0.0), q[2]}, {q[0], q[1], S(0.0)}};
  return {body.R * Vec3<S>{q[3], q[4], q[5]}, {q[0], q[1], q[2]}};
}

template <Scalar S>
void joint_reactions(const Blocks<S>& blocks, const BlockJoint<S>& joint, Dense<S>& result) {
  const bool on_second = joint.second >= 0;
  const BlockBody<S>& body = body_of(blocks, on_second ? joint.second : joint.first);
  for (int i = 0; i < joint.rows; ++i) {
    Force<S> at_point = force_of_row(blocks, joint.first_row + i, body);
    at_point.n -= cross((on_second ? joint.point : joint.point_on_first) - body.p, at_point.f);
    for (std::size_t k = 0; k < joint.forces.size(); ++k) {
      const Force<S>& unit = joint.forces[k];
      const S part = dot(unit.f, at_point.f) + dot(unit.n, at_point.n);
      const S share = tidy(part / tidy(dot(unit.f, unit.f) + dot(unit.n, unit.n)));
      result(joint.first_reaction + static_cast<int>(k), joint.first_row + i) = on_second ? share : -share;
    }
  }
}

template <Scalar S>
void add_reach(Blocks<S>& blocks, int body, const Force<S>& force, const Vec3<S>& p, int column) {
  if (body < 0) return;
  const std::vector<S> q = generalized(blocks, body, force, p);
  for (std::size_t k = 0; k < q.size(); ++k)
    blocks.reach(body_of(blocks, body).first + static_cast<int>(k), column) += q[k];
}

}  // namespace

template <Scalar S>
std::vector<S> generalized(const Blocks<S>& blocks, int body, const Force<S>& force, const Vec3<S>& p) {
  const BlockBody<S>& b = body_of(blocks, body);
  Vec3<S> moment = force.n + cross(p - b.p, force.f);
  if (!blocks.planar) moment = b.R.transpose_times(moment);
  return list(blocks, force.f, moment);
}

template <Scalar S>
std::vector<S> coordinate_rates(const Blocks<S>& blocks, int body, const Motion<S>& motion, const Vec3<S>& arm) {
  const Vec3<S> velocity = motion.v + cross(motion.w, arm);
  return list(blocks, velocity, blocks.planar ? motion.w : body_of(blocks, body).R.transpose_times(motion.w));
}

template <Scalar S>
void fill_reach(Blocks<S>& blocks) {
  int columns = 0;
  for (const BlockJoint<S>& joint : blocks.joints) columns += static_cast<int>(joint.reactions.size());
  blocks.reach = Dense<S>(blocks.n, columns);
  for (const BlockJoint<S>& joint : blocks.joints) {
    for (int k = 0; k < static_cast<int>(joint.reactions.size()); ++k) {
      const int column = joint.first_reaction + k;
      if (joint.role == BlockJoint<S>::Role::joint) {
        const Force<S>& unit = joint.forces[static_cast<std::size_t>(k)];
        add_reach(blocks, joint.second, unit, joint.point, column);
        add_reach(blocks, joint.first, Force<S>{-unit.n, -unit.f}, joint.point_on_first, column);
        continue;
      }
      const bool drive = joint.role == BlockJoint<S>::Role::drive;
      for (int i = 0; i < blocks.n; ++i) {
        const S& entry = blocks.Cq(joint.first_row + k, i);
        if (!is_nothing(entry)) blocks.reach(i, column) = drive ? entry : -entry;
      }
    }
  }
  for (S& x : blocks.reach.a) x = tidy(x);
}

template <Scalar S>
Dense<S> reactions_of_multipliers(const Blocks<S>& blocks) {
  Dense<S> result(blocks.reactions(), blocks.m);
  for (const BlockJoint<S>& joint : blocks.joints) {
    if (joint.role == BlockJoint<S>::Role::joint) {
      joint_reactions(blocks, joint, result);
      continue;
    }
    const S sign(joint.role == BlockJoint<S>::Role::drive ? -1.0 : 1.0);
    for (int k = 0; k < joint.rows; ++k) result(joint.first_reaction + k, joint.first_row + k) = sign;
  }
  return result;
}

template std::vector<double> generalized(const Blocks<double>&, int, const Force<double>&, const Vec3<double>&);
template std::vector<double> coordinate_rates(const Blocks<double>&, int, const Motion<double>&, const Vec3<double>&);
template void fill_reach(Blocks<double>&);
template Dense<double> reactions_of_multipliers(const Blocks<double>&);
template std::vector<Expr> generalized(const Blocks<Expr>&, int, const Force<Expr>&, const Vec3<Expr>&);
template std::vector<Expr> coordinate_rates(const Blocks<Expr>&, int, const Motion<Expr>&, const Vec3<Expr>&);
template void fill_reach(Blocks<Expr>&);
template Dense<Expr> reactions_of_multipliers(const Blocks<Expr>&);

}  // namespace alembert
