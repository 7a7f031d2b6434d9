#include "alembert/symbolic/substitute.h"

#include <array>
#include <vector>

#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/walk.h"

namespace alembert {

Expr substitute(Expr e, std::span<const Expr> symbols, std::span<const Expr> values) {
  std::uint64_t only = 0;
  for (const Expr s : symbols) only |= Graph::current().node(s.id()).symbols;
  const std::array<Expr, 1> roots{e};
  const Walk walk(roots, only);
  if (!walk.has(e)) return e;
  std::vector<Expr> fresh(walk.begin(), walk.end());
  for (std::size_t i = 0; i < symbols.size(); ++i)
    if (walk.has(symbols[i])) fresh[walk.index(symbols[i])] = values[i];
  std::vector<Expr> args;
  for (std::size_t k = 0; k < walk.size(); ++k) {
    const Expr n = walk[k];
    if (n.is_symbol()) continue;
    args.assign(n.args().begin(), n.args().end());
    bool changed = false;
    for (Expr& a : args) {
      if (!walk.has(a)) continue;
      const Expr b = fresh[walk.index(a)];
      changed = changed || !identical(a, b);
      a = b;
    }
    if (changed) fresh[k] = build(n.op(), args);
  }
  return fresh[walk.index(e)];
}

}  // namespace alembert
