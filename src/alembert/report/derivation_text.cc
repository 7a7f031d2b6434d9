#include <algorithm>

#include "alembert/core/error.h"
#include "alembert/report/derivation_report.h"
#include "alembert/report/equation_sides.h"
#include "alembert/report/named_parts.h"
#include "alembert/symbolic/operations.h"
#include "alembert/symbolic/print.h"

namespace alembert {
namespace {

constexpr std::size_t page_width = 118;
/// From this many operations on, equations are also shown with their repeated parts named.
constexpr std::size_t long_equations = 40;
/// From this many on, only so.
constexpr std::size_t too_long_equations = 4000;

/// A formula, or its size where it is too long to read.
std::string readable(Expr e) {
  constexpr std::size_t longest = 2000;
  const std::size_t count = operations(e);
  std::string text;
  try {
    if (2 * count < longest) text = to_text(e);  // an operation takes two characters or more
  } catch (const Error& error) {
    if (error.code() != Error::Code::too_large) throw;
  }
  if (!text.empty() && text.size() <= longest) return text;
  return "(" + std::to_string(count) + " operations: too long to read)";
}

/// Visible width of UTF-8 text.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

/// A matrix in brackets where it fits the page, else its non-zero entries one by one.
std::string matrix(const std::string& name, const std::vector<Expr>& entries, const std::vector<std::string>& rows,
                   const std::vector<std::string>& columns) {
  const std::size_t n = columns.size();
  std::vector<std::string> cells;
  std::vector<std::size_t> widths(n, 1);
  for (std::size_t k = 0; k < entries.size(); ++k) {
    cells.push_back(readable(entries[k]));
    widths[k % n] = std::max(widths[k % n], width(cells.back()));
  }
  std::size_t total = name.size() + 6;
  for (const std::size_t w : widths) total += w + 3;
  std::string text;
  if (total <= page_width) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      text += i == 0 ? name + " = [ " : std::string(name.size() + 3, ' ') + "[ ";
      for (std::size_t j = 0; j < n; ++j) {
        const std::string& cell = cells[i * n + j];
        text += cell;
        text += std::string(widths[j] - width(cell) + (j + 1 < n ? 3 : 1), ' ');
      }
      text += "]\n";
    }
    return text;
  }
  // The lower triangle of a symmetric matrix would only repeat the upper one.
  bool symmetric = &rows == &columns;
  for (std::size_t k = 0; symmetric && k < entries.size(); ++k)
    symmetric = identical(entries[k], entries[k % n * n + k / n]);
  if (symmetric) text += name + " is symmetric:\n";
  for (std::size_t k = 0; k < entries.size(); ++k)
    if (!entries[k].is_zero() && !(symmetric && k / n > k % n))
      text += name + "[" + rows[k / n] + "," + columns[k % n] + "] = " + cells[k] + "\n";
  return text;
}

std::string vector_lines(const std::string& name, const std::vector<Expr>& entries,
                         const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < entries.size(); ++i) text += name + "[" + names[i] + "] = " + readable(entries[i]) + "\n";
  return text;
}

bool any(const std::vector<Expr>& list) {
  return std::ranges::any_of(list, [](Expr e) { return !e.is_zero(); });
}

std::string equations(const Derivation& d, const NodeName& names) {
  const auto print = [&](const EquationTerm& t) {
    const std::string name = names && !t.unknown.is_one() ? names(t.factor) : "";
    return name.empty() ? to_text(t.factor * t.unknown, names) : name + "*" + to_text(t.unknown);
  };
  std::string text;
  for (std::size_t i = 0; i < d.coordinates.size(); ++i) {
    const EquationSides sides = equation_sides(d, i);
    text += "  " + join_terms(sides.left, print) + " = " + join_terms(sides.right, print) + "\n";
  }
  return text;
}

/// The rows of constraints with what the equations need of them.
std::string constraints(const Derivation& d) {
  const ConstraintFormulas& rows = d.equations.rows;
  std::string text = "\nConstraints, A q' = b and A q'' = c:\n";
  const auto print = [](const EquationTerm& t) { return readable(t.factor * t.unknown); };
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const EquationSides sides = row_sides(d, r);
    text += "  " + rows.names[r] + (r < rows.holonomic() ? " (holonomic): " : " (Pfaffian): ") +
            join_terms(sides.left, print) + " = " + join_terms(sides.right, print) + "\n";
  }
  text += "\n" + matrix("A", rows.A, rows.names, d.coordinates);
  if (any(rows.b)) text += vector_lines("b", rows.b, rows.names);
  return text + vector_lines("c", rows.c, rows.names);
}

std::string multipliers(const Derivation& d) {
  const ConstraintFormulas& rows = d.equations.rows;
  const MultiplierFormulas& formulas = d.multipliers;
  std::string text = "\nMultipliers; the constraints exert the generalized forces -A^T lambda:\n";
  if (!formulas.why_not.empty()) text += "  " + formulas.why_not + "\n";
  for (std::size_t r = 0; r < formulas.values.size(); ++r) {
    text += "  lambda[" + rows.names[r] + "] = " + readable(formulas.values[r]) + "\n";
    if (identical(formulas.values[r], formulas.on_rows[r])) continue;
    text += "  lambda[" + rows.names[r] + "] = " + readable(formulas.on_rows[r]) + "   on the constraints\n";
  }
  return text;
}

/// The equations with repeated parts named, and what the names mean.
std::string named_equations(const Derivation& d) {
  const NamedParts names(d);
  std::string text = "\nWith repeated parts named:\n" + equations(d, names.all());
  for (const auto& [name, part] : d.named) text += "  " + name + " = " + to_text(part, names.but(part)) + "\n";
  return text;
}

}  // namespace

std::string force_field_text(const ForceField& field) {
  switch (field.verdict) {
    case ForceField::Verdict::conservative:
      return field.potential ? "conservative, with the potential " + to_text(*field.potential)
                             : "conservative; " + field.note;
    case ForceField::Verdict::not_conservative: return "not conservative: " + field.note;
    case ForceField::Verdict::not_a_field: return "not a field of the coordinates alone: it " + field.note;
    case ForceField::Verdict::undecided: return "undecided; " + field.note;
  }
  return {};
}

std::string derivation_text(const Lagrangian& model, const Derivation& d) {
  const GraphScope scope(*model.graph);
  const LagrangeEquations& eq = d.equations;
  std::string text;
  if (!d.name.empty()) text += d.name + "\n";
  if (eq.quasi)
    text += "Equations of motion in the speeds v, M v' + C v + g = Q\n\n";
  else
    text += "Lagrange's equations, M q'' + C q' + g" + std::string(any(eq.remaining) ? " + r" : "") +
            (eq.rows.size() > 0 ? " + A^T lambda" : "") + " = Q\n\n";
  text += "T = " + readable(eq.kinetic) + "\n" + (d.potential_has_rates ? "V at zero rates = " : "V = ") +
          readable(eq.potential) + "\n\n";
  text += matrix("M", eq.M, d.coordinates, d.coordinates) + "\n";
  if (eq.quasi) {
    text += "C is made from the velocities of the bodies; Mdot - 2C is skew.\n";
  } else if (eq.christoffel.empty()) {
    text += "All Christoffel symbols are zero.\n";
  } else {
    text += "Christoffel symbols (first kind) that are not zero:\n";
    for (const auto& gamma : eq.christoffel) {
      const std::string &i = d.coordinates[gamma.i], &j = d.coordinates[gamma.j], &k = d.coordinates[gamma.k];
      text += "  Gamma[" + i + "," + j + "," + k + "] = ";
      if (gamma.j != gamma.k) text += "Gamma[" + i + "," + k + "," + j + "] = ";
      text += readable(gamma.value) + "\n";
    }
  }
  text += "\n" + matrix("C", eq.C, d.coordinates, d.coordinates) + "\n" + vector_lines("g", eq.g, d.coordinates);
  if (any(eq.remaining)) text += "\n" + vector_lines("r", eq.remaining, d.coordinates);
  if (d.has_force) {
    text += "\nGeneralized forces:\n";
    std::vector<Expr> force;
    for (std::size_t i = 0; i < eq.n; ++i) force.push_back(eq.effort[i] + eq.applied[i]);
    text += vector_lines("Q", force, d.coordinates);
    text += "This force is " + force_field_text(d.field) + ".\n";
  }
  if (eq.rows.size() > 0) text += constraints(d);
  const bool long_result = d.operations_after > too_long_equations;
  if (long_result) text += "\nThe equations of motion are too long to be written out.\n";
  if (!long_result) text += "\nEquations of motion:\n" + equations(d, {});
  if (eq.rows.size() > 0) text += multipliers(d);
  text += "\nOperations: " + std::to_string(d.operations_before) + " as derived, " +
          std::to_string(d.operations_after) + " simplified.\n";
  if (d.operations_after >= long_equations && !d.named.empty()) text += named_equations(d);
  return text;
}

}  // namespace alembert
