/// Roots in a NormalForm for proofs: factor by factor, squares as absolute values.
#include <algorithm>
#include <array>

#include "alembert/symbolic/normal_form.h"
#include "alembert/symbolic/small_primes.h"

namespace alembert {
namespace {

using Exponents = std::vector<Monomial::Entry>;

/// The monomial that divides all terms, with the lowest exponent of each generator.
Monomial common_monomial(const Polynomial& p) {
  Exponents lowest;
  const auto lower = [&](const Monomial& m) {
    for (const Monomial::Entry& e : m.entries()) {
      const bool known = std::ranges::any_of(lowest, [&](const auto& l) { return l.generator == e.generator; });
      if (!known) lowest.push_back(e);
    }
  };
  for (const auto& [m, c] : p.sorted()) lower(m);
  Monomial result;
  for (Monomial::Entry& l : lowest) {
    for (const auto& [m, c] : p.terms()) l.exponent = std::min(l.exponent, m.exponent(l.generator));
    if (l.exponent != 0) result = result * Monomial(l.generator, l.exponent);
  }
  return result;
}

Monomial reciprocal(const Monomial& m) {
  Monomial result;
  for (const Monomial::Entry& e : m.entries()) result = result * Monomial(e.generator, -e.exponent);
  return result;
}

/// The monomial whose square m is, if there is one.
std::optional<Monomial> root_of_square(const Monomial& m) {
  Monomial result;
  for (const Monomial::Entry& e : m.entries()) {
    if (e.exponent % 2 != 0) return {};
    result = result * Monomial(e.generator, e.exponent / 2);
  }
  return result;
}

/// An order of monomials that products keep.
bool leads(const Monomial& a, const Monomial& b) {
  auto i = a.entries().begin(), j = b.entries().begin();
  for (; i != a.entries().end() || j != b.entries().end(); ++i, ++j) {
    const bool only_a = j == b.entries().end() || (i != a.entries().end() && i->generator < j->generator);
    const bool only_b = i == a.entries().end() || (j != b.entries().end() && j->generator < i->generator);
    if (only_a) return i->exponent > 0;
    if (only_b) return j->exponent < 0;
    if (i->exponent != j->exponent) return i->exponent > j->exponent;
  }
  return false;
}

std::pair<Monomial, Rational> leading_term(const Polynomial& p) {
  return *std::ranges::max_element(p.terms(), [](const auto& a, const auto& b) { return leads(b.first, a.first); });
}

}  // namespace

NormalForm::Factors NormalForm::factors_of(Polynomial p) {
  Factors result;
  if (!p.is_monomial()) p = clear_inverses(p, &result.list);
  for (PowerFactor& f : result.list) f.exponent = -f.exponent;
  if (p.is_zero()) return result;
  const Monomial common = common_monomial(p);
  result.coefficient = p.content();
  Polynomial sum;
  for (const auto& [m, c] : p.terms()) sum.add(m * reciprocal(common), c / result.coefficient);
  for (const Monomial::Entry& e : common.entries())
    result.list.push_back({Polynomial(Monomial(e.generator, 1), 1), e.exponent});
  if (sum.is_monomial()) {
    result.coefficient = result.coefficient * sum.terms().begin()->second;
  } else if (auto base = base_of_square(sum)) {
    result.list.push_back({std::move(*base), 2});
  } else {
    if (!signs_of(sum).may_be_positive()) {
      sum = sum.scaled(-1);
      result.coefficient = -result.coefficient;
    }
    result.list.push_back({std::move(sum), 1});
  }
  return result;
}

std::optional<Polynomial> NormalForm::base_of_square(const Polynomial& p) {
  if (p.size() == 2) {  // 1 - c^2 = s^2
    for (const auto& [m, c] : p.terms()) {
      if (!m.is_one() || !c.is_one()) continue;
      const auto other = std::ranges::find_if(p.terms(), [](const auto& t) { return !t.first.is_one(); });
      const auto& entries = other->first.entries();
      const bool square = entries.size() == 1 && entries[0].exponent == 2 && other->second == Rational(-1);
      if (square && generators_[entries[0].generator].kind == Kind::cosine)
        return Polynomial(Monomial(generators_[entries[0].generator].partner, 1), 1);
    }
  }
  // Term by term from the leading one, as one takes roots of numbers by hand.
  const auto [m, c] = leading_term(p);
  const auto lead = root_of_square(m);
  const auto [root, left] = c.sign() > 0 ? c.split_square() : std::pair<Rational, Rational>(0, 0);
  if (!lead || !left.is_one()) return {};
  Polynomial q(*lead, root);
  Polynomial rest = p;
  rest += multiply(q, q).scaled(-1);
  for (std::size_t step = 0; step < p.size() && !rest.is_zero(); ++step) {
    const auto [next, coefficient] = leading_term(rest);
    const Polynomial term(next * reciprocal(*lead), coefficient / (root * 2));
    rest += multiply(q, term).scaled(-2);
    rest += multiply(term, term).scaled(-1);
    q += term;
  }
  if (!rest.is_zero()) return {};
  return q;
}

Polynomial NormalForm::power_for_proof(const Polynomial& base, const Rational& exponent) {
  if (!signs_of(base).may_be_positive()) return power_of_nothing_positive(std::array{PowerFactor{base, 1}}, exponent);
  const Factors factors = factors_of(base);
  Polynomial result = power_of_number(factors.coefficient.abs(), exponent);
  std::vector<Polynomial> odd;  // factors whose signs are not known
  int sign = factors.coefficient.sign();
  for (const auto& [f, power] : factors.list) {
    const SignSet of_factor = signs_of(f);
    const bool known = !of_factor.may_be_negative() || !of_factor.may_be_positive(), even = power % 2 == 0;
    // g^3 = g^2 g, of which |g|^2 leaves the root
    const std::int64_t outside = known || even ? power : power - 1;
    result = multiply(result, power_of_size(convert_abs(f), exponent * Rational(outside)));
    if (even) continue;
    if (!known) odd.push_back(f);
    if (known && !of_factor.may_be_positive()) sign = -sign;
  }
  if (odd.empty()) return sign > 0 ? result : power_of_nothing_positive(factors.list, exponent);
  Polynomial inside(sign);
  for (const Polynomial& f : odd) {
    if (odd.size() > 1) want_sign(f, Zero::anywhere);  // with it, f has a root of its own
    inside = multiply(inside, f);
  }
  return multiply(result, power_of_size(inside, exponent));
}

Polynomial NormalForm::power_of_nothing_positive(std::span<const PowerFactor> factors, const Rational& exponent) {
  if (exponent.sign() < 0) return undefined();
  bool may_vanish = false;
  for (const auto& [f, power] : factors)
    if (power > 0 && want_sign(f, Zero::apart).may_be_zero()) may_vanish = true;
  return may_vanish ? Polynomial() : undefined();
}

Polynomial NormalForm::power_of_number(const Rational& base, const Rational& exponent) {
  Polynomial result(1);
  for (const auto& [prime, power] : prime_factors(base)) {
    const Rational q = exponent * Rational(power);
    const Rational whole = q.floor();
    result = multiply(result, integer_power(prime, whole.to_int().value_or(1 << 20)));
    if (!(q == whole)) result = multiply(result, power_of_size(prime, q - whole));
  }
  return result;
}

Polynomial NormalForm::power_of_size(const Polynomial& p, const Rational& exponent) {
  if (const auto n = exponent.to_int()) return integer_power(p, *n);
  if (p.is_monomial() && p.terms().begin()->first.entries().size() == 1 && p.terms().begin()->second.is_one()) {
    const Monomial::Entry e = p.terms().begin()->first.entries()[0];
    const Generator g = generators_[e.generator];
    const bool is_abs = g.meaning.op() == Op::abs;
    if (g.kind == Kind::exponential) return convert_exp(g.value.scaled(exponent * Rational(e.exponent)));
    if (g.kind == Kind::root && !is_abs) return power_of_size(g.value, exponent * Rational(e.exponent, g.degree));
    if (g.kind == Kind::inverse) return power_of_size(convert_abs(g.value), exponent * Rational(-e.exponent));
  }
  const auto n = exponent.numerator().to_int(), d = exponent.denominator().to_int();
  if (!n || !d || *d > most_root) throw FormTooLarge();
  return integer_power(root_of(p, static_cast<std::int32_t>(*d)), *n);
}

}  // namespace alembert
