/// Integrals that a change of the variable leads to simpler ones.
#pragma once
#include <optional>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// F with dF/dx = e for e = c f(u) u', where f(u), a power, exponential, sine or cosine, occurs in e and c is free of
/// x; or e = p |u|, p sign(u), p max(a, b) or p min(a, b) with u or a - b linear in x, where p or p u has an
/// antiderivative(). Empty where e is not of that kind. Not checked.
std::optional<Expr> integral_by_substitution(Expr e, Expr x);

}  // namespace alembert
