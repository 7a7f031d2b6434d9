#include "alembert/analysis/certificate/certify_constraints.h"

#include <algorithm>
#include <cmath>

#include "alembert/analysis/certificate/solved_sample.h"
#include "alembert/analysis/certificate/worst.h"
#include "alembert/linalg/rank.h"
#include "alembert/linalg/vectors.h"

namespace alembert {
namespace {

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// q'' = N y + p with A p = c, A N = 0 and N^T M N y = N^T (effort - free - M p).
std::vector<double> embedded(const SolvedSample& s, const std::vector<double>& M) {
  const auto n = static_cast<int>(s.n), m = static_cast<int>(s.m);
  std::vector<double> a = least_squares(m, n, s.A, s.c);
  const RankResult rank = find_rank(m, n, s.A);
  const std::size_t free = s.n - static_cast<std::size_t>(rank.rank);
  const auto motion = [&](std::size_t k) {
    std::vector<double> column;
    for (std::size_t i = 0; i < s.n; ++i) column.push_back(rank.null_space[i * free + k]);
    return column;
  };
  const auto times_mass = [&](std::span<const double> x) {
    std::vector<double> result;
    for (std::size_t i = 0; i < s.n; ++i) result.push_back(dot(std::span(M).subspan(i * s.n, s.n), x));
    return result;
  };
  std::vector<double> missing = times_mass(a);
  for (std::size_t i = 0; i < s.n; ++i) missing[i] = s.effort[i] - s.free[i] - missing[i];
  std::vector<double> reduced(free * free), right(free);
  for (std::size_t k = 0; k < free; ++k) {
    const std::vector<double> moved = times_mass(motion(k));
    right[k] = dot(motion(k), missing);
    for (std::size_t l = 0; l < free; ++l) reduced[l * free + k] = dot(motion(l), moved);
  }
  const std::vector<double> y = least_squares(static_cast<int>(free), static_cast<int>(free), reduced, right, 1e-14);
  for (std::size_t k = 0; k < free; ++k)
    for (std::size_t i = 0; i < s.n; ++i) a[i] += rank.null_space[i * free + k] * y[k];
  return a;
}

void check_rows(Certificate& certificate, const Lagrangian& model, Evaluator& evaluator, const StateSamples& samples,
                DualLagrange& dual) {
  Worst gradient("A by dual numbers", rounding_tolerance), rate("A q' = b by dual numbers", rounding_tolerance),
      acceleration("A q'' = c by dual numbers", rounding_tolerance);
  for (const StateSample& sample : samples.list()) {
    const auto where = [&] { return describe(model, sample.point); };
    const SolvedSample s = solve(evaluator, sample);
    const std::vector<DualRow> rows = dual.rows(sample.point, sample.numbers.inputs, sample.acceleration);
    const RowSizes sizes = row_sizes(evaluator, sample);
    const std::vector<double> ones(s.n, 1.0);
    for (std::size_t i = 0; i < s.m; ++i) {
      const int row = static_cast<int>(i);
      for (std::size_t j = 0; j < s.n; ++j)
        gradient.add(s.row(i)[j] - rows[i].gradient[j], sizes.along(row, ones), where);
      const double speed = sizes.along(row, sample.point.v) + sizes.b(row);
      rate.add(dot(s.row(i), sample.point.v) - s.b[i] - rows[i].rate, speed, where);
      acceleration.add(dot(s.row(i), sample.acceleration) - s.c[i] - rows[i].acceleration,
                       sizes.along(row, sample.acceleration) + sizes.c(row) + speed * size_of(sample.point.v), where);
    }
  }
  certificate.checks.push_back(gradient.finish("A differs from the derivatives of the constraints"));
  certificate.checks.push_back(rate.finish("A q' - b differs from the rates of the constraints"));
  certificate.checks.push_back(acceleration.finish("A q'' - c differs from the second rates of the constraints"));
}

void check_motion(Certificate& certificate, const Lagrangian& model, Evaluator& evaluator,
                  const StateSamples& samples) {
  // Close to singular states some digits are lost in solving, more in the null space of A than by elimination.
  constexpr double tolerance = 1e-8;
  // Speeds far below this are rest: assembly leaves that much of them.
  constexpr double at_rest = 1e-3;
  const std::string singular = "the equations are singular";
  Worst rows("A q'' = c", tolerance), equations("M q'' + ... + A^T lambda = Q", tolerance),
      embedding("q'' by embedding", tolerance), power("power of constraints -lambda.b", tolerance);
  for (const StateSample& sample : samples.list()) {
    const auto where = [&] { return describe(model, sample.point); };
    const SolvedSample s = solve(evaluator, sample);
    for (Worst* line : {&rows, &equations, &embedding, &power}) line->next_state();
    if (s.acceleration.empty()) continue;  // singular there
    const std::vector<double>& a = s.acceleration;
    const RowSizes row = row_sizes(evaluator, sample);
    const SampleSizes size(s, sample.numbers.M, row);
    for (std::size_t i = 0; i < s.m; ++i)
      rows.add(dot(s.row(i), a) - s.c[i],
               row.along(static_cast<int>(i), size.accelerations) + row.c(static_cast<int>(i)), where);
    for (std::size_t j = 0; j < s.n; ++j) {
      const auto mass = std::span(sample.numbers.M).subspan(j * s.n, s.n);
      equations.add(dot(mass, a) + s.free[j] + dot(s.column(j), s.lambda) - s.effort[j], size.forces[j], where);
    }
    const std::vector<double> other = embedded(s, sample.numbers.M);
    for (std::size_t j = 0; j < s.n; ++j) embedding.add(a[j] - other[j], size_of(size.accelerations), where);
    std::vector<double> speeds = sample.point.v;
    for (double& v : speeds) v = std::abs(v) + at_rest;
    double found = 0.0, work = 0.0;
    for (std::size_t i = 0; i < s.m; ++i) {
      found += s.lambda[i] * (dot(s.row(i), sample.point.v) - s.b[i]);
      work += std::abs(s.lambda[i]) * (row.along(static_cast<int>(i), speeds) + row.b(static_cast<int>(i)));
    }
    power.add(found, work, where);
  }
  certificate.checks.push_back(rows.finish("the accelerations leave the constraints", singular));
  certificate.checks.push_back(equations.finish("the multipliers do not close the equations", singular));
  certificate.checks.push_back(embedding.finish("q'' differs from what the null space of A gives", singular));
  certificate.checks.push_back(power.finish("lambda^T A q' differs from lambda . b", singular));
}

}  // namespace

void check_constraints(Certificate& certificate, const Lagrangian& model, const LagrangeEquations& equations,
                       const StateSamples& samples, DualLagrange& dual) {
  if (equations.rows.size() == 0) {
    for (const char* name : {"A by dual numbers", "A q' = b by dual numbers", "A q'' = c by dual numbers", "A q'' = c",
                             "M q'' + ... + A^T lambda = Q", "q'' by embedding", "power of constraints -lambda.b"})
      certificate.checks.push_back(not_applicable(name, "the model has no constraints"));
    return;
  }
  Evaluator evaluator(model, equations);
  check_rows(certificate, model, evaluator, samples, dual);
  check_motion(certificate, model, evaluator, samples);
}

}  // namespace alembert
