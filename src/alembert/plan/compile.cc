#include "alembert/plan/compile.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/core/text.h"
#include "alembert/plan/joint_steps.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

using std::size_t;

const Body& body_of(const Mechanism& model, int i) { return model.bodies[static_cast<size_t>(i)]; }
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

/// Joints on the way from a body to the ground, in the tree found so far.
std::vector<int> path_to_ground(const std::vector<TreeJoint>& tree, const std::vector<int>& entry_of, int body) {
  std::vector<int> path;
  while (body != 0) {
    const TreeJoint& t = tree[static_cast<size_t>(entry_of[static_cast<size_t>(body)])];
    path.push_back(t.joint);
    body = t.parent;
  }
  return path;
}

[[noreturn]] void fail_loop(const Mechanism& model, const std::vector<TreeJoint>& tree,
                            const std::vector<int>& entry_of, const Joint& closing, int joint) {
  std::vector<int> a = path_to_ground(tree, entry_of, closing.first);
  std::vector<int> b = path_to_ground(tree, entry_of, closing.second);
  while (!a.empty() && !b.empty() && a.back() == b.back()) {
    a.pop_back();
    b.pop_back();
  }
  std::vector<std::string> names;
  for (const int j : a) names.push_back("'" + joint_of(model, j).name + "'");
  std::ranges::reverse(names);
  names.push_back("'" + joint_of(model, joint).name + "'");
  for (const int j : b) names.push_back("'" + joint_of(model, j).name + "'");
  constexpr size_t most_named = 20;
  if (names.size() > most_named) {
    names.resize(most_named);
    names.emplace_back("...");
  }
  throw Error(Error::Code::unsupported, "the joints " + join(names, ", ") + " form a loop", closing.source,
              "closed chains cannot be solved yet; leave one of these joints out");
}

[[noreturn]] void fail_disconnected(const Mechanism& model, const std::vector<int>& entry_of) {
  std::vector<std::string> names;
  const Body* first = nullptr;
  for (size_t b = 1; b < model.bodies.size(); ++b) {
    if (entry_of[b] >= 0) continue;
    if (first == nullptr) first = &model.bodies[b];
    if (names.size() < 10) names.push_back("'" + model.bodies[b].name + "'");
  }
  throw Error(Error::Code::bad_value, "no joints lead from the ground to " + join(names, ", "), first->at,
              "connect one of them with the ground; a joint of type \"free\" leaves it unconstrained");
}

/// Depth-first walk over the joints, children in file order.
std::vector<TreeJoint> find_tree(const Mechanism& model) {
  const std::vector<std::vector<int>> at = joints_at(model);
  std::vector<TreeJoint> tree;
  std::vector<int> entry_of(model.bodies.size(), -1);
  std::vector<bool> used(model.joints.size(), false);
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
    if (child == 0 || entry_of[static_cast<size_t>(child)] >= 0) fail_loop(model, tree, entry_of, joint, j);
    entry_of[static_cast<size_t>(child)] = static_cast<int>(tree.size());
    tree.push_back({j, body, child, reversed, {}, 0});
    stack.emplace_back(child, 0);
  }
  if (tree.size() + 1 < model.bodies.size()) fail_disconnected(model, entry_of);
  return tree;
}

void check_direction(const Mechanism& model, const TreeJoint& t, const std::vector<JointStep>& steps) {
  if (!t.reversed || steps.empty() || speeds_of(steps.front().kind) == 1) return;
  const Joint& joint = joint_of(model, t.joint);
  throw Error(Error::Code::unsupported,
              "joint '" + joint.name + "' leads towards the ground: its second body '" +
                  body_of(model, joint.second).name + "' carries the first",
              joint.source,
              "write bodies = [\"" + body_of(model, joint.second).name + "\", \"" + body_of(model, joint.first).name +
                  "\"] for " + std::string(name_of(joint.type)) + " joints");
}

void check_supported(const Mechanism& model) {
  for (const Joint& joint : model.joints) {
    if (std::ranges::any_of(joint.motion, [](const auto& m) { return m.has_value(); }))
      throw Error(Error::Code::unsupported, "joint '" + joint.name + "' is driven, which is not supported yet",
                  joint.source, "give an effort instead of a motion");
    const bool with_armature = std::ranges::any_of(joint.armature, [](Expr a) { return !a.is_zero(); });
    if (with_armature && words(model, joint).quaternion)
      throw Error(Error::Code::bad_value, "joint '" + joint.name + "': armature belongs to joints with one axis each",
                  joint.source, "give the body the inertia instead");
  }
}

void find_offsets(const Mechanism& model, Compiled& compiled) {
  int q = 0, v = 0;
  for (const Joint& joint : model.joints) {
    compiled.joint_q.push_back(q);
    compiled.joint_v.push_back(v);
    const JointWords& has = words(model, joint);
    q += static_cast<int>(has.coordinates.size());
    v += static_cast<int>(has.speeds.size());
  }
}

/// Adds the chain of one joint. A reversed chain starts at its last coordinate.
void add_chain(const std::vector<JointStep>& steps, int first_q, int first_v, TreeJoint& t, int parent, Plan& plan) {
  const int count = static_cast<int>(steps.size());
  for (int k = 0; k < count; ++k) {
    const int which = t.reversed ? count - 1 - k : k;
    parent = add_body(plan, parent, steps[static_cast<size_t>(which)].kind, first_q + which, first_v + which);
    plan.joint_of[static_cast<size_t>(parent)] = t.joint;
    if (k == 0) t.first_body = parent;
  }
}

/// The rotation that turns z into -z: a joint seen from its second body runs backwards.
template <Scalar S>
Mat3<S> flip() {
  return Mat3<S>::diagonal(S(1.0), S(-1.0), S(-1.0));
}

/// Fills the chain of joint t in `par`; X_P1 is the parent's model frame in its carrier. Returns the child's model
/// frame in the frame of the last body of the chain.
template <Scalar S, class Reals>
Transform<S> fill_chain(const Mechanism& model, const TreeJoint& t, const Transform<S>& X_P1, const Reals& real,
                        Params<S>& par) {
  const Joint& joint = joint_of(model, t.joint);
  const std::vector<JointStep> steps = joint_steps(model, joint);
  const JointFrames<S> frames = joint_frames<S>(model, joint, t.choice, real);
  // From the parent's side to the child's; a reversed joint swaps the frames.
  const Transform<S>& near = t.reversed ? frames.X_2M : frames.X_1F;
  const Transform<S>& far = t.reversed ? frames.X_1F : frames.X_2M;
  Transform<S> X = X_P1 * near;
  const Vec3<S> z{S(0.0), S(0.0), S(1.0)};
  Mat3<S> last = Mat3<S>::identity();
  const size_t count = steps.size();
  for (size_t k = 0; k < count; ++k) {
    Mat3<S> axis = frame_along(z, steps[t.reversed ? count - 1 - k : k].axis);
    if (t.reversed) axis = axis * flip<S>();
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
    par.X_BU[child] = fill_chain<S>(model, t, par.X_BU[static_cast<size_t>(t.parent)], real, par);
    add_inertia(child);
  }
  size_t v = 0;
  for (const Joint& joint : model.joints)
    for (const Expr armature : joint.armature) par.armature[v++] = real(armature);
  return par;
}

/// Numbers in formulas as people write them: what is made of numbers alone, such as sin(0.3) or a product of measured
/// values, becomes one decimal number.
class ReadableNumbers {
 public:
  explicit ReadableNumbers(const Mechanism& model) : real_(model) {}

  void tidy(Transform<Expr>& X) const {
    for (Vec3<Expr>* row : {&X.R.r0, &X.R.r1, &X.R.r2})
      for (Expr* e : {&row->x, &row->y, &row->z}) *e = cosine(*e);
    for (Expr* e : {&X.p.x, &X.p.y, &X.p.z}) *e = number(*e);
  }
  void tidy(Inertia<Expr>& i) const {
    for (Expr* e : {&i.m, &i.h.x, &i.h.y, &i.h.z, &i.I.xx, &i.I.yy, &i.I.zz, &i.I.xy, &i.I.xz, &i.I.yz})
      *e = number(*e);
  }

 private:
  static bool is_number_alone(Expr e) {
    const Walk walk(std::span(&e, 1));
    return std::ranges::all_of(walk,
                               [](Expr part) { return !part.is_symbol() || part.kind() == SymbolKind::constant; });
  }
  Expr number(Expr e) const {
    constexpr size_t most_digits = 18;
    const bool short_enough = e.is_number() && e.number().text().size() <= most_digits;
    return short_enough || !is_number_alone(e) ? e : Expr(real_(e));
  }
  /// An element of a rotation: 0 and 1 but for rounding are exact.
  Expr cosine(Expr e) const {
    constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
    const Expr decimal = number(e);
    if (!decimal.is_number()) return decimal;
    const double value = decimal.number().to_double();
    for (const double exact : {-1.0, 0.0, 1.0})
      if (std::abs(value - exact) < rounding) return Expr(exact);
    return decimal;
  }

  NumberReals real_;
};

}  // namespace

Compiled compile(const Mechanism& model, const NumberReals& real) {
  check_supported(model);
  Compiled result;
  result.tree = find_tree(model);
  Plan& plan = result.plan;
  plan.carrier.assign(model.bodies.size(), 0);
  find_offsets(model, result);
  for (TreeJoint& t : result.tree) {
    const Joint& joint = joint_of(model, t.joint);
    t.choice = choose_joint_frames(model, joint, real);
    const std::vector<JointStep> steps = joint_steps(model, joint);
    check_direction(model, t, steps);
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
