#include "alembert/symbolic/normal_form.h"

#include <algorithm>

#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

constexpr int most_restarts = 100;

bool is_inverse_function(Op op) { return op == Op::asin || op == Op::acos || op == Op::atan || op == Op::atan2; }

constexpr std::size_t entries_per_step = 16;      // of a monomial, copied in about the time of one small multiplication
constexpr std::size_t digits_per_word_pair = 38;  // Rational::digits() of small numbers

}  // namespace

NormalForm::NormalForm(std::span<const Expr> formulas, const FormBudget& budget, const Signs* signs)
    : budget_(budget), signs_(signs) {
  const Walk walk(formulas);
  seed_units(walk);
  // Sines and cosines of inverse functions are worked out term by term.
  const bool by_terms =
      signs_ != nullptr && std::ranges::any_of(walk, [](Expr e) { return is_inverse_function(e.op()); });
  if (!by_terms) basis_ = AngleBasis(walk);
  // An angle met late may be finer than the base angle chosen early (theta/2 after theta), a root of higher degree than
  // the first of the same sum: then begin again with the finer base.
  for (int restarts = 0;; ++restarts) {
    try {
      convert_all(walk);
      break;
    } catch (const FinerBase&) {
      if (restarts == most_restarts) throw FormTooLarge();
      generators_.clear();
      index_.clear();
      open_signs_.clear();
      converted_.clear();
      complete_ = true;
    }
  }
  for (const Expr e : formulas) polynomials_.push_back(converted_[walk.index(e)]);
  converted_.clear();
}

void NormalForm::convert_all(const Walk& walk) {
  converted_.resize(walk.size());
  std::vector<const Polynomial*> args;
  for (std::size_t k = 0; k < walk.size(); ++k) {
    args.clear();
    for (const Expr a : walk[k].args()) args.push_back(&converted_[walk.index(a)]);
    converted_[k] = convert(walk[k], args);
    check(converted_[k]);
  }
}

void NormalForm::spend(std::size_t work) {
  multiplications_ += work;
  if (multiplications_ > budget_.multiplications) throw FormTooLarge();
}

void NormalForm::check(const Polynomial& p) const {
  if (p.size() > budget_.terms || p.digits() > Rational::most_digits) throw FormTooLarge();
}

Polynomial NormalForm::convert(Expr e, std::span<const Polynomial* const> args) {
  switch (e.op()) {
    case Op::number: return e.number();
    case Op::symbol:
    case Op::curve: return {Monomial(symbol(e, Kind::symbol), 1), 1};
    case Op::sum: {
      Polynomial result;
      for (const Polynomial* a : args) {
        spend(a->size());
        result += *a;
      }
      return result;
    }
    case Op::product: {
      Polynomial result(1);
      for (const Polynomial* a : args) result = multiply(result, *a);
      return result;
    }
    case Op::power: return convert_power(*args[0], *args[1]);
    case Op::sin: return convert_trig(*args[0], true);
    case Op::cos: return convert_trig(*args[0], false);
    case Op::tan: return multiply(convert_trig(*args[0], true), inverse(convert_trig(*args[0], false)));
    case Op::exp: return convert_exp(*args[0]);
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
    case Op::abs: return convert_abs(*args[0]);
    default: break;
  }
  if (signs_ == nullptr) return opaque(e.op(), args);
  switch (e.op()) {
    case Op::sign: return convert_sign(*args[0], args);
    case Op::min: return convert_extremum(*args[0], *args[1], -1);
    case Op::max: return convert_extremum(*args[0], *args[1], 1);
    case Op::less:
    case Op::less_equal: return convert_condition(e.op(), args);
    case Op::select: return convert_select(args);
    case Op::asin:
    case Op::acos:
    case Op::atan: return convert_inverse_function(e.op(), args);
    case Op::atan2: return convert_atan2(*args[0], *args[1], args);
    case Op::log: return convert_log(*args[0]);
    default: return opaque(e.op(), args);
  }
}

Polynomial NormalForm::opaque(Op op, std::span<const Polynomial* const> args) {
  std::vector<Expr> normal;
  for (const Polynomial* a : args) normal.push_back(expression(*a));
  complete_ = false;
  const Term term = split_coefficient(build(op, normal));
  if (term.rest.is_one()) return term.coefficient;
  return {Monomial(symbol(term.rest, term.rest.is_symbol() ? Kind::symbol : Kind::opaque), 1), term.coefficient};
}

Polynomial NormalForm::undefined() {
  complete_ = false;
  return {Monomial(symbol(pow(Expr(), Expr(Rational(-1))), Kind::opaque), 1), 1};
}

Polynomial NormalForm::multiply(const Polynomial& a, const Polynomial& b) {
  const std::size_t products = a.size() * b.size();
  const std::size_t longer = a.digits() * b.digits() / (digits_per_word_pair * digits_per_word_pair);
  if (products * std::max<std::size_t>(1, longer) > budget_.multiplications) throw FormTooLarge();
  if (longer > 1) spend(products * (longer - 1));
  if (a.is_monomial() && a.terms().begin()->first.is_one()) {
    spend(b.size());
    return b.scaled(a.terms().begin()->second);
  }
  if (b.is_monomial() && b.terms().begin()->first.is_one()) {
    spend(a.size());
    return a.scaled(b.terms().begin()->second);
  }
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
    spend(1 + monomial.entries().size() / entries_per_step);
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
        spend(g.value.size());
        reduced = true;
        break;
      }
    }
    if (reduced) continue;
    into.add(monomial, c);
    if (into.size() > budget_.terms) throw FormTooLarge();
  }
}

bool NormalForm::is_zero(std::size_t i) {
  const Polynomial cleared = clear_inverses(polynomials_[i]);
  return cleared.is_zero() || (signs_ != nullptr && signs_of(cleared) == SignSet::zero());
}

bool NormalForm::is_undefined(std::size_t i) const {
  const Expr nowhere = pow(Expr(), Expr(Rational(-1)));
  return std::ranges::any_of(polynomials_[i].terms(), [&](const auto& term) {
    return std::ranges::any_of(term.first.entries(), [&](const Monomial::Entry& e) {
      return identical(generators_[e.generator].meaning, nowhere);
    });
  });
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
