#include "alembert/analysis/mobility/integrating_factor.h"

#include <algorithm>

#include "alembert/analysis/fields/force_field.h"
#include "alembert/symbolic/antiderivative.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

std::vector<Expr> times(Expr factor, std::span<const Expr> w) {
  std::vector<Expr> result;
  for (const Expr e : w) result.push_back(simplify(factor * e));
  return result;
}

/// Of an exact form.
std::optional<Expr> potential_of(std::span<const Expr> w, std::span<const Expr> x) {
  return find_potential(times(Expr(-1.0), w), x);
}

/// What the coefficients are divided by, as far as it moves.
std::vector<Expr> denominators(std::span<const Expr> w, std::span<const Expr> x) {
  std::vector<Expr> result;
  for (const Expr e : Walk(w)) {
    if (e.op() != Op::power || !e.args()[1].is_number() || e.args()[1].number().sign() > 0) continue;
    const bool moves = std::ranges::any_of(x, [&](Expr symbol) { return contains(e, symbol); });
    if (moves) result.push_back(Expr::one() / e);
  }
  return result;
}

/// m(x_k) with m' / m = h: x_k^c, exp(c x_k), or the exponential of the antiderivative. A root is that of |x_k|, which
/// has a value on both sides.
std::optional<Expr> factor_of(Expr h, Expr x) {
  if (const Expr power = simplify(h * x); !contains(power, x)) {
    const bool whole = power.is_number() && power.number().is_integer();
    return pow(whole ? x : abs(x), power);
  }
  const auto H = antiderivative(h, x);
  return H ? std::optional(exp(*H)) : std::nullopt;
}

/// A factor that depends on x_k alone: from d(m w_i)/dx_k = d(m w_k)/dx_i for one i with w_i not zero.
std::optional<Expr> factor_in(std::span<const Expr> w, std::span<const Expr> x, std::size_t k) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (i == k || w[i].is_zero()) continue;
    const Expr h = simplify((derivative(w[k], x[i]) - derivative(w[i], x[k])) / w[i]);
    if (h.is_zero()) continue;
    for (std::size_t j = 0; j < x.size(); ++j)
      if (j != k && contains(h, x[j])) return {};
    return factor_of(h, x[k]);
  }
  return {};
}

/// F without what all its numeric coefficients have in common.
Expr with_whole_numbers(Expr F) {
  if (F.op() != Op::sum) return split_coefficient(F).rest;
  Rational common = split_coefficient(F.args()[0]).coefficient.abs();
  std::vector<Rational> shares;
  for (const Expr term : F.args()) shares.push_back(split_coefficient(term).coefficient / common);
  Rational whole = 1;
  for (const Rational& share : shares) {
    constexpr int most = 100;
    for (int k = 1; k <= most && !(share * whole).is_integer(); ++k)
      if ((share * whole * Rational(k)).is_integer()) whole = whole * Rational(k);
    if (!(share * whole).is_integer()) return F;
  }
  std::vector<Expr> terms;
  for (const Expr term : F.args()) terms.push_back(scaled(term, whole / common));
  return sum(terms);
}

}  // namespace

std::optional<Expr> find_integral(std::span<const Expr> w, std::span<const Expr> x) {
  std::vector<Expr> factors{Expr::one()};
  Expr all = Expr::one();
  for (const Expr d : denominators(w, x)) {
    factors.push_back(d);
    all = all * d;
  }
  factors.push_back(all);
  for (const Expr factor : factors) {
    const std::vector<Expr> scaled_form = times(factor, w);
    if (const auto F = potential_of(scaled_form, x)) return with_whole_numbers(*F);
    for (std::size_t k = 0; k < x.size(); ++k)
      if (const auto m = factor_in(scaled_form, x, k))
        if (const auto F = potential_of(times(*m, scaled_form), x)) return with_whole_numbers(*F);
  }
  return {};
}

}  // namespace alembert
