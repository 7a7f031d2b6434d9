/// Formulas as text: plain text that parses back to the same formula, and LaTeX.
#pragma once
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// How a printer shows some nodes by a name of their own (named sub-expressions); empty result: print the node itself.
using NodeName = std::function<std::string(Expr)>;

/// Longest text a printer makes before it gives up with Error (too_large): a graph can hold formulas that would not fit
/// any disk when written out.
constexpr std::size_t print_limit = 4'000'000;

/// As in model files: "m*l^2*theta''/2 + sin(theta)". Names that are not identifiers are in backquotes.
std::string to_text(Expr e, const NodeName& names = {});
std::vector<std::string> to_texts(std::span<const Expr> formulas);

/// LaTeX that KaTeX accepts, in math mode without delimiters: "\frac{1}{2} m l^{2} \ddot{\theta}".
std::string to_latex(Expr e, const NodeName& names = {});

/// The terms of a sum in the order in which it is printed, each with its sign; e alone where it is no sum.
std::vector<Expr> terms_of(Expr e);
/// The same formulas as they stand in a sum or before another factor: sums and cases in parentheses.
std::string term_to_text(Expr e, const NodeName& names = {});
std::string term_to_latex(Expr e, const NodeName& names = {});

/// A symbol's or any other name in LaTeX: "theta1" -> "\theta_{1}", "m2" -> "m_{2}", "lambda[rod]" ->
/// "\lambda_{\mathrm{rod}}", every special character escaped.
std::string latex_name(std::string_view name);

}  // namespace alembert
