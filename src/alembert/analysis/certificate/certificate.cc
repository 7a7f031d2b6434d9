#include "alembert/analysis/certificate/certificate.h"

#include <algorithm>
#include <cmath>

#include "alembert/analysis/certificate/certify_constraints.h"
#include "alembert/analysis/certificate/certify_energy_forms.h"
#include "alembert/analysis/certificate/energy_balance.h"
#include "alembert/analysis/certificate/lines/certify_inertia.h"
#include "alembert/analysis/certificate/oracles/dual_lagrange.h"
#include "alembert/analysis/certificate/state_samples.h"
#include "alembert/analysis/certificate/worst.h"
#include "alembert/analysis/state/assembled_start.h"
#include "alembert/analysis/state/evaluate.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/zero_test.h"
#include "alembert/system/energies/lagrange_system.h"

namespace alembert {
namespace {

void check_mass(Certificate& certificate, const Lagrangian& model, const StateSamples& samples) {
  const std::size_t n = model.coordinates.size();
  Worst symmetric("M symmetric", rounding_tolerance), definite("M positive definite", 0.0);
  for (const StateSample& s : samples.list()) {
    const double size = size_of(s.numbers.M);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < i; ++j)
        symmetric.add(s.numbers.M[i * n + j] - s.numbers.M[j * n + i], size, [&] { return describe(model, s.point); });
    if (n == 1) symmetric.add_relative(0.0, [&] { return describe(model, s.point); });
    const std::vector<double> values = inertia_of_motions(n, s.numbers.M, s.numbers.jacobian);
    definite.add_relative(missing_inertia(n, values), [&] { return describe(model, s.point); });
  }
  certificate.checks.push_back(symmetric.finish("M differs from its transpose"));
  certificate.checks.push_back(definite.finish("M has an eigenvalue that is not positive"));
}

void check_skew(Certificate& certificate, const Lagrangian& model, const StateSamples& samples) {
  const std::size_t n = model.coordinates.size();
  Worst skew("Mdot - 2C skew", rounding_tolerance);
  for (const StateSample& s : samples.list()) {
    // Both vanish where M is made of terms whose changes cancel.
    const double size = size_of(s.mass_rate) + 2.0 * size_of(s.numbers.C) + size_of(s.numbers.M) * size_of(s.point.v);
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) {
        const double sum =
            s.mass_rate[i * n + j] + s.mass_rate[j * n + i] - 2.0 * (s.numbers.C[i * n + j] + s.numbers.C[j * n + i]);
        skew.add(sum, size, [&] { return describe(model, s.point); });
      }
  }
  certificate.checks.push_back(skew.finish("Mdot - 2C plus its transpose is not zero"));
}

void check_gradient(Certificate& certificate, const Lagrangian& model, const StateSamples& samples,
                    DualLagrange& dual) {
  const std::size_t n = model.coordinates.size();
  Worst slope("g = dV/dq", rounding_tolerance), curl("dV/dq a gradient", rounding_tolerance);
  for (const StateSample& s : samples.list()) {
    const std::vector<double> expected = dual.potential_slope(s.point, s.numbers.inputs);
    const double size = std::max(size_of(expected), size_of(s.numbers.g)) + samples.potential_size();
    for (std::size_t i = 0; i < n; ++i)
      slope.add(s.numbers.g[i] - expected[i], size, [&] { return describe(model, s.point); });
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j)
        curl.add(s.g_slope[i * n + j] - s.g_slope[j * n + i], size_of(s.g_slope) + samples.potential_size(),
                 [&] { return describe(model, s.point); });
  }
  certificate.checks.push_back(slope.finish("g differs from the derivative of V by dual numbers"));
  certificate.checks.push_back(curl.finish("dg_i/dq_j differs from dg_j/dq_i"));
}

void check_euler_lagrange(Certificate& certificate, const Lagrangian& model, const StateSamples& samples,
                          DualLagrange& dual) {
  Worst worst("Euler-Lagrange by dual numbers", rounding_tolerance);
  for (const StateSample& s : samples.list()) {
    const std::vector<Sized> expected = dual.euler_lagrange(s.point, s.numbers.inputs, s.acceleration);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const double derived = s.numbers.inverse_dynamics[i] - s.numbers.effort[i];
      worst.add(derived - expected[i].value, expected[i].size + std::abs(derived),
                [&] { return describe(model, s.point); });
    }
  }
  certificate.checks.push_back(worst.finish("M q'' + C q' + g - Q differs from d/dt dL/dq' - dL/dq - Q"));
}

/// d/dt dL/dq' - dL/dq - Q by total differentiation, against the equations, as formulas.
Check check_formulas(const Lagrangian& model, const LagrangeEquations& eq) {
  const GraphScope scope(*model.graph);
  Check check;
  check.name = "Euler-Lagrange as formulas";
  report_progress("checking: " + check.name, 0, 0);
  const Expr L = lagrangian_of(model);
  const std::vector<Expr> momenta = gradient(L, eq.v), slopes = gradient(L, eq.q), residuals = eq.residuals();
  constexpr FormBudget budget{4000, 400'000};
  for (std::size_t i = 0; i < eq.n; ++i) {
    const Expr expected = time_derivative(momenta[i]) - slopes[i] - eq.effort[i] - eq.applied[i];
    if (proved_zero(expected - residuals[i], budget)) continue;
    const Comparison comparison = compare_values(expected, residuals[i], FormBudget{1, 1});
    const std::string equation = "the equation of '" + model.coordinates[i].name + "'";
    if (comparison.verdict == Verdict::undecided) return not_done(check.name, equation + " is too large to compare");
    if (comparison.verdict == Verdict::refuted) {
      check.residual = std::abs(comparison.left - comparison.right);
      check.passed = false;
      check.note = equation + " differs from d/dt dL/dq' - dL/dq - Q";
      return check;
    }
    check.note = "equal at random points to 60 digits; not proved: the normal form is too large or does not exist";
  }
  check.passed = true;
  if (check.note.empty()) check.note = "proved by normal form";
  return check;
}

void check_balance(Certificate& certificate, const Lagrangian& model, const LagrangeEquations& eq) {
  constexpr double longest = 2.0;
  constexpr long most_steps = 20'000;
  const double time = std::min(simulate_numbers(model).time, longest);
  const LagrangeSystem system(model, eq);
  check_energy_balance(certificate, system, assembled_start(model, system), time, most_steps);
}

}  // namespace

Check not_done(std::string name, std::string why) {
  Check check;
  check.name = std::move(name);
  check.note = std::move(why);
  return check;
}

Check not_applicable(std::string name, std::string why) {
  Check check = not_done(std::move(name), std::move(why));
  check.applies = false;
  return check;
}

Check regular_states(std::size_t compared, std::size_t wanted, const std::string& why) {
  Check check =
      not_done("regular configurations", std::to_string(compared) + " of " + std::to_string(wanted) + " states");
  if (compared < wanted) check.note += "; the others " + why + " and are left out";
  if (2 * compared >= wanted) check.passed = true;
  return check;
}

Certificate::Verdict Certificate::verdict() const {
  const auto any = [&](const auto& holds) { return std::ranges::any_of(checks, holds); };
  if (any([](const Check& c) { return c.passed && !*c.passed; })) return Verdict::failed;
  if (any([](const Check& c) { return c.applies && !c.passed; })) return Verdict::incomplete;
  return any([](const Check& c) { return c.applies; }) ? Verdict::passed : Verdict::incomplete;
}

Certificate certify(const Lagrangian& model, const LagrangeEquations& equations, const CertifyOptions& options) {
  const std::vector<double> parameters = parameter_numbers(model);
  const StateSamples samples(model, equations, parameters, options.states, options.seed);
  DualLagrange dual(model, parameters);
  Certificate certificate;
  certificate.states = static_cast<int>(samples.list().size());
  certificate.checks.push_back(
      regular_states(samples.list().size(), samples.wanted(),
                     "have no finite equations, no value of a formula as it is written, or cannot be "
                     "moved onto the constraints"));
  check_mass(certificate, model, samples);
  check_skew(certificate, model, samples);
  check_gradient(certificate, model, samples, dual);
  check_euler_lagrange(certificate, model, samples, dual);
  check_constraints(certificate, model, equations, samples, dual);
  check_energy_forms(certificate, model, equations, samples);
  certificate.checks.push_back(check_formulas(model, equations));
  check_balance(certificate, model, equations);
  return certificate;
}

}  // namespace alembert
