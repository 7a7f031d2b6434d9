/// Pieces of LaTeX that derivations and forms share, in the subset that KaTeX knows.
#pragma once
#include <initializer_list>
#include <string>
#include <vector>

#include "alembert/analysis/derivation/derivation.h"
#include "alembert/report/formula_writer.h"

namespace alembert {

/// A formula on a line of its own.
std::string display_latex(const std::string& formula);
/// Row-major entries in brackets; `columns` > 0.
std::string matrix_latex(const FormulaWriter& writer, const std::vector<Expr>& entries, std::size_t columns);

/// An unknown of a form: "rod.x''" as a name with two dots, "lambda[A.tx]", "-Qc rod.x", "A.fx".
std::string unknown_latex(const std::string& name);
/// The name of a form's matrix: "Cq" is C with the subscript q.
std::string block_latex(const std::string& name);
/// Names as a subscript with small gaps between them: "_{x\,\theta}".
std::string subscript_latex(std::initializer_list<std::string> names);
/// "\Gamma" with the names of coordinates i, j, k as subscripts.
std::string christoffel_latex(const Derivation& derivation, std::size_t i, std::size_t j, std::size_t k);

}  // namespace alembert
