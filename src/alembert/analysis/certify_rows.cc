#include "alembert/analysis/certify_rows.h"

#include <algorithm>
#include <cmath>

#include "alembert/analysis/form_numbers.h"
#include "alembert/analysis/worst.h"
#include "alembert/core/index.h"
#include "alembert/system/body_dynamics.h"

namespace alembert {
namespace {

/// Close to singular states some digits are lost in solving.
constexpr double solving_tolerance = 1e-7;
/// Speeds up to which dense matrices are used.
constexpr std::size_t most_dense = 400;

/// Speeds far below one unit are rest: what they amount to is judged against this.
constexpr double at_rest = 1e-3;

using D = Dual<8>;

/// A x of a row.
template <Scalar S, class X>
S along(const ConstraintRows<S>& rows, int i, const X& x) {
  const std::vector<int>& columns = rows.source(i).columns;
  const std::span<const S> a = rows.row(i);
  S sum(0.0);
  for (std::size_t k = 0; k < columns.size(); ++k) sum += a[k] * x[index(columns[k])];
  return sum;
}

double row_size(const ConstraintRows<double>& rows, int i) {
  double size = 0.0;
  for (const double a : rows.row(i)) size = std::max(size, std::abs(a));
  return size;
}

/// Rates along the motion (v, vdot): phi and A v - b carry them as dual numbers.
void check_rates(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  Worst rate("A v - b by dual numbers", rounding_tolerance), second("A vdot - c by dual numbers", rounding_tolerance);
  MechanismDynamics<double> numbers(bench.setup);
  MechanismDynamics<D> dual(bench.setup);
  const RowPlan& plan = bench.setup.constraints.rows;
  std::vector<double> qdot(bench.setup.q0.size());
  for (const MechanismSample& s : samples) {
    numbers.at(s.x.t, s.x.q, s.x.v, s.x.z, s.u);
    const ConstraintRows<double>& rows = numbers.rows();
    coordinate_rates<double>(bench.plan, s.x.q, s.x.v, qdot);
    std::vector<D> q(s.x.q.begin(), s.x.q.end()), v(s.x.v.begin(), s.x.v.end()), z(s.x.z.begin(), s.x.z.end()),
        u(s.u.begin(), s.u.end());
    for (std::size_t i = 0; i < q.size(); ++i) q[i].d.set(0, qdot[i]);
    for (std::size_t i = 0; i < v.size(); ++i) v[i].d.set(0, s.vdot[i]);
    dual.at(D::variable(s.x.t, 0), q, v, z, u);
    const ConstraintRows<D>& moving = dual.rows();
    const double speed = size_of(s.x.v), acceleration = size_of(s.vdot);
    for (int i = 0; i < plan.size(); ++i) {
      const double size = row_size(rows, i), b = rows.b()[index(i)];
      const double first = along(rows, i, s.x.v) - b;
      if (i < plan.holonomic) rate.add(first - moving.phi()[index(i)].d[0], size * speed + std::abs(b), bench.where(s));
      const D slip = along(moving, i, v) - moving.b()[index(i)];
      second.add(along(rows, i, s.vdot) - rows.c()[index(i)] - slip.d[0],
                 size * (acceleration + speed * speed) + std::abs(rows.c()[index(i)]) + std::abs(b), bench.where(s));
    }
  }
  certificate.checks.push_back(rate.finish("A v - b differs from the rates of the constraints"));
  certificate.checks.push_back(second.finish("A vdot - c differs from the second rates of the constraints"));
}

void check_solution(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  Worst held("A vdot = c", solving_tolerance), closed("M vdot + C v + g + A^T lambda = tau", solving_tolerance),
      power("power of constraints -lambda.b", solving_tolerance);
  for (const MechanismSample& s : samples) {
    EvaluateOptions options;
    options.at = s.x;
    const Evaluation e = bench.evaluator.at(options);
    if (e.acceleration.empty()) continue;
    const std::size_t n = bench.n;
    MechanismDynamics<double> dynamics(bench.setup);
    dynamics.at(s.x.t, s.x.q, s.x.v, s.x.z, e.inputs);
    const ConstraintRows<double>& rows = dynamics.rows();
    std::vector<double> rest(n), size(n);
    for (std::size_t i = 0; i < n; ++i) {
      rest[i] = e.bias[i] - e.passive[i] - e.effort[i];
      size[i] = std::abs(e.bias[i]) + std::abs(e.passive[i]) + std::abs(e.effort[i]);
      for (std::size_t j = 0; j < n; ++j) {
        rest[i] += e.M[i * n + j] * e.acceleration[j];
        size[i] += std::abs(e.M[i * n + j] * e.acceleration[j]);
      }
    }
    double done = 0.0, scale = 0.0;
    for (int k = 0; k < bench.setup.constraints.rows.size(); ++k) {
      const std::vector<int>& columns = rows.source(k).columns;
      const double lambda = e.multipliers[index(k)];
      for (std::size_t j = 0; j < columns.size(); ++j) {
        rest[index(columns[j])] += lambda * rows.row(k)[j];
        size[index(columns[j])] += std::abs(lambda * rows.row(k)[j]);
      }
      const double reach = row_size(rows, k);
      held.add(along(rows, k, e.acceleration) - rows.c()[index(k)],
               reach * (size_of(e.acceleration) + size_of(s.x.v) * size_of(s.x.v)) + std::abs(rows.c()[index(k)]),
               bench.where(s));
      done += lambda * (along(rows, k, s.x.v) - rows.b()[index(k)]);
      scale += std::abs(lambda) * (reach * (size_of(s.x.v) + at_rest) + std::abs(rows.b()[index(k)]));
    }
    power.add(done, scale, bench.where(s));
    for (std::size_t i = 0; i < n; ++i) closed.add(rest[i], size[i] + size_of(size) * 1e-3, bench.where(s));
  }
  certificate.checks.push_back(held.finish("the accelerations leave the constraints"));
  certificate.checks.push_back(closed.finish("the multipliers do not close the equations"));
  certificate.checks.push_back(power.finish("lambda^T A v differs from lambda . b"));
}

/// Accelerations of bodies with every joint as a constraint against the recursive ones.
void check_body_coordinates(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  Worst worst("joint coordinates = body coordinates", solving_tolerance);
  const BodyPlan plan(bench.setup.model, bench.setup.constraints.rows.formulas);
  const BodyParams<double> par = number_body_params<double>(
      bench.setup.model, bench.setup.choices, BodyReference::frame, bench.setup.real, bench.setup.lengths);
  BodyDynamics bodies(plan, par);
  BodyStateReader reader(bench.setup, plan, par);
  MechanismDynamics<double> dynamics(bench.setup);
  std::vector<double> vdot(bench.n), lambda(index(bench.setup.constraints.rows.size()));
  for (const MechanismSample& s : samples) {
    dynamics.at(s.x.t, s.x.q, s.x.v, s.x.z, s.u);
    if (!bodies.solve(reader.read(dynamics, s.x.t, s.x.q, s.x.v, s.x.z, s.u)).solved) continue;
    if (dynamics.accelerate({}, vdot, lambda) >= 0) continue;
    accelerations<double>(bench.plan, bench.par, s.x.v, vdot, dynamics.workspace());
    double angular = 0.0, linear = 0.0;
    for (const BodyAcceleration<double>& a : bodies.accelerations()) {
      angular = std::max(angular, norm(a.angular));
      linear = std::max(linear, norm(a.linear));
    }
    // What accelerations of a body at rest or in free fall are judged against.
    const double g = norm(bench.par.gravity_W), fastest = size_of(s.x.v) * size_of(s.x.v) + at_rest;
    for (std::size_t b = 1; b < bench.setup.model.bodies.size(); ++b) {
      const BodyAcceleration<double> a =
          body_acceleration(bench.plan, bench.par, dynamics.workspace(), static_cast<int>(b));
      const BodyAcceleration<double>& other = bodies.accelerations()[b];
      worst.add(norm(a.angular - other.angular), angular + fastest + g / bench.setup.length, bench.where(s));
      worst.add(norm(a.linear - other.linear), linear + g + fastest * bench.setup.length, bench.where(s));
    }
  }
  certificate.checks.push_back(worst.finish("bodies accelerate differently when joints are constraints"));
}

}  // namespace

void check_rows(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  if (bench.setup.constraints.rows.size() == 0) return;
  check_rates(certificate, bench, samples);
  if (bench.n <= most_dense) check_solution(certificate, bench, samples);
}

void check_forms(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  check_body_coordinates(certificate, bench, samples);
  Worst accelerations("forms agree: accelerations", solving_tolerance),
      forces("forms agree: constraint forces", solving_tolerance),
      reactions("forms agree: reactions", solving_tolerance);
  MechanismDynamics<double> dynamics(bench.setup);
  const long size = static_cast<long>(bench.setup.model.bodies.size());
  const std::size_t most = static_cast<std::size_t>(std::clamp(20'000L / (size * size * size), 1L, 20L));
  std::string compared, left_out;
  for (std::size_t k = 0; k < samples.size() && k < most; ++k) {
    const MechanismSample& s = samples[k];
    const std::vector<FormResult> results = all_forms_at(bench.setup, dynamics, s.x, s.u);
    const FormAgreement agreement = compare_forms(results);
    accelerations.add(agreement.accelerations, 1.0, bench.where(s));
    forces.add(agreement.forces, 1.0, bench.where(s));
    reactions.add(agreement.reactions, 1.0, bench.where(s));
    if (k > 0) continue;
    for (const FormResult& form : results) {
      if (form.answer)
        compared += (compared.empty() ? "" : ", ") + form.form;
      else
        left_out += (left_out.empty() ? "" : "; ") + form.form + ": " + form.why_not;
    }
  }
  const auto add = [&](Worst& worst, const char* what) {
    Check check = worst.finish(what);
    if (compared.empty()) {
      check.passed.reset();
      check.note = left_out;
    } else if (check.passed.value_or(false)) {
      check.note = compared + (left_out.empty() ? "" : "; not " + left_out);
    }
    certificate.checks.push_back(std::move(check));
  };
  add(accelerations, "a form gives other accelerations");
  add(forces, "a form gives other constraint forces");
  add(reactions, "a form gives other reactions where they are unique");
}

}  // namespace alembert
