#include "alembert/analysis/derivation/form_point.h"

#include "alembert/analysis/certificate/oracles/form_numbers.h"
#include "alembert/core/index.h"
#include "alembert/forms/blocks/body_blocks.h"
#include "alembert/forms/blocks/symbolic_bodies.h"
#include "alembert/kernel/body_motions.h"

namespace alembert {
namespace {

std::vector<double> inputs_at(const MechanismSetup& setup, double t) {
  FormulaMachine<double> machine(setup.input_program, setup.real.parameters());
  FormulaState<double> time;
  time.t = t;
  const std::span<const double> u = machine.run(time);
  return {u.begin(), u.end()};
}

void set_joints(const MechanismSetup& setup, MechanismDynamics<double>& dynamics, const std::vector<double>& vdot,
                SymbolValues& values) {
  const Mechanism& model = setup.model;
  const std::span<const double> q = dynamics.all_coordinates(), v = dynamics.all_speeds();
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    const JointWords& has = words(model, joint);
    for (std::size_t k = 0; k < has.coordinates.size(); ++k)
      values.set(coordinate_name(joint.name, has.coordinates[k]), 0, q[index(setup.compiled.joint_q[j]) + k]);
    for (std::size_t k = 0; k < has.speeds.size(); ++k) {
      const std::string name = coordinate_name(joint.name, has.speeds[k]);
      const std::size_t i = index(setup.compiled.joint_v[j]) + k;
      values.set(name, has.quaternion ? 0 : 1, v[i]);
      if (i < vdot.size()) values.set(name, has.quaternion ? 1 : 2, vdot[i]);
    }
  }
}

struct BodyValues {
  const Vec3<double>&p, &v;
  Vec3<double> a;
};
void set_point(const std::vector<std::string>& names, bool planar, const BodyValues& point, SymbolValues& values) {
  const auto set = [&](std::size_t i, double p, double v, double a) {
    values.set(names[i], 0, p);
    values.set(names[i], 1, v);
    values.set(names[i], 2, a);
  };
  set(0, point.p.x, point.v.x, point.a.x);
  set(1, point.p.y, point.v.y, point.a.y);
  if (!planar) set(2, point.p.z, point.v.z, point.a.z);
}

void set_turn(const MechanismSetup& setup, std::size_t b, const BodyState<double>& state,
              const BodyAcceleration<double>& acc, SymbolValues& values) {
  const Body& body = setup.model.bodies[b];
  const BodyMotion<double>& motion = state.bodies[b];
  if (setup.model.planar) {
    values.set(body.name + ".angle", 0, state.angles[b]);
    values.set(body.name + ".angle", 1, motion.w.z);
    values.set(body.name + ".angle", 2, acc.angular.z);
    return;
  }
  const Mat3<double>& R = motion.X_W.R;
  const Vec3<double> w = R.transpose_times(motion.w), alpha = R.transpose_times(acc.angular);
  const auto set = [&](const std::string& suffix, double value, double rate) {
    values.set(body.name + suffix, 0, value);
    values.set(body.name + suffix, 1, rate);
  };
  const Mat3<double> rate = R * skew(w);
  const auto set_row = [&](const std::string& axis, const Vec3<double>& row, const Vec3<double>& row_rate) {
    set(".R" + axis + "x", row.x, row_rate.x);
    set(".R" + axis + "y", row.y, row_rate.y);
    set(".R" + axis + "z", row.z, row_rate.z);
  };
  set_row("x", R.r0, rate.r0);
  set_row("y", R.r1, rate.r1);
  set_row("z", R.r2, rate.r2);
  set(".wx", w.x, alpha.x);
  set(".wy", w.y, alpha.y);
  set(".wz", w.z, alpha.z);
}

}  // namespace

SymbolValues mechanism_values(const MechanismSetup& setup, const Point& x) {
  SymbolValues values;
  const Mechanism& model = setup.model;
  set_signals(model, x.t, x.z, values);
  MechanismDynamics<double> dynamics(setup);
  const std::vector<double> u = inputs_at(setup, x.t);
  const BodyPlan plan(model, setup.constraints.rows.formulas);
  const BodyParams<double> par =
      number_body_params<double>(model, setup.choices, BodyReference::center, setup.real, setup.lengths);
  BodyStateReader reader(setup, plan, par);
  dynamics.at(x.t, x.q, x.v, x.z, u);
  std::vector<double> vdot(x.v.size()), lambda(index(setup.constraints.rows.size()));
  dynamics.accelerate({}, vdot, lambda);
  dynamics.at(x.t, x.q, x.v, x.z, u);
  const BodyState<double> state = reader.read(dynamics, x.t, x.q, x.v, x.z, u);
  for (std::size_t i = 0; i < model.measures.size(); ++i) values.set(model.measures[i].symbol, state.measures[i]);
  set_joints(setup, dynamics, vdot, values);
  accelerations<double>(dynamics.plan(), dynamics.params(), x.v, vdot, dynamics.workspace());
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const int body = static_cast<int>(b);
    const BodyMotion<double> origin = body_motion(dynamics.plan(), dynamics.params(), dynamics.workspace(), body);
    const BodyAcceleration<double> acc =
        body_acceleration(dynamics.plan(), dynamics.params(), dynamics.workspace(), body);
    const BodyMotion<double>& center = state.bodies[b];
    const Vec3<double> r = center.X_W.p - origin.X_W.p;
    const Vec3<double> a = acc.linear + cross(acc.angular, r) + cross(origin.w, cross(origin.w, r));
    set_point(body_coordinate_names(model, body, BodyReference::frame), model.planar,
              {origin.X_W.p, origin.v, acc.linear}, values);
    set_point(body_coordinate_names(model, body, BodyReference::center), model.planar, {center.X_W.p, center.v, a},
              values);
    set_turn(setup, b, state, acc, values);
  }
  return values;
}

SymbolValues energy_values(const Lagrangian& model, const LagrangeEquations& equations, const Point& x) {
  SymbolValues values;
  set_signals(model, x.t, x.z, values);
  for (std::size_t i = 0; i < equations.n; ++i) {
    values.set(equations.q[i], x.q[i]);
    values.set(equations.v[i], x.v[i]);
  }
  return values;
}

}  // namespace alembert
