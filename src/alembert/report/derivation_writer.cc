#include "alembert/report/derivation_report.h"

namespace alembert {

std::vector<Expr> generalized_forces(const Derivation& d) {
  std::vector<Expr> force;
  for (std::size_t i = 0; i < d.equations.n; ++i) force.push_back(d.equations.effort[i] + d.equations.applied[i]);
  return force;
}

FormulaWriter derivation_writer(const Derivation& d, Writing writing) {
  const LagrangeEquations& eq = d.equations;
  const ConstraintFormulas& rows = eq.rows;
  std::vector<Expr> formulas{eq.kinetic, eq.potential};
  const auto add = [&](const std::vector<Expr>& list) { formulas.insert(formulas.end(), list.begin(), list.end()); };
  for (const auto* list : {&eq.M, &eq.C, &d.coriolis, &eq.g, &eq.remaining, &eq.effort, &eq.applied, &rows.phi, &rows.A,
                           &rows.b, &rows.c, &d.multipliers.values, &d.multipliers.on_rows, &d.multipliers.conditions})
    add(*list);
  for (const LagrangeEquations::Christoffel& gamma : eq.christoffel) formulas.push_back(gamma.value);
  if (d.has_force) add(generalized_forces(d));
  if (d.field.potential) formulas.push_back(*d.field.potential);
  return {std::move(formulas), d.coordinates, writing};
}

}  // namespace alembert
