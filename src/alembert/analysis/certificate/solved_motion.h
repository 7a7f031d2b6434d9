/// The motion of a mechanism as it is solved for at a sampled state, and what it is judged against.
#pragma once
#include <optional>
#include <vector>

#include "alembert/analysis/certificate/certify_bench.h"
#include "alembert/system/constraints/constraint_system.h"

namespace alembert {

/// Close to singular states some digits are lost in solving.
constexpr double solving_tolerance = 1e-7;
constexpr const char* unsolved = "no accelerations can be found";

/// The solved motion at a sample, with sizes.
struct SolvedMotion {
  Evaluation e;
  std::vector<double> forces;         ///< [speed] sizes of all that acts along it, constraint forces too
  std::vector<double> accelerations;  ///< [speed]
};

/// Nothing where no acceleration can be found.
std::optional<SolvedMotion> solve(CertifyBench& bench, MechanismDynamics<double>& dynamics,
                                  const ConstraintSystem& system, const MechanismSample& s);

}  // namespace alembert
