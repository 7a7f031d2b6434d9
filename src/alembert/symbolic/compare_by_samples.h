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
  std::vector<Signs::Said> assumed;           ///< at points where these hold
  Domain written;                             ///< and where all parts of this are defined
  std::vector<std::pair<Expr, Expr>> solved;  ///< and these symbols have these values, which hold later ones alone
};

/// Fills verdict, points, witness and values, at points taken at random. Of several witnesses the one that shows best
/// is kept.
void compare_by_samples(const Sides& sides, Comparison& result);

/// The same at points where something in the sides, or one of `edges`, jumps or bends, and between these.
/// @param most_work  PreciseEvaluator::cost() times points
void compare_at_edges(const Sides& sides, std::span<const Expr> edges, std::size_t most_work, Comparison& result);

/// Whether parts of the sides may have no value and none of many points was found, at random and along the edges of
/// where they have one, at which all have. False where so many points are too much work.
bool seems_defined_nowhere(const Sides& sides, std::size_t most_work);

}  // namespace alembert
