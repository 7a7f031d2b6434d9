/// Constraints that are written as formulas, differentiated.
#pragma once
#include <string>
#include <vector>

#include "alembert/model/lagrangian.h"
#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/simplify.h"

namespace alembert {

/// The rows of all constraints of a system, holonomic ones first, each kind in file order:
///
///   phi(q,t) = 0,    A(q,t) q' = b(q,t),    A q'' = c(q,q',t) = -(Adot q' - bdot)
///
/// A holonomic formula phi has the row A = dphi/dq, b = -dphi/dt. A Pfaffian formula has the coefficients of the rates
/// as its row and b = -(what is left at zero rates). A is the gradient of each formula as it is written, so the
/// multiplier of a row is the force along that gradient: M q'' + ... + A^T lambda = Q.
struct ConstraintFormulas {
  std::size_t n = 0;               ///< columns: coordinates
  std::vector<std::string> names;  ///< [row] of the constraints
  std::vector<Expr> lambda;        ///< [row] a symbol for the multiplier, "lambda[rod]"
  std::vector<Expr> phi;           ///< [holonomic row] zero on the constraint; with `at_start` less its value there
  std::vector<Expr> A;             ///< [row x n] row-major
  std::vector<Expr> b;             ///< [row]
  std::vector<Expr> c;             ///< [row]

  std::size_t size() const { return names.size(); }
  std::size_t holonomic() const { return phi.size(); }
  Expr jacobian(std::size_t row, std::size_t column) const { return A[row * n + column]; }
};

/// The rows, unsimplified, in the model's graph. Throws Error with the constraint's place for what is not a constraint:
/// a formula that no coordinate (Pfaffian: no rate) moves, rates in a holonomic formula, a Pfaffian one that is not
/// linear in the rates, inputs and states, whose rates would be needed.
ConstraintFormulas constraint_formulas(const Lagrangian& model);

/// The rows with every entry simplified, as far as the allowance goes. The model's graph must be the current one.
ConstraintFormulas simplified(const ConstraintFormulas& rows, SimplifyAllowance& allowance);

}  // namespace alembert
