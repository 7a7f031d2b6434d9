#include "alembert/system/mechanism/mechanism_system.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/kernel/dissipation.h"

namespace alembert {
namespace {

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
    : ConstraintSystem(setup.kinematics()),
      setup_(setup),
      dynamics_(setup),
      inputs_(setup.input_program, setup.real.parameters()) {
  sizes_.nz = static_cast<int>(setup.model.states.size());
  sizes_.nu = static_cast<int>(setup.model.inputs.size());
  sizes_.events = setup.model.simulate.until ? 1 : 0;
  lambda_.resize(index(sizes_.na));
  dissipates_ = alembert::dissipates(dynamics_.force_numbers());
  std::vector<TapeMachine<double>*> machines{&inputs_.machine()};
  for (TapeMachine<double>* machine : dynamics_.machines()) machines.push_back(machine);
  for (const Input& u : setup.model.inputs) input_ids_.push_back(u.symbol.id());
  switching_ = SwitchingFunctions(machines);
  switching_of_rows_ = SwitchingFunctions(row_machines());
}

void MechanismSystem::inputs(double t, Out u) const {
  FormulaState<double> x;
  x.t = t;
  std::ranges::copy(inputs_.run(x), u.begin());
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
  lambda_ready_ = false;
  added_.clear();
  dynamics_.at(t_, q_, v_, z_, u_);
  anywhere_ = true;
}

Status MechanismSystem::accelerate(const State& x, In u, Out vdot, Out zdot, Out lambda) const {
  go_to(x, u);
  const int missed = dynamics_.accelerate({}, vdot, lambda_);
  lambda_ready_ = true;
  added_.clear();
  std::ranges::copy(std::span<const double>(lambda_).first(lambda.size()), lambda.begin());
  dynamics_.state_rates(zdot);
  for (std::size_t i = 0; i < vdot.size(); ++i)
    if (!std::isfinite(vdot[i])) return {Trouble::not_finite, static_cast<int>(i), x.t};
  for (const double rate : zdot)
    if (!std::isfinite(rate)) return {Trouble::not_finite, -1, x.t};
  if (missed >= 0) return {dynamics_.trouble_of_rows(), missed, x.t};
  return {};
}

Status MechanismSystem::constrained_solve(double t, In q, In f, In c, Out x, Out lambda) const {
  const std::vector<double> rest(index(sizes_.nv), 0.0), states(index(sizes_.nz), 0.0), none(index(sizes_.nu), 0.0);
  go_to({t, q, rest, states}, none);
  const int missed = dynamics_.constrained_solve(f, c, x, lambda);
  anywhere_ = false;  // the factors in dynamics_ belong to no state any more
  for (std::size_t i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i])) return {Trouble::not_finite, static_cast<int>(i), t};
  return missed >= 0 ? Status{dynamics_.trouble_of_rows(), missed, t} : Status{};
}

MechanismDynamics<Dual<8>>& MechanismSystem::derivatives() const {
  if (!derivatives_) derivatives_ = std::make_unique<MechanismDynamics<Dual<8>>>(setup_);
  derivatives_->recall(dynamics_.memory());  // it is asked seldom, and angles may have turned far in between
  return *derivatives_;
}

Status MechanismSystem::accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const {
  using D = Dual<8>;
  constexpr int width = 8;
  const int nv = sizes_.nv, columns = 2 * nv + sizes_.nz + sizes_.nu;
  std::vector<D> vdot(index(nv), D(0.0)), lambda(index(sizes_.na), D(0.0));
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
    derivatives().at(D(x.t), q, v, z, inputs);
    derivatives().accelerate({}, vdot, lambda);
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

Energies MechanismSystem::energies(const State& x, In u) const {
  go_to(x, u);
  const double kinetic = dynamics_.kinetic(), potential = dynamics_.potential();
  if (setup_.constraints.rheonomic && !lambda_ready_) {
    std::vector<double> vdot(index(sizes_.nv));
    dynamics_.accelerate({}, vdot, lambda_);
    lambda_ready_ = true;
  }
  return {kinetic, potential, kinetic + potential, dynamics_.power(lambda_),
          dissipates_ ? dynamics_.dissipation() : 0.0};
}

void MechanismSystem::start_over() const {
  ConstraintSystem::start_over();
  dynamics_.start_over();
  anywhere_ = false;
}

void MechanismSystem::accept(const State& x) const {
  if (setup_.model.dependent_coordinates.empty()) return;
  ConstraintSystem::accept(x);
  std::vector<double> u(static_cast<std::size_t>(sizes_.nu));
  inputs(x.t, u);
  anywhere_ = false;
  go_to(x, u);
  dynamics_.accept();
}

std::vector<double> MechanismSystem::memory() const {
  std::vector<double> both = ConstraintSystem::memory();
  const std::vector<double> own = dynamics_.memory();
  both.insert(both.end(), own.begin(), own.end());
  return both;
}

void MechanismSystem::recall(In memory) const {
  const std::size_t half = memory.size() / 2;
  ConstraintSystem::recall(memory.first(half));
  dynamics_.recall(memory.subspan(half));
  anywhere_ = false;
}

void MechanismSystem::event_values(const State& x, In u, Out values) const {
  go_to(x, u);
  dynamics_.event_values(values);
}

void MechanismSystem::switch_values(const State& x, In u, Out values) const {
  FormulaState<double> at_time;
  at_time.t = x.t;
  inputs_.run(at_time);
  go_to(x, u);
  std::vector<double> zdot(x.z.size());
  dynamics_.state_rates(zdot);
  if (sizes_.na > 0) dynamics_.rows();
  switching_.values(values);
}

void MechanismSystem::hold_switches(std::span<const Held> held) const {
  switching_.hold(held);
  switching_of_rows_.hold(held.empty() ? held : held.last(static_cast<std::size_t>(switching_of_rows_.count())));
  anywhere_ = false;
}

void MechanismSystem::set_multipliers(const State& x, In u, In lambda, In added) const {
  go_to(x, u);
  std::ranges::copy(lambda, lambda_.begin());
  lambda_ready_ = true;
  added_.assign(added.begin(), added.end());
}

MechanismSystem::In MechanismSystem::outputs(const State& x, In u, In vdot) const {
  go_to(x, u);
  if (!dynamics_.outputs_need_reactions()) return dynamics_.outputs(vdot);
  if (!lambda_ready_) {
    std::vector<double> again(vdot.size());
    dynamics_.accelerate({}, again, lambda_);
    lambda_ready_ = true;
  }
  const Reactions<double>& found = reactions(x, u, vdot, lambda_);
  return dynamics_.outputs(vdot, &found);
}

const Reactions<double>& MechanismSystem::reactions(const State& x, In u, In vdot, Out lambda) const {
  go_to(x, u);
  if (!reactions_) reactions_ = std::make_unique<ReactionSolver>(setup_);
  return reactions_->at(dynamics_, t_, q_, v_, z_, u_, vdot, lambda, {}, added_);
}

const std::vector<std::string>& MechanismSystem::undetermined() const {
  static const std::vector<std::string> none;
  return reactions_ ? reactions_->undetermined() : none;
}

const LoadList& MechanismSystem::loads() const {
  if (!loads_) loads_ = std::make_unique<LoadList>(setup_);
  return *loads_;
}

const LoadList& MechanismSystem::loads(const State& x, In u, In vdot, Out lambda, In added) const {
  go_to(x, u);
  loads();
  loads_->at(dynamics_, t_, q_, v_, z_, u_, vdot, lambda, added);
  return *loads_;
}

const std::vector<Vec3<double>>& MechanismSystem::joint_loads(JointLoads& of, const State& x, In u, In vdot, In lambda,
                                                              In added) const {
  go_to(x, u);
  return of.at(dynamics_, t_, q_, v_, z_, u_, vdot, lambda, added);
}

void MechanismSystem::look_near(In closing) const {
  dynamics_.start_over();
  std::vector<double> memory = dynamics_.memory();
  std::ranges::copy(closing, memory.begin());
  dynamics_.recall(memory);
  anywhere_ = false;
}

const ClosingReadings<double>& MechanismSystem::closing(const State& x, In u, In vdot) const {
  go_to(x, u);
  return dynamics_.closing(vdot);
}

const ClosingReadings<double>& MechanismSystem::closing(const State& x, In u) const {
  go_to(x, u);
  return dynamics_.closing();
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
