/// The functions of the expression language.
#pragma once
#include <cstddef>
#include <span>
#include <string_view>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// A function of the language; sqrt is Op::power, step Op::less with one argument, piecewise Op::select with any odd
/// number of them from three on.
struct Function {
  static constexpr int odd = 0;  ///< in place of a number of arguments: 3, 5, 7, ...
  std::string_view name;
  Op op;
  int arguments;
  bool takes(std::size_t given) const {
    return arguments == odd ? given > 2 && given % 2 == 1 : given == static_cast<std::size_t>(arguments);
  }
};

std::span<const Function> language_functions();
/// The function with this name, or null.
const Function* find_function(std::string_view name);

/// Its value: step(x) is if(x < 0, 0, 1), piecewise(c, x, d, y, z) is if(c, x, if(d, y, z)).
/// @param arguments  as many as it takes
Expr apply(const Function& function, std::span<const Expr> arguments);

}  // namespace alembert
