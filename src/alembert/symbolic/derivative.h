/// Differentiation over the graph, forward and reverse. Cost is linear in the number of nodes below the formulas.
#pragma once
#include <span>
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// Partial derivative of e by a symbol.
Expr derivative(Expr e, Expr symbol);

/// Total time derivative: theta -> theta', theta' -> theta'', t -> 1; parameters are constant.
/// Throws Error (unsupported) when e holds an input or a state, whose rates are not known as formulas.
Expr time_derivative(Expr e);

/// Partial derivatives of e by every one of `symbols`, by one reverse sweep.
std::vector<Expr> gradient(Expr e, std::span<const Expr> symbols);

/// e = sum_i coefficients[i] * symbols[i] + rest. Throws Error (bad_value) naming the symbol when e is not linear in
/// one; `what` says what e is in that message.
struct Linear {
  std::vector<Expr> coefficients;
  Expr rest;
};
Linear linear_coefficients(Expr e, std::span<const Expr> symbols, const char* what);

}  // namespace alembert
