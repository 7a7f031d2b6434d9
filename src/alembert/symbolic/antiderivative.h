/// Indefinite integrals of what mechanics is mostly made of.
#pragma once
#include <optional>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// F with dF/dx = e, for sums of powers of x times sines, cosines or exponentials of angles linear in x (coefficients
/// free of x), and of what integral_by_substitution() knows. Empty where e is not of that kind. The result is checked
/// by differentiation before it is returned.
std::optional<Expr> antiderivative(Expr e, Expr x);

}  // namespace alembert
