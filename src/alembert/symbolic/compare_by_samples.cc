#include "alembert/symbolic/compare_by_samples.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "alembert/symbolic/edge_points.h"
#include "alembert/symbolic/high_precision.h"
#include "alembert/symbolic/recheck.h"
#include "alembert/symbolic/sample_points.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

constexpr std::size_t most_points = 24;
constexpr std::size_t most_tries = 96;               // points that do not count are passed over
constexpr std::size_t most_sample_work = 4'000'000;  // PreciseEvaluator::cost() times points: a few seconds
constexpr std::size_t most_edge_points = 600;
constexpr double plain_difference = 1e-6;  // relative: such a witness shows in any double computation
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

/// Both sides at one point after another.
class Look {
 public:
  Look(const Sides& sides, Comparison& result)
      : solved_(sides.solved),
        admission_(sides.assumed, sides.written),
        formulas_(formulas_of(sides, admission_)),
        symbols_(SamplePoints(formulas_).symbols()),
        evaluate_(formulas_, symbols_),
        result_(result) {
    std::vector<Expr> holding = symbols_;
    for (const auto& [symbol, value] : solved_) holding.push_back(value);
    const SamplePoints points(holding);
    for (const Expr s : points.symbols())
      if (std::ranges::none_of(solved_, [&](const auto& one) { return identical(one.first, s); })) free_.push_back(s);
  }

  const std::vector<Expr>& free_symbols() const { return free_; }  ///< all but those that are solved for
  std::size_t cost() const { return evaluate_.cost(); }
  /// @param free_values  of the free symbols
  /// @returns whether the point counts
  bool at(std::span<const Rational> free_values) {
    const auto values = completed(free_values);
    if (!values) return false;
    const auto value = evaluate_.at(*values);
    const Seen seen = judge(value[0], value[1], value[2]);
    if (seen == Seen::nothing || !admission_.holds(std::span(value).subspan(3))) return false;
    ++result_.points;
    if (seen == Seen::different) keep(*values, value);
    return true;
  }
  /// Whether a witness was found that needs no better one.
  bool done() const {
    return result_.verdict == Verdict::refuted && separation(result_.left, result_.right) > plain_difference;
  }

 private:
  static std::vector<Expr> formulas_of(const Sides& sides, const Admission& admission) {
    std::vector<Expr> formulas{sides.left, sides.right, sides.left - sides.right};
    admission.append_formulas(formulas);
    return formulas;
  }

  /// Values of all symbols; none where one that is solved for is no fraction.
  std::optional<std::vector<Rational>> completed(std::span<const Rational> free_values) const {
    std::vector<Expr> known = free_, numbers;
    for (const Rational& value : free_values) numbers.emplace_back(value);
    for (auto one = solved_.rbegin(); one != solved_.rend(); ++one) {  // later ones stand in the values of earlier ones
      numbers.push_back(substitute(one->second, known, numbers));
      known.push_back(one->first);
      if (!numbers.back().is_number()) return {};
    }
    std::vector<Rational> values;
    for (const Expr s : symbols_) {
      const auto it = std::ranges::find_if(known, [&](Expr k) { return identical(k, s); });
      values.push_back(numbers[static_cast<std::size_t>(it - known.begin())].number());
    }
    return values;
  }

  /// A witness, if it shows better than the one before.
  void keep(const std::vector<Rational>& values, const std::vector<std::optional<PreciseValue>>& value) {
    const double left = value[0]->value, right = value[1]->value;
    const bool better = separation(left, right) > separation(result_.left, result_.right);
    if (result_.verdict == Verdict::refuted && !better) return;
    result_.verdict = Verdict::refuted;
    result_.left = left;
    result_.right = right;
    const auto texts = evaluate_.decimals_at(values, digits_to_show(*value[0], *value[1], *value[2]));
    result_.left_text = texts[0];
    result_.right_text = texts[1];
    result_.difference_text = evaluate_.decimals_at(values, least_digits)[2];
    result_.witness.clear();
    for (std::size_t i = 0; i < values.size(); ++i) result_.witness.emplace_back(symbols_[i], values[i]);
  }

  const std::vector<std::pair<Expr, Expr>>& solved_;
  Admission admission_;
  std::vector<Expr> formulas_, symbols_, free_;
  PreciseEvaluator evaluate_;
  Comparison& result_;
};

void call_probable(Comparison& result) {
  if (result.verdict != Verdict::refuted && result.points > 0) result.verdict = Verdict::probable;
}

}  // namespace

void compare_by_samples(const Sides& sides, Comparison& result) {
  Look look(sides, result);
  SamplePoints points(look.free_symbols());
  result.constant = points.symbols().empty() && sides.solved.empty();
  const std::size_t affordable = std::max<std::size_t>(1, std::min(most_tries, most_sample_work / look.cost()));
  const std::size_t most = points.symbols().empty() ? 1 : affordable;
  for (std::size_t k = 0; k < most && result.points < most_points && !look.done(); ++k)
    if (look.at(points.next()) && k == 0 && points.model_is_known() && sides.solved.empty()) result.at_the_model = true;
  call_probable(result);
}

void compare_at_edges(const Sides& sides, std::span<const Expr> edges, std::size_t most_work, Comparison& result) {
  Look look(sides, result);
  if (look.free_symbols().empty()) return;
  std::vector<Expr> here = edges_of(std::array{sides.left, sides.right});
  here.insert(here.end(), edges.begin(), edges.end());
  for (const auto& [symbol, value] : sides.solved)
    for (Expr& e : here) e = substitute(e, std::array{symbol}, std::array{value});
  std::erase_if(here, [](Expr e) { return e.is_number(); });
  const std::size_t most = std::min(most_edge_points, most_work / look.cost());
  std::vector<std::vector<Rational>> points = power_points(std::array{sides.left, sides.right}, look.free_symbols());
  for (auto& point : edge_points(here, look.free_symbols(), most)) points.push_back(std::move(point));
  points.resize(std::min(points.size(), most));
  for (const std::vector<Rational>& point : points) {
    if (look.done()) break;
    look.at(point);
  }
  call_probable(result);
}

bool seems_defined_nowhere(const Sides& sides, std::size_t most_work) {
  if (sides.written.parts.empty()) return false;
  Comparison seen;
  Look look(sides, seen);
  const std::size_t most = most_work / look.cost();
  if (most < most_tries) return false;
  SamplePoints points(look.free_symbols());
  for (std::size_t k = 0; k < most_points; ++k)
    if (look.at(points.next())) return false;
  const std::vector<Expr> edges = edges_of(sides.written.formulas());
  std::vector<std::vector<Rational>> at_edges = edge_points(edges, look.free_symbols(), most);
  at_edges.resize(std::min(at_edges.size(), most));
  return std::ranges::none_of(at_edges, [&](const auto& point) { return look.at(point); });
}

}  // namespace alembert
