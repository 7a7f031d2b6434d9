/// How well the equations of a state can be solved.
#pragma once
#include <optional>
#include <vector>

#include "alembert/system/system.h"

namespace alembert {

/// Condition numbers: errors of what the equations are made of come out magnified by as much in their solution, so that
/// 1e16 leaves no digit. Units do not matter: both matrices are scaled first.
struct Conditions {
  std::optional<double> mass;         ///< of M with a diagonal of ones, on the motions that constraints allow; infinite
                                      ///< where it is singular there
  bool indefinite = false;            ///< some motion that constraints allow has a negative kinetic energy
  std::optional<double> constraints;  ///< of A with columns over sqrt(M_ii), rows over the largest length that each
                                      ///< has had: largest over smallest singular value that is not zero
};

/// At a state of a motion. `row_lengths` has what conditions() of earlier states left there, and is empty at first: a
/// row that vanishes (a rod at its full reach) makes equations bad even where it is the only one.
///
/// Dense, so large systems (more than 60 speeds or rows) are left out: both are then empty; so are they where there is
/// no such matrix.
Conditions conditions(const System& system, const State& x, std::vector<double>& row_lengths);

/// The rows that nearly vanish or depend on each other at `to`, with singular values below 1e-3, as they do not at
/// `from`: what is left of a motion there is no longer determined by accelerations. Empty where that is not so, and for
/// large systems.
std::vector<int> rows_lost(const System& system, const State& from, const State& to);

}  // namespace alembert
