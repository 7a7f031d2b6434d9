#include "alembert/system/mechanism_system.h"

#include <algorithm>
#include <cmath>

#include "alembert/kernel/kinematics.h"
#include "alembert/kernel/manifold.h"

namespace alembert {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

bool equal(std::span<const double> a, const std::vector<double>& b) { return std::ranges::equal(a, b); }

void copy_to(std::span<const double> a, std::vector<double>& b) { b.assign(a.begin(), a.end()); }

}  // namespace

std::vector<BodyColumn> body_columns(const Mechanism& model) {
  std::vector<BodyColumn> columns;
  const auto add = [&](const Body& body, const char* word, std::string_view unit) {
    columns.push_back({body.name + word, unit});
  };
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    add(body, ".origin.x", "m");
    add(body, ".origin.y", "m");
    if (model.planar) {
      add(body, ".angle", "rad");
      continue;
    }
    add(body, ".origin.z", "m");
    for (const char* word : {".qw", ".qx", ".qy", ".qz"}) add(body, word, "");
  }
  return columns;
}

MechanismSystem::MechanismSystem(const MechanismSetup& setup)
    : setup_(setup), dynamics_(setup), inputs_(setup.input_program, setup.real.parameters()) {
  sizes_.nq = setup.compiled.plan.nq;
  sizes_.nv = setup.compiled.plan.nv;
  sizes_.nz = static_cast<int>(setup.model.states.size());
  sizes_.nu = static_cast<int>(setup.model.inputs.size());
  sizes_.nc = sizes_.na = static_cast<int>(setup.couplings.size());
  sizes_.events = setup.model.simulate.until ? 1 : 0;
  lambda_.resize(setup.couplings.size());
}

std::string MechanismSystem::coordinate_name(int i) const { return setup_.model.coordinates[index(i)].name; }
std::string MechanismSystem::speed_name(int i) const { return setup_.model.speeds[index(i)].name; }

void MechanismSystem::inputs(double t, Out u) const {
  FormulaState<double> x;
  x.t = t;
  std::ranges::copy(inputs_.run(x), u.begin());
}

void MechanismSystem::qdot(In q, In v, Out qd) const {
  copy_to(q, scratch_);
  tidy(scratch_);
  coordinate_rates<double>(setup_.compiled.plan, scratch_, v, qd);
}
void MechanismSystem::step(In q, In dq, Out q_new) const { step_on_manifold(setup_.compiled.plan, q, dq, q_new); }
void MechanismSystem::difference(In from, In to, Out dq) const {
  difference_on_manifold(setup_.compiled.plan, from, to, dq);
}

void MechanismSystem::tidy(Out q) const { normalize_on_manifold(setup_.compiled.plan, q); }

int MechanismSystem::speed_of(int coordinate) const {
  const MechanismCoordinate& c = setup_.model.coordinates[index(coordinate)];
  const Joint& joint = setup_.model.joints[index(c.joint)];
  return setup_.compiled.joint_v[index(c.joint)] + (words(setup_.model, joint).quaternion ? 0 : c.within);
}

void MechanismSystem::go_to(const State& x, In u) const {
  if (anywhere_ && t_ == x.t && equal(x.q, given_q_) && equal(x.v, v_) && equal(x.z, z_) && equal(u, u_)) return;
  copy_to(x.q, given_q_);
  q_ = given_q_;
  tidy(q_);
  copy_to(x.v, v_);
  copy_to(x.z, z_);
  copy_to(u, u_);
  t_ = x.t;
  dynamics_.at(t_, q_, v_, z_, u_);
  anywhere_ = true;
}

Status MechanismSystem::accelerate(const State& x, In u, Out vdot, Out zdot, Out lambda) const {
  go_to(x, u);
  dynamics_.accelerate({}, vdot, lambda.empty() ? Out(lambda_) : lambda);
  dynamics_.state_rates(zdot);
  for (std::size_t i = 0; i < vdot.size(); ++i)
    if (!std::isfinite(vdot[i])) return {Trouble::not_finite, static_cast<int>(i), x.t};
  for (const double rate : zdot)
    if (!std::isfinite(rate)) return {Trouble::not_finite, -1, x.t};
  return {};
}

Status MechanismSystem::accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const {
  using D = Dual<8>;
  constexpr int width = 8;
  if (!derivatives_) derivatives_ = std::make_unique<MechanismDynamics<D>>(setup_);
  const int nv = sizes_.nv, columns = 2 * nv + sizes_.nz + sizes_.nu;
  std::vector<D> vdot(index(nv), D(0.0)), lambda(setup_.couplings.size(), D(0.0));
  std::vector<double> unit(index(nv)), moved(x.q.size());
  const auto numbers = [](In a) { return std::vector<D>(a.begin(), a.end()); };
  for (int first = 0; first < columns; first += width) {
    std::vector<D> q = numbers(x.q), v = numbers(x.v), z = numbers(x.z), inputs = numbers(u);
    const int count = std::min(width, columns - first);
    for (int k = 0; k < count; ++k) {
      int c = first + k;
      if (c < nv) {
        std::ranges::fill(unit, 0.0);
        unit[index(c)] = 1.0;
        qdot(x.q, unit, moved);
        for (std::size_t i = 0; i < q.size(); ++i) q[i].d.set(k, moved[i]);
      } else if ((c -= nv) < nv) {
        v[index(c)].d.set(k, 1.0);
      } else if ((c -= nv) < sizes_.nz) {
        z[index(c)].d.set(k, 1.0);
      } else {
        inputs[index(c - sizes_.nz)].d.set(k, 1.0);
      }
    }
    derivatives_->at(D(x.t), q, v, z, inputs);
    derivatives_->accelerate({}, vdot, lambda);
    for (int k = 0; k < count; ++k)
      for (int i = 0; i < nv; ++i) {
        const double slope = vdot[index(i)].d[k];
        if (!std::isfinite(slope)) return {Trouble::not_finite, i, x.t};
        int c = first + k;
        if (c < nv)
          by_q[index(i * nv + c)] = slope;
        else if ((c -= nv) < nv)
          by_v[index(i * nv + c)] = slope;
        else if ((c -= nv) < sizes_.nz)
          by_z[index(i * sizes_.nz + c)] = slope;
        else
          by_u[index(i * sizes_.nu + c - sizes_.nz)] = slope;
      }
  }
  return {};
}

void MechanismSystem::constraint(double /*t*/, In q, Out phi) const {
  for (std::size_t i = 0; i < setup_.couplings.size(); ++i) {
    const Coupling& c = setup_.couplings[i];
    phi[i] = -c.offset;
    for (std::size_t k = 0; k < c.terms.size(); ++k) phi[i] += c.terms[k].second * q[index(c.coordinates[k])];
  }
}

void MechanismSystem::constraint_jacobian(double /*t*/, In /*q*/, Out A) const {
  std::ranges::fill(A, 0.0);
  for (std::size_t i = 0; i < setup_.couplings.size(); ++i)
    for (const auto& [speed, coefficient] : setup_.couplings[i].terms)
      A[i * index(sizes_.nv) + index(speed)] += coefficient;
}

void MechanismSystem::constraint_speed(double /*t*/, In /*q*/, Out b) const { std::ranges::fill(b, 0.0); }
void MechanismSystem::constraint_acceleration(const State& /*x*/, Out c) const { std::ranges::fill(c, 0.0); }

Energies MechanismSystem::energies(const State& x, In u) const {
  go_to(x, u);
  const double kinetic = dynamics_.kinetic(), potential = dynamics_.potential();
  return {kinetic, potential, kinetic + potential, dynamics_.power()};
}

void MechanismSystem::event_values(const State& x, In u, Out values) const {
  go_to(x, u);
  dynamics_.event_values(values);
}

MechanismSystem::In MechanismSystem::outputs(const State& x, In u, In vdot) const {
  go_to(x, u);
  return dynamics_.outputs(vdot);
}

MechanismSystem::In MechanismSystem::body_places(const State& x, In u) const {
  go_to(x, u);
  places_.clear();
  Measure measure;
  for (std::size_t b = 1; b < setup_.model.bodies.size(); ++b) {
    measure.index = static_cast<int>(b);
    measure.kind = Measure::Kind::point;
    const int dimensions = setup_.model.planar ? 2 : 3;
    for (measure.component = 0; measure.component < dimensions; ++measure.component)
      places_.push_back(dynamics_.value(measure));
    measure.component = 0;
    measure.kind = setup_.model.planar ? Measure::Kind::angle : Measure::Kind::quaternion;
    const int parts = setup_.model.planar ? 1 : 4;
    for (; measure.component < parts; ++measure.component) places_.push_back(dynamics_.value(measure));
  }
  return places_;
}

}  // namespace alembert
