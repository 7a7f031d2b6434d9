/// How long formulas become on paper.
#pragma once
#include <cstddef>
#include <span>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// Symbols, numbers and operations of all formulas together when each is written out in full: parts that occur twice
/// count twice, unlike in operations(). Infinite beyond what a double holds.
double written_size(std::span<const Expr> formulas);

}  // namespace alembert
