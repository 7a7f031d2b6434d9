/// How much arithmetic formulas cost, and which of their parts deserve a name.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// Additions, multiplications, divisions and function calls needed to compute all formulas together, each distinct
/// sub-formula once; a factor -1 is free.
std::size_t operations(std::span<const Expr> formulas);
std::size_t operations(Expr e);
/// Whether operations(e) > limit, without counting on.
bool more_operations(Expr e, std::size_t limit);

/// Operations, and three more for every sine or cosine of a multiple of an angle: sin(th)*cos(th) reads better beside
/// sin(th)^2 than sin(2*th) does.
std::size_t reading_cost(Expr e);

/// Sub-formulas of at least `least` operations that occur more than once below `formulas`, in an order in which each
/// uses only earlier ones, named `prefix`1, `prefix`2, ...
std::vector<std::pair<std::string, Expr>> repeated_parts(std::span<const Expr> formulas, std::size_t least,
                                                         const std::string& prefix);

}  // namespace alembert
