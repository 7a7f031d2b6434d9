/// Formulas: handles to nodes of a hash-consed graph.
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "alembert/symbolic/rational.h"

namespace alembert {

/// What a node of the graph is. Subtraction and division do not occur: a - b is a + (-1) b, a / b is a b^-1, and
/// sqrt(x) is x^(1/2). Conditions are numbers, 1 for true and 0 for false, so `and` is a product.
enum class Op : std::uint8_t {
  number,   ///< exact rational
  symbol,   ///< parameter, coordinate, rate, time, input, state, or the constant pi
  sum,      ///< [number] + terms, at least two
  product,  ///< [number] * factors, at least two
  power,    ///< base ^ exponent
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  atan2,  ///< (y, x)
  sinh,
  cosh,
  tanh,
  exp,
  log,
  abs,
  sign,
  floor,  ///< the largest whole number that is not larger
  min,    ///< two arguments
  max,
  less,         ///< a < b
  less_equal,   ///< a <= b
  select,       ///< (condition, where true, where false)
  curve,        ///< points of a function (curve.h); no value of its own, it stands in calls alone
  table,        ///< value of a curve: (curve, x, values of the curve's formulas)
  table_slope,  ///< its slope
};

/// What a symbol stands for; also the first key of the canonical order.
enum class SymbolKind : std::uint8_t { constant, parameter, input, time, state, coordinate };

/// A formula. Four bytes; the nodes live in the current Graph (graph.h), equal formulas are the same node, and sums and
/// products are kept flat, folded and in an order that depends on names and structure alone.
///
/// Like every Scalar it has no comparison that yields bool; use identical() and is_zero() to ask about structure.
class Expr {
 public:
  constexpr Expr() = default;  ///< zero
  Expr(double value);          // NOLINT(google-explicit-constructor): a Scalar is made from a double
  explicit Expr(const Rational& value);

  /// The symbol with this name, kind and order of time derivative (1: the rate theta', 2: the acceleration theta'').
  static Expr symbol(std::string_view name, SymbolKind kind, int order = 0);
  static Expr time() { return symbol("t", SymbolKind::time); }
  static Expr pi() { return symbol("pi", SymbolKind::constant); }
  static constexpr Expr one() { return from_id(1); }

  Op op() const;
  std::span<const Expr> args() const;
  bool is_number() const { return op() == Op::number; }
  bool is_symbol() const { return op() == Op::symbol; }
  const Rational& number() const;            ///< only of a number
  const std::string& name() const;           ///< only of a symbol
  SymbolKind kind() const;                   ///< only of a symbol
  int order() const;                         ///< only of a symbol: times differentiated
  bool is_zero() const { return id_ == 0; }  ///< structurally the number 0; see zero_test.h for "equal to zero"
  bool is_one() const { return id_ == 1; }

  std::uint32_t id() const { return id_; }
  static constexpr Expr from_id(std::uint32_t id) {
    Expr e;
    e.id_ = id;
    return e;
  }

  Expr& operator+=(Expr b);
  Expr& operator-=(Expr b);
  Expr& operator*=(Expr b);
  Expr& operator/=(Expr b);

 private:
  std::uint32_t id_ = 0;  ///< node 0 of every graph is the number 0, node 1 the number 1
};

inline bool identical(Expr a, Expr b) { return a.id() == b.id(); }

Expr sum(std::span<const Expr> terms);
Expr product(std::span<const Expr> factors);
/// Coefficient times e; cheaper than a product.
Expr scaled(Expr e, const Rational& factor);

Expr operator+(Expr a, Expr b);
Expr operator-(Expr a, Expr b);
Expr operator*(Expr a, Expr b);
Expr operator/(Expr a, Expr b);
Expr operator-(Expr a);
Expr pow(Expr base, Expr exponent);
Expr sqrt(Expr a);
Expr sin(Expr a);
Expr cos(Expr a);
void sincos(Expr a, Expr& s, Expr& c);
Expr tan(Expr a);
Expr asin(Expr a);
Expr acos(Expr a);
Expr atan(Expr a);
Expr atan2(Expr y, Expr x);
Expr sinh(Expr a);
Expr cosh(Expr a);
Expr tanh(Expr a);
Expr exp(Expr a);
Expr log(Expr a);
Expr abs(Expr a);
Expr sign(Expr a);
Expr floor(Expr a);
Expr min(Expr a, Expr b);
Expr max(Expr a, Expr b);
Expr less(Expr a, Expr b);        ///< 1 where a < b, else 0
Expr less_equal(Expr a, Expr b);  ///< 1 where a <= b, else 0
Expr select(Expr condition, Expr where_true, Expr where_false);

/// The formula with this op and arguments, folded like the named functions above; as many as arity(op), if that is not
/// -1. Not of numbers, symbols and curves.
Expr build(Op op, std::span<const Expr> args);
int arity(Op op);
std::string_view function_name(Op op);

/// e as coefficient times a formula without numeric factor: 3 x y -> (3, x y); a sum has coefficient 1.
struct Term {
  Rational coefficient;
  Expr rest;
};
Term split_coefficient(Expr e);
/// True when the formula starts with a minus sign: its first coefficient is negative.
bool leads_negative(Expr e);

/// factor as base^exponent with a rational exponent: x -> (x, 1), x^(1/2) -> (x, 1/2), x^n -> (x^n, 1).
struct Factor {
  Expr base;
  Rational exponent;
};
Factor split_power(Expr factor);

/// The canonical order of nodes: negative, zero, positive. Depends on names and structure alone. Costs the way down to
/// the first difference.
int compare(Expr a, Expr b);

/// True unless all formulas are structurally the number 0.
bool any_nonzero(std::span<const Expr> formulas);

/// True when e may contain the symbol (a quick filter: false is certain, true is not).
bool may_contain(Expr e, Expr symbol);
/// True when e contains the symbol.
bool contains(Expr e, Expr symbol);

}  // namespace alembert
