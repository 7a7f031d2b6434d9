#include "alembert/analysis/force_field.h"

#include <algorithm>

#include "alembert/symbolic/antiderivative.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/walk.h"
#include "alembert/symbolic/zero_test.h"

namespace alembert {
namespace {

/// A symbol that a field of q must not hold, if there is one.
std::optional<Expr> foreign_symbol(std::span<const Expr> force) {
  for (const Expr e : Walk(force)) {
    if (!e.is_symbol()) continue;
    const SymbolKind kind = e.kind();
    const bool position = kind == SymbolKind::coordinate && e.order() == 0;
    if (!position && kind != SymbolKind::parameter && kind != SymbolKind::constant) return e;
  }
  return {};
}

}  // namespace

/// One coordinate after the other: what is left of F_i must not hold the earlier coordinates.
std::optional<Expr> find_potential(std::span<const Expr> force, std::span<const Expr> q) {
  Expr V;
  for (std::size_t i = 0; i < q.size(); ++i) {
    const Expr left = simplify(force[i] + derivative(V, q[i]));
    for (std::size_t j = 0; j < i; ++j)
      if (contains(left, q[j])) return {};
    const std::optional<Expr> part = antiderivative(left, q[i]);
    if (!part) return {};
    V -= *part;
  }
  V = simplify(V);
  for (std::size_t i = 0; i < q.size(); ++i)
    if (!proved_zero(force[i] + derivative(V, q[i]))) return {};
  return V;
}

ForceField test_force_field(std::span<const Expr> force, std::span<const Expr> q) {
  ForceField field;
  if (const auto foreign = foreign_symbol(force)) {
    field.verdict = ForceField::Verdict::not_a_field;
    field.note = "depends on " + to_text(*foreign);
    return field;
  }
  bool proved = true;
  for (std::size_t i = 0; i < q.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Comparison curl = compare_values(derivative(force[i], q[j]), derivative(force[j], q[i]));
      if (curl.verdict == Verdict::proved) continue;
      proved = false;
      if (curl.verdict != Verdict::refuted) continue;
      field.verdict = ForceField::Verdict::not_conservative;
      field.note = "d(force of " + to_text(q[i]) + ")/d" + to_text(q[j]) + " differs from d(force of " + to_text(q[j]) +
                   ")/d" + to_text(q[i]);
      return field;
    }
  if (proved) field.verdict = ForceField::Verdict::conservative;
  field.potential = find_potential(force, q);
  if (field.potential) field.verdict = ForceField::Verdict::conservative;
  if (!field.potential) field.note = "no potential found in closed form";
  return field;
}

}  // namespace alembert
