/// Rewritten formulas seen again by value: a fault of the symbolic layer must not become an answer.
#pragma once
#include <span>

#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/high_precision.h"
#include "alembert/symbolic/signs.h"

namespace alembert {

/// What the values of two formulas and of their difference say about their being equal.
enum class Seen {
  equal,
  different,
  nothing,  ///< not defined there, or nothing but round-off
};
/// Two numbers are equal when they share 60 digits, or when their difference vanishes as more digits are carried.
Seen judge(const std::optional<PreciseValue>& left, const std::optional<PreciseValue>& right,
           const std::optional<PreciseValue>& difference);

/// Throws std::logic_error with both formulas and a point when they differ at one of a few points where both are
/// defined, the model's own among them. `assumed`: signs that must hold at a point for it to count.
void recheck(Expr original, Expr rewritten, std::span<const Signs::Said> assumed = {});

}  // namespace alembert
