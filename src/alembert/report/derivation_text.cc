#include <algorithm>
#include <functional>

#include "alembert/analysis/derivation/lagrange_form.h"
#include "alembert/report/block_parts.h"
#include "alembert/report/derivation_report.h"
#include "alembert/report/equation_sides.h"
#include "alembert/report/named_parts.h"
#include "alembert/symbolic/print.h"

namespace alembert {
namespace {

constexpr std::size_t page_width = 118;
/// From this many operations on, equations are also shown with their repeated parts named.
constexpr std::size_t long_equations = 40;
/// From this many on, only so.
constexpr std::size_t too_long_equations = 4000;

/// Visible width of UTF-8 text.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

/// A matrix in brackets where it fits the page, else its non-zero entries one by one.
std::string matrix(const FormulaWriter& writer, const std::string& name, const std::vector<Expr>& entries,
                   const std::vector<std::string>& rows, const std::vector<std::string>& columns) {
  const std::size_t n = columns.size();
  const std::vector<std::string> cells = writer.texts(entries);
  std::vector<std::size_t> widths(n, 1);
  for (std::size_t k = 0; k < cells.size(); ++k) widths[k % n] = std::max(widths[k % n], width(cells[k]));
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

std::string vector_lines(const FormulaWriter& writer, const std::string& name, const std::vector<Expr>& entries,
                         const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < entries.size(); ++i)
    text += name + "[" + names[i] + "] = " + writer.text(entries[i]) + "\n";
  return text;
}

using TermPrinter = std::function<std::string(const EquationTerm&)>;

std::string equations(const Derivation& d, const TermPrinter& print) {
  std::string text;
  for (std::size_t i = 0; i < d.coordinates.size(); ++i) {
    const EquationSides sides = equation_sides(d, i);
    text += "  " + join_terms(sides.left, print) + " = " + join_terms(sides.right, print) + "\n";
  }
  return text;
}

/// The rows of constraints with what the equations need of them.
std::string constraints_text(const Derivation& d, const FormSystem<Expr>& system, const FormulaWriter& writer) {
  const ConstraintFormulas& rows = d.equations.rows;
  std::string text = "\nConstraints, A q' = b and A q'' = c:\n";
  const auto print = [&](const EquationTerm& t) { return writer.text(t.factor, t.unknown); };
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const EquationSides sides = row_sides(d, r);
    text += "  " + rows.names[r] + (r < rows.holonomic() ? " (holonomic): " : " (Pfaffian): ") +
            join_terms(sides.left, print) + " = " + join_terms(sides.right, print) + "\n";
  }
  const auto head = [&](const char* name) { return "\n" + block_head(block_of(system, name)) + "\n"; };
  text += head("A") + matrix(writer, "A", rows.A, rows.names, d.coordinates);
  if (any_nonzero(rows.b)) text += head("b") + vector_lines(writer, "b", rows.b, rows.names);
  return text + head("c") + vector_lines(writer, "c", rows.c, rows.names);
}

std::string multipliers(const Derivation& d, const FormulaWriter& writer) {
  const ConstraintFormulas& rows = d.equations.rows;
  const MultiplierFormulas& formulas = d.multipliers;
  std::string text = "\nMultipliers; the constraints exert the generalized forces -A^T lambda:\n";
  if (!formulas.why_not.empty()) text += "  " + formulas.why_not + "\n";
  for (std::size_t r = 0; r < formulas.values.size(); ++r) {
    text += "  lambda[" + rows.names[r] + "] = " + writer.text(formulas.values[r]) + "\n";
    if (identical(formulas.values[r], formulas.on_rows[r])) continue;
    text += "  lambda[" + rows.names[r] + "] = " + writer.text(formulas.on_rows[r]) + "   on the constraints\n";
  }
  for (const Expr e : formulas.conditions)
    text += "  divided by " + writer.text(e) +
            ": where that is zero the formulas are 0/0, though the state may be regular\n";
  return text;
}

/// The equations with repeated parts named, and what the names mean.
std::string named_equations(const Derivation& d) {
  const NamedParts names(d);
  const NodeName all = names.all();
  std::string text = "\nWith repeated parts named:\n" + equations(d, [&](const EquationTerm& t) {
                       const std::string name = t.unknown.is_one() ? "" : all(t.factor);
                       return name.empty() ? to_text(t.factor * t.unknown, all) : name + "*" + to_text(t.unknown);
                     });
  for (const auto& [name, part] : names.used_in(text))
    text += "  " + name + " = " + to_text(part, names.but(part)) + "\n";
  return text;
}

std::string numbers_at_state(const FormSystem<Expr>& system, const FormValues& numbers) {
  std::string text = "\nIn numbers at this state:\n" + state_text(numbers);
  for (std::size_t k = 0; k < system.blocks.size(); ++k) text += numbers_text(system.blocks[k], k, numbers);
  return text + "Right side b of the system in accelerations and multipliers:\n" + right_side_text(system, numbers) +
         unknowns_text(system, &numbers);
}

}  // namespace

std::string force_field_text(const ForceField& field, const std::string& potential) {
  switch (field.verdict) {
    case ForceField::Verdict::conservative:
      return "conservative" + (field.potential ? ", with the potential " + potential : "; " + field.note);
    case ForceField::Verdict::piecewise: return "conservative in any region without a hole or a jump: " + field.note;
    case ForceField::Verdict::not_conservative: return "not conservative: " + field.note;
    case ForceField::Verdict::not_a_field: return "not a field of the coordinates alone: it " + field.note;
    case ForceField::Verdict::undecided:
      return "perhaps conservative, which was neither proved nor refuted: " + field.note;
  }
  return {};
}

std::string derivation_text(const Lagrangian& model, const Derivation& d, Writing writing, const FormValues* numbers) {
  const GraphScope scope(*model.graph);
  const FormulaWriter writer = derivation_writer(d, writing);
  const LagrangeEquations& eq = d.equations;
  const FormSystem<Expr> system = lagrange_form(d);
  const auto head = [&](const char* name) { return block_head(block_of(system, name)) + "\n"; };
  std::string text;
  if (!d.name.empty()) text += d.name + "\n";
  if (eq.quasi)
    text += "Equations of motion in the speeds v, M v' + C v + g = Q\n\n";
  else
    text += "Lagrange's equations, M q'' + C q' + g" + std::string(any_nonzero(eq.remaining) ? " + r" : "") +
            (eq.rows.size() > 0 ? " + A^T lambda" : "") + " = Q\n\n";
  if (writer.names_parts()) text += "Named parts of the formulas below:\n" + writer.definitions_text() + "\n";
  text += "T = " + writer.text(eq.kinetic) + "\n" + (d.potential_has_rates ? "V at zero rates = " : "V = ") +
          writer.text(eq.potential) + "\n\n";
  text += head("M") + matrix(writer, "M", eq.M, d.coordinates, d.coordinates) + "\n";
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
      text += writer.text(gamma.value) + "\n";
    }
  }
  text += "\n" + head("C") + matrix(writer, "C", eq.C, d.coordinates, d.coordinates) + "\n" + head("g") +
          vector_lines(writer, "g", eq.g, d.coordinates);
  if (any_nonzero(eq.remaining)) text += "\n" + head("r") + vector_lines(writer, "r", eq.remaining, d.coordinates);
  if (d.has_force) {
    text += "\n" + head("Q");
    text += vector_lines(writer, "Q", generalized_forces(d), d.coordinates);
    const std::string potential = d.field.potential ? writer.text(*d.field.potential) : "";
    text += "This force is " + force_field_text(d.field, potential) + ".\n";
  }
  if (eq.rows.size() > 0) text += constraints_text(d, system, writer);
  const bool long_result = d.operations_after > too_long_equations && !writer.names_parts();
  if (long_result) text += "\nThe equations of motion are too long to be written out.\n";
  const auto print = [&](const EquationTerm& t) { return writer.text(t.factor, t.unknown); };
  if (!long_result) text += "\nEquations of motion:\n" + equations(d, print);
  if (eq.rows.size() > 0) text += multipliers(d, writer);
  text += "\nOperations: " + std::to_string(d.operations_before) + " as derived, " +
          std::to_string(d.operations_after) + " simplified.\n";
  if (d.operations_after >= long_equations && !d.named.empty() && !writer.names_parts()) text += named_equations(d);
  return numbers == nullptr ? text : text + numbers_at_state(system, *numbers);
}

}  // namespace alembert
