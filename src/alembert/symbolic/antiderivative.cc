#include "alembert/symbolic/antiderivative.h"

#include <algorithm>
#include <array>
#include <vector>

#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/high_precision.h"
#include "alembert/symbolic/integral_by_substitution.h"
#include "alembert/symbolic/normal_form.h"
#include "alembert/symbolic/sample_points.h"
#include "alembert/symbolic/trig_forms.h"
#include "alembert/symbolic/walk.h"
#include "alembert/symbolic/zero_test.h"

namespace alembert {
namespace {

/// A term of the integrand: constant * x^power * (trigonometric part) * exp(exponent).
struct Parts {
  Expr constant = Expr::one();
  std::int32_t power = 0;
  Polynomial trig{Rational(1)};
  Expr exponent;
};

/// d(angle)/dx when that is free of x and not zero.
std::optional<Expr> slope_in(Expr angle, Expr x) {
  const Expr slope = derivative(angle, x);
  if (slope.is_zero() || contains(slope, x)) return {};
  return slope;
}

/// Integral of x^power f, where f, repeatedly integrated, is f1, f2, ...: parts by parts.
template <class Next>
Expr by_parts(Expr x, std::int32_t power, const Next& next) {
  std::vector<Expr> terms;
  Rational factor = 1;
  for (std::int32_t k = 0; k <= power; ++k) {
    terms.push_back(scaled(pow(x, Expr(Rational(power - k))) * next(k + 1), factor));
    factor *= Rational(-(power - k));
  }
  return sum(terms);
}

/// Integral of x^n.
Expr power_integral(Expr x, std::int32_t n) {
  if (n == -1) return log(abs(x));
  return scaled(pow(x, Expr(Rational(n + 1))), Rational(1, n + 1));
}

/// Integral of x^power sin(angle) or cos(angle), the angle linear in x with this slope.
Expr trig_integral(Expr x, std::int32_t power, Expr angle, bool sine, Expr slope) {
  return by_parts(x, power, [&](std::int32_t times) {
    // Each integration turns back by a quarter: sin -> -cos -> -sin -> cos -> sin.
    const Expr s = sin(angle), c = cos(angle);
    const std::array<Expr, 4> back{s, -c, -s, c};
    const auto quarter = static_cast<std::size_t>((times + (sine ? 0 : 3)) % 4);
    return back[quarter] * pow(slope, Expr(Rational(-times)));
  });
}

std::optional<Expr> integrate(const NormalForm& form, const Parts& p, Expr x) {
  if (!p.exponent.is_zero()) {
    const auto slope = slope_in(p.exponent, x);
    const bool plain = p.trig.is_monomial() && p.trig.terms().begin()->first.is_one();
    if (!slope || !plain || p.power < 0) return {};
    const Expr growth = exp(p.exponent);
    return p.constant *
           by_parts(x, p.power, [&](std::int32_t times) { return growth * pow(*slope, Expr(Rational(-times))); });
  }
  const auto harmonics = harmonic_sum(form, p.trig);
  if (!harmonics) return {};
  std::vector<Expr> terms;
  for (const HarmonicTerm& h : *harmonics) {
    const bool constant = !contains(h.angle, x);
    if (constant) {
      terms.push_back(scaled((h.sine ? sin(h.angle) : cos(h.angle)) * power_integral(x, p.power), h.coefficient));
      continue;
    }
    const auto slope = slope_in(h.angle, x);
    if (!slope || p.power < 0) return {};
    terms.push_back(scaled(trig_integral(x, p.power, h.angle, h.sine, *slope), h.coefficient));
  }
  return p.constant * sum(terms);
}

/// One monomial as a formula.
Expr formula_of(const NormalForm& form, const Monomial& m) {
  std::vector<Expr> factors;
  for (const Monomial::Entry& e : m.entries())
    factors.push_back(pow(form.generators()[e.generator].meaning, Expr(Rational(e.exponent))));
  return product(factors);
}

/// The parts of one monomial, or nothing when x hides in a generator that is not understood.
std::optional<Parts> split(const NormalForm& form, const Monomial& m, Expr x) {
  Parts p;
  Monomial trig;
  for (const Monomial::Entry& e : m.entries()) {
    const NormalForm::Generator& g = form.generators()[e.generator];
    const Expr meaning = pow(g.meaning, Expr(Rational(e.exponent)));
    if (identical(g.meaning, x)) {
      p.power = e.exponent;
    } else if (!contains(g.meaning, x)) {
      p.constant *= meaning;
    } else if (g.kind == NormalForm::Kind::sine || g.kind == NormalForm::Kind::cosine) {
      trig = trig * Monomial(e.generator, e.exponent);
    } else if (g.kind == NormalForm::Kind::exponential) {
      p.exponent += scaled(g.angle, Rational(e.exponent));
    } else {
      return {};
    }
  }
  p.trig = Polynomial(trig, 1);
  return p;
}

/// Whether it has a value somewhere: not with a pole where sign(x)/x jumps.
bool has_values(Expr e) {
  constexpr int tries = 8;
  SamplePoints points(std::array{e});
  const PreciseEvaluator evaluate(std::array{e}, points.symbols());
  for (int k = 0; k < tries; ++k)
    if (evaluate.at(points.next())[0]) return true;
  return false;
}

/// A slope does not see that an integral of mod(x, 1) falls back at whole numbers.
bool may_fall_back(Expr e, Expr x) {
  const Walk walk(std::array{e});
  return std::ranges::any_of(walk, [&](Expr part) { return part.op() == Op::floor && contains(part, x); });
}

std::optional<Expr> by_terms(const NormalForm& form, Expr x) {
  std::vector<Expr> terms;
  for (const auto& [m, c] : form.polynomial(0).sorted()) {
    const auto parts = split(form, m, x);
    std::optional<Expr> integral = parts ? integrate(form, *parts, x) : std::nullopt;
    if (!integral) integral = integral_by_substitution(formula_of(form, m), x);
    if (!integral) return {};
    terms.push_back(scaled(*integral, c));
  }
  return sum(terms);
}

}  // namespace

std::optional<Expr> antiderivative(Expr e, Expr x) {
  try {
    const std::array<Expr, 1> formulas{e};
    const NormalForm form(formulas);
    if (harmonic_steps(form, form.polynomial(0)) > most_harmonic_steps) return {};
    const std::optional<Expr> found = by_terms(form, x);
    const std::optional<Expr> result = found ? found : integral_by_substitution(e, x);
    if (!result || !has_values(*result) || may_fall_back(*result, x)) return {};
    const Expr slope = derivative(*result, x);
    const bool right = proved_zero(slope - e) || compare_values(slope, e).verdict == Verdict::probable;
    return right ? result : std::nullopt;
  } catch (const FormTooLarge&) {
    return {};
  }
}

}  // namespace alembert
