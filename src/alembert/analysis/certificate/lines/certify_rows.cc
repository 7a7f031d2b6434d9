#include "alembert/analysis/certificate/lines/certify_rows.h"

#include <optional>

#include "alembert/analysis/certificate/solved_motion.h"
#include "alembert/analysis/certificate/worst.h"
#include "alembert/core/index.h"

namespace alembert {
namespace {

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

}  // namespace alembert
