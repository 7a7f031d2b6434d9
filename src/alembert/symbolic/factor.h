/// Taking out common factors.
#pragma once
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// The sum of the terms, collected by the rates and accelerations they hold, the coefficient of each with common
/// factors taken out greedily: first those of all terms, then the factor that most terms share, and so on inside. The
/// number of terms bounds the depth; a sum with very many factors is only added.
Expr factored_sum(const std::vector<Term>& terms);

}  // namespace alembert
