#include "alembert/symbolic/factor.h"

#include <algorithm>
#include <map>

namespace alembert {
namespace {

struct CanonicalOrder {
  bool operator()(Expr a, Expr b) const { return compare(a, b) < 0; }
};

constexpr std::size_t most_factors = 20'000;  // over all terms of a sum: factoring takes up to their number squared

/// A term as coefficient and bases with exponents.
struct FactorTerm {
  Rational coefficient;
  std::map<Expr, Rational, CanonicalOrder> factors;
};
using FactorTerms = std::vector<FactorTerm>;

FactorTerm split(const Term& term) {
  FactorTerm result;
  const Term inner = split_coefficient(term.rest);
  result.coefficient = term.coefficient * inner.coefficient;
  const auto add = [&](Expr f) {
    const Factor factor = split_power(f);
    result.factors[factor.base] += factor.exponent;
  };
  if (inner.rest.op() == Op::product)
    for (const Expr f : inner.rest.args()) add(f);
  else if (!inner.rest.is_one())
    add(inner.rest);
  return result;
}

Expr joined(const FactorTerm& term) {
  std::vector<Expr> list{Expr(term.coefficient)};
  for (const auto& [base, exponent] : term.factors) list.push_back(pow(base, Expr(exponent)));
  return product(list);
}

/// Removes from all terms what they share and returns it.
Expr take_common(FactorTerms& terms) {
  std::vector<Expr> common;
  const auto candidates = terms.front().factors;
  for (const auto& [base, first] : candidates) {
    Rational shared = first;
    bool in_all = true;
    for (const FactorTerm& t : terms) {
      const auto it = t.factors.find(base);
      in_all = in_all && it != t.factors.end() && it->second.sign() == first.sign();
      if (!in_all) break;
      if (it->second.abs() < shared.abs()) shared = it->second;
    }
    if (!in_all) continue;
    common.push_back(pow(base, Expr(shared)));
    for (FactorTerm& t : terms) {
      Rational& exponent = t.factors[base];
      exponent += -shared;
      if (exponent.is_zero()) t.factors.erase(base);
    }
  }
  return product(common);
}

/// The base that most terms hold with a positive exponent; false when no two terms share one.
bool most_shared(const FactorTerms& terms, Expr& base) {
  std::map<Expr, int, CanonicalOrder> count;
  for (const FactorTerm& t : terms)
    for (const auto& [b, exponent] : t.factors)
      if (exponent.sign() > 0) ++count[b];
  int best = 1;
  for (const auto& [b, n] : count) {
    if (n <= best) continue;
    best = n;
    base = b;
  }
  return best > 1;
}

/// True when taking a number out of the sum leaves coefficients other than 1 and -1 inside: m g l + k l^2/8 is easier
/// to read than l (8 m g + k l)/8.
bool has_mixed_numbers(Expr e) {
  if (e.op() != Op::sum) return false;
  const Rational first = split_coefficient(e.args()[0]).coefficient.abs();
  bool fraction = false, same = true;
  for (const Expr a : e.args()) {
    const Rational c = split_coefficient(a).coefficient.abs();
    fraction = fraction || !c.is_integer();
    same = same && c == first;
  }
  return fraction && !same;
}

/// common * e, or every term of e times common where that reads better.
Expr times_sum(Expr common, Expr e) {
  if (!has_mixed_numbers(e)) return common * e;
  std::vector<Expr> terms;
  for (const Expr a : e.args()) terms.push_back(common * a);
  return sum(terms);
}

/// The terms added without factoring, where that would take too long.
Expr added(const FactorTerms& terms) {
  std::vector<Expr> list;
  for (const FactorTerm& t : terms) list.push_back(joined(t));
  return sum(list);
}

Expr factored(FactorTerms terms) {
  if (terms.empty()) return {};
  if (terms.size() == 1) return joined(terms.front());
  const Expr common = take_common(terms);
  std::vector<Expr> parts;
  Expr base;
  while (most_shared(terms, base)) {
    const auto with = std::stable_partition(terms.begin(), terms.end(), [&](const FactorTerm& t) {
      return !t.factors.contains(base) || t.factors.at(base).sign() < 0;
    });
    parts.push_back(factored(FactorTerms(with, terms.end())));
    terms.erase(with, terms.end());
  }
  parts.push_back(added(terms));
  return times_sum(common, sum(parts));
}

/// The rates and accelerations of a term: what terms of an equation of motion are grouped by.
Expr motion_of(const FactorTerm& term) {
  std::vector<Expr> list;
  for (const auto& [base, exponent] : term.factors)
    if (base.is_symbol() && base.order() > 0) list.push_back(pow(base, Expr(exponent)));
  return product(list);
}

}  // namespace

Expr factored_sum(const std::vector<Term>& terms) {
  std::map<Expr, FactorTerms, CanonicalOrder> groups;
  for (const Term& t : terms) {
    if (t.coefficient.is_zero()) continue;
    FactorTerm term = split(t);
    groups[motion_of(term)].push_back(std::move(term));
  }
  std::vector<Expr> parts;
  for (auto& [motion, group] : groups) {
    std::size_t size = 0;
    for (const FactorTerm& t : group) size += t.factors.size();
    parts.push_back(size > most_factors ? added(group) : factored(std::move(group)));
  }
  return sum(parts);
}

}  // namespace alembert
