/// Replacing symbols by formulas.
#pragma once
#include <span>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// e with every symbols[i] replaced by values[i], all at once (a replaced symbol inside a value stays).
Expr substitute(Expr e, std::span<const Expr> symbols, std::span<const Expr> values);

}  // namespace alembert
