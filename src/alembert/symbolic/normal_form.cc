#include "alembert/symbolic/normal_form.h"

#include <algorithm>

#include "alembert/symbolic/walk.h"

namespace alembert {

using Kind = NormalForm::Kind;

NormalForm::NormalForm(std::span<const Expr> formulas, const FormBudget& budget) : budget_(budget) {
  // An angle met late may be finer than the base angle chosen early (theta/2 after theta): then begin again with the
  // finer base. Each restart adds to a unit's denominator, and there are finitely many angles.
  for (;;) {
    try {
      convert_all(formulas);
      return;
    } catch (const FinerAngle&) {
      generators_.clear();
      index_.clear();
      polynomials_.clear();
      complete_ = true;
    }
  }
}

void NormalForm::convert_all(std::span<const Expr> formulas) {
  const Walk walk(formulas);
  std::vector<Polynomial> done(walk.size());
  std::vector<const Polynomial*> args;
  for (std::size_t k = 0; k < walk.size(); ++k) {
    args.clear();
    for (const Expr a : walk[k].args()) args.push_back(&done[walk.index(a)]);
    done[k] = convert(walk[k], args);
    check(done[k]);
  }
  for (const Expr e : formulas) polynomials_.push_back(done[walk.index(e)]);
}

void NormalForm::check(const Polynomial& p) const {
  if (p.size() > budget_.terms || multiplications_ > budget_.multiplications) throw FormTooLarge();
}

Polynomial NormalForm::convert(Expr e, std::span<const Polynomial* const> args) {
  const auto opaque = [&] {
    std::vector<Expr> normal;
    for (const Polynomial* a : args) normal.push_back(expression(*a));
    complete_ = false;
    const Expr meaning = build(e.op(), normal);
    if (meaning.is_number()) return Polynomial(meaning.number());
    return Polynomial(Monomial(symbol(meaning, Kind::opaque), 1), 1);
  };
  switch (e.op()) {
    case Op::number:
      return e.number();
    case Op::symbol:
      return {Monomial(symbol(e, Kind::symbol), 1), 1};
    case Op::sum: {
      Polynomial result;
      for (const Polynomial* a : args) result += *a;
      return result;
    }
    case Op::product: {
      Polynomial result(1);
      for (const Polynomial* a : args) result = multiply(result, *a);
      return result;
    }
    case Op::power:
      return convert_power(*args[0], *args[1]);
    case Op::sin:
      return convert_trig(*args[0], true);
    case Op::cos:
      return convert_trig(*args[0], false);
    case Op::tan:
      return multiply(convert_trig(*args[0], true), inverse(convert_trig(*args[0], false)));
    case Op::exp:
      return convert_exp(*args[0]);
    case Op::sinh:
    case Op::cosh:
    case Op::tanh: {
      const Polynomial up = convert_exp(*args[0]), down = convert_exp(args[0]->scaled(-1));
      Polynomial difference = up, total = up;
      difference += down.scaled(-1);
      total += down;
      if (e.op() == Op::tanh) return multiply(difference, inverse(total));
      return (e.op() == Op::sinh ? difference : total).scaled(Rational(1, 2));
    }
    case Op::abs: {
      if (args[0]->is_zero()) return {};
      const Expr meaning = abs(expression(*args[0]));
      if (meaning.is_number()) return meaning.number();
      const Term term = split_coefficient(meaning);
      const std::uint32_t g = symbol(term.rest, Kind::root);
      generators_[g].degree = 2;
      generators_[g].value = multiply(*args[0], *args[0]).scaled((term.coefficient * term.coefficient).inverse());
      complete_ = false;
      return {Monomial(g, 1), term.coefficient};
    }
    default:
      return opaque();
  }
}

Polynomial NormalForm::convert_power(const Polynomial& base, const Polynomial& exponent) {
  if (exponent.is_zero()) return Polynomial(1);
  if (exponent.is_monomial() && exponent.terms().begin()->first.is_one())
    return rational_power(base, exponent.terms().begin()->second);
  // x^(n + k) = x^n x^k for an integer k, so that neighbouring powers meet.
  Polynomial rest = exponent;
  Polynomial whole(1);
  if (const auto it = exponent.terms().find(Monomial()); it != exponent.terms().end() && it->second.to_int()) {
    rest.add(Monomial(), -it->second);
    whole = integer_power(base, *it->second.to_int());
  }
  complete_ = false;
  const Expr meaning = pow(expression(base), expression(rest));
  if (meaning.is_number()) return whole.scaled(meaning.number());
  return multiply(whole, {Monomial(symbol(meaning, Kind::opaque), 1), 1});
}

Polynomial NormalForm::rational_power(const Polynomial& base, const Rational& exponent) {
  if (const auto n = exponent.to_int()) return integer_power(base, *n);
  if (base.is_zero()) return exponent.sign() > 0 ? Polynomial() : inverse(base);
  const auto n = exponent.numerator().to_int(), d = exponent.denominator().to_int();
  if (!n || !d || *d > 64) throw FormTooLarge();
  // Numbers leave the root as far as they do in formulas.
  if (base.is_monomial() && base.terms().begin()->first.is_one()) {
    const Expr value = pow(Expr(base.terms().begin()->second), Expr(exponent));
    const Term term = split_coefficient(value);
    if (value.is_number()) return value.number();
    const Factor f = split_power(term.rest);
    if (!(f.base.number() == base.terms().begin()->second))
      return rational_power(f.base.number(), f.exponent).scaled(term.coefficient);
  }
  // A common positive factor of several terms leaves the root too: sqrt(4 a + 4 b) = 2 sqrt(a + b).
  if (const Rational c = base.content(); !base.is_monomial() && !c.is_one())
    return multiply(rational_power(c, exponent), rational_power(base.scaled(c.inverse()), exponent));
  return integer_power({Monomial(root_of(base, static_cast<std::int32_t>(*d)), 1), 1}, *n);
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

Polynomial NormalForm::inverse(const Polynomial& p) {
  if (clear_inverses(p).is_zero()) {  // undefined everywhere: nothing may be concluded from it
    complete_ = false;
    return {Monomial(symbol(pow(Expr(), Expr(Rational(-1))), Kind::opaque), 1), 1};
  }
  if (!p.is_monomial()) {
    Rational c = p.content();
    if (p.sorted().front().second.sign() < 0) c = -c;
    return {Monomial(inverse_of(p.scaled(c.inverse())), 1), c.inverse()};
  }
  const auto& [m, c] = *p.terms().begin();
  Polynomial result(c.inverse());
  for (const Monomial::Entry& e : m.entries()) {
    const Generator& g = generators_[e.generator];
    switch (g.kind) {
      case Kind::sine:  // s^2 is rewritten, so 1/s needs a generator of its own
        result = multiply(result, {Monomial(inverse_of({Monomial(e.generator, 1), 1}), e.exponent), 1});
        break;
      case Kind::root: {  // 1/r = r^(n-1) / r^n
        const Polynomial up(Monomial(e.generator, g.degree - 1), 1);
        const Polynomial value = g.value;
        result = multiply(result, integer_power(multiply(up, inverse(value)), e.exponent));
        break;
      }
      case Kind::inverse: {
        const Polynomial value = g.value;
        result = multiply(result, integer_power(value, e.exponent));
        break;
      }
      default:
        result = multiply(result, {Monomial(e.generator, -e.exponent), 1});
    }
  }
  return result;
}

Polynomial NormalForm::convert_trig(const Polynomial& angle, bool want_sine) {
  // Angle addition over the terms of the angle; multiples by de Moivre's formula, one factor at a time.
  Polynomial s, c(1);
  const auto turn = [&](const Polynomial& s1, const Polynomial& c1) {
    Polynomial s_next = multiply(s, c1), c_next = multiply(c, c1);
    s_next += multiply(c, s1);
    c_next += multiply(s, s1).scaled(-1);
    s = std::move(s_next);
    c = std::move(c_next);
    check(s);
  };
  for (const auto& [m, coefficient] : angle.sorted()) {
    const Expr term = expression(m);
    if (identical(term, Expr::pi())) {
      // Multiples of pi that have a closed form fold; others stay as opaque constants.
      const Expr angle_value = scaled(term, coefficient);
      const Expr sine = sin(angle_value), cosine = cos(angle_value);
      const auto constant = [&](Expr e) -> Polynomial {
        if (e.is_number()) return e.number();
        const Term t = split_coefficient(e);
        const Factor f = split_power(t.rest);
        if (f.base.is_number()) return rational_power(f.base.number(), f.exponent).scaled(t.coefficient);
        complete_ = false;
        return {Monomial(symbol(t.rest, Kind::opaque), 1), t.coefficient};
      };
      turn(constant(sine), constant(cosine));
      continue;
    }
    const std::int64_t n = multiple(term, coefficient);
    if (n > 256 || n < -256) throw FormTooLarge();
    const std::uint32_t sine = sine_of(scaled(term, units_.at(term.id())));
    const Polynomial s1(Monomial(sine, 1), n < 0 ? -1 : 1), c1(Monomial(generators_[sine].partner, 1), 1);
    for (std::int64_t i = 0; i < (n < 0 ? -n : n); ++i) turn(s1, c1);
  }
  return want_sine ? s : c;
}

Polynomial NormalForm::convert_exp(const Polynomial& exponent) {
  Polynomial result(1);
  for (const auto& [m, coefficient] : exponent.sorted()) {
    const Expr term = expression(m);
    const std::int64_t n = multiple(term, coefficient);
    if (n > 4096 || n < -4096) throw FormTooLarge();
    const std::uint32_t g = exponential_of(scaled(term, units_.at(term.id())));
    result = multiply(result, {Monomial(g, static_cast<std::int32_t>(n)), 1});
  }
  return result;
}

std::int64_t NormalForm::multiple(Expr of, const Rational& coefficient) {
  const auto [it, fresh] = units_.try_emplace(of.id(), coefficient.abs());
  const Rational ratio = coefficient / it->second;
  if (!ratio.is_integer()) {
    it->second = Rational::gcd(it->second, coefficient);
    throw FinerAngle();
  }
  const auto n = ratio.to_int();
  if (!n) throw FormTooLarge();
  return *n;
}

Polynomial NormalForm::multiply(const Polynomial& a, const Polynomial& b) {
  if (a.is_monomial() && a.terms().begin()->first.is_one()) return b.scaled(a.terms().begin()->second);
  if (b.is_monomial() && b.terms().begin()->first.is_one()) return a.scaled(b.terms().begin()->second);
  multiplications_ += a.size() * b.size();
  if (multiplications_ > budget_.multiplications) throw FormTooLarge();
  Polynomial result;
  for (const auto& [ma, ca] : a.terms())
    for (const auto& [mb, cb] : b.terms()) add_reduced(result, ma * mb, ca * cb);
  check(result);
  return result;
}

void NormalForm::add_reduced(Polynomial& into, const Monomial& m, const Rational& coefficient) {
  std::vector<std::pair<Monomial, Rational>> left{{m, coefficient}};
  while (!left.empty()) {
    const auto [monomial, c] = std::move(left.back());
    left.pop_back();
    bool reduced = false;
    for (const Monomial::Entry& e : monomial.entries()) {
      const Generator& g = generators_[e.generator];
      if (g.kind == Kind::sine && e.exponent >= 2) {  // s^2 = 1 - c^2
        const Monomial rest = monomial.with(e.generator, e.exponent - 2);
        left.emplace_back(rest, c);
        left.emplace_back(rest * Monomial(g.partner, 2), -c);
        reduced = true;
        break;
      }
      if (g.kind == Kind::root && e.exponent >= g.degree) {  // r^n = p
        const Monomial rest = monomial.with(e.generator, e.exponent - g.degree);
        for (const auto& [mv, cv] : g.value.terms()) left.emplace_back(rest * mv, c * cv);
        multiplications_ += g.value.size();
        if (multiplications_ > budget_.multiplications) throw FormTooLarge();
        reduced = true;
        break;
      }
    }
    if (!reduced) into.add(monomial, c);
  }
}

bool NormalForm::is_zero(std::size_t i) { return clear_inverses(polynomials_[i]).is_zero(); }

Polynomial NormalForm::clear_inverses(Polynomial p) {
  // Cross-multiplication, from the newest inverse generator down: its value holds only older ones.
  for (std::size_t g = generators_.size(); g-- > 0;) {
    if (generators_[g].kind != Kind::inverse) continue;
    const auto index = static_cast<std::uint32_t>(g);
    std::int32_t most = 0;
    for (const auto& [m, c] : p.terms()) most = std::max(most, m.exponent(index));
    if (most == 0) continue;
    std::vector<Polynomial> powers{Polynomial(1)};
    for (std::int32_t k = 1; k <= most; ++k) powers.push_back(multiply(powers.back(), generators_[g].value));
    Polynomial cleared;
    for (const auto& [m, c] : p.terms()) {
      const Polynomial term(m.with(index, 0), c);
      cleared += multiply(term, powers[static_cast<std::size_t>(most - m.exponent(index))]);
    }
    check(cleared);
    p = std::move(cleared);
  }
  return p;
}

Expr NormalForm::expression(const Monomial& m) const {
  std::vector<Expr> factors;
  factors.reserve(m.entries().size());
  for (const Monomial::Entry& e : m.entries())
    factors.push_back(pow(generators_[e.generator].meaning, Expr(Rational(e.exponent))));
  return product(factors);
}

Expr NormalForm::expression(const Polynomial& p) const {
  std::vector<Expr> terms;
  terms.reserve(p.size());
  for (const auto& [m, c] : p.sorted()) terms.push_back(scaled(expression(m), c));
  return sum(terms);
}

}  // namespace alembert
