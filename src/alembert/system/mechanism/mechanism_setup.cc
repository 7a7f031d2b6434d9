#include "alembert/system/mechanism/mechanism_setup.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "alembert/kernel/forces.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/model/validate.h"
#include "alembert/plan/force_params.impl.h"
#include "alembert/plan/start.h"
#include "alembert/system/assembly/assemble_start.h"
#include "alembert/system/mechanism/mobile_inertia.h"
#include "alembert/system/mechanism/needed_inertia.h"
#include "alembert/system/rank/row_choice.h"

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
      const int q = setup.compiled.joint_q[static_cast<std::size_t>(*spring.joint)] + angle_component(model, spring);
      result.angles[i] = q < plan.nq ? setup.q0[static_cast<std::size_t>(q)]
                                     : setup.constraints.closing_start[static_cast<std::size_t>(q - plan.nq)];
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

/// Twice the largest distance of a body from the middle of all, as they are drawn.
double drawn_spread(const Mechanism& model, const NumberReals& real) {
  std::vector<Vec3<double>> places;
  Vec3<double> sum;
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const Vec3<Expr>& p = model.bodies[b].position;
    places.push_back({real(p.x), real(p.y), real(p.z)});
    sum = sum + places.back();
  }
  double spread = 0.0;
  for (const Vec3<double>& p : places)
    spread = std::max(spread, 2.0 * norm(p - (1.0 / static_cast<double>(places.size())) * sum));
  return spread;
}

/// What a slide is measured in: twice the largest distance of a joint from the middle of all joints on its body, so
/// that it is the distance of two; whichever of them close loops, in any order and in any frame. Where no body has two
/// joints apart, the distance of a joint from its body's origin, or the spread of the bodies as drawn.
double model_length(const Mechanism& model, const BodyFrameChoices& choices, const NumberReals& real) {
  StartLengths unused;
  unused.springs.assign(model.springs.size(), 0.0);
  unused.angles.assign(model.rotational_springs.size(), 0.0);
  const BodyParams<double> par = number_body_params<double>(model, choices, BodyReference::frame, real, unused);
  struct Middle {
    Vec3<double> sum;
    int joints = 0;
  };
  std::vector<Middle> middle(model.bodies.size());
  const auto each = [&](const auto& visit) {
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
      if (model.joints[j].type == JointType::fixed) continue;  // parts of one body, and where an include stands
      visit(middle[static_cast<std::size_t>(model.joints[j].first)], par.joints[j].X_1F.p);
      visit(middle[static_cast<std::size_t>(model.joints[j].second)], par.joints[j].X_2M.p);
    }
  };
  each([](Middle& of, const Vec3<double>& p) {
    of.sum = of.sum + p;
    ++of.joints;
  });
  double apart = 0.0, offset = 0.0;
  each([&](const Middle& of, const Vec3<double>& p) {
    offset = std::max(offset, norm(p));
    const double distance = norm(p - (1.0 / of.joints) * of.sum);
    constexpr double rounding = 1e-12;
    if (distance > rounding * norm(p)) apart = std::max(apart, 2.0 * distance);
  });
  double length = apart > 0.0 ? apart : offset;
  if (length == 0.0) length = drawn_spread(model, real);
  return length > 0.0 && std::isfinite(length) ? length : 1.0;
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

/// Rows, and the programs of their formulas.
void plan_constraints(MechanismSetup& setup, Mechanism& model) {
  ConstraintSetup& constraints = setup.constraints;
  constraints.rows = plan_rows(model, setup.compiled);
  std::vector<Expr> values, lengths;
  for (const FormulaRow& row : constraints.rows.formulas) {
    constraints.first_value.push_back(static_cast<int>(values.size()));
    values.insert(values.end(), row.coefficients.begin(), row.coefficients.end());
    for (const Expr e : {row.phi, row.b, row.c}) values.push_back(e);
    constraints.in_time.push_back(!row.b.is_zero());
    constraints.rheonomic = constraints.rheonomic || constraints.in_time.back();
  }
  for (const MechanismConstraint& constraint : model.constraints) {
    const auto* distance = std::get_if<Distance>(&constraint);
    constraints.length_of.push_back(distance == nullptr ? -1 : static_cast<int>(lengths.size()));
    if (distance == nullptr) continue;
    const TimedLength timed = timed_length(model, *distance);
    for (const Expr e : {timed.value, timed.rate, timed.acceleration}) lengths.push_back(e);
    constraints.rheonomic = constraints.rheonomic || !timed.rate.is_zero();
  }
  constraints.formula_program = program_of(setup, values);
  constraints.length_program = program_of(setup, lengths);
  constraints.start_value.assign(constraints.rows.formulas.size(), 0.0);
  constraints.rack_start.assign(model.constraints.size(), 0.0);
}

Compiled checked_and_compiled(Mechanism& model, const NumberReals& real) {
  const GraphScope scope(*model.graph);
  check_bodies(model, real);
  check_forces(model, real);
  return compile(model, real);
}

/// Whether what speed k of a joint moves is written of its start. Slides beside a quaternion are along the turned body:
/// none of them can be kept alone.
bool states_start(const JointWords& has, const Joint& joint, std::size_t k) {
  const auto written = [](const auto& start) { return start.has_value(); };
  const std::size_t moved = coordinate_moved(has, k);
  if (!has.quaternion || k < 3) return written(joint.start[moved]);
  return std::ranges::any_of(std::span(joint.start).first(has.coordinates.size() - 4), written);
}

}  // namespace

MechanismSetup::MechanismSetup(Mechanism& mechanism, Purpose purpose)
    : model(mechanism), real(mechanism), compiled(checked_and_compiled(mechanism, real)), motion(mechanism) {
  const GraphScope scope(*model.graph);
  par = number_params(model, compiled, real);
  angles = plane_angles(model, compiled, par);
  choices = choose_body_frames(model, real);
  length = model_length(model, choices, real);
  plan_constraints(*this, mechanism);
  q0 = start_coordinates(model, real);
  v0 = start_speeds(model, real);
  no_speeds = assemble_start(*this);
  if (no_speeds && purpose != Purpose::geometry) throw Error(*no_speeds);
  if (constraints.rows.size() > 0) {
    const ConstraintSystem system(kinematics());
    constraints.scales = system.row_scales(0.0, q0);
    KeptRows kept = kept_rows(system, constraints.rows.is_drive, q0);
    constraints.kept = std::move(kept.rows);
    constraints.apart = kept.apart;
  }
  lengths = start_lengths(*this);
  forces = force_params(model, compiled, par, real, angles, lengths);
  massless = constraints.rows.size() > 0 && has_motion_without_inertia(compiled.plan, par, q0);
  if (purpose != Purpose::geometry) no_inertia = lacking_inertia(*this);
  if (no_inertia && purpose == Purpose::forces) throw Error(*no_inertia);
  compile_formulas(*this);
}

AssembleOptions MechanismSetup::assemble_options() const {
  AssembleOptions options;
  for (const MechanismCoordinate& s : model.speeds) {
    const Joint& joint = model.joints[static_cast<std::size_t>(s.joint)];
    const auto k = static_cast<std::size_t>(s.within);
    options.keep_q.push_back(joint.fixed_start && states_start(words(model, joint), joint, k));
    options.keep_v.push_back(joint.fixed_start && joint.rate[k].has_value());
  }
  options.scale = kinematics().units();
  return options;
}

void assemble(const MechanismSetup& setup, double t, std::vector<double>& q, std::vector<double>& v) {
  AssembleOptions options = setup.assemble_options();
  options.keep_q.clear();
  options.keep_v.clear();
  const ConstraintSystem system(setup.kinematics());
  if (const auto failure = assemble(system, t, options, q, v))
    throw row_failure(setup, *failure, system, "change --q or --v, or leave them out");
}

}  // namespace alembert
