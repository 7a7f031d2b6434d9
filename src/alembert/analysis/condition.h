/// How well the equations of a state can be solved.
#pragma once
#include <optional>

#include "alembert/system/system.h"

namespace alembert {

/// Condition numbers: errors of what the equations are made of come out magnified by as much in their solution, so that
/// 1e16 leaves no digit. Units do not matter: both matrices are scaled first.
struct Conditions {
  std::optional<double> mass;         ///< of M with a diagonal of ones, on the motions that constraints allow; infinite
                                      ///< where it is singular there
  std::optional<double> constraints;  ///< of A with columns over sqrt(M_ii), rows of length one: largest over smallest
                                      ///< singular value that is not zero
};

/// Dense, so large systems (more than 60 speeds or rows) are left out: both are then empty; so are they where there is
/// no such matrix.
Conditions conditions(const System& system, const State& x);

}  // namespace alembert
