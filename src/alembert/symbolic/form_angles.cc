/// Angles and exponents in a NormalForm: integer combinations of base angles.
#include <algorithm>
#include <cstdlib>

#include "alembert/symbolic/normal_form.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

constexpr std::int32_t most_circular_multiple = 256;
constexpr std::int32_t most_exponential_multiple = 4096;

/// Makes `unit` so fine that both are integer multiples of it, unless those multiples would be too large.
bool refine(Rational& unit, const Rational& coefficient, std::int32_t most) {
  const Rational finer = Rational::gcd(unit, coefficient);
  const Rational largest = finer * Rational(most);
  if (largest < unit || largest < coefficient.abs()) return false;
  unit = finer;
  return true;
}

}  // namespace

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
  const auto turn_by = [&](Expr base, std::int32_t times) {
    const std::uint32_t sine = sine_of(base);
    const Polynomial s1(Monomial(sine, 1), times < 0 ? -1 : 1), c1(Monomial(generators_[sine].partner, 1), 1);
    for (std::int32_t i = 0; i < std::abs(times); ++i) turn(s1, c1);
  };
  const auto is_angle = [&](const Monomial& m) {
    const Generator* g = function_of(m);
    if (g == nullptr || g->meaning.op() == Op::log) return false;
    return g->meaning.op() != Op::atan2 || off_origin(g->arguments[0], g->arguments[1]);
  };
  AngleTerms sum_of_terms;  // for base angles that are sums
  for (const auto& [m, coefficient] : angle.sorted()) {
    const Expr term = expression(m);
    if (identical(term, Expr::pi())) {
      turn(pi_constant(sin(scaled(term, coefficient))), pi_constant(cos(scaled(term, coefficient))));
    } else if (const auto n = coefficient.to_int(); n && std::abs(*n) <= most_circular_multiple && is_angle(m)) {
      auto [s1, c1] = sine_cosine_of(m.entries()[0].generator);
      if (*n < 0) s1 = s1.scaled(-1);
      for (std::int64_t i = 0; i < std::abs(*n); ++i) turn(s1, c1);
    } else if (basis_.empty()) {
      const Multiple angle_term = multiple(m, coefficient, most_circular_multiple);
      turn_by(angle_term.base, angle_term.n);
    } else {
      note_inverses(m);
      // Different monomials may be written alike: the square of x^(1/4) and the root of x.
      const Term split = split_coefficient(term);
      Rational& total = sum_of_terms[split.rest.id()];
      total += split.coefficient * coefficient;
      if (total.is_zero()) sum_of_terms.erase(split.rest.id());
    }
  }
  if (!sum_of_terms.empty()) {
    const auto combination = basis_.combination(std::move(sum_of_terms));
    if (!combination) {  // an angle that only showed when its terms were worked out: do without the basis
      basis_ = AngleBasis();
      throw FinerBase();
    }
    for (const auto& [k, times] : *combination) turn_by(basis_.angle(k), times);
  }
  return want_sine ? s : c;
}

Polynomial NormalForm::pi_constant(Expr e) {
  // Multiples of pi that have a closed form fold; others stay as opaque constants.
  if (e.is_number()) return e.number();
  const Term t = split_coefficient(e);
  const Factor f = split_power(t.rest);
  if (f.base.is_number()) return rational_power(f.base.number(), f.exponent).scaled(t.coefficient);
  complete_ = false;
  return {Monomial(symbol(t.rest, Kind::opaque), 1), t.coefficient};
}

void NormalForm::note_inverses(const Monomial& m) {
  const auto holds_inverse = [&](const Monomial::Entry& e) { return generators_[e.generator].kind == Kind::inverse; };
  if (std::ranges::any_of(m.entries(), holds_inverse)) complete_ = false;  // a u + b u = 1 for u = 1/(a + b)
}

Polynomial NormalForm::convert_exp(const Polynomial& exponent) {
  Polynomial result(1);
  for (const auto& [m, coefficient] : exponent.sorted()) {
    if (const Generator* g = function_of(m); g != nullptr && g->meaning.op() == Op::log) {  // exp(q log |u|) = |u|^q
      const Polynomial argument = g->arguments[0];
      result = multiply(result, power_of_size(convert_abs(argument), coefficient));
      continue;
    }
    const Multiple term = multiple(m, coefficient, most_exponential_multiple);
    const std::uint32_t g = exponential_of(term.base);
    generators_[g].value = Polynomial(m, coefficient * Rational(1, term.n));
    result = multiply(result, {Monomial(g, term.n), 1});
  }
  return result;
}

NormalForm::Multiple NormalForm::multiple(const Monomial& m, const Rational& coefficient, std::int32_t most) {
  note_inverses(m);
  const Expr term = expression(m);
  Rational& unit = units_.try_emplace(term.id(), coefficient.abs()).first->second;
  const Rational ratio = coefficient / unit;
  if (!ratio.is_integer() && refine(unit, coefficient, most)) throw FinerBase();
  const auto n = ratio.to_int();
  if (n && *n <= most && *n >= -most) return {scaled(term, unit), static_cast<std::int32_t>(*n)};
  complete_ = false;
  return {scaled(term, coefficient.abs()), coefficient.sign()};
}

void NormalForm::seed_units(const Walk& walk) {
  for (const Expr e : walk) {
    std::int32_t most = most_exponential_multiple;
    switch (e.op()) {
      case Op::sin:
      case Op::cos:
      case Op::tan: most = most_circular_multiple; break;
      case Op::exp:
      case Op::sinh:
      case Op::cosh:
      case Op::tanh: break;
      default: continue;
    }
    const Expr angle = e.args()[0];
    for (const Expr a : angle.op() == Op::sum ? angle.args() : e.args()) {
      const Term term = split_coefficient(a);
      const auto [it, fresh] = units_.try_emplace(term.rest.id(), term.coefficient.abs());
      if (!fresh && !(term.coefficient / it->second).is_integer()) refine(it->second, term.coefficient, most);
    }
  }
}

}  // namespace alembert
