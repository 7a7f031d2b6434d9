/// The same mechanism told otherwise: turned, in other frames, on another tree.
#pragma once
#include <cstdint>

#include "alembert/analysis/certificate/certify_bench.h"
#include "alembert/plan/retold/retold.h"

namespace alembert {

/// How far accelerations and reactions of a mechanism are from those of a retold one. Serves one thread.
class RetoldCheck {
 public:
  /// Throws Error where the retold mechanism cannot be made ready. `setup` must outlive this.
  RetoldCheck(const MechanismSetup& setup, Retold tale);
  ~RetoldCheck();
  RetoldCheck(const RetoldCheck&) = delete;
  RetoldCheck& operator=(const RetoldCheck&) = delete;

  /// The worst acceleration of a joint and the worst force or moment of a joint whose reaction is unique in both,
  /// relative to the largest ones. `what` names it; false where one of the two has no accelerations there.
  struct Residual {
    double relative = 0.0;
    std::string what;
  };
  bool at(const Point& x, Residual& residual);

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

/// The lines "turned at random, in other frames" and "on another tree".
void check_retold(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples, std::uint64_t seed);

}  // namespace alembert
