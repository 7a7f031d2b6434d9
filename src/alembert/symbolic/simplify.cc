#include "alembert/symbolic/simplify.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "alembert/symbolic/factor.h"
#include "alembert/symbolic/operations.h"
#include "alembert/symbolic/recheck.h"
#include "alembert/symbolic/trig_forms.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

bool is_trig(const NormalForm& form, std::uint32_t generator) {
  const NormalForm::Kind kind = form.generators()[generator].kind;
  return kind == NormalForm::Kind::sine || kind == NormalForm::Kind::cosine;
}

/// Polynomials in sines and cosines, by the product of other generators that they multiply.
using Groups = std::map<Monomial, Polynomial>;

Groups group_by_rest(const NormalForm& form) {
  Groups groups;
  for (const auto& [m, c] : form.polynomial(0).terms()) {
    Monomial trig, rest;
    for (const Monomial::Entry& e : m.entries()) {
      Monomial& part = is_trig(form, e.generator) ? trig : rest;
      part = part * Monomial(e.generator, e.exponent);
    }
    groups[rest].add(trig, c);
  }
  return groups;
}

/// The cheapest style for one polynomial by itself.
TrigStyle best_style(const NormalForm& form, const Polynomial& trig) {
  TrigStyle best = TrigStyle::powers;
  std::size_t least = ~std::size_t{0};
  for (const TrigStyle style : {TrigStyle::powers, TrigStyle::squares, TrigStyle::harmonics}) {
    std::vector<Expr> terms;
    for (const Term& t : trig_terms(form, trig, style)) terms.push_back(scaled(t.rest, t.coefficient));
    const std::size_t cost = reading_cost(sum(terms));
    if (cost >= least) continue;
    least = cost;
    best = style;
  }
  return best;
}

/// The normal form written for people: sines and cosines in one style, or each group in its best, common factors out.
Expr rewritten(const NormalForm& form, const Groups& groups, std::optional<TrigStyle> style) {
  std::vector<Term> terms;
  for (const auto& [rest, trig] : groups) {
    const Expr factor = form.expression(rest);
    for (const Term& t : trig_terms(form, trig, style ? *style : best_style(form, trig)))
      terms.push_back({t.coefficient, t.rest * factor});
  }
  return factored_sum(terms);
}

/// The shortest way to write e as a whole.
/// @param work  becomes what the normal form has taken
Expr simplify_whole(Expr e, const FormBudget& budget, std::size_t& work) {
  work = 0;
  if (operations(e) < 2) return e;
  try {
    work = budget.multiplications;
    const std::array<Expr, 1> formulas{e};
    const NormalForm form(formulas, budget);
    work = form.work();
    const Groups groups = group_by_rest(form);
    Expr best = e;
    std::size_t least = reading_cost(e) + 1;  // of equals the rewritten one: it is collected the same way everywhere
    std::vector<std::optional<TrigStyle>> styles{TrigStyle::powers};
    if (harmonic_steps(form, form.polynomial(0)) <= most_harmonic_steps)
      styles.insert(styles.end(), {TrigStyle::squares, TrigStyle::harmonics, {}});
    for (const auto& style : styles) {
      const Expr candidate = rewritten(form, groups, style);
      const std::size_t cost = reading_cost(candidate);
      if (cost >= least) continue;
      least = cost;
      best = candidate;
    }
    return best;
  } catch (const FormTooLarge&) {
    return e;
  }
}

/// What a single factor may take, and all factors of a formula together.
constexpr FormBudget factor_budget{200, 5'000};
constexpr std::size_t most_factor_work = 40'000;
constexpr std::size_t longest_factor = 100;  ///< operations
constexpr int factor_depth = 2;

bool may_shorten(Expr e) {
  if (e.op() != Op::sum || more_operations(e, longest_factor)) return false;
  const Walk walk(std::array<Expr, 1>{e});
  return std::ranges::any_of(walk, [](Expr n) { return n.op() == Op::sin || n.op() == Op::cos; });
}

/// The sums above and below the lines of e's terms, each in its own shortest way: where the whole is best left as it
/// is, l (l sin^2 + l cos^2) is still l^2, and sin(a - b)/(sin a cos b - cos a sin b) is 1.
/// @param depth  how far down sums within those sums are looked at, too
/// @param taken  grows by what that has taken
Expr with_short_factors(Expr e, int depth, std::size_t& taken) {
  const auto shortened = [&](Expr f) {
    const Factor factor = split_power(f);
    if (taken > most_factor_work || !may_shorten(factor.base)) return f;
    std::size_t own = 0;
    Expr base = simplify_whole(factor.base, factor_budget, own);
    taken += own;
    if (depth > 0) base = with_short_factors(base, depth - 1, taken);
    return identical(base, factor.base) ? f : pow(base, Expr(factor.exponent));
  };
  std::vector<Expr> terms;
  for (const Expr term : e.op() == Op::sum ? std::vector<Expr>(e.args().begin(), e.args().end()) : std::vector{e}) {
    std::vector<Expr> factors;
    if (term.op() == Op::product)
      for (const Expr f : term.args()) factors.push_back(shortened(f));
    else
      factors.push_back(shortened(term));
    terms.push_back(product(factors));
  }
  return sum(terms);
}

/// @param work  becomes what the normal forms have taken
Expr simplify_counting(Expr e, const FormBudget& budget, std::size_t& work) {
  Expr result = simplify_whole(e, budget, work);
  if (more_operations(result, 3)) {
    std::size_t taken = 0;
    const Expr parts = with_short_factors(result, factor_depth, taken);
    work += taken;
    if (reading_cost(parts) < reading_cost(result)) result = parts;
  }
  recheck(e, result);
  return result;
}

}  // namespace

Expr simplify(Expr e, const FormBudget& budget) {
  std::size_t work = 0;
  return simplify_counting(e, budget, work);
}

Expr simplify(Expr e, SimplifyAllowance& allowance) {
  if (allowance.multiplications == 0) return e;
  std::size_t work = 0;
  const Expr result = simplify_counting(e, simplify_budget, work);
  allowance.multiplications -= std::min(allowance.multiplications, work);
  return result;
}

}  // namespace alembert
