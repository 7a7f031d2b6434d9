#include "alembert/symbolic/expr.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "alembert/core/error.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

const Node& node(Expr e) { return Graph::current().node(e.id()); }

}  // namespace

Expr::Expr(double value) {
  // Every graph has these two nodes, so zeros and ones need no current graph: structs of formulas may stand anywhere.
  if (value == 0.0 || value == 1.0) {
    id_ = value == 0.0 ? 0 : 1;
    return;
  }
  if (!std::isfinite(value)) throw Error(Error::Code::bad_value, "a formula cannot hold a number that is not finite");
  *this = Expr(Rational::from_double(value));
}

Expr::Expr(const Rational& value) : Expr(Graph::current().intern_number(value)) {}

Expr Expr::symbol(std::string_view name, SymbolKind kind, int order) {
  return Graph::current().intern_symbol(name, kind, order);
}

Op Expr::op() const { return node(*this).op; }

std::span<const Expr> Expr::args() const {
  const Node& n = node(*this);
  if (n.op == Op::number || n.op == Op::symbol || n.op == Op::curve) return {};
  return {n.args, n.count};
}

const Rational& Expr::number() const {
  assert(is_number());
  return Graph::current().number(node(*this));
}

const std::string& Expr::name() const {
  assert(is_symbol());
  return Graph::current().symbol(node(*this)).name;
}

SymbolKind Expr::kind() const {
  assert(is_symbol());
  return Graph::current().symbol(node(*this)).kind;
}

int Expr::order() const {
  assert(is_symbol());
  return Graph::current().symbol(node(*this)).order;
}

Expr& Expr::operator+=(Expr b) { return *this = *this + b; }
Expr& Expr::operator-=(Expr b) { return *this = *this - b; }
Expr& Expr::operator*=(Expr b) { return *this = *this * b; }
Expr& Expr::operator/=(Expr b) { return *this = *this / b; }

Term split_coefficient(Expr e) {
  if (e.is_number()) return {e.number(), Expr::one()};
  if (e.op() != Op::product || !e.args()[0].is_number()) return {1, e};
  const std::span<const Expr> rest = e.args().subspan(1);
  return {e.args()[0].number(), rest.size() == 1 ? rest[0] : Graph::current().intern(Op::product, rest)};
}

Factor split_power(Expr factor) {
  if (factor.op() == Op::power && factor.args()[1].is_number()) return {factor.args()[0], factor.args()[1].number()};
  return {factor, 1};
}

bool any_nonzero(std::span<const Expr> formulas) {
  return std::ranges::any_of(formulas, [](Expr e) { return !e.is_zero(); });
}

bool may_contain(Expr e, Expr symbol) { return (node(e).symbols & node(symbol).symbols) != 0; }

bool contains(Expr e, Expr symbol) {
  if (!may_contain(e, symbol)) return false;
  const std::array<Expr, 1> roots{e};
  const Walk walk(roots, node(symbol).symbols);
  return walk.has(symbol);
}

}  // namespace alembert
