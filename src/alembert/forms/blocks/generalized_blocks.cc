#include "alembert/forms/blocks/generalized_blocks.h"

#include "alembert/symbolic/print.h"

namespace alembert {

Blocks<Expr> generalized_blocks(const LagrangeEquations& equations, const std::vector<std::string>& names) {
  Blocks<Expr> blocks;
  blocks.n = static_cast<int>(equations.n);
  blocks.m = static_cast<int>(equations.rows.size());
  blocks.coordinates = names;
  blocks.rows = equations.rows.names;
  blocks.M = Dense<Expr>(blocks.n, blocks.n);
  blocks.M.a = equations.M;
  blocks.Cq = Dense<Expr>(blocks.m, blocks.n);
  blocks.Cq.a = equations.rows.A;
  blocks.Qd = equations.rows.c;
  blocks.a = equations.a;
  const std::vector<Expr> coriolis = equations.coriolis();
  for (std::size_t i = 0; i < equations.n; ++i) {
    blocks.accelerations.push_back(to_text(equations.a[i]));
    const std::vector<Expr> terms{equations.effort[i], equations.applied[i], -coriolis[i], -equations.g[i],
                                  -equations.remaining[i]};
    blocks.Qe.push_back(tidy(sum(terms)));
  }
  for (std::vector<Expr>* list : {&blocks.M.a, &blocks.Cq.a, &blocks.Qd})
    for (Expr& e : *list) e = tidy(e);
  return blocks;
}

}  // namespace alembert
