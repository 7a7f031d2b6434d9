/// Formulas for people: shorter, never different.
#pragma once
#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/normal_form.h"

namespace alembert {

/// Work a single simplification may take before the formula is left as it is.
constexpr FormBudget simplify_budget{2000, 200'000};

/// The shortest (by reading_cost() of operations.h) of several ways to write e: as it stands, and from its normal form
/// with products of sines and cosines merged into sums of angles (s1 c2 + c1 s2 -> sin(1 + 2)), squares and double
/// angles restored, and common factors taken out (1 - cos forms among them). Equal to e wherever both are defined.
Expr simplify(Expr e, const FormBudget& budget = simplify_budget);

/// What many simplifications may take together, so that a list of formulas is never waited for: when it is spent,
/// formulas stay as they are. In FormBudget's multiplications; a million takes about a second.
struct SimplifyAllowance {
  std::size_t multiplications = 8'000'000;
};

/// The same, paid from the allowance.
Expr simplify(Expr e, SimplifyAllowance& allowance);

}  // namespace alembert
