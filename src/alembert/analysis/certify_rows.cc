#include "alembert/analysis/certify_rows.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "alembert/analysis/form_numbers.h"
#include "alembert/analysis/worst.h"
#include "alembert/core/index.h"
#include "alembert/system/body_dynamics.h"

namespace alembert {
namespace {

/// Close to singular states some digits are lost in solving.
constexpr double solving_tolerance = 1e-7;

/// What accelerations are judged against where constraints cancel them: what each force by itself would give.
/// `forces` [speed] are sizes of all forces along a speed; a speed without inertia of its own follows the others.
std::vector<double> acceleration_sizes(const CertifyBench& bench, const Evaluation& e,
                                       const std::vector<double>& forces) {
  const std::vector<double>& units = bench.force_sizes.units();
  std::vector<double> sizes(bench.n, 0.0);
  double largest = 0.0;
  for (std::size_t i = 0; i < bench.n; ++i) {
    sizes[i] = std::abs(e.acceleration[i]);
    const double inertia = e.M[i * bench.n + i];
    if (inertia > 0.0) sizes[i] += forces[i] / inertia;
    largest = std::max(largest, sizes[i] * units[i]);
  }
  constexpr double share = 1e-3;  // at least, where nothing acts along a speed that has inertia
  for (std::size_t i = 0; i < bench.n; ++i) sizes[i] += (e.M[i * bench.n + i] > 0.0 ? share : 1.0) * largest / units[i];
  return sizes;
}

/// The solved motion at a sample, with sizes.
struct SolvedMotion {
  Evaluation e;
  std::vector<double> forces;         ///< [speed] sizes of all that acts along it, constraint forces too
  std::vector<double> accelerations;  ///< [speed]
};

/// Nothing where no acceleration can be found.
std::optional<SolvedMotion> solve(CertifyBench& bench, MechanismDynamics<double>& dynamics,
                                  const ConstraintSystem& system, const MechanismSample& s) {
  EvaluateOptions options;
  options.at = s.x;
  SolvedMotion solved;
  solved.e = bench.evaluator.at(options);
  const Evaluation& e = solved.e;
  if (e.acceleration.empty()) return {};
  dynamics.at(s.x.t, s.x.q, s.x.v, s.x.z, e.inputs);
  const LoadSizes loads = load_sizes(bench.setup, dynamics);
  bench.pose(s);
  solved.forces = bench.force_sizes.efforts(bench.w, {s.x.v, e.acceleration, bench.gravity(), 0.0}, &loads);
  const RowSizes rows = bench.row_sizes(system, s.x);
  for (std::size_t i = 0; i < bench.n; ++i) solved.forces[i] += std::abs(e.effort[i]);
  for (std::size_t k = 0; k < e.multipliers.size(); ++k)
    rows.add_forces(static_cast<int>(k), e.multipliers[k], solved.forces);
  share_largest(bench.force_sizes.units(), solved.forces);
  solved.accelerations = acceleration_sizes(bench, e, solved.forces);
  return solved;
}

constexpr const char* unsolved = "no accelerations can be found";

void check_solution(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  // Speeds far below this share of a unit are rest: assembly leaves that much of them.
  constexpr double at_rest = 1e-3;
  Worst held("A vdot = c", solving_tolerance), closed("M vdot + C v + g + A^T lambda = tau", solving_tolerance),
      power("power of constraints -lambda.b", solving_tolerance);
  MechanismDynamics<double> dynamics(bench.setup);
  const ConstraintSystem system(bench.setup.kinematics());
  const std::size_t n = bench.n;
  for (const MechanismSample& s : samples) {
    for (Worst* line : {&held, &closed, &power}) line->next_state();
    const std::optional<SolvedMotion> solved = solve(bench, dynamics, system, s);
    if (!solved) continue;
    const Evaluation& e = solved->e;
    const ConstraintRows<double>& rows = dynamics.rows();
    const RowSizes sizes = bench.row_sizes(system, s.x);
    std::vector<double> rest(n), speeds = s.x.v;
    for (std::size_t i = 0; i < n; ++i) {
      rest[i] = e.bias[i] - e.passive[i] - e.effort[i];
      for (std::size_t j = 0; j < n; ++j) rest[i] += e.M[i * n + j] * e.acceleration[j];
      speeds[i] = std::abs(speeds[i]) + at_rest * bench.force_sizes.units()[i];
    }
    double done = 0.0, scale = 0.0;
    for (int k = 0; k < bench.setup.constraints.rows.size(); ++k) {
      const std::vector<int>& columns = rows.source(k).columns;
      const double lambda = e.multipliers[index(k)];
      for (std::size_t j = 0; j < columns.size(); ++j) rest[index(columns[j])] += lambda * rows.row(k)[j];
      held.add(row_along(rows, k, e.acceleration) - rows.c()[index(k)],
               sizes.along(k, solved->accelerations) + sizes.c(k), bench.where(s));
      done += lambda * (row_along(rows, k, s.x.v) - rows.b()[index(k)]);
      scale += std::abs(lambda) * (sizes.along(k, speeds) + sizes.b(k));
    }
    power.add(done, scale, bench.where(s));
    for (std::size_t i = 0; i < n; ++i) closed.add(rest[i], solved->forces[i], bench.where(s));
  }
  certificate.checks.push_back(held.finish("the accelerations leave the constraints", unsolved));
  certificate.checks.push_back(closed.finish("the multipliers do not close the equations", unsolved));
  certificate.checks.push_back(power.finish("lambda^T A v differs from lambda . b", unsolved));
}

/// Accelerations of bodies with every joint as a constraint against the recursive ones.
void check_body_coordinates(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  Worst worst("joint coordinates = body coordinates", solving_tolerance);
  const BodyPlan plan(bench.setup.model, bench.setup.constraints.rows.formulas);
  const BodyParams<double> par = number_body_params<double>(
      bench.setup.model, bench.setup.choices, BodyReference::frame, bench.setup.real, bench.setup.lengths);
  BodyDynamics bodies(plan, par);
  BodyStateReader reader(bench.setup, plan, par);
  const ConstraintSystem system(bench.setup.kinematics());
  MechanismDynamics<double> dynamics(bench.setup);
  std::vector<double> vdot(bench.n), lambda(index(bench.setup.constraints.rows.size()));
  for (const MechanismSample& s : samples) {
    worst.next_state();
    const std::optional<SolvedMotion> solved = solve(bench, dynamics, system, s);
    if (!solved) continue;
    dynamics.at(s.x.t, s.x.q, s.x.v, s.x.z, s.u);
    if (!bodies.solve(reader.read(dynamics, s.x.t, s.x.q, s.x.v, s.x.z, s.u)).solved) continue;
    if (dynamics.accelerate({}, vdot, lambda) >= 0) continue;
    accelerations<double>(bench.plan, bench.par, s.x.v, vdot, dynamics.workspace());
    bench.force_sizes.efforts(bench.w, {s.x.v, solved->accelerations, bench.gravity(), 0.0});
    double angular = 0.0, linear = 0.0;
    for (std::size_t b = 1; b < bench.setup.model.bodies.size(); ++b) {
      const ForceSizes::OfBody& size = bench.force_sizes.bodies()[index(bench.plan.carrier[b])];
      const double turning = size.turn_rate + size.turn * size.turn;
      angular = std::max(angular, turning);
      linear = std::max(linear, size.acceleration + turning * norm(bench.par.X_BU[b].p));
    }
    for (std::size_t b = 1; b < bench.setup.model.bodies.size(); ++b) {
      const BodyAcceleration<double> a =
          body_acceleration(bench.plan, bench.par, dynamics.workspace(), static_cast<int>(b));
      const BodyAcceleration<double>& other = bodies.accelerations()[b];
      worst.add(norm(a.angular - other.angular), angular + linear / bench.force_sizes.length(), bench.where(s));
      worst.add(norm(a.linear - other.linear), linear + angular * bench.force_sizes.length(), bench.where(s));
    }
  }
  certificate.checks.push_back(worst.finish("bodies accelerate differently when joints are constraints", unsolved));
}

/// Largest accelerations and forces of bodies at a sample before they cancel; accelerations are at least those that the
/// forces on a body by themselves would give it.
FormSizes form_sizes(CertifyBench& bench, MechanismDynamics<double>& dynamics, const SolvedMotion& solved,
                     const MechanismSample& s) {
  const LoadSizes loads = load_sizes(bench.setup, dynamics);
  bench.force_sizes.efforts(bench.w, {s.x.v, solved.accelerations, bench.gravity(), 0.0}, &loads);
  FormSizes sizes{bench.gravity(), size_of(solved.forces)};
  for (std::size_t b = 1; b < index(bench.plan.n_bodies()); ++b) {
    const ForceSizes::OfBody& body = bench.force_sizes.bodies()[b];
    const Inertia<double>& I = bench.par.I_B[b];
    const double turning = I.I.xx + I.I.yy + I.I.zz;
    sizes.accelerations = std::max({sizes.accelerations, body.turn_rate + body.turn * body.turn, body.acceleration});
    if (I.m > 0.0) sizes.accelerations = std::max(sizes.accelerations, body.force / I.m);
    if (turning > 0.0) sizes.accelerations = std::max(sizes.accelerations, body.moment / turning);
    sizes.forces = std::max({sizes.forces, body.force, body.moment});
  }
  return sizes;
}

}  // namespace

void check_rows(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples,
                const MechanismSamples& few) {
  if (bench.setup.constraints.rows.size() == 0) {
    for (const char* name : {"A v - b by dual numbers", "A vdot - c by dual numbers", "A vdot = c",
                             "M vdot + C v + g + A^T lambda = tau", "power of constraints -lambda.b"})
      certificate.checks.push_back(not_applicable(name, "the model has no loops, drives or constraints"));
    return;
  }
  check_rates(certificate, bench, samples);
  if (!few.empty()) return check_solution(certificate, bench, few);
  for (const char* name : {"A vdot = c", "M vdot + C v + g + A^T lambda = tau", "power of constraints -lambda.b"})
    certificate.checks.push_back(not_done(name, "the model is too large for dense matrices"));
}

void check_forms(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  check_body_coordinates(certificate, bench, samples);
  Worst accelerations("forms agree: accelerations", solving_tolerance),
      forces("forms agree: constraint forces", solving_tolerance),
      reactions("forms agree: reactions", solving_tolerance);
  MechanismDynamics<double> dynamics(bench.setup);
  const ConstraintSystem system(bench.setup.kinematics());
  const long size = static_cast<long>(bench.setup.model.bodies.size());
  const std::size_t most = static_cast<std::size_t>(std::clamp(20'000L / (size * size * size), 1L, 20L));
  std::string compared, left_out;
  bool solved_once = false, any_acceleration = false, any_force = false, any_reaction = false;
  for (std::size_t k = 0; k < samples.size() && k < most; ++k) {
    const MechanismSample& s = samples[k];
    const std::optional<SolvedMotion> solved = solve(bench, dynamics, system, s);
    if (!solved) continue;
    solved_once = true;
    const FormSizes sizes = form_sizes(bench, dynamics, *solved, s);
    const std::vector<FormResult> results = all_forms_at(bench.setup, dynamics, s.x, s.u);
    const FormAgreement agreement = compare_forms(results, sizes);
    const auto where = [&] { return bench.where(s)() + " (worst: " + agreement.worst + ")"; };
    const auto add = [&](Worst& worst, const std::optional<double>& apart, bool& any) {
      if (apart) worst.add(*apart, 1.0, where);
      any = any || apart.has_value();
    };
    add(accelerations, agreement.accelerations, any_acceleration);
    add(forces, agreement.forces, any_force);
    add(reactions, agreement.reactions, any_reaction);
    if (!compared.empty() || !left_out.empty()) continue;
    for (const FormResult& form : results) {
      if (form.answer)
        compared += (compared.empty() ? "" : ", ") + form.form;
      else if (left_out.find(form.why_not) == std::string::npos)
        left_out += (left_out.empty() ? "" : "; ") + form.form + ": " + form.why_not;
    }
  }
  const auto finish = [&](Worst& worst, bool any, const char* what, const char* none) {
    Check check = worst.finish(what, unsolved);
    if (compared.empty() && !left_out.empty())
      check = not_applicable(check.name, left_out);
    else if (solved_once && !any)
      check = not_applicable(check.name, none);
    else if (check.passed.value_or(false))
      check.note = compared + (left_out.empty() ? "" : "; not " + left_out);
    certificate.checks.push_back(std::move(check));
  };
  finish(accelerations, any_acceleration, "a form gives other accelerations", "no two forms give accelerations");
  finish(forces, any_force, "a form gives other constraint forces", "nothing constrains the bodies");
  finish(reactions, any_reaction, "a form gives other reactions where they are unique", "no reaction is unique");
}

}  // namespace alembert
