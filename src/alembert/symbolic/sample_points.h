/// Points at which formulas are compared by value.
#pragma once
#include <span>
#include <vector>

#include "alembert/core/random.h"
#include "alembert/symbolic/expr.h"

namespace alembert {

/// Values for all symbols of some formulas, the same ones each time. The first point is the model's own (Graph's
/// values, as far as they are known); of four that follow, one keeps the model's parameters, one lies near the model's
/// own, one has positive parameters, and one has any signs. Numbers are short fractions: easy to print, exact to check.
class SamplePoints {
 public:
  explicit SamplePoints(std::span<const Expr> formulas);

  const std::vector<Expr>& symbols() const { return symbols_; }
  bool model_is_known() const { return model_is_known_; }
  std::vector<Rational> next();

 private:
  Rational value(Expr symbol);

  std::vector<Expr> symbols_;
  bool model_is_known_ = false;
  Random random_{20240229};
  std::size_t point_ = 0;
};

}  // namespace alembert
