/// One-forms with formulas as coefficients: row reduction and the derived flag.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// Thrown where a decision could not be made exactly.
struct NotExact {
  std::string why;
};

/// Is a formula zero? Proved by normal form or refuted by a witness; anything else throws NotExact. So does work beyond
/// a budget.
class ExactZero {
 public:
  bool operator()(Expr e);
  /// e is not zero, and what is found next holds only where it has a value other than zero.
  void divide_by(Expr e) { divisors_.push_back(e); }
  const std::vector<Expr>& divisors() const { return divisors_; }

 private:
  int asked_ = 0;
  std::vector<Expr> divisors_;
};

/// Forms dx[pivot] - sum coefficient dx[free], one for each pivot: the reduced row echelon form of a set of forms.
struct ReducedForms {
  std::vector<std::size_t> pivot;
  std::vector<std::size_t> free;  ///< the other coordinates, ascending
  std::vector<Expr> coefficient;  ///< [pivot x free] row-major
};

/// Reduces rows [m x n] over the coordinates x, of which the last (time) is never a pivot. Throws NotExact where rows
/// contradict each other: 0 = b.
ReducedForms reduced_forms(std::span<const Expr> x, std::span<const Expr> rows, ExactZero& zero);

/// The largest subset of combinations of the forms that is closed under exterior differentiation, modulo itself.
ReducedForms integrable_part(std::span<const Expr> x, ReducedForms forms, ExactZero& zero);

/// Is the row [n] a combination of the forms?
bool depends(std::span<const Expr> row, const ReducedForms& forms, ExactZero& zero);

}  // namespace alembert
