#include "alembert/symbolic/zero_test.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/symbolic/cases.h"
#include "alembert/symbolic/high_precision.h"
#include "alembert/symbolic/recheck.h"
#include "alembert/symbolic/sample_points.h"

namespace alembert {
namespace {

constexpr std::size_t most_points = 24;
constexpr std::size_t most_tries = 96;        // points outside the assumed signs are passed over
constexpr std::size_t most_work = 4'000'000;  // PreciseEvaluator::cost() times points: a few seconds
constexpr std::size_t most_told_cases = 2;
constexpr double plain_difference = 1e-6;  // relative: such a witness shows in any double computation

/// |left - right| over the larger of the two.
double separation(double left, double right) {
  const double size = std::max(std::abs(left), std::abs(right));
  return size > 0.0 ? std::abs(left - right) / size : 0.0;
}

bool hold(std::span<const Signs::Said> assumed, std::span<const std::optional<PreciseValue>> values) {
  for (std::size_t i = 0; i < assumed.size(); ++i) {
    const auto& value = values[i];
    if (!value || (value->value > 0.0) - (value->value < 0.0) != assumed[i].sign) return false;
  }
  return true;
}

/// Fills verdict, witness and values from samples of left, right and their difference. Of several witnesses the one
/// that shows best is kept.
void sample(Comparison& result, Expr left, Expr right, std::span<const Signs::Said> assumed) {
  std::vector<Expr> formulas{left, right, left - right};
  for (const auto& [of, sign] : assumed) formulas.push_back(of);
  SamplePoints points(formulas);
  const PreciseEvaluator evaluate(formulas, points.symbols());
  const std::size_t most = std::max<std::size_t>(1, std::min(most_tries, most_work / evaluate.cost()));
  for (std::size_t k = 0; k < most && result.points < most_points; ++k) {
    const std::vector<Rational> values = points.next();
    const auto value = evaluate.at(values);
    if (!hold(assumed, std::span(value).subspan(3))) continue;
    const Seen seen = judge(value[0], value[1], value[2]);
    if (seen == Seen::nothing) continue;
    ++result.points;
    if (k == 0 && points.model_is_known()) result.at_the_model = true;
    if (seen == Seen::equal) continue;
    const double shown = separation(value[0]->value, value[1]->value);
    if (result.verdict == Verdict::refuted && shown <= separation(result.left, result.right)) continue;
    result.verdict = Verdict::refuted;
    result.left = value[0]->value;
    result.right = value[1]->value;
    result.witness.clear();
    for (std::size_t i = 0; i < values.size(); ++i) result.witness.emplace_back(points.symbols()[i], values[i]);
    if (shown > plain_difference) return;
  }
  if (result.verdict != Verdict::refuted && result.points > 0) result.verdict = Verdict::probable;
}

/// Where samples were taken, in words.
std::string method_of_samples(const Comparison& c, const std::string& reason) {
  if (c.verdict == Verdict::undecided)
    return "no point was found where both sides are defined and known well enough (" + reason + ")";
  if (c.verdict == Verdict::refuted) return "values to 100 digits (" + reason + ")";
  return "values to 100 digits at " + std::to_string(c.points) + (c.points == 1 ? " point" : " points") +
         (c.at_the_model ? ", the model's own values among them" : ", not at the model's own values") + " (" + reason +
         ")";
}

/// The normal form as it serves for reading: verdict `proved`, or why not.
struct Attempt {
  bool proved = false;
  bool differ = false;  ///< the sides are different formulas of a class in which that is certain
  std::string reason;
};

Attempt by_normal_form(Expr difference, const FormBudget& budget) {
  try {
    NormalForm form(std::array{difference}, budget);
    if (form.is_zero(0)) return {true, false, {}};
    if (form.complete()) return {false, true, "the normal form of the difference is not zero"};
    return {false, false, "roots or other functions occur for which no normal form exists"};
  } catch (const FormTooLarge&) {
    return {false, false, "the normal form is too large"};
  }
}

void sample_for_verdict(Comparison& result, Expr left, Expr right, std::span<const Signs::Said> assumed,
                        const Attempt& attempt) {
  sample(result, left, right, assumed);
  if (attempt.differ && result.verdict == Verdict::probable) result.verdict = Verdict::undecided;  // by bad luck
  result.method = method_of_samples(result, attempt.reason);
}

}  // namespace

Comparison compare_values(Expr left, Expr right, const FormBudget& budget) {
  Comparison result;
  const Attempt attempt = by_normal_form(left - right, budget);
  if (attempt.proved) {
    recheck(left, right);
    result.verdict = Verdict::proved;
    result.method = "normal form";
  } else {
    sample_for_verdict(result, left, right, {}, attempt);
  }
  return result;
}

Comparison prove_equal(Expr left, Expr right, std::span<const Signs::Said> assumed, const FormBudget& budget) {
  Comparison result;
  result.domain = to_text(assumed);
  Attempt attempt = by_normal_form(left - right, budget);
  if (!attempt.proved) {
    const CaseProof cases = prove_zero_by_cases(left - right, assumed, budget);
    attempt.proved = cases.holds();
    const std::size_t count = cases.proved.size();
    if (attempt.proved && count > 1) result.method = "normal form in " + std::to_string(count) + " cases";
    // The sides may be equal on a part of their domain: told where that part has a short name.
    if (!attempt.proved && count > 0 && count <= most_told_cases)
      for (const Case& c : cases.proved) result.equal_where.push_back(to_text(c));
    for (const Case& c : cases.proved) recheck(left, right, c);
  }
  if (!attempt.proved) {
    sample_for_verdict(result, left, right, assumed, attempt);
    return result;
  }
  recheck(left, right, assumed);
  result.verdict = Verdict::proved;
  if (result.method.empty()) result.method = "normal form";
  return result;
}

bool proved_zero(Expr e, const FormBudget& budget) {
  if (e.is_zero()) return true;
  try {
    if (!NormalForm(std::array{e}, budget).is_zero(0)) return false;
  } catch (const FormTooLarge&) {
    return false;
  }
  recheck(e, Expr());
  return true;
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
