/// Two formulas compared by their values at many points.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "alembert/symbolic/zero_test.h"

namespace alembert {

/// What is compared, and where.
struct Sides {
  Expr left, right;
  std::vector<Signs::Said> assumed;  ///< at points where these hold
  Domain written;                    ///< and where all parts of this are defined
  std::vector<Expr> also;            ///< whose symbols get values as well
};

/// Fills verdict, points, witness and values. Of several witnesses the one that shows best is kept.
void compare_by_samples(const Sides& sides, Comparison& result);

/// Adds the symbols that `solved` gives values to; false where such a value is no fraction.
bool complete_witness(std::span<const std::pair<Expr, Expr>> solved, std::vector<std::pair<Expr, Rational>>& witness);

}  // namespace alembert
