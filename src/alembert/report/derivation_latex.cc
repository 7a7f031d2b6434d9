#include <algorithm>

#include "alembert/report/derivation_report.h"
#include "alembert/report/equation_sides.h"
#include "alembert/report/latex_parts.h"
#include "alembert/symbolic/print.h"

namespace alembert {
namespace {

/// Rows of constraints, A, c and the multipliers.
std::string constraints_latex(const Derivation& d, const FormulaWriter& writer) {
  const ConstraintFormulas& rows = d.equations.rows;
  if (rows.size() == 0) return {};
  std::string text;
  const auto print = [&](const EquationTerm& t) { return writer.latex(t.factor, t.unknown); };
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const EquationSides sides = row_sides(d, r);
    text += display_latex(join_terms(sides.left, print) + " = " + join_terms(sides.right, print));
  }
  text += display_latex("A = " + matrix_latex(writer, rows.A, rows.n)) +
          display_latex("c = " + matrix_latex(writer, rows.c, 1));
  const MultiplierFormulas& formulas = d.multipliers;
  for (std::size_t r = 0; r < formulas.values.size(); ++r) {
    std::string line = to_latex(rows.lambda[r]) + " = " + writer.latex(formulas.values[r]);
    if (!identical(formulas.values[r], formulas.on_rows[r])) line += " = " + writer.latex(formulas.on_rows[r]);
    text += display_latex(line);
  }
  return text;
}

}  // namespace

std::string derivation_latex(const Lagrangian& model, const Derivation& d, Writing writing) {
  const GraphScope scope(*model.graph);
  const FormulaWriter writer = derivation_writer(d, writing);
  const LagrangeEquations& eq = d.equations;
  std::string text = writer.definitions_latex();
  text += display_latex("T = " + writer.latex(eq.kinetic)) + display_latex("V = " + writer.latex(eq.potential));
  text += display_latex("M = " + matrix_latex(writer, eq.M, eq.n));
  for (const auto& gamma : eq.christoffel) {
    std::string line = christoffel_latex(d, gamma.i, gamma.j, gamma.k) + " = ";
    if (gamma.j != gamma.k) line += christoffel_latex(d, gamma.i, gamma.k, gamma.j) + " = ";
    text += display_latex(line + writer.latex(gamma.value));
  }
  text += display_latex("C = " + matrix_latex(writer, eq.C, eq.n));
  text += display_latex("g = " + matrix_latex(writer, eq.g, 1));
  if (any_nonzero(eq.remaining)) text += display_latex("r = " + matrix_latex(writer, eq.remaining, 1));
  if (d.has_force) text += display_latex("Q = " + matrix_latex(writer, generalized_forces(d), 1));
  const auto print = [&](const EquationTerm& t) { return writer.latex(t.factor, t.unknown); };
  for (std::size_t i = 0; i < eq.n; ++i) {
    const EquationSides sides = equation_sides(d, i);
    text += display_latex(join_terms(sides.left, print) + " = " + join_terms(sides.right, print));
  }
  return text + constraints_latex(d, writer);
}

}  // namespace alembert
