#include "alembert/symbolic/simplify.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "alembert/symbolic/factor.h"
#include "alembert/symbolic/operations.h"
#include "alembert/symbolic/trig_forms.h"

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

/// @param work  becomes what the normal form has taken
Expr simplify_counting(Expr e, const FormBudget& budget, std::size_t& work) {
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
