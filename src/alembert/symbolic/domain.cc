#include "alembert/symbolic/domain.h"

#include <algorithm>
#include <array>

#include "alembert/core/index.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/walk.h"

namespace alembert {

void Domain::add(const Domain& other, int scope) {
  const int first = static_cast<int>(scopes.size());
  const auto moved = [&](int inner) { return inner == everywhere ? scope : first + inner; };
  for (const Scope& s : other.scopes) scopes.push_back({moved(s.outer), s.condition, s.holds});
  for (const Part& p : other.parts) parts.push_back({p.value, moved(p.scope)});
}

std::vector<Expr> Domain::formulas() const {
  std::vector<Expr> result;
  for (const Part& p : parts) result.push_back(p.value);
  for (const Scope& s : scopes) result.push_back(s.condition);
  return result;
}

std::optional<std::size_t> Domain::undefined_part(std::span<const std::optional<double>> values) const {
  std::vector<bool> counts(scopes.size()), known(scopes.size());
  for (std::size_t i = 0; i < scopes.size(); ++i) {
    const Scope& s = scopes[i];
    const std::optional<double>& condition = values[parts.size() + i];
    const bool outer_known = s.outer == everywhere || known[index(s.outer)];
    counts[i] = s.outer == everywhere || counts[index(s.outer)];
    known[i] = outer_known && (condition.has_value() || !counts[i]);
    if (counts[i] && condition) counts[i] = (*condition != 0.0) == s.holds;
  }
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const int scope = parts[i].scope;
    if (scope != everywhere && !counts[index(scope)]) continue;
    if (!values[i] || (scope != everywhere && !known[index(scope)])) return i;
  }
  return {};
}

std::vector<Expr> Domain::unconditional() const {
  std::vector<Expr> result;
  for (const Part& p : parts)
    if (p.scope == everywhere) result.push_back(p.value);
  return result;
}

Domain Domain::substituted(std::span<const Expr> symbols, std::span<const Expr> values) const {
  Domain result = *this;
  for (Part& p : result.parts) p.value = substitute(p.value, symbols, values);
  for (Scope& s : result.scopes) s.condition = substitute(s.condition, symbols, values);
  return result;
}

Domain Domain::dropped_from(Expr formula) const {
  const Walk walk(std::array{formula});
  if (std::ranges::any_of(walk, [](Expr e) { return e.op() == Op::select; })) return *this;
  Domain result = *this;
  std::erase_if(result.parts, [&](const Part& p) { return walk.has(p.value); });
  if (result.parts.empty()) result.scopes.clear();
  return result;
}

}  // namespace alembert
