/// What the checks of a mechanism share.
#pragma once
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "alembert/analysis/certificate.h"
#include "alembert/analysis/certify_force_sizes.h"
#include "alembert/analysis/evaluate_mechanism.h"
#include "alembert/analysis/mechanism_samples.h"
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
        force_sizes(s) {}

  auto where(const MechanismSample& s) const {
    return [&, this] { return describe(setup.model, s.x); };
  }
  Evaluation numbers(const MechanismSample& s) {
    EvaluateOptions options;
    options.at = s.x;
    options.a = s.vdot;
    return evaluator.at(options);
  }

  /// Poses of a sample in `w`.
  void pose(const MechanismSample& s) {
    joint_poses<double>(plan, par, s.x.q, w);
    world_poses(plan, w);
  }
  double gravity() const { return norm(par.gravity_W); }
  /// Sizes [speed] of M vdot + C v + g before anything cancels. Needs pose().
  std::vector<double> sizes(std::span<const double> v, std::span<const double> vdot) {
    return force_sizes.efforts(w, {v, vdot, gravity(), 0.0});
  }
  /// The largest of speeds in radians, or lengths of the model, a second: what one differentiation by time multiplies
  /// with.
  double fastest(std::span<const double> v) const {
    double rate = 0.0;
    for (std::size_t i = 0; i < v.size(); ++i) rate = std::max(rate, std::abs(v[i]) / force_sizes.units()[i]);
    return rate;
  }

  const MechanismSetup& setup;
  const Plan& plan;
  const Params<double>& par;
  std::size_t n;
  MechanismEvaluator evaluator;
  Workspace<double> w;
  ForceSizes force_sizes;
};

using MechanismSamples = std::vector<MechanismSample>;

/// M and g against the product of exponentials, M positive definite on the motions that rows allow, Mdot = C + C^T,
/// C v + g, M a + C v + g and, unless the tree has motions without inertia, solving with M against recursive
/// Newton-Euler.
void check_matrices(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples);

}  // namespace alembert
