/// Long numbers in formulas made readable.
#pragma once
#include <span>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// Replaces every fraction of more than 18 digits by the nearest double's shortest decimal: products of measured
/// numbers have dozens of digits that mean nothing. Parameters and short numbers stay exact. What formulas have in
/// common is done once.
void round_numbers(std::span<Expr* const> formulas);

}  // namespace alembert
