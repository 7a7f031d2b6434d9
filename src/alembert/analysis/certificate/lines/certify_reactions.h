/// The reactions that `evaluate` and `run` report, against each body by itself.
#pragma once
#include <memory>
#include <string>

#include "alembert/analysis/certificate/certify_bench.h"

namespace alembert {

/// At one state: how far reported reactions are from what they claim to be.
struct ReactionResiduals {
  double balance = 0.0;  ///< worst body: inertia less all that acts on it, over the sum of their sizes
  double power = 0.0;    ///< worst joint: work along what it permits, over force times arm
  std::string body;      ///< of `balance`
  std::string joint;     ///< of `power`
};

/// Every body is cut out: inertia forces from the second derivatives of its pose must equal gravity, applied forces,
/// springs, forces of constraints, and at each joint's point the reported reaction with what acts along the joint's
/// speeds. Poses come from the description (written_motion.h). Serves one thread.
class ReactionCheck {
 public:
  /// `setup` must outlive this.
  explicit ReactionCheck(const MechanismSetup& setup);
  ~ReactionCheck();
  ReactionCheck(const ReactionCheck&) = delete;
  ReactionCheck& operator=(const ReactionCheck&) = delete;

  /// @param found  of the model's own acceleration at the state of the sample
  ReactionResiduals at(const MechanismSample& sample, const Evaluation& found);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

/// The lines "reactions balance each body" and "reactions do no work".
void check_reactions(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples);

}  // namespace alembert
