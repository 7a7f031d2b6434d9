/// Powers, roots and inverses in a NormalForm.
#include <algorithm>

#include "alembert/symbolic/normal_form.h"

namespace alembert {
namespace {

constexpr int most_nested_roots = 100;

}  // namespace

Polynomial NormalForm::convert_power(const Polynomial& base, const Polynomial& exponent) {
  if (exponent.is_zero()) return Polynomial(1);
  if (exponent.is_monomial() && exponent.terms().begin()->first.is_one())
    return rational_power(base, exponent.terms().begin()->second);
  if (base.is_zero() || (signs_ != nullptr && signs_of(base) == SignSet::zero())) return power_of_zero(exponent);
  // x^(n + k) = x^n x^k for an integer k, so that neighbouring powers meet.
  Polynomial rest = exponent;
  Polynomial whole(1);
  if (const auto it = exponent.terms().find(Monomial()); it != exponent.terms().end() && it->second.to_int()) {
    rest.add(Monomial(), -it->second);
    whole = integer_power(base, *it->second.to_int());
  }
  if (signs_ != nullptr) {  // x^(a + b) = x^a x^b, where x is positive
    if (want_sign(base, Zero::below) == SignSet::positive())
      return multiply(whole, convert_exp(multiply(rest, log_of_size(base))));
  }
  complete_ = false;
  const Expr meaning = pow(expression(base), expression(rest));
  if (meaning.is_number()) return whole.scaled(meaning.number());
  return multiply(whole, {Monomial(symbol(meaning, Kind::opaque), 1), 1});
}

Polynomial NormalForm::power_of_zero(const Polynomial& exponent) {
  complete_ = false;
  const SignedShape shape = signed_shape_of(expression(exponent));  // 0^(2 a) = 0^a, but 0^(a + 1) is 1 for a = -1
  const Expr meaning = pow(Expr(), scaled(shape.shape, shape.sign));
  return meaning.is_number() ? Polynomial(meaning.number()) : Polynomial(Monomial(symbol(meaning, Kind::opaque), 1), 1);
}

Polynomial NormalForm::rational_power(const Polynomial& base, const Rational& exponent) {
  if (const auto n = exponent.to_int()) return integer_power(base, *n);
  if (base.is_zero()) return exponent.sign() > 0 ? Polynomial() : inverse(base);
  return signs_ != nullptr ? power_for_proof(base, exponent) : power_for_reading(base, exponent);
}

Polynomial NormalForm::power_for_reading(const Polynomial& base, const Rational& exponent) {
  const auto n = exponent.numerator().to_int(), d = exponent.denominator().to_int();
  if (!n || !d || *d > most_root) throw FormTooLarge();
  const bool is_number = base.is_monomial() && base.terms().begin()->first.is_one();
  // Numbers leave the root as far as they do in formulas.
  if (is_number) {
    const Expr value = pow(Expr(base.terms().begin()->second), Expr(exponent));
    const Term term = split_coefficient(value);
    if (value.is_number()) return value.number();
    const Factor f = split_power(term.rest);
    if (!(f.base.number() == base.terms().begin()->second))
      return rational_power(f.base.number(), f.exponent).scaled(term.coefficient);
  }
  // A common positive factor of all terms leaves the root too: sqrt(4 a + 4 b) = 2 sqrt(a + b).
  if (const Rational c = base.content(); !is_number && !c.is_one())
    return multiply(rational_power(c, exponent), rational_power(base.scaled(c.inverse()), exponent));
  return integer_power(root_of(base, static_cast<std::int32_t>(*d)), *n);
}

Polynomial NormalForm::integer_power(const Polynomial& base, std::int64_t exponent) {
  if (exponent < 0) return integer_power(inverse(base), -exponent);
  if (exponent > 4096) throw FormTooLarge();
  Polynomial result(1), square = base;
  for (std::int64_t left = exponent; left > 0; left /= 2) {
    if (left % 2 == 1) result = multiply(result, square);
    if (left > 1) square = multiply(square, square);
  }
  return result;
}

Polynomial NormalForm::inverse(const Polynomial& p, int depth) {
  if (depth > most_nested_roots) throw FormTooLarge();
  if (clear_inverses(p).is_zero() || (signs_ != nullptr && signs_of(p) == SignSet::zero()))
    return undefined();  // nothing may be concluded from it
  if (!p.is_monomial()) {
    Rational c = p.content();
    if (p.sorted().front().second.sign() < 0) c = -c;
    return {Monomial(inverse_of(p.scaled(c.inverse())), 1), c.inverse()};
  }
  const auto& [m, c] = *p.terms().begin();
  return inverse_of_monomial(m, c, depth);
}

Polynomial NormalForm::inverse_of_monomial(const Monomial& m, const Rational& coefficient, int depth) {
  Polynomial result(coefficient.inverse());
  for (const Monomial::Entry& e : m.entries()) {
    const Generator& g = generators_[e.generator];
    switch (g.kind) {
      case Kind::sine:  // s^2 is rewritten, so 1/s needs a generator of its own
        result = multiply(result, {Monomial(inverse_of({Monomial(e.generator, 1), 1}), e.exponent), 1});
        break;
      case Kind::root: {  // 1/r = r^(n-1) / r^n
        const Polynomial up(Monomial(e.generator, g.degree - 1), 1);
        const Polynomial value = g.value;
        result = multiply(result, integer_power(multiply(up, inverse(value, depth + 1)), e.exponent));
        break;
      }
      case Kind::inverse: {
        const Polynomial value = g.value;
        result = multiply(result, integer_power(value, e.exponent));
        break;
      }
      default: result = multiply(result, {Monomial(e.generator, -e.exponent), 1});
    }
  }
  return result;
}

Polynomial NormalForm::clear_inverses(Polynomial p, std::vector<PowerFactor>* cleared_by) {
  // Cross-multiplication, from the newest inverse generator down: its value holds only older ones.
  for (;;) {
    std::int64_t newest = -1;
    std::int32_t most = 0;
    for (const auto& [m, c] : p.terms()) {
      for (const Monomial::Entry& e : m.entries()) {
        if (generators_[e.generator].kind != Kind::inverse || e.generator < newest) continue;
        most = e.generator > newest ? e.exponent : std::max(most, e.exponent);
        newest = e.generator;
      }
    }
    if (newest < 0) return p;
    const auto g = static_cast<std::uint32_t>(newest);
    if (cleared_by != nullptr) cleared_by->push_back({generators_[g].value, most});
    std::vector<Polynomial> powers{Polynomial(1)};
    for (std::int32_t k = 1; k <= most; ++k) powers.push_back(multiply(powers.back(), generators_[g].value));
    Polynomial cleared;
    for (const auto& [m, c] : p.terms()) {
      const Polynomial term(m.with(g, 0), c);
      cleared += multiply(term, powers[static_cast<std::size_t>(most - m.exponent(g))]);
      if (cleared.size() > budget_.terms) throw FormTooLarge();
    }
    check(cleared);
    p = std::move(cleared);
  }
}

}  // namespace alembert
