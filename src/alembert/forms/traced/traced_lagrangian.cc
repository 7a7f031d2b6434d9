#include "alembert/forms/traced/traced_lagrangian.h"

#include <algorithm>

#include "alembert/forms/traced/traced_equations.h"
#include "alembert/forms/traced/traced_rows.h"
#include "alembert/symbolic/derivative.h"

namespace alembert {
namespace {

/// Coordinates up to which formulas are made: beyond it nobody reads them.
constexpr std::size_t most_traced_coordinates = 40;

void check_traceable(const Mechanism& model) {
  if (model.coordinates.size() > most_traced_coordinates)
    throw Error(Error::Code::too_large,
                "formulas of " + std::to_string(model.coordinates.size()) + " coordinates are too long to read", {},
                "evaluate, check and run work on models of any size; formulas are made for up to " +
                    std::to_string(most_traced_coordinates) + " coordinates");
}

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

/// So may those of closing joints, where speeds are rates of coordinates.
void name_closing(const Tracer& tracer, Lagrangian& result) {
  const Mechanism& model = tracer.input().model;
  for (std::size_t k = 0; k < model.dependent_coordinates.size(); ++k)
    result.lets.emplace_back(model.dependent_coordinates[k].name, tracer.closing().q[k]);
}

/// Whether speeds of a closing joint are rates of its coordinates wherever its bodies are. A spin about an axis of one
/// body is, in space, the rate of an angle only where the joint holds the bodies' axes together.
bool speeds_are_rates(const Mechanism& model, const Joint& joint, std::string_view unit) {
  return model.planar || joint.type == JointType::gimbal || joint.type == JointType::free || !unit.starts_with("rad");
}

/// An armature a acts along its joint's speed s = J v with a s'; Lagrange's expression of T = a s^2 / 2 is
///
///   a J_i s' + a s sum of (dJ_i/dq_j - dJ_j/dq_i) v_j
///
/// whose second part does no work and is zero where s is the rate of a coordinate. It is a force for the right side.
void balance_armatures(const Tracer& tracer, std::vector<Expr>& applied) {
  const Mechanism& model = tracer.input().model;
  const std::size_t n = tracer.v().size();
  for (std::size_t k = 0; k < model.dependent_speeds.size(); ++k) {
    const MechanismCoordinate& speed = model.dependent_speeds[k];
    const Joint& joint = model.joints[static_cast<std::size_t>(speed.joint)];
    const Expr a = tracer.params().armature[n + k], s = tracer.closing().v[k];
    if (a.is_zero() || speeds_are_rates(model, joint, speed.unit)) continue;
    const std::vector<Expr> J = gradient(s, tracer.v()), slope = gradient(s, tracer.q());
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<Expr> terms{-slope[i]};
      const std::vector<Expr> by_q = gradient(J[i], tracer.q());
      for (std::size_t j = 0; j < n; ++j) terms.push_back(by_q[j] * tracer.v()[j]);
      applied[i] += a * s * sum(terms);
    }
  }
}

}  // namespace

Lagrangian traced_lagrangian(const TraceInput& input) {
  const Mechanism& model = input.model;
  check_traceable(model);
  const GraphScope scope(*model.graph);
  Tracer tracer(input);
  Lagrangian result;
  static_cast<Description&>(result) = model;
  result.coordinates = coordinates_of(model, input.compiled);
  name_quaternions(model, result);
  name_closing(tracer, result);
  const Source at{model.file, 0, 0};
  result.kinetic = Written{tracer.kinetic(), at};
  result.potential = Written{tracer.gravity(), at};
  result.spring_energy = tracer.spring_energy();
  result.spring_power = tracer.spring_power();
  for (const Expr effort : tracer.effort())
    result.work.push_back(effort.is_zero() ? std::optional<Written>() : Written{effort, at});
  result.applied = tracer.passive();
  if (!has_quaternions(model)) balance_armatures(tracer, result.applied);
  for (const TracedRow& row : traced_rows(tracer)) {
    Constraint& constraint = result.constraints.emplace_back();
    constraint.name = row.name;
    constraint.pfaffian = !row.holonomic;
    constraint.derived = true;
    constraint.row = {row.holonomic ? row.phi : row.rate, row.at};
  }
  for (ExtraState& s : result.states) s.rate = tracer.meaning(s.rate);
  for (auto& [name, value] : result.lets) value = tracer.meaning(value);
  std::erase_if(result.outputs, [&](const Output& o) { return tracer.has_reactions(o.value.formula); });
  for (Output& o : result.outputs) o.value.formula = tracer.meaning(o.value.formula);
  if (result.simulate.until) result.simulate.until->formula = tracer.meaning(result.simulate.until->formula);
  return result;
}

}  // namespace alembert
