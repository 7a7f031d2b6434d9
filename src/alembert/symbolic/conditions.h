/// Conditions as numbers, 1 for true and 0 for false: how the words of the language are built from < and <=.
#pragma once
#include <span>

#include "alembert/symbolic/expr.h"

namespace alembert {

Expr equal(Expr a, Expr b);                     ///< a <= b and b <= a
Expr negated(Expr condition);                   ///< 1 - condition
Expr any_of(std::span<const Expr> conditions);  ///< a or b = a + b - a b; at least one

}  // namespace alembert
