#include "alembert/symbolic/round_numbers.h"

#include <cmath>
#include <vector>

#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

constexpr std::size_t most_digits = 18;

Expr rounded(Expr number) {
  if (number.number().text().size() <= most_digits) return number;
  const double value = number.number().to_double();
  const bool in_range = std::isfinite(value) && std::abs(value) > 1e-290;
  return in_range ? Expr(Rational::from_double(value)) : number;
}

}  // namespace

void round_numbers(std::span<Expr* const> formulas) {
  std::vector<Expr> roots;
  roots.reserve(formulas.size());
  for (const Expr* e : formulas) roots.push_back(*e);
  const Walk walk(roots);
  std::vector<Expr> fresh(walk.begin(), walk.end());
  std::vector<Expr> args;
  for (std::size_t k = 0; k < walk.size(); ++k) {
    const Expr n = walk[k];
    if (n.is_symbol()) continue;
    if (n.is_number()) {
      fresh[k] = rounded(n);
      continue;
    }
    args.clear();
    bool changed = false;
    for (const Expr a : n.args()) {
      args.push_back(fresh[walk.index(a)]);
      changed = changed || !identical(a, args.back());
    }
    if (changed) fresh[k] = build(n.op(), args);
  }
  for (Expr* e : formulas) *e = fresh[walk.index(*e)];
}

}  // namespace alembert
