#include "alembert/analysis/derivation.h"

#include <algorithm>

#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/operations.h"
#include "alembert/symbolic/round_numbers.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/substitute.h"

namespace alembert {
namespace {

/// Parameters as numbers in every formula.
void put_numbers(LagrangeEquations& eq, const Lagrangian& model) {
  std::vector<Expr> symbols, values;
  const std::vector<double> numbers = parameter_numbers(model);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    symbols.push_back(model.parameters[i].symbol);
    values.emplace_back(numbers[i]);
  }
  const auto put = [&](Expr& e) { e = substitute(e, symbols, values); };
  for (auto* list : {&eq.M, &eq.C, &eq.g, &eq.remaining, &eq.effort, &eq.applied})
    for (Expr& e : *list) put(e);
  for (LagrangeEquations::Christoffel& gamma : eq.christoffel) put(gamma.value);
  for (Expr* e : {&eq.kinetic, &eq.potential, &eq.conserved, &eq.power}) put(*e);
}

/// Numbers with dozens of digits, products of measured ones, as decimals.
void round_all(LagrangeEquations& eq) {
  for (auto* list : {&eq.M, &eq.C, &eq.g, &eq.remaining, &eq.effort, &eq.applied})
    for (Expr& e : *list) e = round_numbers(e);
  for (LagrangeEquations::Christoffel& gamma : eq.christoffel) gamma.value = round_numbers(gamma.value);
  for (Expr* e : {&eq.kinetic, &eq.potential, &eq.conserved, &eq.power}) *e = round_numbers(*e);
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

Derivation derive(const Lagrangian& model, LagrangeEquations derived, bool numeric) {
  const GraphScope scope(*model.graph);
  Derivation d;
  d.name = model.name;
  for (const Coordinate& c : model.coordinates) d.coordinates.push_back(c.name);
  d.potential_has_rates = model.potential && std::ranges::any_of(derived.v, [&](Expr rate) {
                            return contains(model.potential->formula, rate);
                          });
  if (numeric) put_numbers(derived, model);
  d.operations_before = operations(derived.residuals());
  d.equations = simplified(derived);
  d.coriolis = d.equations.coriolis();
  for (Expr& e : d.coriolis) e = simplify(e);
  LagrangeEquations& eq = d.equations;
  round_all(eq);
  for (Expr& e : d.coriolis) e = round_numbers(e);

  // What the equations consist of when they are written out.
  std::vector<Expr> written = eq.M;
  for (const auto* list : {&d.coriolis, &eq.g, &eq.remaining, &eq.effort, &eq.applied})
    written.insert(written.end(), list->begin(), list->end());
  std::vector<Expr> total;
  for (std::size_t i = 0; i < eq.n; ++i) {
    std::vector<Expr> terms{d.coriolis[i], eq.g[i], eq.remaining[i], -eq.effort[i], -eq.applied[i]};
    for (std::size_t j = 0; j < eq.n; ++j) terms.push_back(eq.mass(i, j) * eq.a[j]);
    total.push_back(sum(terms));
  }
  d.operations_after = operations(total);
  constexpr std::size_t least_operations = 2;
  d.named = repeated_parts(written, least_operations, free_prefix(model));

  std::vector<Expr> force;
  for (std::size_t i = 0; i < eq.n; ++i) force.push_back(eq.effort[i] + eq.applied[i]);
  d.has_force = std::ranges::any_of(force, [](Expr e) { return !e.is_zero(); });
  if (d.has_force) d.field = test_force_field(force, eq.q);
  return d;
}

}  // namespace alembert
