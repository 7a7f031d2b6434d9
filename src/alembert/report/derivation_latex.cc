#include <algorithm>

#include "alembert/analysis/derivation/lagrange_form.h"
#include "alembert/report/block_parts.h"
#include "alembert/report/derivation_report.h"
#include "alembert/report/equation_sides.h"
#include "alembert/report/latex_parts.h"
#include "alembert/symbolic/print.h"

namespace alembert {
namespace {

/// A matrix below what it is.
std::string captioned(const NamedBlock<Expr>& block, const FormulaWriter& writer) {
  return caption_latex(block) +
         display_latex(block_latex(block.name) + " = " +
                       matrix_latex(writer, block.value.a, static_cast<std::size_t>(block.value.cols)));
}

std::string latex_of_numbers(const FormSystem<Expr>& system, const FormValues& numbers) {
  std::string text = caption_latex("in numbers at this state", {}, {}) + state_latex(numbers);
  for (std::size_t k = 0; k < system.blocks.size(); ++k) text += numbers_latex(system.blocks[k], k, numbers);
  return text + caption_latex("right side b of the system in accelerations and multipliers", system.equations, {}) +
         right_side_latex(system, numbers) + unknowns_latex(system, numbers);
}

/// Rows of constraints, A, c and the multipliers.
std::string constraints_latex(const Derivation& d, const FormSystem<Expr>& system, const FormulaWriter& writer) {
  const ConstraintFormulas& rows = d.equations.rows;
  if (rows.size() == 0) return {};
  std::string text;
  const auto print = [&](const EquationTerm& t) { return writer.latex(t.factor, t.unknown); };
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const EquationSides sides = row_sides(d, r);
    text += display_latex(join_terms(sides.left, print) + " = " + join_terms(sides.right, print));
  }
  text += captioned(block_of(system, "A"), writer);
  if (any_nonzero(rows.b)) text += captioned(block_of(system, "b"), writer);
  text += captioned(block_of(system, "c"), writer);
  const MultiplierFormulas& formulas = d.multipliers;
  for (std::size_t r = 0; r < formulas.values.size(); ++r) {
    std::string line = to_latex(rows.lambda[r]) + " = " + writer.latex(formulas.values[r]);
    if (!identical(formulas.values[r], formulas.on_rows[r])) line += " = " + writer.latex(formulas.on_rows[r]);
    text += display_latex(line);
  }
  for (const Expr e : formulas.conditions) text += display_latex(writer.latex(e) + " \\neq 0");
  return text;
}

}  // namespace

std::string derivation_latex(const Lagrangian& model, const Derivation& d, Writing writing, const FormValues* numbers) {
  const GraphScope scope(*model.graph);
  const FormulaWriter writer = derivation_writer(d, writing);
  const LagrangeEquations& eq = d.equations;
  const FormSystem<Expr> system = lagrange_form(d);
  const auto block = [&](const char* name) { return captioned(block_of(system, name), writer); };
  std::string text = writer.definitions_latex();
  text += display_latex("T = " + writer.latex(eq.kinetic)) + display_latex("V = " + writer.latex(eq.potential));
  text += block("M");
  for (const auto& gamma : eq.christoffel) {
    std::string line = christoffel_latex(d, gamma.i, gamma.j, gamma.k) + " = ";
    if (gamma.j != gamma.k) line += christoffel_latex(d, gamma.i, gamma.k, gamma.j) + " = ";
    text += display_latex(line + writer.latex(gamma.value));
  }
  text += block("C") + block("g");
  if (any_nonzero(eq.remaining)) text += block("r");
  if (d.has_force) text += block("Q");
  const auto print = [&](const EquationTerm& t) { return writer.latex(t.factor, t.unknown); };
  for (std::size_t i = 0; i < eq.n; ++i) {
    const EquationSides sides = equation_sides(d, i);
    text += display_latex(join_terms(sides.left, print) + " = " + join_terms(sides.right, print));
  }
  text += constraints_latex(d, system, writer);
  return numbers == nullptr ? text : text + latex_of_numbers(system, *numbers);
}

}  // namespace alembert
