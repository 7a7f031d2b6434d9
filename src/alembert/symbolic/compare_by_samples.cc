#include "alembert/symbolic/compare_by_samples.h"

#include <algorithm>
#include <cmath>

#include "alembert/symbolic/high_precision.h"
#include "alembert/symbolic/recheck.h"
#include "alembert/symbolic/sample_points.h"
#include "alembert/symbolic/substitute.h"

namespace alembert {
namespace {

constexpr std::size_t most_points = 24;
constexpr std::size_t most_tries = 96;        // points that do not count are passed over
constexpr std::size_t most_work = 4'000'000;  // PreciseEvaluator::cost() times points: a few seconds
constexpr double plain_difference = 1e-6;     // relative: such a witness shows in any double computation
constexpr int least_digits = 17, most_digits = 140;

/// |left - right| over the larger of the two; nothing of what doubles cannot hold.
double separation(double left, double right) {
  const double size = std::max(std::abs(left), std::abs(right));
  return size > 0.0 && std::isfinite(size) ? std::abs(left - right) / size : 0.0;
}

/// As many as tell the two apart, if that many can be read.
int digits_to_show(const PreciseValue& left, const PreciseValue& right, const PreciseValue& difference) {
  constexpr double beyond = 3.0;
  const double shared = std::max(left.log10_size, right.log10_size) - difference.log10_size;
  return shared + beyond > most_digits ? least_digits : std::max(least_digits, static_cast<int>(shared + beyond));
}

}  // namespace

void compare_by_samples(const Sides& sides, Comparison& result) {
  std::vector<Expr> formulas{sides.left, sides.right, sides.left - sides.right};
  const Admission admission(sides.assumed, sides.written);
  admission.append_formulas(formulas);
  formulas.insert(formulas.end(), sides.also.begin(), sides.also.end());
  SamplePoints points(formulas);
  const PreciseEvaluator evaluate(formulas, points.symbols());
  result.constant = points.symbols().empty();
  const std::size_t affordable = std::max<std::size_t>(1, std::min(most_tries, most_work / evaluate.cost()));
  const std::size_t most = result.constant ? 1 : affordable;
  for (std::size_t k = 0; k < most && result.points < most_points; ++k) {
    const std::vector<Rational> values = points.next();
    const auto value = evaluate.at(values);
    const Seen seen = judge(value[0], value[1], value[2]);
    if (seen == Seen::nothing || !admission.holds(std::span(value).subspan(3, value.size() - 3 - sides.also.size())))
      continue;
    ++result.points;
    if (k == 0 && points.model_is_known()) result.at_the_model = true;
    if (seen == Seen::equal) continue;
    const double shown = separation(value[0]->value, value[1]->value);
    if (result.verdict == Verdict::refuted && shown <= separation(result.left, result.right)) continue;
    result.verdict = Verdict::refuted;
    result.left = value[0]->value;
    result.right = value[1]->value;
    const std::vector<std::string> texts =
        evaluate.decimals_at(values, digits_to_show(*value[0], *value[1], *value[2]));
    result.left_text = texts[0];
    result.right_text = texts[1];
    result.difference_text = evaluate.decimals_at(values, least_digits)[2];
    result.witness.clear();
    for (std::size_t i = 0; i < values.size(); ++i) result.witness.emplace_back(points.symbols()[i], values[i]);
    if (shown > plain_difference) return;
  }
  if (result.verdict != Verdict::refuted && result.points > 0) result.verdict = Verdict::probable;
}

bool complete_witness(std::span<const std::pair<Expr, Expr>> solved, std::vector<std::pair<Expr, Rational>>& witness) {
  for (auto one = solved.rbegin(); one != solved.rend(); ++one) {  // later ones stand in the values of earlier ones
    const auto& [symbol, value] = *one;
    std::vector<Expr> symbols, numbers;
    for (const auto& [known, number] : witness) {
      symbols.push_back(known);
      numbers.emplace_back(number);
    }
    const Expr number = substitute(value, symbols, numbers);
    if (!number.is_number()) return false;
    witness.emplace_back(symbol, number.number());
  }
  return true;
}

}  // namespace alembert
