/// Points at which formulas may differ although they agree at points taken at random.
#pragma once
#include <span>
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// What is zero where something in the formulas jumps, bends or ceases to be defined: x for |x| and sqrt(x), a - b for
/// min(a, b) and a < b, x less the points of a table, sin(pi x) for floor(x), where x is a whole number.
std::vector<Expr> edges_of(std::span<const Expr> formulas);

/// Values for the symbols, the same ones each time: whole numbers and halves, many of them alike; then, along lines
/// parallel to the axes, one of them through the model's own point, where an edge is zero or nearly touches zero, and
/// between such places.
/// @param most  points that are of use: no line is begun beyond
std::vector<std::vector<Rational>> edge_points(std::span<const Expr> edges, std::span<const Expr> symbols,
                                               std::size_t most);

/// Points where formulas with symbols in exponents may differ: negative bases with powers that are whole numbers,
/// halves and quarters; none where there are no such formulas.
std::vector<std::vector<Rational>> power_points(std::span<const Expr> formulas, std::span<const Expr> symbols);

}  // namespace alembert
