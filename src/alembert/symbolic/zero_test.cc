#include "alembert/symbolic/zero_test.h"

#include <algorithm>
#include <array>
#include <optional>

#include "alembert/symbolic/cases.h"
#include "alembert/symbolic/compare_by_samples.h"
#include "alembert/symbolic/edge_points.h"
#include "alembert/symbolic/high_precision.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/recheck.h"
#include "alembert/symbolic/sample_points.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

constexpr std::size_t most_told_cases = 2;
constexpr std::size_t most_sampled_cases = 10;  // that give values to symbols
// PreciseEvaluator::cost() times points: a few tenths of a second, and hundredths
constexpr std::size_t edge_work_of_verdict = 500'000, edge_work_of_check = 50'000;

/// Where samples were taken, in words.
std::string method_of_samples(const Comparison& c, const std::string& reason) {
  if (c.verdict == Verdict::undecided)
    return "no point was found where both sides are defined and known well enough (" + reason + ")";
  if (c.verdict == Verdict::refuted || c.constant) return "values to 100 digits (" + reason + ")";
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

/// Where edges are looked at, and for how long.
struct Edges {
  std::span<const Expr> of;
  std::size_t most_work;
};

/// The verdict of points taken at random and, if there are `edges`, of those where formulas may differ all the same.
void sample_for_verdict(Comparison& result, const Sides& sides, const Attempt& attempt,
                        const std::optional<Edges>& edges = {}) {
  compare_by_samples(sides, result);
  if (edges && result.verdict != Verdict::refuted) compare_at_edges(sides, edges->of, edges->most_work, result);
  if (attempt.differ && result.verdict == Verdict::probable) result.verdict = Verdict::undecided;  // by bad luck
  result.method = method_of_samples(result, attempt.reason);
}

/// The sides on a case that gives values to symbols, where points taken at random never lie.
void sample_on(const Case& said, const Sides& sides, const Attempt& attempt, Comparison& result) {
  Sides there = sides;
  there.solved = solved_symbols(said);
  for (const Signs::Said& s : said)
    if (!(s.signs == SignSet::zero())) there.assumed.push_back(s);
  Comparison found;
  sample_for_verdict(found, there, attempt, Edges{{}, edge_work_of_check});
  if (found.verdict != Verdict::refuted) return;
  found.domain = result.domain;
  found.equal_where = result.equal_where;
  result = found;
}

/// Quarter turns of the angles that functions which jump may hold: values of symbols where sines and cosines touch
/// their extremes, which no fractions are.
std::vector<std::pair<Expr, Expr>> quarter_turns(Expr left, Expr right) {
  constexpr std::size_t most_angles = 6;
  const std::array sides{left, right};
  std::vector<Expr> angles;
  bool jumps = false;
  for (const Expr e : Walk(sides)) {
    const Op op = e.op();
    jumps = jumps || op == Op::floor || op == Op::sign || op == Op::less || op == Op::less_equal;
    const bool is_angle = (op == Op::sin || op == Op::cos || op == Op::tan) && angles.size() < most_angles;
    if (is_angle && std::ranges::none_of(angles, [&](Expr known) { return identical(known, e.args()[0]); }))
      angles.push_back(e.args()[0]);
  }
  std::vector<std::pair<Expr, Expr>> result;
  if (!jumps) return result;
  for (const Expr a : angles)
    for (const int quarters : {0, 1, -1, 2}) {
      const Expr zero = a - scaled(Expr::pi(), Rational(quarters, 2));
      const Case there{{zero, SignSet::zero()}};
      for (const auto& value : solved_symbols(there)) result.push_back(value);
    }
  return result;
}

/// Where a symbol has a value that is no fraction: the sides with that in its place.
void sample_with(const std::pair<Expr, Expr>& replaced, const Sides& sides, const Attempt& attempt,
                 Comparison& result) {
  const std::array symbol{replaced.first}, value{replaced.second};
  const auto at_value = [&](Expr e) { return substitute(e, symbol, value); };
  Sides there{at_value(sides.left), at_value(sides.right), sides.assumed, sides.written.substituted(symbol, value), {}};
  for (Signs::Said& s : there.assumed) s.of = at_value(s.of);
  Comparison found;
  sample_for_verdict(found, there, attempt);
  if (found.verdict != Verdict::refuted) return;
  std::vector<Expr> known;
  std::vector<Rational> numbers;
  for (const auto& [s, number] : found.witness) {
    known.push_back(s);
    numbers.push_back(number);
  }
  const SamplePoints others(value);
  for (const Expr s : others.symbols())
    if (std::ranges::none_of(known, [&](Expr k) { return identical(k, s); })) {  // any value will do
      known.push_back(s);
      numbers.emplace_back(0);
      found.witness.emplace_back(s, Rational(0));
    }
  const auto here = PreciseEvaluator(value, known).at(numbers)[0];
  if (!here) return;
  found.witness.emplace_back(replaced.first, Rational::from_double(here->value));
  found.constant = false;
  found.domain = result.domain;
  found.equal_where = result.equal_where;
  result = found;
}

/// At points next to those where something jumps or bends, as far away as these may be, and not on them: slopes are
/// compared too, which have no value there that means anything.
void sample_beside_edges(Expr left, Expr right, const Attempt& attempt, Comparison& result) {
  constexpr std::size_t most_nodes = 1000;  // edges are looked for along many lines
  const Walk walk(std::array{left, right});
  const auto bends = [](Expr e) {
    const Op op = e.op();
    return op == Op::abs || op == Op::min || op == Op::max || op == Op::sign || op == Op::floor || op == Op::less ||
           op == Op::less_equal;
  };
  if (walk.size() > most_nodes || std::ranges::none_of(walk, bends)) return;
  Sides sides{left, right, {}, {}, {}};
  for (const Expr edge : edges_of(std::array{left, right}))
    sides.assumed.push_back({edge, SignSet::any().without_zero()});
  Comparison found;
  compare_at_edges(sides, {}, edge_work_of_check, found);
  if (found.verdict != Verdict::refuted) return;
  found.method = method_of_samples(found, attempt.reason);
  result = found;
}

/// What the cases that are not proved meet in: the formulas whose signs they tell apart.
std::vector<Expr> told_apart_in(const std::vector<Case>& cases) {
  std::vector<Expr> result;
  for (const Case& c : cases)
    for (const Signs::Said& s : c)
      if (std::ranges::none_of(result, [&](Expr e) { return identical(e, s.of); })) result.push_back(s.of);
  return result;
}

/// A proof by cases once more by value, where a case that was lost would show.
void recheck_at_edges(const Sides& sides) {
  Comparison seen;
  compare_at_edges(sides, {}, edge_work_of_check, seen);
  if (seen.verdict == Verdict::refuted) throw_contradiction(sides.left, sides.right, seen.witness);
}

/// A part of a side that has no value anywhere, if there is one.
std::optional<Expr> part_defined_nowhere(const Domain& written) {
  for (const Expr part : written.unconditional())
    if (SamplePoints(std::array{part}).symbols().empty() && !PreciseEvaluator(std::array{part}, {}).at({})[0])
      return part;
  return {};
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
    sample_for_verdict(result, {left, right, {}, {}, {}}, attempt);
    if (result.verdict == Verdict::probable) sample_beside_edges(left, right, attempt, result);
  }
  return result;
}

namespace {

/// Those that say something of symbols of the sides, or of symbols that these are told together with: others would only
/// thin out the points that are looked at.
std::vector<Signs::Said> concerning(Expr left, Expr right, const Domain& written,
                                    std::span<const Signs::Said> assumed) {
  std::vector<Expr> seen = written.formulas();
  seen.insert(seen.end(), {left, right});
  std::vector<Signs::Said> open(assumed.begin(), assumed.end()), result;
  const auto shares_symbol = [&](const Signs::Said& s) {
    return std::ranges::any_of(Walk(std::array{s.of}), [&](Expr e) {
      return e.is_symbol() && std::ranges::any_of(seen, [e](Expr one) { return contains(one, e); });
    });
  };
  for (auto found = std::ranges::find_if(open, shares_symbol); found != open.end();
       found = std::ranges::find_if(open, shares_symbol)) {
    seen.push_back(found->of);
    result.push_back(*found);
    open.erase(found);
  }
  return result;
}

}  // namespace

Comparison prove_equal(Expr left, Expr right, std::span<const Signs::Said> all_assumed, const Domain& written,
                       const FormBudget& budget) {
  const std::vector<Signs::Said> concerned = concerning(left, right, written, all_assumed);
  const std::span<const Signs::Said> assumed = concerned;
  Comparison result;
  result.domain = to_text(assumed);
  if (const auto nowhere = part_defined_nowhere(written)) {
    result.method = "a side is defined nowhere: " + to_text(*nowhere) + " has no value";
    return result;
  }
  Attempt attempt = by_normal_form(left - right, budget);
  CaseProof cases;
  if (!attempt.proved) {
    cases = prove_zero_by_cases(left - right, written.unconditional(), assumed, budget);
    attempt.proved = cases.holds();
    const std::size_t count = cases.proved.size();
    if (attempt.proved && count > 1) result.method = "normal form in " + std::to_string(count) + " cases";
    // The sides may be equal on a part of their domain: told where that part has a short name.
    if (!attempt.proved && count > 0 && count <= most_told_cases)
      for (const Case& c : cases.proved) result.equal_where.push_back(to_text(c));
    for (const Case& c : cases.proved) recheck(left, right, c, written);
  }
  const Sides sides{left, right, {assumed.begin(), assumed.end()}, written, {}};
  if (!attempt.proved) {
    const std::vector<Expr> open = told_apart_in(cases.open);
    sample_for_verdict(result, sides, attempt, Edges{open, edge_work_of_verdict});
    std::size_t sampled = 0;
    for (const Case& c : cases.open)
      if (result.verdict != Verdict::refuted && !solved_symbols(c).empty() && sampled++ < most_sampled_cases)
        sample_on(c, sides, attempt, result);
    for (const auto& replaced : quarter_turns(left, right))
      if (result.verdict != Verdict::refuted) sample_with(replaced, sides, attempt, result);
    return result;
  }
  if (seems_defined_nowhere(sides, edge_work_of_verdict)) {
    result.method = "no point was found where both sides are defined";
    return result;
  }
  recheck(left, right, assumed, written);
  if (!cases.proved.empty()) recheck_at_edges(sides);
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
