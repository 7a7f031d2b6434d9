/// Signs that are seen from the shape of a formula, whatever the values of its symbols.
#pragma once
#include "alembert/symbolic/expr.h"

namespace alembert {

/// Sums and products of even powers, absolute values, exponentials and positive numbers. False where that is not seen.
bool never_negative(Expr e);
/// The same with a term that is not zero anywhere: x^2 + 1.
bool always_positive(Expr e);

}  // namespace alembert
