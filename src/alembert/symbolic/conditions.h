/// Conditions as numbers, 1 for true and 0 for false: how the words of the language are built from < and <=.
#pragma once
#include <span>

#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {

/// a op b for a comparison: a > b is b < a, a == b is a <= b and b <= a, a != b its opposite.
Expr compared(Token::Kind op, Expr a, Expr b);
Expr negated(Expr condition);                   ///< 1 - condition
Expr any_of(std::span<const Expr> conditions);  ///< a or b = a + b - a b; at least one

}  // namespace alembert
