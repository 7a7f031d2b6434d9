/// Functions that a form w1 dx1 + ... + wn dxn keeps constant.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// F with dF = m w for some factor m(x): 1, denominators of w, or a function of one coordinate by itself, and products
/// of such (Ince, Ordinary Differential Equations, 1956, sec. 2.2). F is checked by differentiation; its numeric factor
/// is such that coefficients are whole where they are numbers. Empty where none is found.
std::optional<Expr> find_integral(std::span<const Expr> w, std::span<const Expr> x);

}  // namespace alembert
