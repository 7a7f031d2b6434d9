#include "alembert/symbolic/recheck.h"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <string>

#include "alembert/symbolic/print.h"
#include "alembert/symbolic/sample_points.h"

namespace alembert {
namespace {

constexpr double equal_digits = 60.0;      // of 150 carried: 90 are left for cancellation
constexpr double sure_digits = 20.0;       // that two precisions must share before a difference counts as one
constexpr double vanishing_digits = 25.0;  // that a zero gains from 100 to 150 digits carried, at least
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double quick_digits = 25.0;      // of 50 carried: a first look
constexpr std::size_t defined_points = 2;  // to be seen
constexpr std::size_t most_points = 6;
constexpr std::size_t most_work = 300'000;  // PreciseEvaluator::cost() of all points but the first: a tenth of a second

bool equal_at_a_glance(const std::vector<std::optional<double>>& sizes) {
  return sizes[0] && sizes[1] && sizes[2] && *sizes[2] <= std::max(*sizes[0], *sizes[1]) - quick_digits;
}

}  // namespace

void throw_contradiction(Expr original, Expr rewritten, std::span<const std::pair<Expr, Rational>> point) {
  std::string text = "two formulas that were found equal differ in value; please report them:\n  " + to_text(original) +
                     "\n  " + to_text(rewritten) + "\n  at";
  for (const auto& [symbol, value] : point)
    text += (identical(symbol, point.front().first) ? " " : ", ") + to_text(symbol) + " = " + value.text();
  throw std::logic_error(text);
}

Seen judge(const std::optional<PreciseValue>& left, const std::optional<PreciseValue>& right,
           const std::optional<PreciseValue>& difference) {
  if (!left || !right || !difference) return Seen::nothing;
  if (difference->digits >= sure_digits) return Seen::different;
  if (difference->log10_size <= std::max(left->log10_size, right->log10_size) - equal_digits) return Seen::equal;
  if (difference->log10_size <= difference->log10_rough - vanishing_digits) return Seen::equal;
  return Seen::nothing;
}

void Admission::append_formulas(std::vector<Expr>& formulas) const {
  for (const auto& [of, signs] : assumed_) formulas.push_back(of);
  const std::vector<Expr> parts = written_.formulas();
  formulas.insert(formulas.end(), parts.begin(), parts.end());
}

bool Admission::holds(std::span<const std::optional<PreciseValue>> values) const {
  for (std::size_t i = 0; i < assumed_.size(); ++i) {
    const auto& value = values[i];
    if (!value) return false;
    const bool zero = value->log10_size == -infinity;
    if (!zero && value->digits < sure_digits) return false;  // round-off, of either sign
    if (!assumed_[i].signs.holds(zero ? 0 : value->value > 0.0 ? 1 : -1)) return false;
  }
  std::vector<std::optional<double>> parts;
  for (const auto& value : values.subspan(assumed_.size()))
    parts.push_back(value ? std::optional(value->value) : std::nullopt);
  return !written_.undefined_part(parts);
}

void recheck(Expr original, Expr rewritten, std::span<const Signs::Said> assumed, const Domain& written) {
  if (identical(original, rewritten)) return;
  std::vector<Expr> formulas{original, rewritten, original - rewritten};
  const Admission admission(assumed, written);
  admission.append_formulas(formulas);
  SamplePoints points(formulas);
  const PreciseEvaluator evaluate(formulas, points.symbols());
  const std::size_t most = std::clamp<std::size_t>(most_work / evaluate.cost(), 1, most_points);
  std::size_t seen = 0;
  for (std::size_t k = 0; k < most && seen < defined_points; ++k) {
    const std::vector<Rational> values = points.next();
    if (assumed.empty() && equal_at_a_glance(evaluate.quick_sizes_at(values))) {
      ++seen;
      continue;
    }
    const auto found = evaluate.at(values);
    const Seen result = judge(found[0], found[1], found[2]);
    if (result == Seen::nothing || !admission.holds(std::span(found).subspan(3))) continue;
    if (result == Seen::different) {
      std::vector<std::pair<Expr, Rational>> point;
      for (std::size_t i = 0; i < values.size(); ++i) point.emplace_back(points.symbols()[i], values[i]);
      throw_contradiction(original, rewritten, point);
    }
    ++seen;
  }
}

}  // namespace alembert
