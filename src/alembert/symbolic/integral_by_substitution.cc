#include "alembert/symbolic/integral_by_substitution.h"

#include <array>

#include "alembert/symbolic/antiderivative.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/positive.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

/// u and the integral of f(u) over u.
struct Inner {
  Expr u, integral;
};

std::optional<Inner> inner_of(Expr f) {
  const Op op = f.op();
  if (op == Op::power && f.args()[1].is_number()) {
    const Expr u = f.args()[0];
    const Rational next = f.args()[1].number() + 1;
    if (next.is_zero()) return Inner{u, log(always_positive(u) ? u : abs(u))};
    return Inner{u, scaled(pow(u, Expr(next)), next.inverse())};
  }
  if (op == Op::exp) return Inner{f.args()[0], f};
  if (op == Op::sin) return Inner{f.args()[0], -cos(f.args()[0])};
  if (op == Op::cos) return Inner{f.args()[0], sin(f.args()[0])};
  return {};
}

/// Integral of p sign(u), continuous where u, linear in x, is zero.
std::optional<Expr> with_sign(Expr p, Expr u, Expr x) {
  const Expr slope = derivative(u, x);
  if (slope.is_zero() || contains(slope, x)) return {};
  const auto F = antiderivative(p, x);
  if (!F) return {};
  const std::array symbol{x};
  const Expr zero = -substitute(u, symbol, std::array{Expr()}) / slope;
  return sign(u) * (*F - substitute(*F, symbol, std::array{zero}));
}

/// The factor that f has in e, if that is free of f.
std::optional<Expr> factor_of(Expr e, Expr f) {
  const Expr factor = simplify(e / f);
  return Walk(std::array{factor}).has(f) ? std::nullopt : std::optional(factor);
}

std::optional<Expr> by_cases(Expr e, Expr f, Expr x) {
  const Op op = f.op();
  if (op != Op::abs && op != Op::sign && op != Op::min && op != Op::max) return {};
  const auto p = factor_of(e, f);
  if (!p) return {};
  const Expr a = f.args()[0];
  if (op == Op::sign) return with_sign(*p, a, x);
  if (op == Op::abs) return with_sign(*p * a, a, x);
  const Expr b = f.args()[1], half(Rational(1, 2));
  const auto mean = antiderivative(*p * (a + b) * half, x);
  const auto apart = with_sign(*p * (a - b) * half, a - b, x);
  if (!mean || !apart) return {};
  return op == Op::max ? *mean + *apart : *mean - *apart;
}

}  // namespace

std::optional<Expr> integral_by_substitution(Expr e, Expr x) {
  constexpr std::size_t most_nodes = 300;  // each of which is divided by
  const Walk walk(std::array{e});
  if (walk.size() > most_nodes) return {};
  for (const Expr f : walk) {
    if (!contains(f, x)) continue;
    if (const auto result = by_cases(e, f, x)) return result;
    const auto inner = inner_of(f);
    if (!inner || !contains(inner->u, x)) continue;
    const Expr factor = simplify(e / (f * derivative(inner->u, x)));
    if (!contains(factor, x)) return factor * inner->integral;
  }
  return {};
}

}  // namespace alembert
