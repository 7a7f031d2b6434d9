#include "alembert/analysis/written_domain.h"

#include <algorithm>
#include <cmath>

#include "alembert/analysis/form_point.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

/// Every formula of the motion with a domain of its own.
std::vector<const Written*> formulas_with_domains(const Lagrangian& model) {
  std::vector<const Written*> result;
  const auto add = [&](const Written& w) {
    if (w.domain) result.push_back(&w);
  };
  const auto add_if_any = [&](const std::optional<Written>& w) {
    if (w) add(*w);
  };
  for (const auto* energy : {&model.kinetic, &model.potential, &model.lagrangian, &model.dissipation})
    add_if_any(*energy);
  std::ranges::for_each(model.work, add_if_any);
  for (const PointForce& force : model.forces) {
    std::ranges::for_each(force.at, add);
    std::ranges::for_each(force.value, add);
  }
  for (const Constraint& c : model.constraints) add(c.row);
  for (const Output& o : model.outputs) add(o.value);
  return result;
}

/// Whether the state says what all symbols are.
bool follows_from_state(std::span<const Expr> formulas) {
  return std::ranges::all_of(Walk(formulas), [](Expr e) {
    if (!e.is_symbol()) return true;
    return e.kind() == SymbolKind::coordinate ? e.order() <= 1 : !e.name().starts_with("lambda[");
  });
}

}  // namespace

std::vector<Warning> undefined_as_written(const Lagrangian& model, const LagrangeEquations& equations,
                                          const Point& at) {
  const std::vector<const Written*> formulas = formulas_with_domains(model);
  if (formulas.empty()) return {};
  const GraphScope scope(*model.graph);
  const SymbolValues symbols = energy_values(model, equations, at);
  std::vector<Warning> result;
  for (const Written* w : formulas) {
    const std::vector<Expr> parts = w->domain->formulas();
    if (!follows_from_state(parts)) continue;
    std::vector<std::optional<double>> values;
    for (const double x : symbols(parts)) values.push_back(std::isfinite(x) ? std::optional(x) : std::nullopt);
    if (const auto part = w->domain->undefined_part(values))
      result.push_back({"as it is written, the formula has no value at this state: " + to_text(parts[*part]) +
                            " has none; what it simplifies to is used",
                        w->at});
  }
  return result;
}

}  // namespace alembert
