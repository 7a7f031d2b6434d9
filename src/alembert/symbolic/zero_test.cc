#include "alembert/symbolic/zero_test.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/core/random.h"
#include "alembert/symbolic/high_precision.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

constexpr int sample_points = 24;
constexpr double zero_digits = 60.0;  // of 100 carried: 40 are left for cancellation

/// A random multiple of 1/8: short to print, exact to check by hand. Parameters are positive, as masses and lengths
/// are.
Rational random_value(Random& random, Expr symbol) {
  const auto eighths = static_cast<std::int64_t>(random.bits() % 31) + 1;
  const bool negative = symbol.kind() != SymbolKind::parameter && random.bits() % 2 == 1;
  return {negative ? -eighths : eighths, 8};
}

std::vector<Expr> symbols_of(std::span<const Expr> formulas) {
  std::vector<Expr> symbols;
  for (const Expr e : Walk(formulas))
    if (e.is_symbol() && e.kind() != SymbolKind::constant) symbols.push_back(e);
  std::ranges::sort(symbols, [](Expr a, Expr b) { return compare(a, b) < 0; });
  return symbols;
}

/// Fills verdict, witness and values from samples of left, right and their difference.
void sample(Comparison& result, Expr left, Expr right) {
  const std::array<Expr, 3> formulas{left, right, left - right};
  const std::vector<Expr> symbols = symbols_of(formulas);
  Random random(20240229);
  int compared = 0;
  for (int k = 0; k < sample_points; ++k) {
    std::vector<Rational> values;
    for (const Expr s : symbols) values.push_back(random_value(random, s));
    const auto value = evaluate_precisely(formulas, symbols, values);
    if (!value[0] || !value[1] || !value[2]) continue;
    ++compared;
    const double scale = std::max({0.0, value[0]->log10_size, value[1]->log10_size});
    if (value[2]->log10_size < scale - zero_digits) continue;
    result.verdict = Verdict::refuted;
    result.left = value[0]->value;
    result.right = value[1]->value;
    for (std::size_t i = 0; i < symbols.size(); ++i) result.witness.emplace_back(symbols[i], values[i]);
    return;
  }
  result.verdict = compared > 0 ? Verdict::probable : Verdict::undecided;
}

}  // namespace

Comparison compare_values(Expr left, Expr right, const FormBudget& budget) {
  Comparison result;
  std::string reason = "roots or other functions occur for which no normal form exists";
  try {
    const std::array<Expr, 1> difference{left - right};
    NormalForm form(difference, budget);
    if (form.is_zero(0)) {
      result.verdict = Verdict::proved;
      result.method = "normal form";
      return result;
    }
    if (form.complete()) reason = "the normal form of the difference is not zero";
  } catch (const FormTooLarge&) {
    reason = "the normal form is too large";
  }
  sample(result, left, right);
  result.method = "values to 100 digits at random points (" + reason + ")";
  return result;
}

bool proved_zero(Expr e, const FormBudget& budget) {
  if (e.is_zero()) return true;
  try {
    const std::array<Expr, 1> formulas{e};
    return NormalForm(formulas, budget).is_zero(0);
  } catch (const FormTooLarge&) {
    return false;
  }
}

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return "proved";
    case Verdict::refuted:
      return "refuted";
    case Verdict::probable:
      return "probable";
    case Verdict::undecided:
      return "undecided";
  }
  return "";
}

}  // namespace alembert
