#include <algorithm>

#include "alembert/report/derivation_report.h"
#include "alembert/report/equation_sides.h"
#include "alembert/symbolic/print.h"

namespace alembert {
namespace {

std::string display(const std::string& formula) { return "\\[\n" + formula + "\n\\]\n"; }

std::string matrix(const std::vector<Expr>& entries, std::size_t columns) {
  std::string text = "\\begin{bmatrix}\n";
  for (std::size_t k = 0; k < entries.size(); ++k) {
    text += to_latex(entries[k]);
    text += (k + 1) % columns == 0 ? " \\\\\n" : " & ";
  }
  return text + "\\end{bmatrix}";
}

std::string subscript(std::initializer_list<std::string> names) {
  std::string text = "_{";
  for (const std::string& name : names) {
    if (text.size() > 2) text += "\\,";
    text += latex_name(name);
  }
  return text + "}";
}

/// Multipliers get the names of their rows as subscripts.
std::string latex(Expr e, const ConstraintFormulas& rows) {
  return to_latex(e, [&](Expr node) -> std::string {
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (identical(node, rows.lambda[r])) return "lambda_" + rows.names[r];
    return {};
  });
}

/// Rows of constraints, A, c and the multipliers.
std::string constraints(const Derivation& d) {
  const ConstraintFormulas& rows = d.equations.rows;
  if (rows.size() == 0) return {};
  std::string text;
  const auto print = [](const EquationTerm& t) { return to_latex(t.factor * t.unknown); };
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const EquationSides sides = row_sides(d, r);
    text += display(join_terms(sides.left, print) + " = " + join_terms(sides.right, print));
  }
  text += display("A = " + matrix(rows.A, rows.n)) + display("c = " + matrix(rows.c, 1));
  const MultiplierFormulas& formulas = d.multipliers;
  for (std::size_t r = 0; r < formulas.values.size(); ++r) {
    std::string line = latex(rows.lambda[r], rows) + " = " + to_latex(formulas.values[r]);
    if (!identical(formulas.values[r], formulas.on_rows[r])) line += " = " + to_latex(formulas.on_rows[r]);
    text += display(line);
  }
  return text;
}

bool any(const std::vector<Expr>& list) {
  return std::ranges::any_of(list, [](Expr e) { return !e.is_zero(); });
}

}  // namespace

std::string derivation_latex(const Lagrangian& model, const Derivation& d) {
  const GraphScope scope(*model.graph);
  const LagrangeEquations& eq = d.equations;
  std::string text = display("T = " + to_latex(eq.kinetic)) + display("V = " + to_latex(eq.potential));
  text += display("M = " + matrix(eq.M, eq.n));
  for (const auto& gamma : eq.christoffel) {
    const std::string &i = d.coordinates[gamma.i], &j = d.coordinates[gamma.j], &k = d.coordinates[gamma.k];
    std::string line = "\\Gamma" + subscript({i, j, k}) + " = ";
    if (gamma.j != gamma.k) line += "\\Gamma" + subscript({i, k, j}) + " = ";
    text += display(line + to_latex(gamma.value));
  }
  text += display("C = " + matrix(eq.C, eq.n));
  text += display("g = " + matrix(eq.g, 1));
  if (any(eq.remaining)) text += display("r = " + matrix(eq.remaining, 1));
  if (d.has_force) {
    std::vector<Expr> force;
    for (std::size_t i = 0; i < eq.n; ++i) force.push_back(eq.effort[i] + eq.applied[i]);
    text += display("Q = " + matrix(force, 1));
  }
  const auto print = [&](const EquationTerm& t) { return latex(t.factor * t.unknown, eq.rows); };
  for (std::size_t i = 0; i < eq.n; ++i) {
    const EquationSides sides = equation_sides(d, i);
    text += display(join_terms(sides.left, print) + " = " + join_terms(sides.right, print));
  }
  return text + constraints(d);
}

}  // namespace alembert
