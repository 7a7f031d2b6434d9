#include "alembert/forms/traced_lagrangian.h"

#include <algorithm>

#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/measures.h"
#include "alembert/kernel/rnea.h"
#include "alembert/plan/force_params.impl.h"
#include "alembert/symbolic/substitute.h"

namespace alembert {
namespace {

/// Coordinates up to which formulas are made: beyond it nobody reads them.
constexpr std::size_t most_coordinates = 40;

void check_traceable(const Mechanism& model) {
  if (model.coordinates.size() > most_coordinates)
    throw Error(Error::Code::too_large,
                "formulas of " + std::to_string(model.coordinates.size()) + " coordinates are too long to read", {},
                "evaluate, check and run work on models of any size; formulas are made for up to " +
                    std::to_string(most_coordinates) + " coordinates");
  if (model.constraints.empty()) return;
  throw Error(
      Error::Code::unsupported,
      "constraint '" + model.constraints.front().name + "': formulas of constrained systems are not there yet",
      model.constraints.front().row.at,
      model.file.ends_with(".urdf") ? "--mimic independent frees the mimic joints" : "leave it out for formulas");
}

/// The kernels run on formulas.
class Tracer {
 public:
  Tracer(const Mechanism& model, const Compiled& compiled, const PlaneAngles& angles, const StartLengths& lengths)
      : model_(model),
        compiled_(compiled),
        angles_(angles),
        par_(formula_params(model, compiled)),
        forces_(force_params(model, compiled, par_, FormulaReals{}, angles, lengths)),
        w_(compiled.plan),
        applied_(compiled.plan) {
    for (int i = 0; i < compiled.plan.nq; ++i) q_.push_back(coordinate_symbol(model, i));
    for (int i = 0; i < compiled.plan.nv; ++i) {
      v_.push_back(speed_symbol(model, i));
      a_.push_back(acceleration_symbol(model, i));
    }
    joint_poses<Expr>(compiled.plan, par_, q_, w_);
    world_poses(compiled.plan, w_);
    velocities<Expr>(compiled.plan, par_, v_, w_);
    accelerations<Expr>(compiled.plan, par_, v_, a_, w_);
    // Once without the formulas of forces, for the energy in springs that they may name; then with them.
    const std::vector<Written> formulas = force_formulas(model);
    std::vector<Expr> values(formulas.size());
    apply_forces<Expr>(compiled.plan, forces_, angles.turns, q_, v_, values, w_, applied_);
    for (std::size_t i = 0; i < formulas.size(); ++i) values[i] = meaning(formulas[i].formula);
    apply_forces<Expr>(compiled.plan, forces_, angles.turns, q_, v_, values, w_, applied_);
  }

  Expr kinetic() const { return kinetic_energy<Expr>(compiled_.plan, par_, v_, w_); }
  Expr gravity() const { return gravity_energy<Expr>(compiled_.plan, par_, w_); }
  const std::vector<Expr>& effort() const { return applied_.effort; }

  /// Springs, dampers, friction and applied forces as generalized forces.
  std::vector<Expr> passive() {
    std::vector<Expr> tau(v_.size());
    if (applied_.any_on_bodies) generalized_force<Expr>(compiled_.plan, par_, applied_.F_B, tau, w_);
    for (std::size_t i = 0; i < tau.size(); ++i) tau[i] += applied_.along_joints[i];
    return tau;
  }

  /// A formula of the model with its measures replaced by formulas in coordinates.
  Expr meaning(Expr formula) {
    const MeasureState<Expr> x{model_, compiled_, par_, angles_, q_, v_, a_, w_, applied_};
    std::vector<Expr> symbols, values;
    for (const Measure& m : model_.measures) {
      if (!contains(formula, m.symbol)) continue;
      const Vec3<Expr> p_B = m.kind == Measure::Kind::point
                                 ? force_params_detail::plan_point(compiled_, par_, {m.index, m.p}, FormulaReals{}).p_B
                                 : Vec3<Expr>{};
      symbols.push_back(m.symbol);
      values.push_back(measure_value(m, p_B, x));
    }
    return symbols.empty() ? formula : substitute(formula, symbols, values);
  }

 private:
  const Mechanism& model_;
  const Compiled& compiled_;
  const PlaneAngles& angles_;
  Params<Expr> par_;
  ForceParams<Expr> forces_;
  Workspace<Expr> w_;
  AppliedForces<Expr> applied_;
  std::vector<Expr> q_, v_, a_;
};

/// One for each speed: the coordinate whose rate it is, or, with a name of its own, the speed itself.
std::vector<Coordinate> coordinates_of(const Mechanism& model, const Compiled& compiled) {
  std::vector<Coordinate> list;
  for (std::size_t i = 0; i < model.speeds.size(); ++i) {
    const MechanismCoordinate& s = model.speeds[i];
    const Joint& joint = model.joints[static_cast<std::size_t>(s.joint)];
    const auto k = static_cast<std::size_t>(s.within);
    const int n = static_cast<int>(i);
    Coordinate c{
        s.name, {},          speed_symbol(model, n), acceleration_symbol(model, n), {}, joint.rate[k].value_or(Expr()),
        {},     joint.source};
    if (!words(model, joint).quaternion) {
      const int q = compiled.joint_q[static_cast<std::size_t>(s.joint)] + s.within;
      c.name = model.coordinates[static_cast<std::size_t>(q)].name;
      c.position = coordinate_symbol(model, q);
      c.start = joint.start[k].value_or(Expr());
      c.unit = model.coordinates[static_cast<std::size_t>(q)].unit;
    }
    list.push_back(std::move(c));
  }
  return list;
}

/// Coordinates without a row of their own may be named in formulas all the same.
void name_quaternions(const Mechanism& model, Lagrangian& result) {
  for (std::size_t i = 0; i < model.coordinates.size(); ++i) {
    const Joint& joint = model.joints[static_cast<std::size_t>(model.coordinates[i].joint)];
    if (words(model, joint).quaternion)
      result.lets.emplace_back(model.coordinates[i].name, coordinate_symbol(model, static_cast<int>(i)));
  }
}

}  // namespace

Lagrangian traced_lagrangian(const Mechanism& model, const Compiled& compiled, const PlaneAngles& angles,
                             const StartLengths& lengths) {
  check_traceable(model);
  const GraphScope scope(*model.graph);
  Tracer tracer(model, compiled, angles, lengths);
  Lagrangian result;
  static_cast<Description&>(result) = model;
  result.coordinates = coordinates_of(model, compiled);
  name_quaternions(model, result);
  const Source at{model.file, 0, 0};
  result.kinetic = Written{tracer.kinetic(), at};
  result.potential = Written{tracer.gravity(), at};
  for (const Expr effort : tracer.effort())
    result.work.push_back(effort.is_zero() ? std::optional<Written>() : Written{effort, at});
  result.applied = tracer.passive();
  for (ExtraState& s : result.states) s.rate = tracer.meaning(s.rate);
  for (auto& [name, value] : result.lets) value = tracer.meaning(value);
  for (Output& o : result.outputs) o.value.formula = tracer.meaning(o.value.formula);
  if (result.simulate.until) result.simulate.until->formula = tracer.meaning(result.simulate.until->formula);
  return result;
}

}  // namespace alembert
