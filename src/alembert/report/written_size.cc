#include "alembert/report/written_size.h"

#include <vector>

#include "alembert/symbolic/walk.h"

namespace alembert {

double written_size(std::span<const Expr> formulas) {
  const Walk walk(formulas);
  std::vector<double> size(walk.size(), 1.0);
  for (std::size_t k = 0; k < walk.size(); ++k)
    for (const Expr a : walk[k].args()) size[k] += size[walk.index(a)];
  double total = 0.0;
  for (const Expr e : formulas) total += size[walk.index(e)];
  return total;
}

}  // namespace alembert
