/// Long numbers in formulas made readable.
#pragma once
#include "alembert/symbolic/expr.h"

namespace alembert {

/// e with every fraction of more than 18 digits replaced by the nearest double's shortest decimal: products of measured
/// numbers have dozens of digits that mean nothing. Parameters and short numbers stay exact.
Expr round_numbers(Expr e);

}  // namespace alembert
