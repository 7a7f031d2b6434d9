/// The canonical order of formulas. Two formulas differ first at one place; walking down to it needs no recursion.
#include <algorithm>

#include "alembert/core/text.h"
#include "alembert/symbolic/curve.h"
#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/graph.h"

namespace alembert {
namespace {

/// Formulas higher than this are ordered by height first: of two different ones the place where they differ is then
/// seldom far below, so that sorting the parts of a deep formula does not walk all the way down each time.
constexpr std::uint32_t shallow = 64;

std::uint32_t depth_rank(const Node& n) { return std::max<std::uint32_t>(n.height, shallow); }

int compare_numbers(const Rational& a, const Rational& b) { return a == b ? 0 : a < b ? -1 : 1; }

/// By name, which a model gives once; made one after the other where names are equal.
int compare_curves(const Graph& graph, const Node& a, const Node& b) {
  const int by_name = compare_natural(graph.curve(a)->name(), graph.curve(b)->name());
  return by_name != 0 ? by_name : a.count < b.count ? -1 : 1;
}

}  // namespace

int compare(Expr a, Expr b) {
  const Graph& graph = Graph::current();
  while (!identical(a, b)) {
    // x and x^2 stand together: order by base, then by exponent.
    const Factor fa = split_power(a), fb = split_power(b);
    if (identical(fa.base, fb.base)) return compare_numbers(fa.exponent, fb.exponent);
    a = fa.base;
    b = fb.base;
    const Node &na = graph.node(a.id()), &nb = graph.node(b.id());
    if (na.op != nb.op) return na.op < nb.op ? -1 : 1;
    if (depth_rank(na) != depth_rank(nb)) return depth_rank(na) < depth_rank(nb) ? -1 : 1;
    if (na.op == Op::number) return compare_numbers(graph.number(na), graph.number(nb));
    if (na.op == Op::symbol) return graph.symbol_rank(na) < graph.symbol_rank(nb) ? -1 : 1;
    if (na.op == Op::curve) return compare_curves(graph, na, nb);
    std::uint32_t i = 0;
    while (i < na.count && i < nb.count && identical(na.args[i], nb.args[i])) ++i;
    if (i == na.count || i == nb.count) return na.count < nb.count ? -1 : 1;
    a = na.args[i];
    b = nb.args[i];
  }
  return 0;
}

}  // namespace alembert
