#include "alembert/analysis/state/evaluate_mechanism.h"

#include <algorithm>
#include <cmath>

#include "alembert/analysis/state/evaluate.h"
#include "alembert/core/index.h"
#include "alembert/kernel/body_angles.h"
#include "alembert/kernel/coriolis.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/energy.h"
#include "alembert/kernel/jacobian.h"
#include "alembert/kernel/rnea.h"
#include "alembert/kernel/world_columns.h"
#include "alembert/linalg/rank.h"
#include "alembert/plan/force_params.impl.h"
#include "alembert/system/mechanism/mobile_inertia.h"
#include "alembert/system/mechanism/plan_frames.h"
#include "alembert/system/rank/general_rank.h"
#include "alembert/system/rank/runaway_rows.h"

namespace alembert {
namespace {

using D = Dual<8>;
/// Speeds up to which M and C are written out.
constexpr std::size_t most_dense_columns = 3000;

}  // namespace

Point start_point(const MechanismSetup& setup) {
  Point point;
  point.q = setup.q0;
  point.v = setup.v0;
  for (const ExtraState& s : setup.model.states) {
    point.z.push_back(setup.real(s.start));
    if (!std::isfinite(point.z.back()))
      throw Error(Error::Code::bad_value, "the start of '" + s.name + "' is not a finite number", s.at);
  }
  return point;
}

/// Efforts along the speeds of the tree, with what those of closing joints do there.
std::vector<double> MechanismEvaluator::efforts() {
  const std::vector<double>& all = dynamics_.forces().effort;
  const std::size_t n = all.size() - setup_.model.dependent_speeds.size();
  std::vector<double> along(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
  for (std::size_t k = n; k < all.size(); ++k)
    for (const auto& [speed, coefficient] :
         dynamics_.rows().closing_row(static_cast<int>(k - n), dynamics_.workspace()))
      along[index(speed)] += coefficient * all[k];
  return along;
}

Evaluation MechanismEvaluator::at(const EvaluateOptions& options) {
  Evaluation e;
  const Point& x = options.at;
  FormulaMachine<double> inputs(setup_.input_program, setup_.real.parameters());
  FormulaState<double> time;
  time.t = x.t;
  const std::span<const double> u = inputs.run(time);
  e.inputs.assign(u.begin(), u.end());
  dynamics_.at(x.t, x.q, x.v, x.z, e.inputs);
  e.kinetic = dynamics_.kinetic();
  e.potential = dynamics_.potential();
  e.conserved = e.kinetic + e.potential;
  e.effort = efforts();
  for (std::size_t k = 0; k < setup_.model.dependent_coordinates.size(); ++k)
    e.dependent.emplace_back(setup_.model.dependent_coordinates[k].name, dynamics_.closing().q[k]);
  e.state_rates.resize(x.z.size());
  dynamics_.state_rates(e.state_rates);
  e.bodies = bodies(options);
  matrices(options, e);
  // Matrices have used the workspace; back to the state.
  dynamics_.at(x.t, x.q, x.v, x.z, e.inputs);
  constraints(options, e);
  accelerations(options, e);
  e.power = dynamics_.power(e.multipliers);
  if (options.tau) replace_effort(*options.tau, x.v, e);
  if (options.a) given_multipliers(e);
  if (e.status.good() || options.a) reactions(options, e);
  return e;
}

void MechanismEvaluator::matrices(const EvaluateOptions& options, Evaluation& e) {
  const Plan& plan = dynamics_.plan();
  const Params<double>& par = dynamics_.params();
  Workspace<double>& w = dynamics_.workspace();
  dynamics_.armatures();  // read before kernels use the workspace
  const std::size_t n = index(plan.nv);
  const bool dense = n <= most_dense_columns;
  if (dense) e.M.resize(n * n);
  if (dense) e.C.resize(n * n);
  for (std::vector<double>* list : {&e.g, &e.bias, &e.passive, &e.inverse_dynamics, &e.momenta, &e.remaining})
    list->assign(n, 0.0);
  if (dense) {
    DerivativeWorkspace<double> dw(plan);
    crba<double>(plan, par, e.M, w, dw.world);
    coriolis_matrix<double>(plan, par, options.at.v, e.C, {}, w, dw);
  }
  gravity_vector<double>(plan, par, e.g, w);
  dynamics_.passive(e.passive);
  const std::vector<double> a = options.a.value_or(std::vector<double>(n, 0.0));
  rnea<double>(plan, par, options.at.v, {}, {}, e.bias, w);
  rnea<double>(plan, par, options.at.v, a, {}, e.inverse_dynamics, w);
  // M v: inverse dynamics of the acceleration v, less that of none.
  rnea<double>(plan, par, options.at.v, options.at.v, {}, e.momenta, w);
  add_closing_armatures(options, a, e);
  for (std::size_t i = 0; i < n; ++i) {
    e.inverse_dynamics[i] -= e.passive[i];
    e.momenta[i] -= e.bias[i];
  }
}

/// J^T a J in M, J^T a dJ/dt in C, and what they give for the accelerations that the lists belong to.
void MechanismEvaluator::add_closing_armatures(const EvaluateOptions& options, const std::vector<double>& a,
                                               Evaluation& e) {
  const Point& x = options.at;
  const ClosingArmatures<double>& armatures = dynamics_.armatures();
  if (armatures.empty()) return;
  armatures.add_forces({}, e.bias);
  armatures.add_forces(a, e.inverse_dynamics);
  armatures.add_forces(x.v, e.momenta);
  if (e.M.empty()) return;
  armatures.add_mass(e.M);
  // dJ/dt by dual numbers along the motion.
  MechanismDynamics<D> moving(setup_);
  std::vector<double> rate(x.q.size());
  dynamics_.coordinate_rates(rate);
  std::vector<D> q(x.q.begin(), x.q.end());
  const std::vector<D> v(x.v.begin(), x.v.end()), z(x.z.begin(), x.z.end()), u(e.inputs.begin(), e.inputs.end());
  for (std::size_t i = 0; i < q.size(); ++i) q[i].d.set(0, rate[i]);
  moving.at(D(x.t), q, v, z, u);
  const ClosingArmatures<D>& rates = moving.armatures();
  for (int i = 0; i < armatures.size(); ++i) {
    const std::span<const int> columns = armatures.columns(i);
    for (std::size_t j = 0; j < columns.size(); ++j)
      for (std::size_t k = 0; k < columns.size(); ++k)
        e.C[index(columns[j]) * x.v.size() + index(columns[k])] +=
            armatures.armature(i) * armatures.row(i)[j] * rates.row(i)[k].d[0];
  }
}

void MechanismEvaluator::accelerations(const EvaluateOptions& options, Evaluation& e) {
  e.multipliers.assign(index(setup_.constraints.rows.size()), 0.0);
  if (setup_.no_inertia) {
    e.status = {Trouble::singular, -1, options.at.t};
    return;
  }
  const int singular = setup_.massless ? -1 : speed_without_inertia(dynamics_.plan(), dynamics_.params(), options.at.q);
  if (singular >= 0) {
    e.status = {Trouble::singular, singular, options.at.t};
    return;
  }
  std::vector<double> vdot(setup_.v0.size());
  const int missed = dynamics_.accelerate(
      options.tau ? std::span<const double>(*options.tau) : std::span<const double>(), vdot, e.multipliers);
  for (std::size_t i = 0; i < vdot.size(); ++i)
    if (!std::isfinite(vdot[i])) {
      e.status = {Trouble::not_finite, static_cast<int>(i), options.at.t};
      return;
    }
  if (missed >= 0) {
    e.status = {dynamics_.trouble_of_rows(), missed, options.at.t};
    return;
  }
  std::vector<double> forces(vdot.size());
  for (std::size_t i = 0; i < forces.size(); ++i)
    forces[i] = std::abs(e.bias[i]) + std::abs(e.passive[i]) + std::abs(e.effort[i]);
  if (!e.multipliers.empty())
    if (const int row = runaway_row(ConstraintSystem(setup_.kinematics()), options.at.t, options.at.q, e.multipliers,
                                    setup_.constraints.scales, forces);
        row >= 0) {
      e.status = {Trouble::runaway, row, options.at.t};
      return;
    }
  e.acceleration = std::move(vdot);
}

void MechanismEvaluator::constraints(const EvaluateOptions& options, Evaluation& e) {
  const std::size_t n = setup_.v0.size();
  const RowPlan& plan = setup_.constraints.rows;
  if (plan.size() == 0) return;
  const ConstraintRows<double>& rows = dynamics_.rows();
  e.rows = plan.names;
  e.holonomic = index(plan.holonomic);
  const bool dense = n * index(plan.size()) <= most_dense_columns * most_dense_columns;
  if (dense) e.jacobian.assign(n * index(plan.size()), 0.0);
  for (int i = 0; i < plan.size(); ++i) {
    const std::vector<int>& columns = rows.source(i).columns;
    const std::span<const double> a = rows.row(i);
    double reached = 0.0;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (dense) e.jacobian[index(i) * n + index(columns[k])] = a[k];
      reached += a[k] * options.at.v[index(columns[k])];
    }
    e.constraint.push_back(i < plan.holonomic ? rows.phi()[index(i)] : reached - rows.b()[index(i)]);
  }
  if (dense) e.rank = rank_at(ConstraintSystem(setup_.kinematics()), options.at.t, options.at.q, plan.size()).rank;
}

void MechanismEvaluator::given_multipliers(Evaluation& e) {
  // A^T lambda = tau + passive - M a - bias has an exact answer only where the drives and loops can give that motion.
  if (e.jacobian.empty()) return;
  const std::size_t n = e.g.size(), rows = e.rows.size();
  std::vector<double> transposed(n * rows), right(n);
  for (std::size_t i = 0; i < n; ++i) {
    right[i] = e.effort[i] - e.inverse_dynamics[i];
    for (std::size_t k = 0; k < rows; ++k) transposed[i * rows + k] = e.jacobian[k * n + i];
  }
  e.multipliers = least_squares(static_cast<int>(n), static_cast<int>(rows), transposed, right);
}

void MechanismEvaluator::reactions(const EvaluateOptions& options, Evaluation& e) {
  const Point& x = options.at;
  const std::span<const double> efforts =
      options.tau ? std::span<const double>(*options.tau) : std::span<const double>();
  const Reactions<double>& found = reactions_.at(dynamics_, x.t, x.q, x.v, x.z, e.inputs,
                                                 options.a ? *options.a : e.acceleration, e.multipliers, efforts);
  for (std::size_t j = 0; j < setup_.model.joints.size(); ++j)
    e.reactions.push_back({setup_.model.joints[j].written(), found.force[j], found.moment[j]});
  for (const FormulaRow& row : setup_.constraints.rows.formulas)
    if (row.origin == FormulaRow::Origin::drive)
      e.drives.emplace_back(row.name, found.effort[index(setup_.compiled.joint_v[index(row.index)] + row.component)]);
  e.undetermined = reactions_.undetermined();
}

BodyNumbers MechanismEvaluator::bodies(const EvaluateOptions& options) {
  const Plan& plan = dynamics_.plan();
  const Params<double>& par = dynamics_.params();
  const Workspace<double>& w = dynamics_.workspace();
  BodyNumbers result;
  result.planar = setup_.model.planar;
  double mass = 0.0;
  for (const Inertia<double>& i : par.I_B) mass += i.m;
  const Momentum<double> sum = momentum(plan, par, mass == 0.0, w);
  result.mass = sum.mass;
  result.linear_momentum = sum.linear;
  result.angular_momentum = sum.angular;
  result.center_of_mass = sum.center;
  const std::vector<double> turned =
      result.planar ? body_angles<double>(plan, setup_.angles.turns, options.at.q) : std::vector<double>();
  for (std::size_t b = 1; b < setup_.model.bodies.size(); ++b) {
    BodyPose pose{setup_.model.bodies[b].written(), w.X_WB[index(plan.carrier[b])] * par.X_BU[b], 0.0};
    if (result.planar) pose.angle = setup_.angles.zero[b] + turned[index(plan.carrier[b])];
    result.poses.push_back(std::move(pose));
  }
  if (!options.frame.empty()) result.frame = frame(options.frame);
  return result;
}

FrameMotion MechanismEvaluator::frame(const std::string& name) {
  const Plan& plan = dynamics_.plan();
  const Params<double>& par = dynamics_.params();
  const Workspace<double>& w = dynamics_.workspace();
  const auto [body, X_BF] = find_frame(plan_frames(setup_), name, "--frame: ");
  FrameMotion result;
  result.X_WF = w.X_WB[index(body)] * X_BF;
  const Motion<double> V_F = X_BF.to_child(w.V_B[index(body)]);
  result.velocity = {result.X_WF.R * V_F.w, result.X_WF.R * V_F.v};
  result.jacobian.assign(6 * index(plan.nv), 0.0);
  WorldWorkspace<double> ww(plan);
  world_columns<double>(plan, par, w, ww);
  jacobian<double>(ww, body, X_BF, TwistFrame::mixed, result.jacobian);
  return result;
}

}  // namespace alembert
