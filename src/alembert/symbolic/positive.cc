#include "alembert/symbolic/positive.h"

#include <algorithm>

namespace alembert {
namespace {

bool is_even_power(Expr e) {
  if (e.op() != Op::power || !e.args()[1].is_number()) return false;
  const Rational half = e.args()[1].number() * Rational(1, 2);
  return half.is_integer();
}

/// Formulas may be nested deeper than calls can be.
constexpr int deepest = 100;

bool never_negative(Expr e, int depth) {
  if (e.is_number()) return e.number().sign() >= 0;
  if (is_even_power(e) || e.op() == Op::abs || e.op() == Op::exp || e.op() == Op::cosh) return true;
  if ((e.op() != Op::sum && e.op() != Op::product) || depth == deepest) return false;
  return std::ranges::all_of(e.args(), [&](Expr a) { return never_negative(a, depth + 1); });
}

bool always_positive(Expr e, int depth) {
  if (e.is_number()) return e.number().sign() > 0;
  if (e.op() == Op::exp || e.op() == Op::cosh) return true;
  if ((e.op() != Op::sum && e.op() != Op::product) || depth == deepest) return false;
  const auto positive = [&](Expr a) { return always_positive(a, depth + 1); };
  if (e.op() == Op::product) return std::ranges::all_of(e.args(), positive);
  return never_negative(e, depth) && std::ranges::any_of(e.args(), positive);
}

}  // namespace

bool never_negative(Expr e) { return never_negative(e, 0); }
bool always_positive(Expr e) { return always_positive(e, 0); }

}  // namespace alembert
