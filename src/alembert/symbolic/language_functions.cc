#include "alembert/symbolic/language_functions.h"

#include <algorithm>
#include <array>
#include <vector>

#include "alembert/symbolic/conditions.h"

namespace alembert {
namespace {

constexpr std::array<Function, 20> functions{
    {{"sin", Op::sin, 1},    {"cos", Op::cos, 1},   {"tan", Op::tan, 1},     {"asin", Op::asin, 1},
     {"acos", Op::acos, 1},  {"atan", Op::atan, 1}, {"atan2", Op::atan2, 2}, {"sinh", Op::sinh, 1},
     {"cosh", Op::cosh, 1},  {"tanh", Op::tanh, 1}, {"exp", Op::exp, 1},     {"log", Op::log, 1},
     {"sqrt", Op::power, 1}, {"abs", Op::abs, 1},   {"sign", Op::sign, 1},   {"min", Op::min, 2},
     {"max", Op::max, 2},    {"if", Op::select, 3}, {"step", Op::less, 1},   {"piecewise", Op::select, Function::odd}}};

}  // namespace

std::span<const Function> language_functions() { return functions; }

const Function* find_function(std::string_view name) {
  const auto it = std::ranges::find(functions, name, &Function::name);
  return it == functions.end() ? nullptr : &*it;
}

Expr apply(const Function& function, std::span<const Expr> arguments) {
  if (function.op == Op::power) return sqrt(arguments[0]);
  if (function.op == Op::less)  // step(x): 1 from zero on
    return build(Op::select, std::vector<Expr>{compared(Token::Kind::less, arguments[0], Expr(0)), Expr(0), Expr(1)});
  if (function.op != Op::select) return build(function.op, arguments);
  Expr value = arguments.back();  // of the first condition that holds, hence made from behind
  for (std::size_t k = arguments.size() - 1; k >= 2; k -= 2)
    value = build(Op::select, std::vector<Expr>{arguments[k - 2], arguments[k - 1], value});
  return value;
}

}  // namespace alembert
