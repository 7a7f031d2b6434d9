#include "alembert/symbolic/sample_points.h"

#include <algorithm>
#include <array>

#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

const std::optional<Rational>& model_value(Expr symbol) {
  const Graph& graph = Graph::current();
  return graph.symbol(graph.node(symbol.id())).value;
}

/// A random fraction n/denominator with n <= most, of either sign unless `positive`.
Rational random_value(Random& random, std::size_t point, bool positive) {
  struct Grid {
    std::uint64_t most;
    std::int64_t denominator;
  };
  // More than one denominator and size, because sin(8 pi x) is zero on all eighths, and max(x, 100) is 100 nearby.
  constexpr std::array<Grid, 4> grids{{{31, 8}, {300, 101}, {31, 8}, {5000, 7}}};
  const Grid& grid = grids[point / 4 % grids.size()];
  const auto n = static_cast<std::int64_t>(random.bits() % grid.most) + 1;
  const bool negative = random.bits() % 2 == 1 && !positive;
  return {negative ? -n : n, grid.denominator};
}

}  // namespace

SamplePoints::SamplePoints(std::span<const Expr> formulas) {
  for (const Expr e : Walk(formulas))
    if (e.is_symbol() && e.kind() != SymbolKind::constant) symbols_.push_back(e);
  std::ranges::sort(symbols_, [](Expr a, Expr b) { return compare(a, b) < 0; });
  model_is_known_ = std::ranges::any_of(symbols_, [](Expr s) { return model_value(s).has_value(); });
  if (!model_is_known_) point_ = 1;
}

std::vector<Rational> SamplePoints::next() {
  std::vector<Rational> values;
  values.reserve(symbols_.size());
  for (const Expr s : symbols_) values.push_back(value(s));
  ++point_;
  return values;
}

Rational SamplePoints::value(Expr symbol) {
  const bool parameter = symbol.kind() == SymbolKind::parameter;
  const std::size_t kind = point_ % 4;
  if (const std::optional<Rational>& own = model_value(symbol)) {
    if (point_ == 0 || (kind == 1 && parameter)) return *own;
    if (kind == 2) {  // near it, by shares that the formulas hardly know
      const Rational share(static_cast<std::int64_t>(random_.bits() % 127) - 63, 1009);
      return own->is_zero() ? share : *own * (Rational(1) + share);
    }
  }
  return random_value(random_, point_, parameter && kind != 0);
}

}  // namespace alembert
