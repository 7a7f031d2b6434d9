/// Are two formulas equal? Proved where a normal form exists, else decided by high-precision samples and said so.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "alembert/symbolic/domain.h"
#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/normal_form.h"
#include "alembert/symbolic/signs.h"

namespace alembert {

enum class Verdict {
  proved,     ///< by normal form: equal wherever both sides are defined and the assumptions hold
  refuted,    ///< different at the witness point
  probable,   ///< equal at every sampled point to 60 digits, but not proved
  undecided,  ///< no point was found where both sides are defined and known well enough, or they are too large to try
};

struct Comparison {
  Verdict verdict = Verdict::undecided;
  std::string method;  ///< in words
  std::string domain;  ///< signs that were assumed, as "x > 0 and y < 0"; empty: wherever both sides are defined
  std::vector<std::string> equal_where;  ///< not proved as a whole, but there
  std::size_t points = 0;                ///< at which both sides were compared by value
  bool at_the_model = false;             ///< the model's own values were one of them
  bool constant = false;                 ///< neither side has a symbol, so that there is but one point
  /// For `refuted`: symbols with exact values, and both sides there, beyond the largest double infinite.
  std::vector<std::pair<Expr, Rational>> witness;
  double left = 0.0;
  double right = 0.0;
  /// The same in decimal notation, with as many digits as tell them apart, and left - right.
  std::string left_text, right_text, difference_text;
};

/// Compares two formulas as functions of all their symbols, of either sign. Every proof is checked again by value:
/// std::logic_error with both formulas if that fails.
Comparison compare_values(Expr left, Expr right, const FormBudget& budget = {});

/// The same with more effort: by cases of signs, under signs that are assumed, and for sides as they are `written`,
/// which may be defined at fewer points than the formulas that they were folded to.
Comparison prove_equal(Expr left, Expr right, std::span<const Signs::Said> assumed = {}, const Domain& written = {},
                       const FormBudget& budget = {});

/// True only when e is proved to be zero by its normal form.
bool proved_zero(Expr e, const FormBudget& budget = {});

std::string_view verdict_name(Verdict verdict);

}  // namespace alembert
