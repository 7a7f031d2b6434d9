/// Inverse functions and logarithms in a NormalForm for proofs: their sines, cosines and exponentials are worked out.
#include <algorithm>

#include "alembert/symbolic/normal_form.h"
#include "alembert/symbolic/small_primes.h"

namespace alembert {

Polynomial NormalForm::convert_inverse_function(Op op, std::span<const Polynomial* const> args) {
  if (op == Op::acos) {  // pi/2 - asin u
    Polynomial result(Monomial(symbol(Expr::pi(), Kind::symbol), 1), Rational(1, 2));
    result += convert_inverse_function(Op::asin, args).scaled(-1);
    return result;
  }
  const Polynomial result = opaque(op, args);
  if (!result.is_monomial()) return result;
  const auto& [m, c] = *result.terms().begin();
  if (m.entries().size() != 1) return result;
  Generator& g = generators_[m.entries()[0].generator];
  if (g.meaning.op() == op) g.arguments = {args[0]->scaled(c.sign())};  // both are odd
  return result;
}

Polynomial NormalForm::convert_atan2(const Polynomial& y, const Polynomial& x,
                                     std::span<const Polynomial* const> args) {
  if (signs_of(x) == SignSet::zero()) {  // a quarter of a turn to either side, and 0 at the origin
    const Polynomial* const argument = &y;
    const Polynomial quarter(Monomial(symbol(Expr::pi(), Kind::symbol), 1), Rational(1, 2));
    return multiply(convert_sign(y, {&argument, 1}), quarter);
  }
  if (want_sign(x, Zero::below) == SignSet::positive()) {
    const Polynomial ratio = multiply(y, inverse(x));
    const Polynomial* const argument = &ratio;
    return convert_inverse_function(Op::atan, {&argument, 1});
  }
  if (const Rational common = Rational::gcd(y.content(), x.content()); !common.is_zero() && !common.is_one()) {
    const Polynomial up = y.scaled(common.inverse()), along = x.scaled(common.inverse());
    const std::array<const Polynomial*, 2> shorter{&up, &along};
    return convert_atan2(up, along, shorter);
  }
  const Polynomial result = opaque(Op::atan2, args);
  Generator& g = generators_[result.terms().begin()->first.entries()[0].generator];
  if (g.meaning.op() == Op::atan2) g.arguments = {y, x};
  return result;
}

bool NormalForm::off_origin(const Polynomial& y, const Polynomial& x) {
  Polynomial sum = multiply(y, y);
  sum += multiply(x, x);
  return signs_of(sum) == SignSet::positive() || !want_sign(x, Zero::apart).may_be_zero();
}

std::pair<Polynomial, Polynomial> NormalForm::sine_cosine_of(std::uint32_t g) {
  const Op op = generators_[g].meaning.op();
  const std::vector<Polynomial> arguments = generators_[g].arguments;
  const auto square = [&](std::size_t i) { return multiply(arguments[i], arguments[i]); };
  Polynomial sum(op == Op::atan2 ? square(1) : Polynomial(1));
  sum += square(0).scaled(op == Op::asin ? -1 : 1);
  const Polynomial root = rational_power(sum, Rational(1, 2));
  if (op == Op::asin) return {arguments[0], root};
  const Polynomial cosine = multiply(op == Op::atan2 ? arguments[1] : Polynomial(1), inverse(root));
  return {multiply(arguments[0], inverse(root)), cosine};
}

const NormalForm::Generator* NormalForm::function_of(const Monomial& m) const {
  if (m.entries().size() != 1 || m.entries()[0].exponent != 1) return nullptr;
  const Generator& g = generators_[m.entries()[0].generator];
  return g.arguments.empty() ? nullptr : &g;
}

Polynomial NormalForm::convert_log(const Polynomial& a) {
  return signs_of(a).may_be_positive() ? log_of_size(a) : undefined();
}

Polynomial NormalForm::log_of_size(const Polynomial& a) {
  if (a.is_zero()) return undefined();
  const Factors factors = factors_of(a);
  Polynomial result = log_of_number(factors.coefficient.abs());
  for (const PowerFactor& f : factors.list) {
    const bool generator = f.base.is_monomial();
    if (generator) {
      result += log_of_generator(f.base.terms().begin()->first.entries()[0].generator).scaled(f.exponent);
      continue;
    }
    const std::uint32_t g = symbol(log(abs(expression(f.base))), Kind::opaque);
    generators_[g].arguments = {f.base};
    complete_ = false;
    result.add(Monomial(g, 1), f.exponent);
  }
  return result;
}

Polynomial NormalForm::log_of_number(const Rational& value) {
  Polynomial result;
  for (const auto& [prime, exponent] : prime_factors(value)) {
    const std::uint32_t g = symbol(log(Expr(prime)), Kind::opaque);
    generators_[g].arguments = {Polynomial(prime)};
    complete_ = false;
    result.add(Monomial(g, 1), exponent);
  }
  return result;
}

Polynomial NormalForm::log_of_generator(std::uint32_t g) {
  const Generator generator = generators_[g];
  switch (generator.kind) {
    case Kind::exponential: return generator.value;
    case Kind::inverse: return log_of_size(generator.value).scaled(-1);
    case Kind::root: return log_of_size(generator.value).scaled(Rational(1, generator.degree));
    default: break;
  }
  const std::uint32_t logarithm = symbol(log(abs(generator.meaning)), Kind::opaque);
  generators_[logarithm].arguments = {Polynomial(Monomial(g, 1), 1)};
  complete_ = false;
  return {Monomial(logarithm, 1), 1};
}

}  // namespace alembert
