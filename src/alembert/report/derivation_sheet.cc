#include "alembert/report/derivation_report.h"
#include "alembert/report/equation_sheet.h"
#include "alembert/report/equation_sides.h"
#include "alembert/report/latex_parts.h"
#include "alembert/report/named_parts.h"
#include "alembert/report/sheet_parts.h"
#include "alembert/report/written_size.h"

namespace alembert {
namespace {

/// Above this size equations are shown with their repeated parts named.
constexpr double long_sheet = 400.0;
/// More Christoffel symbols than this are not listed: C says the same.
constexpr std::size_t most_christoffel = 24;

class DerivationSheet {
 public:
  DerivationSheet(SheetForm& form, const Derivation& d, const TermOwners& owners)
      : form_(form), d_(d), eq_(d.equations), parts_(owners), named_(d) {}

  void fill() {
    form_.operations = d_.operations_after;
    add_definition("T", "T", eq_.kinetic);
    add_definition("V", "V", eq_.potential);
    if (d_.potential_has_rates) note("V depends on the rates: it is shown at zero rates.");
    const std::vector<std::string>& q = d_.coordinates;
    add(parts_.matrix("M", "mass matrix", eq_.M, q, q));
    add_christoffel();
    add(parts_.matrix("C", "Coriolis and centrifugal terms: C q'", eq_.C, q, q));
    const char* g = eq_.springs_apart ? "gradient of the potential of weights; forces of springs are in Q"
                                      : "gradient of the potential";
    add(parts_.matrix("g", g, eq_.g, q));
    if (any_nonzero(eq_.remaining))
      add(parts_.matrix("r", "terms of moving pivots and rotating frames", eq_.remaining, q));
    add_forces();
    if (eq_.rows.size() > 0) {
      add(parts_.matrix("A", "rows of the constraints: A q' = b, A q'' = c", eq_.rows.A, eq_.rows.names, q));
      if (any_nonzero(eq_.rows.b)) add(parts_.matrix("b", "right side of A q' = b", eq_.rows.b, eq_.rows.names));
      add(parts_.matrix("c", "right side of A q'' = c", eq_.rows.c, eq_.rows.names));
    }
    add_equations();
    add_multipliers();
  }

 private:
  void add(SheetItem item) { form_.items.push_back(std::move(item)); }
  void note(std::string text) { form_.notes.push_back(std::move(text)); }

  void add_definition(std::string latex, std::string name, Expr value) {
    if (written_size({&value, 1}) <= longest_formula)
      add(parts_.definition(std::move(latex), std::move(name), value));
    else
      note("The formula of " + name + " is too long to be written out.");
  }

  void add_christoffel() {
    if (eq_.quasi) return note("C is made from the velocities of the bodies; Mdot - 2C is skew.");
    if (eq_.christoffel.size() > most_christoffel)
      return note(std::to_string(eq_.christoffel.size()) + " Christoffel symbols are not zero; C is made of them.");
    for (const auto& gamma : eq_.christoffel) {
      const auto &i = d_.coordinates[gamma.i], &j = d_.coordinates[gamma.j], &k = d_.coordinates[gamma.k];
      add_definition(christoffel_latex(d_, gamma.i, gamma.j, gamma.k), "Gamma[" + i + "," + j + "," + k + "]",
                     gamma.value);
    }
  }

  void add_forces() {
    if (!d_.has_force) return;
    add(parts_.matrix("Q", "generalized forces", generalized_forces(d_), d_.coordinates));
    const std::string potential = d_.field.potential ? to_text(*d_.field.potential) : "";
    note("The force Q is " + force_field_text(d_.field, potential) + ".");
  }

  /// What the equations consist of.
  std::vector<Expr> written() const {
    std::vector<Expr> list = eq_.M;
    for (const auto* more : {&d_.coriolis, &eq_.g, &eq_.remaining, &eq_.effort, &eq_.applied, &eq_.rows.A})
      list.insert(list.end(), more->begin(), more->end());
    return list;
  }

  void add_equations() {
    const double size = written_size(written());
    const bool by_name = size > long_sheet && !d_.named.empty();
    // Parts count once when they are named.
    if ((by_name ? static_cast<double>(d_.operations_after) : size) > most_written)
      return note("The equations of motion are too long to be written out.");
    std::string text;
    for (std::size_t i = 0; i < eq_.n; ++i) {
      const SheetEquation own = equation(d_.coordinates[i], equation_sides(d_, i), by_name ? named_.all() : NodeName());
      for (const auto* side : {&own.left, &own.right})
        for (const SheetTerm& term : *side) text += term.text + " ";
      add(own);
    }
    for (std::size_t r = 0; r < eq_.rows.size(); ++r) add(equation(eq_.rows.names[r], row_sides(d_, r), {}));
    if (!by_name) return;
    for (const auto& [name, part] : named_.used_in(text))
      add(parts_.definition(latex_name(name), name, part, named_.but(part)));
  }

  SheetEquation equation(const std::string& name, const EquationSides& sides, const NodeName& shown) const {
    SheetEquation result{name, {}, {}};
    for (const auto& [from, to] : {std::pair(&sides.left, &result.left), std::pair(&sides.right, &result.right)})
      for (const EquationTerm& t : *from) {
        const std::vector<SheetTerm> terms = t.unknown.is_one() ? parts_.terms(t.factor, {name}, shown)
                                                                : std::vector<SheetTerm>{with_unknown(t, name, shown)};
        to->insert(to->end(), terms.begin(), terms.end());
      }
    return result;
  }

  /// A product of which the factor may have a name, which it would lose in the product.
  SheetTerm with_unknown(const EquationTerm& t, const std::string& row, const NodeName& shown) const {
    if (!shown || shown(t.factor).empty()) return parts_.whole(t.factor * t.unknown, {row}, shown);
    SheetTerm term = parts_.whole(t.factor * t.unknown, {row});
    term.latex = term_to_latex(t.factor, shown) + " " + to_latex(t.unknown);
    term.text = term_to_text(t.factor, shown) + "*" + to_text(t.unknown);
    return term;
  }

  void add_multipliers() {
    if (!d_.multipliers.why_not.empty()) note(d_.multipliers.why_not);
    for (std::size_t r = 0; r < d_.multipliers.on_rows.size(); ++r)
      add_definition(to_latex(eq_.rows.lambda[r]), "lambda[" + eq_.rows.names[r] + "]", d_.multipliers.on_rows[r]);
    if (!d_.multipliers.on_rows.empty())
      note("The multipliers lambda hold where the constraints do; the constraints exert the forces -A^T lambda.");
    for (const Expr e : d_.multipliers.conditions)
      note("They are divided by " + to_text(e) + ": where that is zero they are 0/0, though the state may be regular.");
  }

  SheetForm& form_;
  const Derivation& d_;
  const LagrangeEquations& eq_;
  SheetParts parts_;
  NamedParts named_;
};

}  // namespace

void fill(SheetForm& form, const Derivation& d, const TermOwners& owners) { DerivationSheet(form, d, owners).fill(); }

}  // namespace alembert
