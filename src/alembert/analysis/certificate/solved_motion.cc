#include "alembert/analysis/certificate/solved_motion.h"

#include <algorithm>
#include <cmath>

namespace alembert {
namespace {

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
    largest = std::max(largest, sizes[i] / units[i]);
  }
  constexpr double share = 1e-3;  // at least, where nothing acts along a speed that has inertia
  for (std::size_t i = 0; i < bench.n; ++i) sizes[i] += (e.M[i * bench.n + i] > 0.0 ? share : 1.0) * largest * units[i];
  return sizes;
}

}  // namespace

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

}  // namespace alembert
