#include "alembert/analysis/certificate/solved_sample.h"

#include <cmath>

#include "alembert/analysis/certificate/worst.h"

namespace alembert {

SolvedSample solve(Evaluator& evaluator, const StateSample& s) {
  SolvedSample result;
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

RowSizes row_sizes(const Evaluator& evaluator, const StateSample& sample) {
  return {evaluator.system(), {sample.point.t, sample.point.q, sample.point.v, sample.point.z}, {}, {}};
}

SampleSizes::SampleSizes(const SolvedSample& s, std::span<const double> M, const RowSizes& rows)
    : forces(s.n), accelerations(s.n) {
  constexpr double share = 1e-3;
  for (std::size_t i = 0; i < s.n; ++i) {
    forces[i] = std::abs(s.free[i]) + std::abs(s.effort[i]);
    for (std::size_t j = 0; j < s.n; ++j) forces[i] += std::abs(M[i * s.n + j] * s.acceleration[j]);
  }
  for (std::size_t k = 0; k < s.m; ++k) rows.add_forces(static_cast<int>(k), s.lambda[k], forces);
  const double largest_force = size_of(forces);
  for (std::size_t i = 0; i < s.n; ++i) {
    accelerations[i] = std::abs(s.acceleration[i]);
    if (M[i * s.n + i] > 0.0) accelerations[i] += forces[i] / M[i * s.n + i];
    forces[i] += share * largest_force;
  }
  const double largest = size_of(accelerations);
  for (std::size_t i = 0; i < s.n; ++i) accelerations[i] += (M[i * s.n + i] > 0.0 ? share : 1.0) * largest;
}

}  // namespace alembert
