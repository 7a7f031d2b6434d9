#include "alembert/plan/plan.h"

namespace alembert {
namespace {

using std::size_t;

/// [body] the last speed of its joint.
int last_speed(const Plan& plan, int body) {
  const auto b = static_cast<size_t>(body);
  return plan.first_v[b] + speeds_of(plan.kind[b]) - 1;
}

void find_subtrees(Plan& plan) {
  const int n = plan.n_bodies();
  plan.subtree_end.assign(static_cast<size_t>(n), 0);
  for (int b = n - 1; b >= 0; --b) {
    const auto i = static_cast<size_t>(b);
    if (plan.subtree_end[i] == 0) plan.subtree_end[i] = b + 1;
    const auto p = static_cast<size_t>(plan.parent[i]);
    if (b > 0 && plan.subtree_end[p] < plan.subtree_end[i]) plan.subtree_end[p] = plan.subtree_end[i];
  }
}

void find_speeds(Plan& plan) {
  plan.body_of.assign(static_cast<size_t>(plan.nv), 0);
  plan.above.assign(static_cast<size_t>(plan.nv), -1);
  std::vector<std::int64_t> depth(static_cast<size_t>(plan.nv), 0);
  for (int b = 1; b < plan.n_bodies(); ++b) {
    const auto i = static_cast<size_t>(b);
    int above = plan.parent[i] == 0 ? -1 : last_speed(plan, plan.parent[i]);
    for (int d = plan.first_v[i]; d < plan.first_v[i] + speeds_of(plan.kind[i]); ++d) {
      plan.body_of[static_cast<size_t>(d)] = b;
      plan.above[static_cast<size_t>(d)] = above;
      depth[static_cast<size_t>(d)] = above < 0 ? 1 : depth[static_cast<size_t>(above)] + 1;
      plan.pairs += depth[static_cast<size_t>(d)];
      above = d;
    }
  }
}

void find_angles(Plan& plan) {
  plan.angle_slot.assign(plan.parent.size(), -1);
  for (int b = 1; b < plan.n_bodies(); ++b) {
    const auto i = static_cast<size_t>(b);
    if (plan.kind[i] != JointKind::revolute && plan.kind[i] != JointKind::screw) continue;
    plan.angle_slot[i] = static_cast<int>(plan.angles.size());
    plan.angles.push_back(b);
  }
  const auto place = [&](size_t slot) { return plan.first_q[static_cast<size_t>(plan.angles[slot])]; };
  plan.first_angle = plan.angles.empty() ? -1 : place(0);
  for (size_t k = 1; k < plan.angles.size(); ++k)
    if (place(k) != place(0) + static_cast<int>(k)) plan.first_angle = -1;
}

}  // namespace

int add_body(Plan& plan, int parent, JointKind kind, int first_q, int first_v, bool reversed) {
  plan.parent.push_back(parent);
  plan.kind.push_back(kind);
  plan.reversed.push_back(reversed);
  plan.first_q.push_back(first_q);
  plan.first_v.push_back(first_v);
  plan.joint_of.push_back(-1);
  plan.nq += coordinates_of(kind);
  plan.nv += speeds_of(kind);
  return plan.n_bodies() - 1;
}

void finish(Plan& plan) {
  find_subtrees(plan);
  find_speeds(plan);
  find_angles(plan);
}

}  // namespace alembert
