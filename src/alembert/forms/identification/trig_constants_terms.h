/// Formulas as lists of terms: what stands still times what moves.
#pragma once
#include <span>
#include <vector>

#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/normal_form.h"

namespace alembert {

/// coefficient * factor: a polynomial in symbols that stand still, expanded, times a product of coordinates and of
/// sines and cosines of base angles (and of whatever else changes with time).
struct MotionTerm {
  Expr coefficient;
  Expr factor;
};

/// An angle about an axis that other angles turn about too: one of a list in which inner joints come first.
struct ParallelAngle {
  Expr q;
  int inner = -1;     ///< the place in the list of the next joint towards the world, -1 at the first
  int direction = 1;  ///< 1, or -1 where its axis points against that of the first of the list
};
using ParallelAngles = std::vector<ParallelAngle>;

/// Turns formulas into such lists. Powers are reduced by sin^2 = 1 - cos^2. For each list of parallel angles it takes
/// the shortest result, and of equals the first, of
///
///   - base angles as they are: q2, q3
///   - sums from the innermost angle of the formula outwards: q2, q2 + q3
///   - sums over combined angles in place of products: cos(q2 - q3) instead of cos(q2) cos(q3) + sin(q2) sin(q3)
class TermCollector {
 public:
  explicit TermCollector(std::vector<ParallelAngles> parallel, const FormBudget& budget = {})
      : parallel_(std::move(parallel)), budget_(budget) {}

  /// The terms with distinct factors, in an order that depends on the formula alone: fewer factors first.
  /// Throws FormTooLarge. The graph of e must be the current one.
  std::vector<MotionTerm> collect(Expr e) const;

 private:
  enum class Style { single, sums, combined };
  bool collect_as(Expr e, std::span<const Style> styles, std::vector<MotionTerm>& terms) const;

  std::vector<ParallelAngles> parallel_;
  FormBudget budget_;
};

}  // namespace alembert
