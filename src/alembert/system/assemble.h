/// Moving a state onto the constraints of a system.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "alembert/system/system.h"

namespace alembert {

struct AssembleOptions {
  std::vector<bool> keep_q;   ///< [nv] directions in which positions must stay; empty: none
  std::vector<bool> keep_v;   ///< [nv] speeds that must stay; empty: none
  std::vector<double> scale;  ///< [nv] what counts as a move of size one: 1 for angles, the model's length for slides;
                              ///< empty: 1
};

/// Why a state cannot be assembled.
struct AssembleFailure {
  int row = 0;  ///< the worst
  double value = 0.0;
  bool speeds = false;          ///< positions are assembled, speeds are not
  std::vector<double> nearest;  ///< [nq] the closest configuration that was found
};

/// Positions first, then speeds, over all rows. The rest moves least: the result is the state nearest to the given one
/// in the scaled norm. A level whose rows are all met to 1e-12 is left bit for bit.
///
/// Newton's method on the rows with least steps, backtracking, and new tries from random nearby states (seeded) where
/// that ends in a local minimum or at a singular configuration.
std::optional<AssembleFailure> assemble(const System& system, double t, const AssembleOptions& options,
                                        std::vector<double>& q, std::vector<double>& v);

/// The failure in words: which row, by how much, and what to try.
std::string describe(const AssembleFailure& failure, const System& system);

}  // namespace alembert
