#include "alembert/analysis/certify_constraints.h"

#include <algorithm>
#include <cmath>

#include "alembert/analysis/worst.h"
#include "alembert/linalg/rank.h"

namespace alembert {
namespace {

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

/// Sum of the sizes of the terms of a . b.
double size_of_dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] * b[i]);
  return sum;
}

/// Rows and the solved motion at one sample.
struct Solved {
  std::size_t n = 0, m = 0;
  std::vector<double> A, b, c;
  std::vector<double> effort, free;  ///< free: M q'' + C q' + g + r - applied at q'' = 0
  std::vector<double> acceleration, lambda;

  std::span<const double> row(std::size_t i) const { return std::span(A).subspan(i * n, n); }
  std::vector<double> column(std::size_t j) const {
    std::vector<double> result;
    for (std::size_t i = 0; i < m; ++i) result.push_back(A[i * n + j]);
    return result;
  }
};

Solved solve(Evaluator& evaluator, const StateSample& s) {
  Solved result;
  EvaluateOptions options;
  options.at = s.point;
  const Evaluation e = evaluator.at(options);
  const State x{s.point.t, s.point.q, s.point.v, s.point.z};
  result.n = s.point.q.size();
  result.m = e.constraint.size();
  result.A = e.jacobian;
  result.b.resize(result.m);
  result.c.resize(result.m);
  evaluator.system().constraint_speed(x.t, x.q, result.b);
  evaluator.system().constraint_acceleration(x, result.c);
  result.effort = e.effort;
  result.free = e.inverse_dynamics;
  result.acceleration = e.acceleration;
  result.lambda = e.multipliers;
  return result;
}

/// q'' = N y + p with A p = c, A N = 0 and N^T M N y = N^T (effort - free - M p).
std::vector<double> embedded(const Solved& s, const std::vector<double>& M) {
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
    const Solved s = solve(evaluator, sample);
    const std::vector<DualRow> rows = dual.rows(sample.point, sample.numbers.inputs, sample.acceleration);
    for (std::size_t i = 0; i < s.m; ++i) {
      const double size = size_of(s.row(i)) + size_of(rows[i].gradient);
      for (std::size_t j = 0; j < s.n; ++j) gradient.add(s.row(i)[j] - rows[i].gradient[j], size, where);
      // Terms may cancel: judge against what they can be made of.
      const double speed = size_of(sample.point.v);
      rate.add(dot(s.row(i), sample.point.v) - s.b[i] - rows[i].rate, size * speed + std::abs(s.b[i]), where);
      acceleration.add(dot(s.row(i), sample.acceleration) - s.c[i] - rows[i].acceleration,
                       size * (size_of(sample.acceleration) + speed * speed) + std::abs(s.c[i]), where);
    }
  }
  certificate.checks.push_back(gradient.finish("A differs from the derivatives of the constraints"));
  certificate.checks.push_back(rate.finish("A q' - b differs from the rates of the constraints"));
  certificate.checks.push_back(acceleration.finish("A q'' - c differs from the second rates of the constraints"));
}

void check_motion(Certificate& certificate, const Lagrangian& model, Evaluator& evaluator,
                  const StateSamples& samples) {
  // Close to singular states some digits are lost in solving, more in the null space of A than by elimination.
  constexpr double solving_tolerance = 1e-8;
  Worst rows("A q'' = c", solving_tolerance), equations("M q'' + ... + A^T lambda = Q", solving_tolerance),
      embedding("q'' by embedding", solving_tolerance), power("power of constraints -lambda.b", solving_tolerance);
  for (const StateSample& sample : samples.list()) {
    const auto where = [&] { return describe(model, sample.point); };
    const Solved s = solve(evaluator, sample);
    if (s.acceleration.empty()) continue;  // singular there
    const std::vector<double>& a = s.acceleration;
    for (std::size_t i = 0; i < s.m; ++i)
      rows.add(dot(s.row(i), a) - s.c[i], size_of(s.row(i)) * size_of(a) + std::abs(s.c[i]), where);
    for (std::size_t j = 0; j < s.n; ++j) {
      const auto mass = std::span(sample.numbers.M).subspan(j * s.n, s.n);
      const std::vector<double> column = s.column(j);
      equations.add(dot(mass, a) + s.free[j] + dot(column, s.lambda) - s.effort[j],
                    size_of_dot(mass, a) + std::abs(s.free[j]) + size_of_dot(column, s.lambda) + std::abs(s.effort[j]),
                    where);
    }
    const std::vector<double> other = embedded(s, sample.numbers.M);
    for (std::size_t j = 0; j < s.n; ++j) embedding.add(a[j] - other[j], size_of(a) + size_of(other), where);
    double found = 0.0, size = 0.0;
    for (std::size_t i = 0; i < s.m; ++i) {
      found += s.lambda[i] * (dot(s.row(i), sample.point.v) - s.b[i]);
      size += std::abs(s.lambda[i]) * (size_of(s.row(i)) * size_of(sample.point.v) + std::abs(s.b[i]));
    }
    power.add(found, size, where);
  }
  certificate.checks.push_back(rows.finish("the accelerations leave the constraints"));
  certificate.checks.push_back(equations.finish("the multipliers do not close the equations"));
  certificate.checks.push_back(embedding.finish("q'' differs from what the null space of A gives"));
  certificate.checks.push_back(power.finish("lambda^T A q' differs from lambda . b"));
}

}  // namespace

void check_constraints(Certificate& certificate, const Lagrangian& model, const LagrangeEquations& equations,
                       const StateSamples& samples, DualLagrange& dual) {
  if (equations.rows.size() == 0) return;
  Evaluator evaluator(model, equations);
  check_rows(certificate, model, evaluator, samples, dual);
  check_motion(certificate, model, evaluator, samples);
}

}  // namespace alembert
