/// Random rewriting of formulas by identities, for tests that need pairs of equal formulas.
#pragma once
#include "symbolic/formulas.h"

namespace alembert::testing {

/// sin or cos of a sum by the addition theorem, of a double angle, or tan as a quotient; e itself where none applies.
inline Expr rewrite_function(Expr e, Random& random) {
  const Expr a = e.args()[0];
  const bool is_sum = a.op() == Op::sum;
  const Expr first = is_sum ? a.args()[pick(random, a.args().size())] : a / number(2);
  const Expr rest = a - first;
  switch (e.op()) {
    case Op::sin: return sin(first) * cos(rest) + cos(first) * sin(rest);
    case Op::cos: return cos(first) * cos(rest) - sin(first) * sin(rest);
    case Op::tan: return sin(a) / cos(a);
    case Op::exp: return exp(first) * exp(rest);
    case Op::sinh: return (exp(a) - exp(-a)) / number(2);
    case Op::cosh: return cosh(first) * cosh(rest) + sinh(first) * sinh(rest);
    case Op::tanh: return sinh(a) / cosh(a);
    default: return e;
  }
}

/// A product with one of its sums multiplied out.
inline Expr distribute(Expr e) {
  for (const Expr f : e.args()) {
    if (f.op() != Op::sum) continue;
    std::vector<Expr> terms;
    for (const Expr t : f.args()) terms.push_back(t * (e / f));
    return sum(terms);
  }
  return e;
}

/// A square of a sum as the sum of products of its terms with the sum.
inline Expr expand_square(Expr e) {
  const Expr base = e.args()[0];
  if (base.op() != Op::sum || !e.args()[1].is_number() || !(e.args()[1].number() == Rational(2))) return e;
  std::vector<Expr> terms;
  for (const Expr s : base.args())
    for (const Expr t : base.args()) terms.push_back(s * t);
  return sum(terms);
}

/// e written another way: identities applied at random from the arguments up.
inline Expr rewritten(Expr e, Random& random) {
  if (e.is_number() || e.is_symbol()) {
    if (pick(random, 8) != 0) return e;
    const Expr angle = coordinate("b");  // times 1, or plus 0, in disguise
    return pick(random, 2) == 0 ? e * square(sin(angle)) + e * square(cos(angle))
                                : e + square(sin(angle)) * number(2) - number(1) + cos(number(2) * angle);
  }
  std::vector<Expr> args;
  for (const Expr a : e.args()) args.push_back(rewritten(a, random));
  if (e.op() == Op::power) args[1] = e.args()[1];
  const Expr same = build(e.op(), args);
  if (same.is_number() || same.is_symbol() || pick(random, 2) == 0) return same;
  if (same.op() == Op::product) return distribute(same);
  if (same.op() == Op::power) return expand_square(same);
  return same.op() == Op::sum ? same : rewrite_function(same, random);
}

}  // namespace alembert::testing
