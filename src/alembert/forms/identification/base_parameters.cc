#include "alembert/forms/identification/base_parameters.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "alembert/forms/identification/base_parameters_coefficients.h"
#include "alembert/forms/identification/base_parameters_regroup.h"
#include "alembert/forms/traced/tracer.h"
#include "alembert/kernel/energy.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/kernel/regressor.h"

namespace alembert {
namespace {

using std::size_t;

constexpr int most_bodies = 100;
constexpr std::array<const char*, 10> entry_names{"m", "mx", "my", "mz", "XX", "XY", "YY", "XZ", "YZ", "ZZ"};

/// Entries that regrouping leaves.
std::vector<int> entries_left(JointKind kind) {
  switch (kind) {
    case JointKind::revolute: return {1, 2, 4, 5, 7, 8, 9};
    case JointKind::prismatic: return {0, 1, 2, 3};
    case JointKind::screw: return {0, 1, 2, 3, 4, 5, 7, 8, 9};
    case JointKind::spherical: return {1, 2, 3, 4, 5, 6, 7, 8, 9};
    case JointKind::free: break;
  }
  return {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
}

/// Lagrange's equations need a coordinate for each speed.
void refuse_quaternions(const Mechanism& model) {
  for (const Joint& joint : model.joints)
    if (words(model, joint).quaternion)
      throw Error(
          Error::Code::unsupported,
          "joint '" + joint.name + "' turns by a quaternion: there are no equations in base parameters for it yet",
          joint.source,
          joint.type == JointType::free ? "write a joint of type \"free\" with Euler angles: sequence = \"zyx\""
                                        : "use type = \"gimbal\" with a sequence such as \"zyx\"");
}

/// [body of the plan] the model's body next to its joint, -1 inside a joint of several axes.
std::vector<int> model_bodies(const Compiled& compiled) {
  std::vector<int> result(static_cast<size_t>(compiled.plan.n_bodies()), -1);
  for (const TreeJoint& t : compiled.tree) {
    const int b = compiled.plan.carrier[static_cast<size_t>(t.child)];
    if (b > 0 && compiled.plan.joint_of[static_cast<size_t>(b)] == t.joint) result[static_cast<size_t>(b)] = t.child;
  }
  return result;
}

/// Candidates, those to be kept if there is a choice first: of bodies of the model, from the world to the tips.
std::vector<InertialEntry> candidates(const Compiled& compiled, const std::vector<int>& model_body) {
  std::vector<InertialEntry> result;
  for (const bool inside : {false, true})
    for (int b = 1; b < compiled.plan.n_bodies(); ++b) {
      if ((model_body[static_cast<size_t>(b)] < 0) != inside) continue;
      for (const int entry : entries_left(compiled.plan.kind[static_cast<size_t>(b)])) result.push_back({b, entry});
    }
  return result;
}

std::vector<BaseFrame> frames_of(const Mechanism& model, const Compiled& compiled, const std::vector<int>& model_body,
                                 const Params<Expr>& par) {
  std::vector<BaseFrame> result(model_body.size());
  for (size_t b = 1; b < model_body.size(); ++b) {
    if (model_body[b] >= 0) {
      const auto u = static_cast<size_t>(model_body[b]);
      result[b] = {model.bodies[u].name, regroup_detail::simplified(par.X_BU[u].inverse()), ""};
      continue;
    }
    const auto joint = static_cast<size_t>(compiled.plan.joint_of[b]);
    const auto first = std::ranges::find(compiled.plan.joint_of, static_cast<int>(joint));
    const auto within = static_cast<size_t>(first - compiled.plan.joint_of.begin());
    const std::string& name = model.joints[joint].name;
    result[b] = {name + "_" + std::to_string(b - within + 1), Transform<Expr>::identity(), name};
  }
  return result;
}

std::set<std::string> names_in_use(const Mechanism& model) {
  std::set<std::string> names;
  for (const Parameter& p : model.parameters) names.insert(p.name);
  for (const Input& u : model.inputs) names.insert(u.name);
  for (const ExtraState& s : model.states) names.insert(s.name);
  for (const auto& let : model.lets) names.insert(let.first);
  for (const Output& o : model.outputs) names.insert(o.name);
  for (const MechanismCoordinate& c : model.coordinates) names.insert(c.name);
  return names;
}

Expr entry_of(const std::vector<Inertia<Expr>>& I, const InertialEntry& e) {
  return inertial_parameters(I[static_cast<size_t>(e.body)])[static_cast<size_t>(e.entry)];
}

}  // namespace

std::vector<FollowedAxis> axes_to_follow(const Compiled& compiled, const Params<double>& par) {
  constexpr double right_angle = 1e-12;  // cosine that is zero but for rounding
  const std::vector<int> model_body = model_bodies(compiled);
  std::vector<FollowedAxis> result(model_body.size());
  for (size_t b = 1; b < model_body.size(); ++b) {
    if (model_body[b] < 0 || speeds_of(compiled.plan.kind[b]) > 1) continue;
    const Vec3<double> z = par.X_BU[static_cast<size_t>(model_body[b])].R.r2;  // along the joint, of each of its axes
    const std::array<double, 3> along{z.x, z.y, z.z};
    const auto* const found = std::ranges::find_if(along, [](double x) { return std::abs(x) < right_angle; });
    if (found != along.end()) result[b] = {model_body[b], static_cast<int>(found - along.begin())};
  }
  return result;
}

BaseParameters base_parameters(const Mechanism& model, const Compiled& compiled, const NumberReals& real) {
  const Plan& plan = compiled.plan;
  if (plan.n_bodies() > most_bodies)
    throw Error(
        Error::Code::too_large,
        "base parameters of " + std::to_string(plan.n_bodies() - 1) + " moving bodies would be too long to read", {},
        "they are found for up to " + std::to_string(most_bodies - 1));
  const GraphScope scope(*model.graph);
  const Params<double> as_compiled = number_params(model, compiled, real);
  const std::vector<FollowedAxis> axes = axes_to_follow(compiled, as_compiled);
  const std::vector<int> model_body = model_bodies(compiled);
  BaseParameters base;
  base.geometry = with_frames_along(compiled, axes, formula_params(model, compiled));
  base.numbers = with_frames_along(compiled, axes, as_compiled);
  base.frames = frames_of(model, compiled, model_body, base.geometry);
  const std::vector<Inertia<Expr>> I = regrouped(plan, base.geometry);

  const std::vector<InertialEntry> entries = candidates(compiled, model_body);
  const EntryRelations relations = find_relations(plan, base.numbers, entries);
  std::vector<Expr> formulas;
  for (const InertialEntry& e : entries) formulas.push_back(entry_of(I, e));
  for (const DependentEntry& d : relations.dependent) {
    if (simplify(formulas[d.index]).is_zero()) continue;
    const std::vector<Expr> coefficients = exact_coefficients(plan, base.geometry, real, entries, d);
    for (size_t k = 0; k < d.of.size(); ++k) formulas[d.of[k].first] += coefficients[k] * formulas[d.index];
  }

  std::set<std::string> taken = names_in_use(model);
  for (const size_t index : relations.independent) {
    const InertialEntry& at = entries[index];
    std::string name =
        std::string(entry_names[static_cast<size_t>(at.entry)]) + "_" + base.frames[static_cast<size_t>(at.body)].name;
    while (!taken.insert(name).second) name += "_";
    const Expr formula = simplify(formulas[index]);
    base.list.push_back({name, at, Expr::symbol(name, SymbolKind::parameter), formula, real(formula)});
  }
  std::ranges::sort(base.list, [](const BaseParameter& a, const BaseParameter& b) {
    return a.at.body != b.at.body ? a.at.body < b.at.body : a.at.entry < b.at.entry;
  });
  std::vector<double> values;
  for (const BaseParameter& p : base.list) values.push_back(p.value);
  base.geometry.I_B.assign(model_body.size(), Inertia<Expr>{});
  base.numbers.I_B = base_inertias<double>(base, values);
  return base;
}

Lagrangian lagrangian_in(const BaseParameters& base, const TraceInput& input, const Lagrangian& traced,
                         bool with_armature) {
  const Mechanism& model = input.model;
  refuse_quaternions(model);
  const GraphScope scope(*model.graph);
  const Plan& plan = input.compiled.plan;
  Lagrangian result = traced;
  std::vector<Expr> values;
  for (const BaseParameter& p : base.list) {
    values.push_back(p.formula.is_zero() ? Expr() : p.symbol);
    if (!p.formula.is_zero()) result.parameters.push_back({p.name, p.symbol, p.formula, "", {model.file, 0, 0}});
  }
  Params<Expr> par = base.geometry;
  par.I_B = base_inertias<Expr>(base, values);
  if (!with_armature) par.armature.assign(par.armature.size(), Expr());
  Workspace<Expr> w(plan);
  const std::vector<Expr> q = positions(traced), v = rates(traced);
  joint_poses<Expr>(plan, par, q, w);
  world_poses(plan, w);
  velocities<Expr>(plan, par, v, w);
  const Source at{model.file, 0, 0};
  const Expr closing = model.dependent_speeds.empty() ? Expr() : Tracer(input).closing_kinetic();
  result.kinetic = Written{kinetic_energy<Expr>(plan, par, v, w) + closing, at};
  result.potential = Written{gravity_energy<Expr>(plan, par, w), at};
  return result;
}

}  // namespace alembert
