#include "alembert/analysis/derivation/derivation.h"

#include <algorithm>

#include "alembert/core/progress.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/operations.h"
#include "alembert/symbolic/round_numbers.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/zero_test.h"

namespace alembert {
namespace {

/// Calls use(formula) for every formula of the equations.
template <class Use>
void for_each_formula(LagrangeEquations& eq, const Use& use) {
  for (auto* list :
       {&eq.M, &eq.C, &eq.g, &eq.remaining, &eq.effort, &eq.applied, &eq.rows.phi, &eq.rows.A, &eq.rows.b, &eq.rows.c})
    for (Expr& e : *list) use(e);
  for (LagrangeEquations::Christoffel& gamma : eq.christoffel) use(gamma.value);
  for (Expr* e : {&eq.kinetic, &eq.potential, &eq.conserved, &eq.power}) use(*e);
}

/// Parameters as numbers in formulas.
class PutNumbers {
 public:
  explicit PutNumbers(const Lagrangian& model) {
    const std::vector<double> numbers = parameter_numbers(model);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      symbols_.push_back(model.parameters[i].symbol);
      values_.emplace_back(numbers[i]);
    }
  }
  Expr operator()(Expr e) const { return substitute(e, symbols_, values_); }

 private:
  std::vector<Expr> symbols_, values_;
};

/// What is known of the forces: those of springs have the energy of the springs as their potential.
ForceField field_of(const Lagrangian& model, const LagrangeEquations& eq, bool numeric, std::vector<Expr> force) {
  if (eq.quasi || model.spring_energy.is_zero()) return test_force_field(force, eq.q);
  const Expr springs = numeric ? PutNumbers(model)(model.spring_energy) : model.spring_energy;
  for (std::size_t i = 0; i < eq.n; ++i) {
    force[i] = simplify(force[i] + derivative(springs, eq.q[i]));
    if (proved_zero(force[i])) force[i] = Expr();
  }
  ForceField field = test_force_field(force, eq.q);
  if (field.potential) *field.potential = simplify(*field.potential + springs);
  return field;
}

/// The equations of motion, given without constraints, with the forces A^T lambda, then the rows A q'' = c.
std::vector<Expr> with_rows(std::vector<Expr> list, const LagrangeEquations& eq) {
  for (std::size_t r = 0; r < eq.rows.size(); ++r) {
    std::vector<Expr> row{-eq.rows.c[r]};
    for (std::size_t j = 0; j < eq.n; ++j) {
      list[j] += eq.rows.jacobian(r, j) * eq.rows.lambda[r];
      row.push_back(eq.rows.jacobian(r, j) * eq.a[j]);
    }
    list.push_back(sum(row));
  }
  return list;
}

/// A prefix for named sub-formulas with which no name of the model begins.
std::string free_prefix(const Lagrangian& model) {
  std::string prefix = "e";
  const auto taken = [&](const std::string& name) { return name.starts_with(prefix); };
  const auto clash = [&] {
    return std::ranges::any_of(model.parameters, taken, &Parameter::name) ||
           std::ranges::any_of(model.inputs, taken, &Input::name) ||
           std::ranges::any_of(model.states, taken, &ExtraState::name) ||
           std::ranges::any_of(model.coordinates, taken, &Coordinate::name);
  };
  while (clash()) prefix += "_";
  return prefix;
}

}  // namespace

Derivation derive(const Lagrangian& model, bool numeric) {
  const GraphScope scope(*model.graph);
  return derive(model, derive_lagrange(model), numeric);
}

Derivation derive(const Lagrangian& model, LagrangeEquations derived, bool numeric, std::size_t multiplier_nodes) {
  const GraphScope scope(*model.graph);
  Derivation d;
  d.name = model.name;
  for (const Coordinate& c : model.coordinates) d.coordinates.push_back(c.name);
  d.potential_has_rates = model.potential && std::ranges::any_of(derived.v, [&](Expr rate) {
                            return contains(model.potential->formula, rate);
                          });
  if (numeric) for_each_formula(derived, [&, put = PutNumbers(model)](Expr& e) { e = put(e); });
  d.operations_before = operations(with_rows(derived.residuals(), derived));
  SimplifyAllowance allowance;
  d.equations = simplified(derived, allowance);
  d.coriolis = d.equations.coriolis();
  for (Expr& e : d.coriolis) e = simplify(e, allowance);
  LagrangeEquations& eq = d.equations;
  report_progress("formulas of multipliers", 0, 0);
  d.multipliers = multiplier_formulas(eq, multiplier_nodes);
  // Numbers with dozens of digits, products of measured ones, as decimals.
  std::vector<Expr*> formulas;
  for_each_formula(eq, [&](Expr& e) { formulas.push_back(&e); });
  for (auto* list : {&d.coriolis, &d.multipliers.values, &d.multipliers.on_rows})
    for (Expr& e : *list) formulas.push_back(&e);
  round_numbers(formulas);

  report_progress("repeated parts", 0, 0);
  // What the equations consist of when they are written out.
  std::vector<Expr> written = eq.M;
  for (const auto* list : {&d.coriolis, &eq.g, &eq.remaining, &eq.effort, &eq.applied, &eq.rows.A})
    written.insert(written.end(), list->begin(), list->end());
  std::vector<Expr> total;
  for (std::size_t i = 0; i < eq.n; ++i) {
    std::vector<Expr> terms{d.coriolis[i], eq.g[i], eq.remaining[i], -eq.effort[i], -eq.applied[i]};
    for (std::size_t j = 0; j < eq.n; ++j) terms.push_back(eq.mass(i, j) * eq.a[j]);
    total.push_back(sum(terms));
  }
  d.operations_after = operations(with_rows(std::move(total), eq));
  constexpr std::size_t least_operations = 2;
  d.named = repeated_parts(written, least_operations, free_prefix(model));

  std::vector<Expr> force;
  for (std::size_t i = 0; i < eq.n; ++i) force.push_back(eq.effort[i] + eq.applied[i]);
  d.has_force = any_nonzero(force);
  if (d.has_force) d.field = field_of(model, eq, numeric, std::move(force));
  return d;
}

}  // namespace alembert
