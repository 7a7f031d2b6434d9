/// Canonical sums, products and powers: folded, flat and sorted as they are built.
#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/graph.h"

namespace alembert {
namespace {

Expr intern(Op op, std::span<const Expr> args) { return Graph::current().intern(op, args); }
Expr intern_power(Expr base, const Rational& exponent) {
  return intern(Op::power, std::array<Expr, 2>{base, Expr(exponent)});
}

/// coefficient * rest, where rest carries no numeric factor and is not a sum.
Expr attach(const Rational& coefficient, Expr rest) {
  if (coefficient.is_one()) return rest;
  if (rest.is_one()) return Expr(coefficient);
  std::vector<Expr> args{Expr(coefficient)};
  if (rest.op() == Op::product)
    args.insert(args.end(), rest.args().begin(), rest.args().end());
  else
    args.push_back(rest);
  return intern(Op::product, args);
}

/// Every coefficient of a sum times `factor`; the order of terms does not change.
Expr scale_sum(Expr e, const Rational& factor) {
  std::vector<Expr> args;
  args.reserve(e.args().size());
  for (const Expr a : e.args()) {
    const Term term = split_coefficient(a);
    args.push_back(attach(term.coefficient * factor, term.rest));
  }
  return intern(Op::sum, args);
}

/// Sums are no larger than this power of ten, or products of some of them would have no double. Two measured numbers
/// with all their digits as integers are below it.
constexpr int most_decades = 24;

int decades(Expr e) { return Graph::current().node(e.id()).decades; }

/// Nor are they larger than this where their integers have more digits than measured numbers: nobody needs these, but
/// what is left of numbers that cancel but for rounding makes them, more with every product.
constexpr int most_decades_of_integers = 96;

/// Power of ten that a sum with these coprime integer coefficients is divided by: one, unless it is too large. Exact
/// results with more digits than measured numbers have stay integers, with which computing is fast: they are rounded
/// before anybody reads them (round_numbers.h).
Rational shortening(Expr e, const Rational& common) {
  constexpr int most_digits = 18;
  int largest = std::numeric_limits<int>::min(), most = most_decades;
  for (const Expr a : e.args()) {
    const Term term = split_coefficient(a);
    const Rational integer = term.coefficient / common;
    if (!integer.to_int() && integer.has_more_digits_than(most_digits)) most = most_decades_of_integers;
    largest = std::max(largest, integer.decades() + decades(term.rest));
  }
  return largest > most ? Rational(10).power(largest).value_or(1) : Rational(1);
}

/// The rational c for which sum = c * (sum with coprime integer coefficients, the first one positive). Where that sum
/// is large, being made of products of such sums, c holds a power of ten as well.
Rational content(Expr e) {
  Rational c = 0;
  for (const Expr a : e.args()) c = Rational::gcd(c, split_coefficient(a).coefficient);
  constexpr int rounding = 2;
  if (decades(e) - c.decades() + rounding > most_decades) c *= shortening(e, c);
  return split_coefficient(e.args()[0]).coefficient.sign() < 0 ? -c : c;
}

/// Quick test for what content() mostly finds: integer coefficients with a unit among them, the first one positive, in
/// a sum that is not large.
bool is_primitive(Expr e) {
  if (decades(e) > most_decades) return false;
  const Rational one = 1;
  bool unit = false;
  for (const Expr a : e.args()) {
    const Expr first = a.op() == Op::product ? a.args()[0] : a;
    const Rational& c = first.is_number() ? first.number() : one;
    if (!c.is_integer() || (identical(a, e.args()[0]) && c.sign() < 0)) return false;
    unit = unit || c.abs().is_one();
  }
  return unit;
}

/// Sorts a list put together from `runs` stretches that are sorted already, the last one beginning at `last_run`.
template <class T, class Before>
void sort_runs(std::vector<T>& list, std::size_t runs, std::size_t last_run, const Before& before) {
  if (runs == 2)
    std::inplace_merge(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(last_run), list.end(), before);
  else if (runs > 2 && !std::is_sorted(list.begin(), list.end(), before))
    std::stable_sort(list.begin(), list.end(), before);
}

/// A term of a sum or a factor of a product, as it came and taken apart.
struct SumTerm {
  Term split;
  Expr whole;
};
struct PowerFactor {
  Expr base;
  Rational exponent;
  Expr whole;
};

/// Adds factor `f` to the coefficient and the list of bases with exponents.
void collect_factor(Expr f, Rational& coefficient, std::vector<PowerFactor>& factors) {
  if (f.is_number()) {
    coefficient *= f.number();
    check_digits(coefficient);
    return;
  }
  Factor split = split_power(f);
  // Sums inside a product are primitive, so that x (2 a + 2 b) and 2 x (a + b) are the same node.
  if (split.base.op() == Op::sum && !is_primitive(split.base)) {
    if (const auto n = split.exponent.to_int()) {
      const Rational c = content(split.base);
      if (const auto scale = c.power(*n); scale && !c.is_one()) {
        coefficient *= *scale;
        check_digits(coefficient);
        split.base = scale_sum(split.base, c.inverse());
        f = split.exponent.is_one() ? split.base : intern_power(split.base, split.exponent);
      }
    }
  }
  factors.push_back({split.base, std::move(split.exponent), f});
}

/// base^exponent for a number base and a fraction as exponent; squares leave the root, sqrt(12) = 2 sqrt(3).
Expr power_of_number(const Rational& base, const Rational& exponent) {
  if (exponent.denominator() == Rational(2) && base.sign() > 0) {
    const auto [root, rest] = base.split_square();
    const Rational whole = exponent - Rational(1, 2);
    const auto n = exponent.numerator().to_int(), k = whole.to_int();
    const auto outside = n ? root.power(*n) : std::nullopt;
    const auto inside = k ? rest.power(*k) : std::nullopt;
    if (outside && inside) {
      if (rest.is_one()) return Expr(*outside);
      return attach(*outside * *inside, intern_power(Expr(rest), Rational(1, 2)));
    }
  }
  return intern_power(Expr(base), exponent);
}

Expr integer_power(Expr base, const Rational& exponent, std::int64_t n);

/// base^exponent for a rational exponent other than 0 and 1.
Expr rational_power(Expr base, const Rational& exponent) {
  if (const auto n = exponent.to_int()) return integer_power(base, exponent, *n);
  if (base.is_zero()) return exponent.sign() > 0 ? base : intern_power(base, exponent);
  if (base.is_number()) return base.is_one() ? base : power_of_number(base.number(), exponent);
  if (base.op() == Op::exp) return exp(scaled(base.args()[0], exponent));
  // x^a with a fraction a needs x >= 0 and is not negative itself, so sqrt(sqrt(x)) = x^(1/4). Not so sqrt(x^2).
  if (const Factor f = split_power(base); !f.exponent.is_integer()) return pow(f.base, Expr(f.exponent * exponent));
  // A positive numeric factor leaves the root: sqrt(4 x) = 2 sqrt(x).
  Rational c = 1;
  if (base.op() == Op::sum && !is_primitive(base)) c = content(base).abs();
  if (base.op() == Op::product) c = split_coefficient(base).coefficient.abs();
  if (!c.is_one()) {
    const Expr rest = scaled(base, c.inverse());
    return power_of_number(c, exponent) * rational_power(rest, exponent);
  }
  return intern_power(base, exponent);
}

Expr integer_power(Expr base, const Rational& exponent, std::int64_t n) {
  switch (base.op()) {
    case Op::number:
      if (base.is_zero()) return n > 0 ? base : intern_power(base, exponent);
      if (const auto value = base.number().power(n)) return Expr(*value);
      return intern_power(base, exponent);
    case Op::power: return pow(base.args()[0], base.args()[1] * Expr(exponent));
    case Op::product: {
      std::vector<Expr> factors;
      for (const Expr a : base.args()) factors.push_back(pow(a, Expr(exponent)));
      return product(factors);
    }
    case Op::sum:
      if (!is_primitive(base)) {
        const Rational c = content(base);
        if (const auto scale = c.power(n)) {
          const Expr primitive = scale_sum(base, c.inverse());
          return attach(*scale, intern_power(primitive, exponent));
        }
      }
      return intern_power(base, exponent);
    case Op::exp: return exp(scaled(base.args()[0], exponent));
    default: return intern_power(base, exponent);
  }
}

}  // namespace

Expr scaled(Expr e, const Rational& factor) {
  if (factor.is_zero()) return {};
  if (factor.is_one()) return e;
  if (e.is_number()) return Expr(e.number() * factor);
  if (e.op() == Op::sum) return scale_sum(e, factor);
  const Term term = split_coefficient(e);
  const Rational coefficient = term.coefficient * factor;
  // Without its number a product may be a single sum, over which numbers are distributed.
  if (coefficient.is_one()) return term.rest;
  return term.rest.op() == Op::sum ? scale_sum(term.rest, coefficient) : attach(coefficient, term.rest);
}

Expr sum(std::span<const Expr> terms) {
  Rational constant = 0;
  std::vector<SumTerm> list;
  list.reserve(terms.size() + 4);
  const auto collect = [&](Expr e) {
    if (e.is_number()) {
      constant += e.number();
      check_digits(constant);
    } else {
      list.push_back({split_coefficient(e), e});
    }
  };
  std::size_t runs = 0, last_run = 0;
  for (const Expr e : terms) {
    ++runs;
    last_run = list.size();
    if (e.op() == Op::sum) {
      for (const Expr a : e.args()) collect(a);
    } else {
      collect(e);
    }
  }
  sort_runs(list, runs, last_run,
            [](const SumTerm& a, const SumTerm& b) { return compare(a.split.rest, b.split.rest) < 0; });

  std::vector<Expr> args;
  args.reserve(list.size() + 1);
  if (!constant.is_zero()) args.emplace_back(constant);
  for (std::size_t i = 0, j = 0; i < list.size(); i = j) {
    const Expr rest = list[i].split.rest;
    for (j = i + 1; j < list.size() && identical(rest, list[j].split.rest);) ++j;
    if (j == i + 1) {
      args.push_back(list[i].whole);
      continue;
    }
    Rational coefficient = 0;
    for (std::size_t k = i; k < j; ++k) {
      coefficient += list[k].split.coefficient;
      check_digits(coefficient);
    }
    if (!coefficient.is_zero()) args.push_back(attach(coefficient, rest));
  }
  if (args.empty()) return {};
  return args.size() == 1 ? args[0] : intern(Op::sum, args);
}

Expr product(std::span<const Expr> factors) {
  Rational coefficient = 1;
  std::vector<PowerFactor> list;
  list.reserve(factors.size() + 4);
  std::size_t runs = 0, last_run = 0;
  for (const Expr f : factors) {
    if (f.is_zero()) return {};
    ++runs;
    last_run = list.size();
    if (f.op() == Op::product) {
      for (const Expr a : f.args()) collect_factor(a, coefficient, list);
    } else {
      collect_factor(f, coefficient, list);
    }
  }
  sort_runs(list, runs, last_run,
            [](const PowerFactor& a, const PowerFactor& b) { return compare(a.base, b.base) < 0; });

  std::vector<Expr> args;
  args.reserve(list.size() + 1);
  bool refold = false;
  for (std::size_t i = 0, j = 0; i < list.size(); i = j) {
    const Expr base = list[i].base;
    for (j = i + 1; j < list.size() && identical(base, list[j].base);) ++j;
    if (j == i + 1) {
      args.push_back(list[i].whole);
      continue;
    }
    Rational exponent = 0;
    for (std::size_t k = i; k < j; ++k) exponent += list[k].exponent;
    if (exponent.is_zero()) continue;
    const Expr power = exponent.is_one() ? base : rational_power(base, exponent);
    // A merged power may have become a product, a number, or a factor of another base.
    const bool same_base = identical(split_power(power).base, base) && !power.is_number();
    const bool primitive = power.op() != Op::sum || is_primitive(power);
    refold = refold || !same_base || !primitive || power.op() == Op::product;
    args.push_back(power);
  }
  if (refold) {
    args.emplace_back(coefficient);
    return product(args);
  }
  if (args.empty()) return Expr(coefficient);
  if (args.size() == 1) return args[0].op() == Op::sum ? scaled(args[0], coefficient) : attach(coefficient, args[0]);
  if (!coefficient.is_one()) args.insert(args.begin(), Expr(coefficient));
  return intern(Op::product, args);
}

Expr pow(Expr base, Expr exponent) {
  if (exponent.is_zero()) return Expr::one();
  if (exponent.is_one()) return base;
  if (exponent.is_number()) return rational_power(base, exponent.number());
  if (base.is_one()) return base;
  return intern(Op::power, std::array<Expr, 2>{base, exponent});
}

Expr operator+(Expr a, Expr b) {
  if (a.is_zero()) return b;
  if (b.is_zero()) return a;
  return sum(std::array<Expr, 2>{a, b});
}

Expr operator-(Expr a) { return scaled(a, -1); }
Expr operator-(Expr a, Expr b) { return b.is_zero() ? a : a + -b; }
Expr operator*(Expr a, Expr b) {
  if (a.is_zero() || b.is_zero()) return {};
  if (a.is_number()) return scaled(b, a.number());
  if (b.is_number()) return scaled(a, b.number());
  return product(std::array<Expr, 2>{a, b});
}

Expr operator/(Expr a, Expr b) { return a * pow(b, Expr(Rational(-1))); }

}  // namespace alembert
