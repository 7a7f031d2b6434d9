/// Are two formulas equal? Proved where a normal form exists, else decided by high-precision samples and said so.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/normal_form.h"

namespace alembert {

enum class Verdict {
  proved,     ///< by normal form: equal wherever both sides are defined
  refuted,    ///< different at the witness point
  probable,   ///< equal at every sampled point to 60 digits, but outside the class that has a normal form
  undecided,  ///< no point was found where both sides are defined and known well enough, or they are too large to try
};

struct Comparison {
  Verdict verdict = Verdict::undecided;
  std::string method;  ///< in words
  /// For `refuted`: symbols with exact values, and both sides there.
  std::vector<std::pair<Expr, Rational>> witness;
  double left = 0.0;
  double right = 0.0;
};

/// Compares two formulas as functions of all their symbols. Samples take parameters positive, as masses and lengths
/// are; a proof does not.
Comparison compare_values(Expr left, Expr right, const FormBudget& budget = {});

/// True only when e is proved to be zero by its normal form.
bool proved_zero(Expr e, const FormBudget& budget = {});

std::string_view verdict_name(Verdict verdict);

}  // namespace alembert
