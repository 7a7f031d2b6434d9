/// Formulas for the tests of symbolic/: symbols, an evaluator that shares nothing with the library's, random formulas.
#pragma once
#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <cstdlib>
#include <string>
#include <unordered_map>
#include <vector>

#include "alembert/core/random.h"
#include "alembert/symbolic/curve.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/walk.h"

namespace alembert::testing {

using Digits50 = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>, boost::multiprecision::et_off>;

/// The tolerance t times ALEMBERT_TOL_SCALE (0 makes every inexact comparison fail and so prints true residuals).
inline double tol(double t) {
  static const double scale = [] {
    const char* text = std::getenv("ALEMBERT_TOL_SCALE");
    return text == nullptr ? 1.0 : std::strtod(text, nullptr);
  }();
  return t * scale;
}

inline Expr number(std::int64_t n, std::int64_t d = 1) { return Expr(Rational(n, d)); }
inline Expr coordinate(const std::string& name, int order = 0) {
  return Expr::symbol(name, SymbolKind::coordinate, order);
}
inline Expr parameter(const std::string& name) { return Expr::symbol(name, SymbolKind::parameter); }
inline Expr square(Expr e) { return pow(e, number(2)); }

/// A graph that is current as long as the test runs, with some symbols.
class WithGraph : public ::testing::Test {
 protected:
  Graph graph;
  GraphScope scope{graph};
  Expr x = coordinate("x"), y = coordinate("y"), z = coordinate("z");
  Expr m = parameter("m"), l = parameter("l"), g = parameter("g");
};

template <class T>
using Point = std::unordered_map<std::uint32_t, T>;  ///< symbol's id -> value

template <class T>
T to_scalar(const Rational& r) {
  return T(r.numerator().text()) / T(r.denominator().text());
}
template <>
inline double to_scalar<double>(const Rational& r) {
  return boost::multiprecision::cpp_rational(r.text()).convert_to<double>();
}

/// A call of a curve, point after point.
template <class T>
T value_on_points(Expr call, const std::unordered_map<std::uint32_t, T>& values) {
  const CurveArguments arguments(call.args());
  const Curve& curve = arguments.curve;
  const auto coordinate = [&](const Curve::Column& column, std::size_t i) {
    if (!column.has_formula(i)) return to_scalar<T>(column.exact[i]);
    return values.at(arguments.formulas[static_cast<std::size_t>(column.formula[i])].id());
  };
  const T x = values.at(arguments.x.id());
  const bool slope = call.op() == Op::table_slope;
  if (x < coordinate(curve.x(), 0)) return slope ? T(0) : coordinate(curve.y(), 0);
  for (std::size_t i = 1; i < curve.size(); ++i) {
    const T x0 = coordinate(curve.x(), i - 1), x1 = coordinate(curve.x(), i);
    const T y0 = coordinate(curve.y(), i - 1), y1 = coordinate(curve.y(), i);
    if (x < x1) return slope ? (y1 - y0) / (x1 - x0) : (y0 * (x1 - x) + y1 * (x - x0)) / (x1 - x0);
  }
  return slope ? T(0) : coordinate(curve.y(), curve.size() - 1);
}

/// The value of one node from those of its arguments, which are in `values`.
template <class T>
T value_of_node(Expr e, const Point<T>& at, const std::unordered_map<std::uint32_t, T>& values) {
  using std::abs, std::acos, std::asin, std::atan, std::atan2, std::cos, std::cosh, std::exp, std::log, std::pow,
      std::sin, std::sinh, std::tan, std::tanh;
  const auto arg = [&](std::size_t i) { return values.at(e.args()[i].id()); };
  switch (e.op()) {
    case Op::number: return to_scalar<T>(e.number());
    case Op::symbol: return e.kind() == SymbolKind::constant ? T(4) * atan(T(1)) : at.at(e.id());
    case Op::sum: {
      T total(0);
      for (std::size_t i = 0; i < e.args().size(); ++i) total = total + arg(i);
      return total;
    }
    case Op::product: {
      T total(1);
      for (std::size_t i = 0; i < e.args().size(); ++i) total = total * arg(i);
      return total;
    }
    case Op::power: return pow(arg(0), arg(1));
    case Op::sin: return sin(arg(0));
    case Op::cos: return cos(arg(0));
    case Op::tan: return tan(arg(0));
    case Op::asin: return asin(arg(0));
    case Op::acos: return acos(arg(0));
    case Op::atan: return atan(arg(0));
    case Op::atan2: return atan2(arg(0), arg(1));
    case Op::sinh: return sinh(arg(0));
    case Op::cosh: return cosh(arg(0));
    case Op::tanh: return tanh(arg(0));
    case Op::exp: return exp(arg(0));
    case Op::log: return log(arg(0));
    case Op::abs: return abs(arg(0));
    case Op::sign: return arg(0) > 0 ? T(1) : arg(0) < 0 ? T(-1) : T(0);
    case Op::floor: {
      using std::floor;
      return floor(arg(0));
    }
    case Op::min: return arg(1) < arg(0) ? arg(1) : arg(0);
    case Op::max: return arg(0) < arg(1) ? arg(1) : arg(0);
    case Op::less: return arg(0) < arg(1) ? T(1) : T(0);
    case Op::less_equal: return arg(0) <= arg(1) ? T(1) : T(0);
    case Op::select: return arg(0) != 0 ? arg(1) : arg(2);
    case Op::curve: return T(0);  // read by its calls alone
    case Op::table:
    case Op::table_slope: return value_on_points<T>(e, values);
  }
  return T(0);
}

/// The value of e, every node once.
template <class T>
T value_of(Expr e, const Point<T>& at) {
  std::unordered_map<std::uint32_t, T> values;
  for (const Expr node : Walk(std::span(&e, 1))) values[node.id()] = value_of_node(node, at, values);
  return values.at(e.id());
}

/// Random values between 0.3 and 1.7 for every symbol below the formulas: away from 0 and from each other's multiples.
template <class T>
Point<T> random_point(std::initializer_list<Expr> formulas, Random& random) {
  Point<T> at;
  for (const Expr e : Walk(std::span(formulas.begin(), formulas.size())))
    if (e.is_symbol() && e.kind() != SymbolKind::constant) at[e.id()] = T(random.uniform(0.3, 1.7));
  return at;
}

/// A formula as a tree of our own, so that the same one can be built in many ways.
struct Tree {
  enum class Kind { number, symbol, sum, product, power, function } kind;
  Rational number;             ///< number; exponent of a power
  std::string name;            ///< of a symbol or function
  std::vector<Tree> children;  ///< of a sum, product, power (base), function (argument)
};

inline std::size_t pick(Random& random, std::size_t n) { return static_cast<std::size_t>(random.bits() % n); }

/// What random trees are made of.
struct Recipe {
  std::vector<std::string> symbols{"a", "b", "c2", "c10"};
  std::vector<std::string> functions{"sin", "cos"};
  std::vector<Rational> exponents{2, 3};
};

inline Tree random_tree(Random& random, const Recipe& recipe, int depth) {
  const std::size_t choice = depth == 0 ? pick(random, 2) : 2 + pick(random, 5);
  const auto below = [&] { return random_tree(random, recipe, depth - 1); };
  Tree t;
  switch (choice) {
    case 0:
      t.kind = Tree::Kind::number;
      t.number =
          Rational(static_cast<std::int64_t>(pick(random, 9)) - 4, 1 + static_cast<std::int64_t>(pick(random, 3)));
      break;
    case 1:
      t.kind = Tree::Kind::symbol;
      t.name = recipe.symbols[pick(random, recipe.symbols.size())];
      break;
    case 2:
    case 3:
      t.kind = Tree::Kind::sum;
      for (std::size_t i = 0, n = 2 + pick(random, 2); i < n; ++i) t.children.push_back(below());
      break;
    case 4:
      t.kind = Tree::Kind::product;
      for (std::size_t i = 0, n = 2 + pick(random, 2); i < n; ++i) t.children.push_back(below());
      break;
    case 5:
      t.kind = Tree::Kind::power;
      t.number = recipe.exponents[pick(random, recipe.exponents.size())];
      t.children.push_back(below());
      break;
    default:
      t.kind = Tree::Kind::function;
      t.name = recipe.functions[pick(random, recipe.functions.size())];
      t.children.push_back(below());
  }
  return t;
}

inline Expr function_of(const std::string& name, Expr a) {
  for (int op = static_cast<int>(Op::sin); op <= static_cast<int>(Op::select); ++op)
    if (arity(static_cast<Op>(op)) == 1 && function_name(static_cast<Op>(op)) == name)
      return build(static_cast<Op>(op), std::vector<Expr>{a});
  ADD_FAILURE() << "no function " << name;
  return a;
}

/// The formula of a tree; children are built, and sums and products put together, in an order that `order` draws.
inline Expr build_tree(const Tree& t, Random& order) {
  std::vector<Expr> parts(t.children.size());
  std::vector<std::size_t> turn(parts.size());
  for (std::size_t i = 0; i < turn.size(); ++i) turn[i] = i;
  for (std::size_t i = turn.size(); i > 1; --i) std::swap(turn[i - 1], turn[pick(order, i)]);
  for (const std::size_t i : turn) parts[i] = build_tree(t.children[i], order);
  switch (t.kind) {
    case Tree::Kind::number: return Expr(t.number);
    case Tree::Kind::symbol: return coordinate(t.name);
    case Tree::Kind::power: return pow(parts[0], Expr(t.number));
    case Tree::Kind::function: return function_of(t.name, parts[0]);
    case Tree::Kind::sum:
    case Tree::Kind::product: break;
  }
  // Join two neighbours at a time, anywhere, in either order.
  while (parts.size() > 1) {
    const std::size_t i = pick(order, parts.size());
    std::swap(parts[i], parts.back());
    const std::size_t j = pick(order, parts.size() - 1);
    parts[j] = t.kind == Tree::Kind::sum ? parts[j] + parts.back() : parts.back() * parts[j];
    parts.pop_back();
  }
  return parts[0];
}

/// |a - b| relative to the larger of 1, |a| and |b|.
template <class T>
double relative_difference(const T& a, const T& b) {
  using std::abs;
  T scale(1);
  if (abs(a) > scale) scale = abs(a);
  if (abs(b) > scale) scale = abs(b);
  return static_cast<double>(abs(T(a - b)) / scale);
}

}  // namespace alembert::testing
