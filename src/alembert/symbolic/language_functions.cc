#include "alembert/symbolic/language_functions.h"

#include <algorithm>
#include <array>

#include "alembert/core/error.h"
#include "alembert/symbolic/conditions.h"

namespace alembert {
namespace {

using Arguments = std::span<const Expr>;

template <Op op>
Expr node(Arguments x) {
  return build(op, x);
}

Expr root(Arguments x) { return sqrt(x[0]); }
Expr step(Arguments x) { return select(compared(Token::Kind::less, x[0], Expr()), Expr(), Expr::one()); }

/// The value of the first condition that holds, hence made from behind.
Expr piecewise(Arguments x) {
  Expr value = x.back();
  for (std::size_t k = x.size() - 1; k >= 2; k -= 2) value = select(x[k - 2], x[k - 1], value);
  return value;
}

/// A zero that is written would vanish with its floor(x/0), and leave x.
Expr mod(Arguments x) {
  if (x[1].is_zero())
    throw Error(Error::Code::bad_value, "mod(x, 0) has no value", {},
                "divide by something else: mod(x, m), m not zero");
  return x[0] - x[1] * floor(x[0] / x[1]);
}

Expr clamp(Arguments x) {
  if (const Expr room = x[2] - x[1]; room.is_number() && room.number().sign() < 0)
    throw Error(Error::Code::bad_value, "clamp has its lowest value above its highest", {},
                "write clamp(x, lowest, highest)");
  return min(max(x[0], x[1]), x[2]);
}

constexpr std::array<Function, 25> functions{{
    {"sin", 1, node<Op::sin>},
    {"cos", 1, node<Op::cos>},
    {"tan", 1, node<Op::tan>, node<Op::tan>},
    {"asin", 1, node<Op::asin>, node<Op::asin>},
    {"acos", 1, node<Op::acos>, node<Op::acos>},
    {"atan", 1, node<Op::atan>},
    {"atan2", 2, node<Op::atan2>},
    {"sinh", 1, node<Op::sinh>},
    {"cosh", 1, node<Op::cosh>},
    {"tanh", 1, node<Op::tanh>},
    {"exp", 1, node<Op::exp>},
    {"log", 1, node<Op::log>, node<Op::log>},
    {"sqrt", 1, root, root},
    {"abs", 1, node<Op::abs>},
    {"sign", 1, node<Op::sign>},
    {"min", 2, node<Op::min>},
    {"max", 2, node<Op::max>},
    {"clamp", 3, clamp},
    {"floor", 1, node<Op::floor>},
    {"ceil", 1, [](Arguments x) { return -floor(-x[0]); }},
    {"round", 1, [](Arguments x) { return floor(x[0] + Expr(0.5)); }},
    {"mod", 2, mod, [](Arguments x) { return pow(x[1], Expr(Rational(-1))); }},
    {"if", 3, piecewise},
    {"step", 1, step},
    {"piecewise", Function::odd, piecewise},
}};

}  // namespace

std::span<const Function> language_functions() { return functions; }

const Function* find_function(std::string_view name) {
  const auto it = std::ranges::find(functions, name, &Function::name);
  return it == functions.end() ? nullptr : &*it;
}

}  // namespace alembert
