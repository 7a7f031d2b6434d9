/// What the checks of a mechanism share.
#pragma once
#include <vector>

#include "alembert/analysis/certificate.h"
#include "alembert/analysis/evaluate_mechanism.h"
#include "alembert/analysis/mechanism_samples.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"

namespace alembert {

/// A mechanism with memory for its kernels.
struct CertifyBench {
  explicit CertifyBench(const MechanismSetup& s)
      : setup(s), plan(s.compiled.plan), par(s.par), n(static_cast<std::size_t>(plan.nv)), evaluator(s), w(plan) {}

  auto where(const MechanismSample& s) const {
    return [&, this] { return describe(setup.model, s.x); };
  }
  Evaluation numbers(const MechanismSample& s) {
    EvaluateOptions options;
    options.at = s.x;
    options.a = s.vdot;
    return evaluator.at(options);
  }

  /// How large moments of weight can be: what gravity's forces are judged against where they cancel.
  double weight(const MechanismSample& s) {
    joint_poses<double>(plan, par, s.x.q, w);
    world_poses(plan, w);
    double reach = 0.0;
    for (std::size_t b = 1; b < par.I_B.size(); ++b)
      reach += norm(par.I_B[b].h) + par.I_B[b].m * (norm(w.X_WB[b].p) + 1.0);
    return norm(par.gravity_W) * reach;
  }

  const MechanismSetup& setup;
  const Plan& plan;
  const Params<double>& par;
  std::size_t n;
  MechanismEvaluator evaluator;
  Workspace<double> w;
};

using MechanismSamples = std::vector<MechanismSample>;

/// M and g against the product of exponentials, M positive definite, Mdot = C + C^T, C v + g, M a + C v + g and solving
/// with M against recursive Newton-Euler.
void check_matrices(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples);

}  // namespace alembert
