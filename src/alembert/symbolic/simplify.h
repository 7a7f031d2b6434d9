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

}  // namespace alembert
