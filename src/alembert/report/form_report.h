/// A form of the equations of motion as plain text, LaTeX or JSON.
#pragma once
#include <string>
#include <vector>

#include "alembert/analysis/derivation/form_derivation.h"
#include "alembert/report/formula_writer.h"
#include "alembert/symbolic/graph.h"

namespace alembert {

/// Named matrices with their sizes and non-zero entries, the assembled system with its blocks marked, unknowns, right
/// side, and the equations one by one; numbers beside them where there are. Named parts (formula_writer.h), in every
/// format, come first.
std::string form_text(Graph& graph, const FormDerivation& derivation, Writing writing = Writing::readable);
/// A document fragment of display formulas that KaTeX and LaTeX (amsmath) accept; blocks are separated by lines.
std::string form_latex(Graph& graph, const FormDerivation& derivation, Writing writing = Writing::readable);
/// Keys: form, name, operations, independent, each named matrix (rows of strings; vectors are lists of strings),
/// matrix, right, unknowns, equations ("left = right"), definitions (name, value; where there are any), closing
/// (coordinates of closing joints: name, value; where there are any), reactions (name to formula in multipliers; where
/// the form has them), blocks (per name: meaning, rows, columns, nonzero), places, notes, and numbers (the same
/// matrices, solution by unknown, reactions) where a state was given. Formulas are strings that parse back.
std::string form_json(Graph& graph, const FormDerivation& derivation, Writing writing = Writing::readable);

/// The rows (or columns) of the assembled matrix before which a block begins, ascending, but for 0.
std::vector<int> block_lines(const FormSystem<Expr>& system, bool rows);
/// Equation i: the terms that are not zero, "m*rod.x'' - A.fx = -m*g".
std::string equation_text(const FormSystem<Expr>& system, int i, const FormulaWriter& writer);
/// A writer for all formulas of a form.
FormulaWriter form_writer(const FormDerivation& derivation, Writing writing);
/// Whether a joint's reactions by multipliers are short enough to be read in text and LaTeX; JSON has them in any case.
bool readable(const JointReactions& joint);

}  // namespace alembert
