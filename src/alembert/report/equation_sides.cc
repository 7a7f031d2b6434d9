#include "alembert/report/equation_sides.h"

namespace alembert {

EquationSides equation_sides(const Derivation& d, std::size_t i) {
  EquationSides sides;
  const auto add = [](std::vector<EquationTerm>& list, Expr e) {
    if (!e.is_zero()) list.push_back({e});
  };
  for (std::size_t j = 0; j < d.equations.n; ++j)
    if (const Expr m = d.equations.mass(i, j); !m.is_zero()) sides.left.push_back({m, d.equations.a[j]});
  add(sides.left, d.coriolis[i]);
  add(sides.left, d.equations.g[i]);
  add(sides.left, d.equations.remaining[i]);
  const ConstraintFormulas& rows = d.equations.rows;
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (const Expr factor = rows.jacobian(r, i); !factor.is_zero()) sides.left.push_back({factor, rows.lambda[r]});
  add(sides.right, d.equations.effort[i]);
  add(sides.right, d.equations.applied[i]);
  return sides;
}

EquationSides row_sides(const Derivation& d, std::size_t r) {
  const ConstraintFormulas& rows = d.equations.rows;
  if (r < rows.holonomic()) return {{{rows.phi[r]}}, {}};
  EquationSides sides;
  for (std::size_t j = 0; j < rows.n; ++j)
    if (const Expr factor = rows.jacobian(r, j); !factor.is_zero()) sides.left.push_back({factor, d.equations.v[j]});
  if (!rows.b[r].is_zero()) sides.right.push_back({rows.b[r]});
  return sides;
}

std::string join_terms(const std::vector<EquationTerm>& terms,
                       const std::function<std::string(const EquationTerm&)>& print) {
  std::string text;
  for (const EquationTerm& t : terms) {
    std::string term = print(t);
    if (text.empty()) {
      text = term;
    } else if (term.starts_with('-')) {
      term.erase(0, 1);
      text += " - ";
      text += term;
    } else {
      text += " + ";
      text += term;
    }
  }
  return text.empty() ? "0" : text;
}

}  // namespace alembert
