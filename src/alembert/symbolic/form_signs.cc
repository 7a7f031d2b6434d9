/// Absolute values, signs, minima and conditions in a NormalForm. In proofs they follow the signs that are known.
#include <algorithm>

#include "alembert/symbolic/normal_form.h"

namespace alembert {

Polynomial NormalForm::convert_abs(const Polynomial& a) {
  if (signs_ == nullptr || a.is_zero()) return abs_of_sum(a);
  const Factors factors = factors_of(a);
  Polynomial result(factors.coefficient.abs());
  for (const PowerFactor& factor : factors.list) {
    const Polynomial& f = factor.base;
    const std::int64_t power = factor.exponent;
    const bool generator = f.is_monomial() && f.terms().begin()->first.entries().size() == 1;
    const auto size = [&] {
      return generator ? abs_of_generator(f.terms().begin()->first.entries()[0].generator) : abs_of_sum(f);
    };
    result = multiply(result, integer_power(power % 2 == 0 ? f : size(), power));
  }
  return result;
}

Polynomial NormalForm::abs_of_generator(std::uint32_t g) {
  const Polynomial p(Monomial(g, 1), 1);
  const SignSet signs = signs_of(g);
  if (!signs.may_be_negative()) return p;
  if (!signs.may_be_positive()) return p.scaled(-1);
  if (generators_[g].kind == Kind::inverse) {
    const Polynomial value = generators_[g].value;
    return inverse(convert_abs(value));
  }
  note_open(generators_[g].meaning, Zero::anywhere);
  return abs_of_sum(p);
}

Polynomial NormalForm::abs_of_sum(const Polynomial& a) {
  if (a.is_zero()) return {};
  if (signs_ != nullptr) {
    const SignSet signs = want_sign(a, Zero::anywhere);
    if (!signs.may_be_negative()) return a;
    if (!signs.may_be_positive()) return a.scaled(-1);
  }
  const Expr meaning = abs(expression(a));
  if (meaning.is_number()) return meaning.number();
  const Term term = split_coefficient(meaning);
  const Polynomial square = multiply(a, a).scaled((term.coefficient * term.coefficient).inverse());
  const std::uint32_t g = symbol(term.rest, Kind::root);
  generators_[g].degree = 2;
  generators_[g].value = square;
  complete_ = false;
  return {Monomial(g, 1), term.coefficient};
}

Polynomial NormalForm::convert_sign(const Polynomial& a, std::span<const Polynomial* const> args) {
  const auto sign = want_sign(a, Zero::apart).only();
  return sign ? Polynomial(*sign) : opaque(Op::sign, args);
}

Polynomial NormalForm::convert_extremum(const Polynomial& a, const Polynomial& b, int side) {
  Polynomial difference = a, result = a;
  difference += b.scaled(-1);
  result += b;
  result += convert_abs(difference).scaled(side);
  return result.scaled(Rational(1, 2));
}

Polynomial NormalForm::convert_condition(Op op, std::span<const Polynomial* const> args) {
  Polynomial rise = *args[1];
  rise += args[0]->scaled(-1);
  const SignSet signs = want_sign(rise, op == Op::less ? Zero::below : Zero::above);
  if (op == Op::less && signs == SignSet::positive()) return Polynomial(1);
  if (op == Op::less && !signs.may_be_positive()) return {};
  if (op == Op::less_equal && !signs.may_be_negative()) return Polynomial(1);
  if (op == Op::less_equal && signs == SignSet::negative()) return {};
  return opaque(op, args);
}

Polynomial NormalForm::convert_select(std::span<const Polynomial* const> args) {
  const Polynomial& condition = *args[0];
  if (condition.is_zero()) return *args[2];
  if (condition == Polynomial(1)) return *args[1];
  return opaque(Op::select, args);
}

SignSet NormalForm::signs_of(std::uint32_t generator) const {
  const Generator& g = generators_[generator];
  switch (g.kind) {
    case Kind::exponential: return SignSet::positive();
    case Kind::root: {
      const SignSet inside = signs_of(g.value);
      if (!inside.may_be_positive()) return SignSet::zero();
      return inside.may_be_zero() ? SignSet::not_negative() : SignSet::positive();
    }
    case Kind::inverse: return signs_of(g.value).without_zero();
    default: break;
  }
  return identical(g.meaning, Expr::pi()) ? SignSet::positive() : signs_->of(g.meaning);
}

SignSet NormalForm::signs_of(const Polynomial& p) const {
  const SignSet said = p.is_monomial() ? SignSet::any() : signs_->of(expression(p));
  if (said.only()) return said;
  SignSet total = SignSet::zero();
  for (const auto& [m, c] : p.terms()) {
    SignSet term = SignSet::of(c.sign());
    for (const Monomial::Entry& e : m.entries()) {
      const SignSet signs = signs_of(e.generator);
      term = term * (e.exponent % 2 == 0 ? signs.squared() : signs);
    }
    total = total + term;
    if (total == SignSet::any()) break;
  }
  return total & said;
}

SignSet NormalForm::want_sign(const Polynomial& p, Zero zero) {
  const SignSet signs = signs_of(p);
  if (cases_of(signs, zero).size() < 2) return signs;
  if (!p.is_monomial()) {
    note_open(expression(p), zero);
    return signs;
  }
  const auto& [m, c] = *p.terms().begin();
  const bool single = m.entries().size() == 1, of_both_signs = signs.may_be_negative() && signs.may_be_positive();
  for (const Monomial::Entry& e : m.entries()) {  // the sign of a product follows from those of its factors
    const bool even = e.exponent % 2 == 0;
    if (single)
      note_open_generator(e.generator, even ? Zero::apart : c.sign() < 0 ? mirrored(zero) : zero);
    else if (!of_both_signs || !even)
      note_open_generator(e.generator, of_both_signs ? Zero::anywhere : Zero::apart);
  }
  return signs;
}

void NormalForm::note_open_generator(std::uint32_t generator, Zero zero) {
  const Generator& g = generators_[generator];
  if (cases_of(signs_of(generator), zero).size() < 2) return;
  if (g.kind == Kind::inverse)
    want_sign(g.value, Zero::anywhere);
  else if (g.kind == Kind::root)
    want_sign(g.value, Zero::below);
  else
    note_open(g.meaning, zero);
}

void NormalForm::note_open(Expr of, Zero zero) {
  const SignedShape shape = signed_shape_of(of);
  if (shape.sign < 0) zero = mirrored(zero);
  const auto known = std::ranges::find_if(open_signs_, [&](const OpenSign& o) { return identical(o.of, shape.shape); });
  if (known == open_signs_.end())
    open_signs_.push_back({shape.shape, zero});
  else if (known->zero == Zero::anywhere)
    known->zero = zero;
  else if (zero != Zero::anywhere && zero != known->zero)
    known->zero = Zero::apart;
}

}  // namespace alembert
