#include "alembert/symbolic/domain.h"

#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "alembert/core/index.h"
#include "alembert/symbolic/substitute.h"

namespace alembert {

void Domain::add(const Domain& other, int scope) {
  // What is used twice is kept once: of names that use names that use names nothing else would be small.
  std::map<std::tuple<int, std::uint32_t, bool>, int> known_scopes;
  for (std::size_t i = 0; i < scopes.size(); ++i)
    known_scopes.try_emplace({scopes[i].outer, scopes[i].condition.id(), scopes[i].holds}, static_cast<int>(i));
  std::set<std::pair<int, std::uint32_t>> known_parts;
  for (const Part& p : parts) known_parts.emplace(p.scope, p.value.id());
  std::vector<int> place;  // [scope of other]
  const auto moved = [&](int inner) { return inner == everywhere ? scope : place[index(inner)]; };
  for (const Scope& s : other.scopes) {
    const int next = static_cast<int>(scopes.size());
    const auto [known, is_new] = known_scopes.try_emplace({moved(s.outer), s.condition.id(), s.holds}, next);
    if (is_new) scopes.push_back({moved(s.outer), s.condition, s.holds});
    place.push_back(known->second);
  }
  for (const Part& p : other.parts)
    if (known_parts.emplace(moved(p.scope), p.value.id()).second) parts.push_back({p.value, moved(p.scope)});
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

}  // namespace alembert
