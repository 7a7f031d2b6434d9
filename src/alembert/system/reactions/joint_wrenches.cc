#include "alembert/system/reactions/joint_wrenches.h"

#include "alembert/core/index.h"

namespace alembert {
namespace {

Vec3<double> origin(const BodyState<double>& state, int body) { return state.bodies[index(body)].X_W.p; }

}  // namespace

JointWrenches::JointWrenches(const MechanismSetup& setup, const BodyPlan& plan, const BodyParams<double>& par)
    : setup_(setup), par_(par) {
  const RowPlan& rows = setup.constraints.rows;
  body_row_.assign(index(rows.size()), 0);
  int next = plan.first_row.back();  // drives and constraints follow the joints, in the same order in both
  for (const RowSource& source : rows.sources) {
    int first = source.kind == RowSource::Kind::closing_joint ? plan.first_row[index(source.index)] : next;
    for (const int row : source.rows) body_row_[index(row)] = first++;
    if (source.kind != RowSource::Kind::closing_joint) next = first;
  }
}

Wrenches JointWrenches::at(const BodyState<double>& state, const RowSet<double>& rows, const Wrenches& needed,
                           std::span<const double> lambda) const {
  const Mechanism& model = setup_.model;
  Wrenches bodies = needed, joints(model.joints.size());
  for (std::size_t i = 0; i < lambda.size(); ++i) {
    if (lambda[i] == 0.0) continue;
    for (const RowEntry<double>& e : rows.of(body_row_[i])) {
      bodies[index(e.body)].n += lambda[i] * e.n;
      bodies[index(e.body)].f += lambda[i] * e.f;
    }
  }
  add_tree(state, bodies, joints);
  add_closing(state, rows, lambda, joints);
  // From the origin of the second body's frame to the joint's point.
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const auto second = index(model.joints[j].second);
    const Vec3<double> arm = state.bodies[second].X_W.R * par_.joints[j].X_2M.p;
    joints[j].n -= cross(arm, joints[j].f);
  }
  return joints;
}

/// Moments about the origin of the second body's frame.
void JointWrenches::add_tree(const BodyState<double>& state, Wrenches& bodies, Wrenches& joints) const {
  const std::vector<TreeJoint>& tree = setup_.compiled.tree;
  for (std::size_t k = tree.size(); k-- > 0;) {
    const TreeJoint& t = tree[k];
    const Force<double> child = bodies[index(t.child)];
    Force<double>& parent = bodies[index(t.parent)];
    const Vec3<double> arm = origin(state, t.child) - origin(state, t.parent);
    parent.n += child.n + cross(arm, child.f);
    parent.f += child.f;
    // The parent exerts it on the child; where the joint's second body is the parent, the opposite acts on that.
    Force<double>& joint = joints[index(t.joint)];
    joint = child;
    if (t.reversed) joint = {-(child.n + cross(arm, child.f)), -child.f};
  }
}

void JointWrenches::add_closing(const BodyState<double>& state, const RowSet<double>& rows,
                                std::span<const double> lambda, Wrenches& joints) const {
  for (const RowSource& source : setup_.constraints.rows.sources) {
    if (source.kind != RowSource::Kind::closing_joint) continue;
    const Joint& joint = setup_.model.joints[index(source.index)];
    Force<double>& sum = joints[index(source.index)];
    const bool on_ground = joint.second == 0;
    const int body = on_ground ? joint.first : joint.second;
    for (const int row : source.rows)
      for (const RowEntry<double>& e : rows.of(body_row_[index(row)])) {
        if (e.body != body) continue;
        sum.n -= lambda[index(row)] * e.n;
        sum.f -= lambda[index(row)] * e.f;
      }
    if (!on_ground) continue;
    const Vec3<double> arm = origin(state, body);  // from the ground's
    sum = {-(sum.n + cross(arm, sum.f)), -sum.f};
  }
}

}  // namespace alembert
