#include "alembert/plan/compile.h"

#include <algorithm>

#include "alembert/core/text.h"
#include "alembert/plan/joint_steps.h"
#include "alembert/plan/readable_numbers.h"

namespace alembert {
namespace {

using std::size_t;

const Joint& joint_of(const Mechanism& model, int i) { return model.joints[static_cast<size_t>(i)]; }

/// Joints at each body, in file order.
std::vector<std::vector<int>> joints_at(const Mechanism& model) {
  std::vector<std::vector<int>> result(model.bodies.size());
  for (size_t j = 0; j < model.joints.size(); ++j) {
    result[static_cast<size_t>(model.joints[j].first)].push_back(static_cast<int>(j));
    result[static_cast<size_t>(model.joints[j].second)].push_back(static_cast<int>(j));
  }
  return result;
}

[[noreturn]] void fail_disconnected(const Mechanism& model, const std::vector<int>& entry_of) {
  std::vector<std::string> names;
  const Body* first = nullptr;
  for (size_t b = 1; b < model.bodies.size(); ++b) {
    if (entry_of[b] >= 0) continue;
    if (first == nullptr) first = &model.bodies[b];
    if (names.size() < 10) names.push_back("'" + model.bodies[b].written() + "'");
  }
  const bool cuts = std::ranges::any_of(model.joints, [](const Joint& joint) { return joint.cut; });
  throw Error(Error::Code::bad_value, "no joints lead from the ground to " + join(names, ", "), first->at,
              cuts ? "a joint with `cut = true` does not carry a body: cut another joint of the loop"
                   : "connect one of them with the ground; a joint of type \"free\" leaves it unconstrained");
}

/// Depth-first walk over the joints, children in file order.
std::vector<TreeJoint> find_tree(const Mechanism& model) {
  const std::vector<std::vector<int>> at = joints_at(model);
  std::vector<TreeJoint> tree;
  std::vector<int> entry_of(model.bodies.size(), -1);
  std::vector<bool> used(model.joints.size(), false);
  for (size_t j = 0; j < model.joints.size(); ++j) used[j] = model.joints[j].closing;
  std::vector<std::pair<int, size_t>> stack{{0, 0}};
  while (!stack.empty()) {
    auto& [body, next] = stack.back();
    const std::vector<int>& joints = at[static_cast<size_t>(body)];
    if (next == joints.size()) {
      stack.pop_back();
      continue;
    }
    const int j = joints[next++];
    if (used[static_cast<size_t>(j)]) continue;
    used[static_cast<size_t>(j)] = true;
    const Joint& joint = joint_of(model, j);
    const bool reversed = joint.second == body;
    const int child = reversed ? joint.first : joint.second;
    entry_of[static_cast<size_t>(child)] = static_cast<int>(tree.size());
    tree.push_back({j, body, child, reversed, 0});
    stack.emplace_back(child, 0);
  }
  if (tree.size() + 1 < model.bodies.size()) fail_disconnected(model, entry_of);
  return tree;
}

void check_supported(const Mechanism& model) {
  for (const Joint& joint : model.joints) {
    const bool with_armature = std::ranges::any_of(joint.armature, [](Expr a) { return !a.is_zero(); });
    if (with_armature && words(model, joint).quaternion)
      throw Error(Error::Code::bad_value,
                  "joint '" + joint.written() + "': armature belongs to joints with one axis each", joint.source,
                  "give the body the inertia instead");
  }
}

void find_offsets(const Mechanism& model, Compiled& compiled) {
  int q = 0, v = 0;
  int dependent_q = static_cast<int>(model.coordinates.size()), dependent_v = static_cast<int>(model.speeds.size());
  for (const Joint& joint : model.joints) {
    int& next_q = joint.closing ? dependent_q : q;
    int& next_v = joint.closing ? dependent_v : v;
    compiled.joint_q.push_back(next_q);
    compiled.joint_v.push_back(next_v);
    const JointWords& has = words(model, joint);
    next_q += static_cast<int>(has.coordinates.size());
    next_v += static_cast<int>(has.speeds.size());
  }
}

/// Adds the chain of one joint. A reversed chain starts at its last coordinate.
void add_chain(const std::vector<JointStep>& steps, int first_q, int first_v, TreeJoint& t, int parent, Plan& plan) {
  const int count = static_cast<int>(steps.size());
  for (int k = 0; k < count; ++k) {
    const int which = t.reversed ? count - 1 - k : k;
    const JointKind kind = steps[static_cast<size_t>(which)].kind;
    parent = add_body(plan, parent, kind, first_q + which, first_v + which, t.reversed && speeds_of(kind) > 1);
    plan.joint_of[static_cast<size_t>(parent)] = t.joint;
    if (k == 0) t.first_body = parent;
  }
}

/// The rotation that turns z into -z: a joint of one axis seen from its second body runs backwards.
template <Scalar S>
Mat3<S> flip() {
  return Mat3<S>::diagonal(S(1.0), S(-1.0), S(-1.0));
}

/// Fills the chain of joint t in `par`; X_P1 is the parent's model frame in its carrier. Returns the child's model
/// frame in the frame of the last body of the chain.
template <Scalar S, class Reals>
Transform<S> fill_chain(const Mechanism& model, const Compiled& compiled, const TreeJoint& t, const Transform<S>& X_P1,
                        const Reals& real, Params<S>& par) {
  const Joint& joint = joint_of(model, t.joint);
  const std::vector<JointStep> steps = joint_steps(model, joint);
  const JointFrames<S> frames = joint_frames<S>(model, joint, compiled.choices[static_cast<size_t>(t.joint)], real);
  // From the parent's side to the child's; a reversed joint swaps the frames.
  const Transform<S>& near = t.reversed ? frames.X_2M : frames.X_1F;
  const Transform<S>& far = t.reversed ? frames.X_1F : frames.X_2M;
  Transform<S> X = X_P1 * near;
  const Vec3<S> z{S(0.0), S(0.0), S(1.0)};
  Mat3<S> last = Mat3<S>::identity();
  const size_t count = steps.size();
  for (size_t k = 0; k < count; ++k) {
    const JointStep& step = steps[t.reversed ? count - 1 - k : k];
    Mat3<S> axis = frame_along(z, step.axis);
    if (t.reversed && speeds_of(step.kind) == 1) axis = axis * flip<S>();
    const size_t b = static_cast<size_t>(t.first_body) + k;
    par.X_PF[b] = {X.R * axis, X.p};
    par.pitch[b] = real(joint.pitch);
    X = {axis.transposed(), {}};
    last = axis;
  }
  if (count == 0) return X * far.inverse();
  return Transform<S>{last.transposed(), {}} * far.inverse();
}

template <Scalar S, class Reals>
Params<S> fill_params(const Mechanism& model, const Compiled& compiled, const Reals& real) {
  using joint_frames_detail::vector_of;
  const Plan& plan = compiled.plan;
  Params<S> par = empty_params<S>(plan);
  par.gravity_W = vector_of<S>(model.gravity, real);
  const auto add_inertia = [&](size_t body) {
    const Body& b = model.bodies[body];
    const Sym3<S> central{real(b.inertia.xx), real(b.inertia.yy), real(b.inertia.zz),
                          real(b.inertia.xy), real(b.inertia.xz), real(b.inertia.yz)};
    const auto inertia = Inertia<S>::about_center(real(b.mass), vector_of<S>(b.center, real), central);
    par.I_B[static_cast<size_t>(plan.carrier[body])] += transformed(par.X_BU[body], inertia);
  };
  add_inertia(0);
  for (const TreeJoint& t : compiled.tree) {
    const auto child = static_cast<size_t>(t.child);
    par.X_BU[child] = fill_chain<S>(model, compiled, t, par.X_BU[static_cast<size_t>(t.parent)], real, par);
    add_inertia(child);
  }
  par.armature.clear();
  for (const std::vector<MechanismCoordinate>* speeds : {&model.speeds, &model.dependent_speeds})
    for (const MechanismCoordinate& speed : *speeds)
      par.armature.push_back(real(joint_of(model, speed.joint).armature[static_cast<size_t>(speed.within)]));
  return par;
}

}  // namespace

Compiled compile(const Mechanism& model, const NumberReals& real) {
  check_supported(model);
  Compiled result;
  result.tree = find_tree(model);
  Plan& plan = result.plan;
  plan.carrier.assign(model.bodies.size(), 0);
  find_offsets(model, result);
  for (const Joint& joint : model.joints) result.choices.push_back(choose_joint_frames(model, joint, real));
  for (TreeJoint& t : result.tree) {
    const Joint& joint = joint_of(model, t.joint);
    const std::vector<JointStep> steps = joint_steps(model, joint);
    const int parent = plan.carrier[static_cast<size_t>(t.parent)];
    const auto j = static_cast<size_t>(t.joint);
    add_chain(steps, result.joint_q[j], result.joint_v[j], t, parent, plan);
    const int last = steps.empty() ? parent : plan.n_bodies() - 1;
    plan.carrier[static_cast<size_t>(t.child)] = last;
  }
  finish(plan);
  return result;
}

Params<double> number_params(const Mechanism& model, const Compiled& compiled, const NumberReals& real) {
  return fill_params<double>(model, compiled, real);
}

Params<Expr> formula_params(const Mechanism& model, const Compiled& compiled) {
  Params<Expr> par = fill_params<Expr>(model, compiled, FormulaReals{});
  const ReadableNumbers numbers(model);
  for (Transform<Expr>& X : par.X_PF) numbers.tidy(X);
  for (Transform<Expr>& X : par.X_BU) numbers.tidy(X);
  for (Inertia<Expr>& i : par.I_B) numbers.tidy(i);
  return par;
}

}  // namespace alembert
