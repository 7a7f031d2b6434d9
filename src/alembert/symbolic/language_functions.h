/// The functions of the expression language.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// A function of the language.
struct Function {
  static constexpr std::size_t odd = 0;  ///< in place of a number of arguments: 3, 5, 7, ...
  std::string_view name;
  std::size_t arguments;
  Expr (*value)(std::span<const Expr> arguments);  ///< throws Error, without a place, where there is none
  /// A formula that has a value where the function has one; null: wherever its arguments have one.
  Expr (*defined)(std::span<const Expr> arguments) = nullptr;

  bool takes(std::size_t given) const { return arguments == odd ? given > 2 && given % 2 == 1 : given == arguments; }
};

/// Those that formulas have as nodes, and those that are made of them: step(x) is if(x < 0, 0, 1), piecewise(c, x, d,
/// y, z) is if(c, x, if(d, y, z)), mod(x, m) is x - m floor(x/m), ceil(x) is -floor(-x), round(x) is floor(x + 1/2),
/// clamp(x, a, b) is min(max(x, a), b). mod(x, 0) and clamp(x, 2, 1) are errors.
std::span<const Function> language_functions();
/// The function with this name, or null.
const Function* find_function(std::string_view name);

}  // namespace alembert
