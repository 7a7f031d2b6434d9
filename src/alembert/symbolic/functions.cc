/// Functions with what folds at construction: exact values, signs out of odd and even functions, whole turns.
#include <array>
#include <cassert>

#include "alembert/symbolic/curve.h"
#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/graph.h"

namespace alembert {
namespace {

Expr node1(Op op, Expr a) { return Graph::current().intern(op, std::array<Expr, 1>{a}); }
Expr node2(Op op, Expr a, Expr b) { return Graph::current().intern(op, std::array<Expr, 2>{a, b}); }

/// angle = halves * pi + rest
struct PiSplit {
  Rational halves;  ///< half turns: the coefficient of pi
  Expr rest;
};

bool is_pi(Expr e) { return e.is_symbol() && e.kind() == SymbolKind::constant && e.name() == "pi"; }

Rational coefficient_of_pi(Expr term) {
  if (is_pi(term)) return 1;
  const bool multiple = term.op() == Op::product && term.args().size() == 2 && term.args()[0].is_number();
  return multiple && is_pi(term.args()[1]) ? term.args()[0].number() : Rational(0);
}

PiSplit split_pi(Expr angle) {
  if (angle.op() != Op::sum) {
    const Rational c = coefficient_of_pi(angle);
    return c.is_zero() ? PiSplit{0, angle} : PiSplit{c, Expr()};
  }
  for (const Expr term : angle.args())
    if (const Rational c = coefficient_of_pi(term); !c.is_zero()) return {c, angle - term};
  return {0, angle};
}

/// sin(x pi) for 0 <= x <= 1/2 where a short closed form exists, else the function node.
Expr sin_first_quadrant(const Rational& x) {
  const Expr half(Rational(1, 2));
  if (x.is_zero()) return {};
  if (x == Rational(1, 6)) return half;
  if (x == Rational(1, 4)) return half * sqrt(Expr(Rational(2)));
  if (x == Rational(1, 3)) return half * sqrt(Expr(Rational(3)));
  if (x == Rational(1, 2)) return Expr::one();
  return node1(Op::sin, scaled(Expr::pi(), x));
}

/// sin(x pi) for any x, by symmetry from the first quadrant.
Expr sin_of_pi_times(Rational x) {
  x = x - (x / 2).floor() * 2;  // whole turns
  const bool negative = Rational(1) < x;
  if (negative) x = x - 1;
  if (Rational(1, 2) < x) x = Rational(1) - x;
  const Expr value = sin_first_quadrant(x);
  return negative ? -value : value;
}

/// n modulo 4, from 0 to 3.
int modulo_four(const Rational& n) {
  const auto small = n.to_int();
  const auto rest = small ? *small % 4 : *(n - (n / 4).floor() * 4).to_int();
  return static_cast<int>((rest + 4) % 4);
}

/// sin(angle + x pi) with everything folded that folds exactly.
Expr sin_folded(Expr angle, const Rational& x0) {
  auto [x, rest] = split_pi(angle);
  x += x0;
  if (rest.is_zero()) return sin_of_pi_times(x);
  if (leads_negative(rest)) {  // sin(-r + x pi) = sin(r + (1 - x) pi)
    rest = -rest;
    x = Rational(1) - x;
  }
  // Bring the shift into [0, 1/2) pi; what was taken away is whole quarter turns.
  const Rational quarters = (x * 2).floor();
  const Rational shift = x - quarters * Rational(1, 2);
  const int turns = modulo_four(quarters);
  if (!shift.is_zero()) rest += scaled(Expr::pi(), shift);
  const Expr value = node1(turns % 2 == 0 ? Op::sin : Op::cos, rest);
  return turns >= 2 ? -value : value;
}

Expr odd(Op op, Expr a) {
  if (a.is_zero()) return a;
  return leads_negative(a) ? -node1(op, -a) : node1(op, a);
}

}  // namespace

bool leads_negative(Expr e) {
  if (e.op() == Op::sum) e = e.args()[0];
  if (e.op() == Op::product) e = e.args()[0];
  return e.is_number() && e.number().sign() < 0;
}

Expr sqrt(Expr a) { return pow(a, Expr(Rational(1, 2))); }
Expr sin(Expr a) { return sin_folded(a, 0); }
Expr cos(Expr a) { return sin_folded(a, Rational(1, 2)); }

void sincos(Expr a, Expr& s, Expr& c) {
  s = sin(a);
  c = cos(a);
}

Expr tan(Expr a) { return odd(Op::tan, a); }
Expr asin(Expr a) {
  if (a.is_number() && a.number().abs().is_one()) return scaled(Expr::pi(), a.number() * Rational(1, 2));
  return odd(Op::asin, a);
}
Expr acos(Expr a) {
  if (a.is_number() && a.number().abs().is_one()) return a.is_one() ? Expr() : Expr::pi();
  if (a.is_zero()) return scaled(Expr::pi(), Rational(1, 2));
  return node1(Op::acos, a);
}
Expr atan(Expr a) {
  if (a.is_number() && a.number().abs().is_one()) return scaled(Expr::pi(), a.number() * Rational(1, 4));
  return odd(Op::atan, a);
}
Expr atan2(Expr y, Expr x) { return node2(Op::atan2, y, x); }
Expr sinh(Expr a) { return odd(Op::sinh, a); }
Expr cosh(Expr a) {
  if (a.is_zero()) return Expr::one();
  return node1(Op::cosh, leads_negative(a) ? -a : a);
}
Expr tanh(Expr a) { return odd(Op::tanh, a); }
Expr exp(Expr a) {
  if (a.is_zero()) return Expr::one();
  return a.op() == Op::log ? a.args()[0] : node1(Op::exp, a);
}
Expr log(Expr a) {
  if (a.is_one()) return {};
  return a.op() == Op::exp ? a.args()[0] : node1(Op::log, a);
}
Expr abs(Expr a) {
  if (a.is_number()) return Expr(a.number().abs());
  const Term term = split_coefficient(a);
  if (term.rest.op() == Op::abs) return scaled(term.rest, term.coefficient.abs());
  return scaled(node1(Op::abs, leads_negative(term.rest) ? -term.rest : term.rest), term.coefficient.abs());
}
Expr sign(Expr a) {
  if (a.is_number()) return Expr(Rational(a.number().sign()));
  const Term term = split_coefficient(a);
  const bool negative = leads_negative(term.rest);
  return scaled(node1(Op::sign, negative ? -term.rest : term.rest), term.coefficient.sign() * (negative ? -1 : 1));
}
Expr floor(Expr a) {
  if (a.is_number()) return Expr(a.number().floor());
  return node1(Op::floor, a);
}
Expr min(Expr a, Expr b) {
  if (identical(a, b)) return a;
  if (a.is_number() && b.is_number()) return b.number() < a.number() ? b : a;
  return compare(a, b) < 0 ? node2(Op::min, a, b) : node2(Op::min, b, a);
}
Expr max(Expr a, Expr b) {
  if (identical(a, b)) return a;
  if (a.is_number() && b.is_number()) return a.number() < b.number() ? b : a;
  return compare(a, b) < 0 ? node2(Op::max, a, b) : node2(Op::max, b, a);
}
Expr less(Expr a, Expr b) {
  if (identical(a, b)) return {};
  if (a.is_number() && b.is_number()) return a.number() < b.number() ? Expr::one() : Expr();
  return node2(Op::less, a, b);
}
Expr less_equal(Expr a, Expr b) {
  if (identical(a, b)) return Expr::one();
  if (a.is_number() && b.is_number()) return b.number() < a.number() ? Expr() : Expr::one();
  return node2(Op::less_equal, a, b);
}
Expr select(Expr condition, Expr where_true, Expr where_false) {
  if (condition.is_number()) return condition.is_zero() ? where_false : where_true;
  if (identical(where_true, where_false)) return where_true;
  return Graph::current().intern(Op::select, std::array<Expr, 3>{condition, where_true, where_false});
}

int arity(Op op) {
  switch (op) {
    case Op::number:
    case Op::symbol:
    case Op::curve:
    case Op::sum:
    case Op::product:
    case Op::table:
    case Op::table_slope: return -1;
    case Op::power:
    case Op::atan2:
    case Op::min:
    case Op::max:
    case Op::less:
    case Op::less_equal: return 2;
    case Op::select: return 3;
    default: return 1;
  }
}

Expr build(Op op, std::span<const Expr> args) {
  assert(arity(op) < 0 || static_cast<std::size_t>(arity(op)) == args.size());
  switch (op) {
    case Op::sum: return sum(args);
    case Op::product: return product(args);
    case Op::power: return pow(args[0], args[1]);
    case Op::sin: return sin(args[0]);
    case Op::cos: return cos(args[0]);
    case Op::tan: return tan(args[0]);
    case Op::asin: return asin(args[0]);
    case Op::acos: return acos(args[0]);
    case Op::atan: return atan(args[0]);
    case Op::atan2: return atan2(args[0], args[1]);
    case Op::sinh: return sinh(args[0]);
    case Op::cosh: return cosh(args[0]);
    case Op::tanh: return tanh(args[0]);
    case Op::exp: return exp(args[0]);
    case Op::log: return log(args[0]);
    case Op::abs: return abs(args[0]);
    case Op::sign: return sign(args[0]);
    case Op::floor: return floor(args[0]);
    case Op::min: return min(args[0], args[1]);
    case Op::max: return max(args[0], args[1]);
    case Op::less: return less(args[0], args[1]);
    case Op::less_equal: return less_equal(args[0], args[1]);
    case Op::select: return select(args[0], args[1], args[2]);
    case Op::table:
    case Op::table_slope: return build_table(op, args);
    case Op::curve:
    case Op::number:
    case Op::symbol: break;
  }
  assert(false);
  return {};
}

std::string_view function_name(Op op) {
  switch (op) {
    case Op::sin: return "sin";
    case Op::cos: return "cos";
    case Op::tan: return "tan";
    case Op::asin: return "asin";
    case Op::acos: return "acos";
    case Op::atan: return "atan";
    case Op::atan2: return "atan2";
    case Op::sinh: return "sinh";
    case Op::cosh: return "cosh";
    case Op::tanh: return "tanh";
    case Op::exp: return "exp";
    case Op::log: return "log";
    case Op::abs: return "abs";
    case Op::sign: return "sign";
    case Op::floor: return "floor";
    case Op::min: return "min";
    case Op::max: return "max";
    case Op::select: return "if";
    default: return "";
  }
}

}  // namespace alembert
