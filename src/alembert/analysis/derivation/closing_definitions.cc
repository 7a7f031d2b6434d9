#include "alembert/analysis/derivation/closing_definitions.h"

#include <unordered_set>

#include "alembert/forms/traced/tracer.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

/// The symbol behind "Y", "Y'" or "S.wx".
Expr symbol_of(std::string name) {
  const bool rate = name.ends_with('\'');
  if (rate) name.pop_back();
  return Expr::symbol(name, SymbolKind::coordinate, rate ? 1 : 0);
}

std::vector<Expr> formulas_of(const FormSystem<Expr>& system) {
  std::vector<Expr> all = system.matrix.a;
  all.insert(all.end(), system.right.begin(), system.right.end());
  for (const NamedBlock<Expr>& block : system.blocks) all.insert(all.end(), block.value.a.begin(), block.value.a.end());
  return all;
}

}  // namespace

std::vector<FormDefinition> closing_definitions(const MechanismSetup& setup, const FormSystem<Expr>& system) {
  const Mechanism& model = setup.model;
  std::vector<FormDefinition> result;
  if (model.dependent_coordinates.empty()) return result;
  std::unordered_set<std::uint32_t> used;
  const std::vector<Expr> formulas = formulas_of(system);
  for (const Expr e : Walk(formulas))
    if (e.is_symbol()) used.insert(e.id());
  // [closing] and its number among coordinates, then speeds.
  std::vector<std::pair<Expr, std::size_t>> wanted;
  const std::size_t nq = model.dependent_coordinates.size();
  for (std::size_t k = 0; k < nq + model.dependent_speeds.size(); ++k) {
    const Expr symbol = symbol_of(k < nq ? model.dependent_coordinates[k].name : model.dependent_speeds[k - nq].name);
    if (used.contains(symbol.id())) wanted.emplace_back(symbol, k);
  }
  if (wanted.empty()) return result;
  const TraceInput input = setup.trace_input();
  const Tracer tracer(input);
  SimplifyAllowance allowance;
  for (const auto& [symbol, k] : wanted) {
    const Expr value = k < nq ? tracer.closing().q[k] : tracer.closing().v[k - nq];
    result.push_back({symbol, simplify(value, allowance)});
  }
  return result;
}

}  // namespace alembert
