#include "alembert/symbolic/simplify.h"

#include <array>
#include <map>

#include "alembert/symbolic/factor.h"
#include "alembert/symbolic/operations.h"
#include "alembert/symbolic/trig_forms.h"

namespace alembert {
namespace {

bool is_trig(const NormalForm& form, std::uint32_t generator) {
  const NormalForm::Kind kind = form.generators()[generator].kind;
  return kind == NormalForm::Kind::sine || kind == NormalForm::Kind::cosine;
}

/// The normal form rewritten for people: for every product of other symbols, its sines and cosines in their shortest
/// form, then common factors taken out.
Expr rewritten(const NormalForm& form) {
  std::map<Monomial, Polynomial> groups;
  for (const auto& [m, c] : form.polynomial(0).terms()) {
    Monomial trig, rest;
    for (const Monomial::Entry& e : m.entries()) {
      Monomial& part = is_trig(form, e.generator) ? trig : rest;
      part = part * Monomial(e.generator, e.exponent);
    }
    groups[rest].add(trig, c);
  }
  std::vector<Term> terms;
  for (const auto& [rest, trig] : groups) {
    const Expr factor = form.expression(rest);
    for (const Term& t : shortest_trig(form, trig)) terms.push_back({t.coefficient, t.rest * factor});
  }
  return factored_sum(std::move(terms));
}

}  // namespace

Expr simplify(Expr e, const FormBudget& budget) {
  if (operations(e) < 2) return e;
  try {
    const std::array<Expr, 1> formulas{e};
    const NormalForm form(formulas, budget);
    const Expr candidate = rewritten(form);
    return operations(candidate) <= operations(e) ? candidate : e;
  } catch (const FormTooLarge&) {
    return e;
  }
}

}  // namespace alembert
