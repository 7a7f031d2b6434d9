#include "alembert/symbolic/zero_test.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/core/random.h"
#include "alembert/symbolic/high_precision.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

constexpr std::size_t most_points = 24;
constexpr std::size_t most_work = 4'000'000;  // PreciseEvaluator::cost() times points: a few seconds
constexpr double zero_digits = 60.0;          // of 150 carried: 90 are left for cancellation
constexpr double sure_digits = 20.0;          // that two precisions must share before a difference counts as one
constexpr double plain_difference = 1e-6;     // relative: such a witness shows in any double computation

/// A random fraction n/denominator with n <= most: short to print, exact to check by hand. Parameters are positive, as
/// masses and lengths are.
Rational random_value(Random& random, Expr symbol, std::size_t point) {
  struct Grid {
    std::uint64_t most;
    std::int64_t denominator;
  };
  // More than one denominator and size, because sin(8 pi x) is zero on all eighths, and max(x, 100) is 100 nearby.
  constexpr std::array<Grid, 4> grids{{{31, 8}, {300, 101}, {31, 8}, {5000, 7}}};
  const Grid& grid = grids[point % grids.size()];
  const auto n = static_cast<std::int64_t>(random.bits() % grid.most) + 1;
  const bool negative = symbol.kind() != SymbolKind::parameter && random.bits() % 2 == 1;
  return {negative ? -n : n, grid.denominator};
}

std::vector<Expr> symbols_of(std::span<const Expr> formulas) {
  std::vector<Expr> symbols;
  for (const Expr e : Walk(formulas))
    if (e.is_symbol() && e.kind() != SymbolKind::constant) symbols.push_back(e);
  std::ranges::sort(symbols, [](Expr a, Expr b) { return compare(a, b) < 0; });
  return symbols;
}

/// |left - right| over the larger of the two.
double separation(double left, double right) {
  const double size = std::max(std::abs(left), std::abs(right));
  return size > 0.0 ? std::abs(left - right) / size : 0.0;
}

/// Fills verdict, witness and values from samples of left, right and their difference. Of several witnesses the one
/// that shows best is kept.
void sample(Comparison& result, Expr left, Expr right) {
  const std::array<Expr, 3> formulas{left, right, left - right};
  const std::vector<Expr> symbols = symbols_of(formulas);
  const PreciseEvaluator evaluate(formulas, symbols);
  const std::size_t points = std::min(most_points, most_work / evaluate.cost());
  Random random(20240229);
  std::size_t compared = 0;
  for (std::size_t k = 0; k < points; ++k) {
    std::vector<Rational> values;
    for (const Expr s : symbols) values.push_back(random_value(random, s, k));
    const auto value = evaluate.at(values);
    if (!value[0] || !value[1] || !value[2]) continue;
    const double scale = std::max({0.0, value[0]->log10_size, value[1]->log10_size});
    const bool zero = value[2]->log10_size < scale - zero_digits;
    if (!zero && value[2]->digits < sure_digits) continue;  // round-off: this point says nothing
    ++compared;
    if (zero) continue;
    const double seen = separation(value[0]->value, value[1]->value);
    if (result.verdict == Verdict::refuted && seen <= separation(result.left, result.right)) continue;
    result.verdict = Verdict::refuted;
    result.left = value[0]->value;
    result.right = value[1]->value;
    result.witness.clear();
    for (std::size_t i = 0; i < symbols.size(); ++i) result.witness.emplace_back(symbols[i], values[i]);
    if (seen > plain_difference) return;
  }
  if (result.verdict != Verdict::refuted && compared > 0) result.verdict = Verdict::probable;
}

}  // namespace

Comparison compare_values(Expr left, Expr right, const FormBudget& budget) {
  Comparison result;
  std::string reason = "roots or other functions occur for which no normal form exists";
  bool differ = false;
  try {
    const std::array<Expr, 1> difference{left - right};
    NormalForm form(difference, budget);
    if (form.is_zero(0)) {
      result.verdict = Verdict::proved;
      result.method = "normal form";
      return result;
    }
    differ = form.complete();
    if (differ) reason = "the normal form of the difference is not zero";
  } catch (const FormTooLarge&) {
    reason = "the normal form is too large";
  }
  sample(result, left, right);
  if (differ && result.verdict == Verdict::probable) result.verdict = Verdict::undecided;  // samples by bad luck
  result.method = result.verdict == Verdict::undecided
                      ? "no point was found where both sides are defined (" + reason + ")"
                      : "values to 100 digits at random points (" + reason + ")";
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
    case Verdict::proved: return "proved";
    case Verdict::refuted: return "refuted";
    case Verdict::probable: return "probable";
    case Verdict::undecided: return "undecided";
  }
  return "";
}

}  // namespace alembert
