/// Values of formulas to 100 decimal digits, for deciding whether something is zero.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// Values at one point, as |value| on a decimal logarithmic scale and as the nearest double.
struct PreciseValue {
  double value = 0.0;       ///< nearest double
  double log10_size = 0.0;  ///< log10 |value|; -infinity for zero
};

/// The formulas at symbols[i] = values[i]; empty entries where a formula is not defined there (not finite, not real).
std::vector<std::optional<PreciseValue>> evaluate_precisely(std::span<const Expr> formulas,
                                                            std::span<const Expr> symbols,
                                                            std::span<const Rational> values);

}  // namespace alembert
