#include "alembert/forms/energies/constraint_rows.h"

#include <algorithm>
#include <array>

#include "alembert/core/error.h"
#include "alembert/core/progress.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/walk.h"
#include "alembert/symbolic/zero_test.h"

namespace alembert {
namespace {

std::string named(const Constraint& constraint) { return "constraint '" + constraint.name + "'"; }

/// The rates of what a row holds are needed twice (holonomic) or once, and those of inputs and states are not known.
void refuse_driven(const Constraint& constraint) {
  for (const Expr e : Walk(std::array<Expr, 1>{constraint.row.formula})) {
    if (!e.is_symbol() || (e.kind() != SymbolKind::input && e.kind() != SymbolKind::state)) continue;
    throw Error(Error::Code::unsupported,
                named(constraint) + " holds '" + e.name() + "', so that its rate would be needed, which is not known",
                constraint.row.at, "write the motion as an expression in t instead of an input or a state");
  }
}

void refuse_motion(const Constraint& constraint, std::span<const Expr> symbols, const char* kind, const char* hint) {
  for (const Expr s : symbols)
    if (contains(constraint.row.formula, s))
      throw Error(Error::Code::bad_value, named(constraint) + " " + kind + " " + to_text(s), constraint.row.at, hint);
}

/// Error when the whole row of A is zero.
void refuse_empty(const Constraint& constraint, std::span<const Expr> row) {
  const bool empty = std::ranges::all_of(row, [](Expr e) { return e.is_zero() || simplify(e).is_zero(); });
  if (!empty) return;
  throw Error(Error::Code::bad_value,
              named(constraint) + (constraint.pfaffian ? ": no rate is in it" : ": no coordinate changes it"),
              constraint.row.at,
              constraint.pfaffian ? "a Pfaffian constraint is linear in the rates, such as \"x' - r*phi'\""
                                  : "a holonomic constraint is a formula in coordinates, such as \"x^2 + y^2 - l^2\"");
}

class RowsOf {
 public:
  explicit RowsOf(const Lagrangian& model)
      : model_(model), q_(positions(model)), v_(rates(model)), a_(accelerations(model)), zeros_(q_.size()) {
    rows_.n = q_.size();
  }

  ConstraintFormulas all() {
    for (const Constraint& c : model_.constraints)
      if (!c.pfaffian) add_holonomic(c);
    for (const Constraint& c : model_.constraints)
      if (c.pfaffian) add_pfaffian(c);
    return std::move(rows_);
  }

 private:
  void add_holonomic(const Constraint& constraint) {
    refuse_driven(constraint);
    for (const std::vector<Expr>* rates : {&v_, &a_})
      refuse_motion(constraint, *rates, "is holonomic and holds the rate",
                    "a condition on rates is pfaffian = \"...\"");
    const Expr phi = constraint.row.formula;
    rows_.phi.push_back(constraint.at_start ? phi - at_start(phi) : phi);
    add(constraint, gradient(phi, q_), -derivative(phi, Expr::time()));
  }

  void add_pfaffian(const Constraint& constraint) {
    refuse_driven(constraint);
    refuse_motion(constraint, a_, "holds the acceleration", "a Pfaffian constraint is linear in the rates");
    const Expr row = constraint.row.formula;
    std::vector<Expr> coefficients = gradient(row, v_);
    for (Expr& e : coefficients) e = substitute(e, v_, zeros_);
    const Expr rest = substitute(row, v_, zeros_);
    if (!constraint.derived) refuse_nonlinear(constraint, coefficients, rest);
    add(constraint, std::move(coefficients), -rest);
  }

  /// Derivatives hide kinks and jumps (|x'|, sign(x')): compares the formula itself with its linear part.
  void refuse_nonlinear(const Constraint& constraint, std::span<const Expr> coefficients, Expr rest) const {
    std::vector<Expr> linear{rest};
    for (std::size_t j = 0; j < rows_.n; ++j) linear.push_back(coefficients[j] * v_[j]);
    const Verdict verdict = compare_values(constraint.row.formula, sum(linear)).verdict;
    if (verdict != Verdict::proved && verdict != Verdict::probable)
      throw Error(Error::Code::bad_value, named(constraint) + " is not linear in the rates", constraint.row.at,
                  "a Pfaffian constraint reads A(q) q' = b(q, t), such as \"sin(th)*x' - cos(th)*y'\"");
  }

  void add(const Constraint& constraint, std::vector<Expr> row, Expr b) {
    if (!constraint.derived) refuse_empty(constraint, row);
    // d/dt (A q' - b) with q'' held at zero.
    std::vector<Expr> terms{-b};
    for (std::size_t j = 0; j < rows_.n; ++j) terms.push_back(row[j] * v_[j]);
    const Expr excess = sum(terms);
    const std::vector<Expr> slopes = gradient(excess, q_);
    std::vector<Expr> rate{derivative(excess, Expr::time())};
    for (std::size_t j = 0; j < rows_.n; ++j) rate.push_back(slopes[j] * v_[j]);
    rows_.c.push_back(-sum(rate));
    rows_.b.push_back(b);
    rows_.A.insert(rows_.A.end(), row.begin(), row.end());
    rows_.names.push_back(constraint.name);
    rows_.lambda.push_back(multiplier_symbol(constraint.name));
  }

  /// A formula in coordinates and t as it is at the start that the model gives.
  Expr at_start(Expr e) const {
    std::vector<Expr> symbols = q_, values;
    for (const Coordinate& c : model_.coordinates) values.push_back(c.start);
    symbols.push_back(Expr::time());
    values.emplace_back();
    return substitute(e, symbols, values);
  }

  const Lagrangian& model_;
  std::vector<Expr> q_, v_, a_, zeros_;
  ConstraintFormulas rows_;
};

}  // namespace

ConstraintFormulas constraint_formulas(const Lagrangian& model) {
  const GraphScope scope(*model.graph);
  return RowsOf(model).all();
}

ConstraintFormulas simplified(const ConstraintFormulas& rows, SimplifyAllowance& allowance) {
  ConstraintFormulas result = rows;
  const std::size_t total = rows.phi.size() + rows.A.size() + rows.b.size() + rows.c.size();
  std::size_t done = 0;
  for (auto* list : {&result.phi, &result.A, &result.b, &result.c})
    for (Expr& e : *list) {
      e = simplify(e, allowance);
      report_progress("simplified formulas of constraints", ++done, total);
    }
  return result;
}

}  // namespace alembert
