#include "alembert/symbolic/derivative.h"

#include <algorithm>
#include <array>
#include <functional>

#include "alembert/core/error.h"
#include "alembert/symbolic/curve.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

Expr square(Expr a) { return pow(a, Expr(2.0)); }

/// Product of all factors but the i-th.
Expr product_without(Expr e, std::size_t i) {
  std::vector<Expr> others;
  others.reserve(e.args().size());
  for (std::size_t j = 0; j < e.args().size(); ++j)
    if (j != i) others.push_back(e.args()[j]);
  // Two factors besides a number are canonical as they stand; one alone may be a sum, over which the number goes.
  const std::size_t factors = others.size() - (others[0].is_number() ? 1 : 0);
  return factors >= 2 ? Graph::current().intern(Op::product, others) : product(others);
}

Expr partial_power(Expr e, std::size_t i) {
  const Expr base = e.args()[0], exponent = e.args()[1];
  if (i == 0) return exponent * pow(base, exponent - Expr::one());
  return e * log(base);
}

Expr partial_table(Expr e, std::size_t i) {
  if (i == 0) return {};
  return i == 1 ? build(Op::table_slope, e.args()) : table_by_formula(e.args(), i - 2);
}

/// d(e)/d(i-th argument), from the table of derivatives.
Expr partial(Expr e, std::size_t i) {
  const Expr a = e.args()[0];
  switch (e.op()) {
    case Op::sum: return Expr::one();
    case Op::product: return product_without(e, i);
    case Op::power: return partial_power(e, i);
    case Op::sin: return cos(a);
    case Op::cos: return -sin(a);
    case Op::tan: return Expr::one() + square(e);
    case Op::asin: return Expr::one() / sqrt(Expr::one() - square(a));
    case Op::acos: return -(Expr::one() / sqrt(Expr::one() - square(a)));
    case Op::atan: return Expr::one() / (Expr::one() + square(a));
    case Op::atan2: {
      const Expr x = e.args()[1], r2 = square(a) + square(x);
      return i == 0 ? x / r2 : -a / r2;
    }
    case Op::sinh: return cosh(a);
    case Op::cosh: return sinh(a);
    case Op::tanh: return Expr::one() - square(e);
    case Op::exp: return e;
    case Op::log: return Expr::one() / a;
    case Op::abs: return sign(a);
    case Op::min: return i == 0 ? less_equal(a, e.args()[1]) : less(e.args()[1], a);
    case Op::max: return i == 0 ? less_equal(e.args()[1], a) : less(a, e.args()[1]);
    case Op::table: return partial_table(e, i);
    case Op::table_slope: return i < 2 ? Expr() : table_slope_by_formula(e.args(), i - 2);
    case Op::curve:
    case Op::sign:
    case Op::floor:
    case Op::less:
    case Op::less_equal:  // piecewise constant
    case Op::select:      // of its sides: forward()
    case Op::number:
    case Op::symbol: break;
  }
  return {};
}

/// Directional derivative of e, the derivative of each symbol given by `seed`.
Expr forward(Expr e, std::uint64_t only, const std::function<Expr(Expr)>& seed) {
  const std::array<Expr, 1> roots{e};
  const Walk walk(roots, only);
  std::vector<Expr> rate(walk.size());
  std::vector<Expr> terms;
  for (std::size_t k = 0; k < walk.size(); ++k) {
    const Expr n = walk[k];
    if (n.is_symbol()) {
      rate[k] = seed(n);
      continue;
    }
    const auto rate_of = [&](Expr a) { return walk.has(a) ? rate[walk.index(a)] : Expr(); };
    if (n.op() == Op::select) {
      rate[k] = select(n.args()[0], rate_of(n.args()[1]), rate_of(n.args()[2]));
      continue;
    }
    terms.clear();
    for (std::size_t i = 0; i < n.args().size(); ++i) {
      const Expr a = n.args()[i];
      const Expr da = rate_of(a);
      if (da.is_zero()) continue;
      terms.push_back(n.op() == Op::sum ? da : partial(n, i) * da);
    }
    rate[k] = sum(terms);
  }
  return walk.has(e) ? rate[walk.index(e)] : Expr();
}

std::uint64_t symbol_bits(Expr symbol) { return Graph::current().node(symbol.id()).symbols; }

/// A choice, of which the side not taken may have no value.
bool chooses(const Walk& walk) {
  return std::ranges::any_of(walk, [](Expr e) { return e.op() == Op::select; });
}

}  // namespace

Expr derivative(Expr e, Expr symbol) {
  if (!may_contain(e, symbol)) return {};
  return forward(e, symbol_bits(symbol), [&](Expr s) { return identical(s, symbol) ? Expr::one() : Expr(); });
}

Expr time_derivative(Expr e) {
  return forward(e, ~std::uint64_t{0}, [](Expr s) -> Expr {
    switch (s.kind()) {
      case SymbolKind::constant:
      case SymbolKind::parameter: return {};
      case SymbolKind::time: return Expr::one();
      case SymbolKind::coordinate: return Expr::symbol(s.name(), s.kind(), s.order() + 1);
      case SymbolKind::input:
      case SymbolKind::state: break;
    }
    throw Error(Error::Code::unsupported, "the time derivative of '" + s.name() + "' is needed, which is not known", {},
                "write the motion as an expression in t instead of an input or a state");
  });
}

std::vector<Expr> gradient(Expr e, std::span<const Expr> symbols) {
  std::uint64_t only = 0;
  for (const Expr s : symbols) only |= symbol_bits(s);
  const std::array<Expr, 1> roots{e};
  const Walk walk(roots, only);
  // Backwards, slopes of the side not taken would be multiplied by zero, which leaves none where they have no value.
  if (chooses(walk)) {
    std::vector<Expr> result;
    for (const Expr s : symbols) result.push_back(derivative(e, s));
    return result;
  }
  // adjoint[k] collects the contributions of all users of node k; users come after it in the walk.
  std::vector<std::vector<Expr>> adjoint(walk.size());
  std::vector<Expr> total(walk.size());
  if (walk.has(e)) adjoint[walk.index(e)].push_back(Expr::one());
  for (std::size_t k = walk.size(); k-- > 0;) {
    total[k] = sum(adjoint[k]);
    adjoint[k].clear();
    const Expr n = walk[k];
    if (total[k].is_zero()) continue;
    for (std::size_t i = 0; i < n.args().size(); ++i) {
      const Expr a = n.args()[i];
      if (!walk.has(a)) continue;
      const Expr part = n.op() == Op::sum ? total[k] : partial(n, i) * total[k];
      if (!part.is_zero()) adjoint[walk.index(a)].push_back(part);
    }
  }
  std::vector<Expr> result;
  result.reserve(symbols.size());
  for (const Expr s : symbols) result.push_back(walk.has(s) ? total[walk.index(s)] : Expr());
  return result;
}

Linear linear_coefficients(Expr e, std::span<const Expr> symbols, const char* what) {
  Linear result;
  result.coefficients = gradient(e, symbols);
  const Walk walk(result.coefficients);
  for (const Expr s : symbols)
    if (walk.has(s)) throw Error(Error::Code::bad_value, std::string(what) + " is not linear in '" + to_text(s) + "'");
  const std::vector<Expr> zeros(symbols.size());
  result.rest = substitute(e, symbols, zeros);
  return result;
}

}  // namespace alembert
