#include "alembert/system/mechanism_setup.h"

#include <algorithm>
#include <cmath>

#include "alembert/kernel/forces.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/model/validate.h"
#include "alembert/plan/force_params.impl.h"
#include "alembert/plan/start.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/walk.h"
#include "alembert/system/assemble.h"
#include "alembert/system/mobile_inertia.h"

namespace alembert {
namespace {

/// Lengths and angles of springs at the start.
StartLengths start_lengths(const MechanismSetup& setup) {
  const Mechanism& model = setup.model;
  const Plan& plan = setup.compiled.plan;
  StartLengths result;
  result.springs.assign(model.springs.size(), 0.0);
  result.angles.assign(model.rotational_springs.size(), 0.0);
  const ForceParams<double> forces = force_params(model, setup.compiled, setup.par, setup.real, setup.angles, result);
  Workspace<double> w(plan);
  joint_poses<double>(plan, setup.par, setup.q0, w);
  world_poses(plan, w);
  for (std::size_t i = 0; i < forces.springs.size(); ++i)
    result.springs[i] = spring_length<double>(forces.springs[i], w);
  for (std::size_t i = 0; i < model.rotational_springs.size(); ++i) {
    const RotationalSpring& spring = model.rotational_springs[i];
    if (spring.joint) {
      const int q = setup.compiled.joint_q[static_cast<std::size_t>(*spring.joint)];
      result.angles[i] = setup.q0[static_cast<std::size_t>(q)];
      continue;
    }
    const auto angle = [&](std::size_t k) {
      const auto body = static_cast<std::size_t>(spring.bodies[k]);
      return setup.angles.zero[body] +
             plane_angle<double>(plan, setup.angles.turns, setup.q0, plan.first_q, plan.carrier[body]);
    };
    result.angles[i] = angle(1) - angle(0);
  }
  return result;
}

[[noreturn]] void fail_constraint(const Constraint& constraint) {
  throw Error(Error::Code::unsupported,
              "constraint '" + constraint.name + "' is not a linear coupling of joint coordinates", constraint.row.at,
              "other constraints are not supported yet; couplings such as A - 2*B are");
}

/// The coordinates in a formula; anything else that moves is refused.
std::vector<Expr> coordinates_in(const Constraint& constraint, const MotionIndex& motion,
                                 std::vector<MotionIndex::Found>& found) {
  std::vector<Expr> symbols;
  const std::vector<Expr> root{constraint.row.formula};
  const Walk walk(root);
  for (const Expr e : walk) {
    if (!e.is_symbol() || e.kind() == SymbolKind::parameter || e.kind() == SymbolKind::constant) continue;
    if (e.kind() != SymbolKind::coordinate) fail_constraint(constraint);
    const MotionIndex::Found what = motion.find(e.name(), e.order());
    if (what.kind != MotionIndex::Kind::coordinate) fail_constraint(constraint);
    symbols.push_back(e);
    found.push_back(what);
  }
  return symbols;
}

Coupling coupling_of(const MechanismSetup& setup, const Constraint& constraint) {
  if (constraint.pfaffian) fail_constraint(constraint);
  std::vector<MotionIndex::Found> found;
  const std::vector<Expr> symbols = coordinates_in(constraint, setup.motion, found);
  if (symbols.empty()) fail_constraint(constraint);
  const Linear linear = [&] {
    try {
      return linear_coefficients(constraint.row.formula, symbols, "constraint");
    } catch (const Error&) {
      fail_constraint(constraint);
    }
  }();
  Coupling coupling;
  coupling.name = constraint.name;
  coupling.offset = -setup.real(linear.rest);
  double at_start = 0.0;
  for (std::size_t k = 0; k < symbols.size(); ++k) {
    const auto rate = setup.motion.find(symbols[k].name(), 1);
    if (rate.kind != MotionIndex::Kind::speed) fail_constraint(constraint);  // part of a quaternion
    const double coefficient = setup.real(linear.coefficients[k]);
    coupling.terms.emplace_back(rate.index, coefficient);
    coupling.coordinates.push_back(found[k].index);
    at_start += coefficient * setup.q0[static_cast<std::size_t>(found[k].index)];
  }
  if (constraint.at_start) coupling.offset = at_start;
  return coupling;
}

FormulaProgram program_of(const MechanismSetup& setup, const std::vector<Expr>& formulas) {
  return {setup.model, setup.motion, formulas};
}

/// Programs of all formulas that depend on the state.
void compile_formulas(MechanismSetup& setup) {
  const Mechanism& model = setup.model;
  std::vector<Expr> forces, states, inputs, events, outputs;
  for (const Written& w : force_formulas(model)) forces.push_back(w.formula);
  for (const ExtraState& s : model.states) states.push_back(s.rate);
  for (const Input& u : model.inputs) inputs.push_back(u.value);
  if (model.simulate.until) events.push_back(model.simulate.until->formula);
  for (const Output& o : model.outputs) outputs.push_back(o.value.formula);
  setup.force_program = program_of(setup, forces);
  setup.state_program = program_of(setup, states);
  setup.input_program = program_of(setup, inputs);
  setup.event_program = program_of(setup, events);
  setup.output_program = program_of(setup, outputs);
}

Compiled checked_and_compiled(Mechanism& model, const NumberReals& real) {
  const GraphScope scope(*model.graph);
  check_bodies(model, real);
  check_forces(model, real);
  return compile(model, real);
}

}  // namespace

MechanismSetup::MechanismSetup(Mechanism& mechanism)
    : model(mechanism), real(mechanism), compiled(checked_and_compiled(mechanism, real)), motion(mechanism) {
  const GraphScope scope(*model.graph);
  par = number_params(model, compiled, real);
  angles = plane_angles(model, compiled, par);
  q0 = start_coordinates(model, real);
  v0 = start_speeds(model, real);
  for (const Constraint& constraint : model.constraints) couplings.push_back(coupling_of(*this, constraint));
  assemble(model, couplings, q0, v0);
  lengths = start_lengths(*this);
  forces = force_params(model, compiled, par, real, angles, lengths);
  check_mobile_inertia(model, compiled.plan, par, q0);
  compile_formulas(*this);
}

}  // namespace alembert
