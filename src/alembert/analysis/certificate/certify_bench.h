/// What the checks of a mechanism share.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "alembert/analysis/certificate/certificate.h"
#include "alembert/analysis/certificate/certify_force_sizes.h"
#include "alembert/analysis/certificate/certify_row_sizes.h"
#include "alembert/analysis/certificate/oracles/mechanism_samples.h"
#include "alembert/analysis/certificate/worst.h"
#include "alembert/analysis/state/evaluate_mechanism.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"

namespace alembert {

/// A mechanism with memory for its kernels.
struct CertifyBench {
  explicit CertifyBench(const MechanismSetup& s)
      : setup(s),
        plan(s.compiled.plan),
        par(s.par),
        n(static_cast<std::size_t>(plan.nv)),
        evaluator(s),
        w(plan),
        force_sizes(s),
        natural(natural_rows(s, force_sizes.length())) {}

  auto where(const MechanismSample& s) const {
    return [&, this] { return describe(setup.model, s.x); };
  }
  Evaluation numbers(const MechanismSample& s) {
    EvaluateOptions options;
    options.at = s.x;
    options.a = s.vdot;
    return evaluator.at(options);
  }

  /// Poses at a state in `w`.
  void pose(const Point& x) {
    joint_poses<double>(plan, par, x.q, w);
    world_poses(plan, w);
  }
  void pose(const MechanismSample& s) { pose(s.x); }
  double gravity() const { return norm(par.gravity_W); }
  /// Sizes [speed] of M vdot + C v + g before anything cancels. Needs pose().
  std::vector<double> sizes(std::span<const double> v, std::span<const double> vdot) {
    return force_sizes.efforts(w, {v, vdot, gravity(), 0.0});
  }
  /// How far bodies are from the world's origin, in moving_length(), and one: what coordinates of places lose
  /// when they are subtracted from each other. Needs pose().
  double remoteness() const {
    double reach = 0.0;
    for (const Transform<double>& X : w.X_WB) reach = std::max(reach, norm(X.p));
    return 1.0 + reach / force_sizes.length();
  }
  /// [m] What to add to arms: as differences of places they have lost so much, in units of what roundings are allowed.
  double lost_arm() const {
    constexpr double roundings = 8.0 * std::numeric_limits<double>::epsilon();
    return roundings / rounding_tolerance * force_sizes.length() * remoteness();
  }
  /// The largest of speeds in radians, or moving_length(), a second: what one differentiation by time multiplies
  /// with.
  double fastest(std::span<const double> v) const {
    double rate = 0.0;
    for (std::size_t i = 0; i < v.size(); ++i) rate = std::max(rate, std::abs(v[i]) / force_sizes.units()[i]);
    return rate;
  }

  RowSizes row_sizes(const System& system, const Point& x) const {
    return {system, {x.t, x.q, x.v, x.z}, force_sizes.units(), natural};
  }

  const MechanismSetup& setup;
  const Plan& plan;
  const Params<double>& par;
  std::size_t n;
  MechanismEvaluator evaluator;
  Workspace<double> w;
  ForceSizes force_sizes;
  std::vector<double> natural;  ///< natural_rows()
};

/// A x of a row.
template <Scalar S, class X>
S row_along(const ConstraintRows<S>& rows, int i, const X& x) {
  const std::span<const int> columns = rows.columns(i);
  const std::span<const S> a = rows.row(i);
  S sum(0.0);
  for (std::size_t k = 0; k < columns.size(); ++k) sum += a[k] * x[static_cast<std::size_t>(columns[k])];
  return sum;
}

using MechanismSamples = std::vector<MechanismSample>;

/// M and g against the product of exponentials, M positive definite on the motions that rows allow, Mdot = C + C^T,
/// C v + g, M a + C v + g and, unless the tree has motions without inertia, solving with M against recursive
/// Newton-Euler.
void check_matrices(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples);

}  // namespace alembert
