#include "alembert/forms/identification/trig_constants_names.h"

#include <algorithm>
#include <array>

#include "alembert/symbolic/operations.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/substitute.h"

namespace alembert {
namespace {

using std::size_t;

bool is_small_power_of_two(const Rational& x) { return x == Rational(1) || x == Rational(2) || x == Rational(4); }

Expr expanded(Expr e) {
  const std::array<Expr, 1> formulas{e};
  const NormalForm form(formulas, constants_budget);
  return form.expression(form.polynomial(0));
}

bool is_numbered(const std::string& name, const std::string& prefix) {
  return name.starts_with(prefix) && name.size() > prefix.size() &&
         name.find_first_not_of("0123456789", prefix.size()) == std::string::npos;
}

}  // namespace

Term primitive(Expr e) {
  Rational content = 0;
  for (const Expr term : summands(e)) {
    const Rational c = split_coefficient(term).coefficient;
    content = content.is_zero() ? c : Rational::gcd(content, c) * Rational(content.sign());
  }
  if (content.is_zero()) return {0, Expr()};
  std::vector<Expr> terms;
  for (const Expr term : summands(e)) terms.push_back(scaled(term, content.inverse()));
  return {content, sum(terms)};
}

std::vector<Constants::Use> Constants::use(Expr coefficient) {
  const Expr meaning = substitute(coefficient, symbols_, formulas_);
  const Term unit = primitive(expanded(meaning));
  if (unit.coefficient.is_zero()) return {};
  std::vector<size_t>& alike = by_unit_[unit.rest.id()];
  for (const size_t k : alike) {
    Rational& size = list_[k].size;
    const Rational ratio = (unit.coefficient / size).abs();
    if (is_small_power_of_two(ratio)) return {{k, unit.coefficient}};
    if (!is_small_power_of_two(ratio.inverse())) continue;
    size = unit.coefficient.abs() * Rational(size.sign());  // the smallest amount is the constant
    return {{k, unit.coefficient}};
  }
  alike.push_back(list_.size());
  list_.push_back({unit.rest, unit.coefficient, scaled(meaning, unit.coefficient.inverse()), Expr()});
  return {{alike.back(), unit.coefficient}};
}

std::vector<NamedConstant> Constants::named(std::string prefix, std::span<const Use> uses,
                                            std::span<const std::string> taken) {
  while (std::ranges::any_of(taken, [&](const std::string& name) { return is_numbered(name, prefix); })) prefix += "_";
  std::vector<NamedConstant> result;
  for (const Use& use : uses) {
    Found& found = list_[use.constant];
    if (!found.symbol.is_zero()) continue;
    const std::string name = prefix + std::to_string(result.size() + 1);
    found.symbol = Expr::symbol(name, SymbolKind::parameter);
    const Expr formula = simplify(scaled(found.unit, found.size)), other = simplify(scaled(found.written, found.size));
    const bool much_shorter = 2 * reading_cost(other) < reading_cost(formula);
    result.push_back({name, found.symbol, much_shorter ? other : formula});
  }
  return result;
}

void GroupedTerms::add(Expr symbol, const Rational& multiple, Expr factor) {
  const auto it = std::ranges::find_if(groups_, [&](const Group& g) { return identical(g.symbol, symbol); });
  Group& group = it == groups_.end() ? groups_.emplace_back(Group{symbol, {}}) : *it;
  group.factors.push_back({multiple, factor});
}

ConstantEntry GroupedTerms::entry() const {
  ConstantEntry result;
  for (const Group& g : groups_) {
    const Rational first = g.factors.front().coefficient;
    const bool same = std::ranges::all_of(g.factors, [&](const Term& t) { return t.coefficient.abs() == first.abs(); });
    const Rational outside = same ? first : Rational(first.sign());
    std::vector<Expr> inside;
    for (const Term& t : g.factors) inside.push_back(scaled(t.rest, t.coefficient / outside));
    result.terms.push_back(scaled(g.symbol * sum(inside), outside));
  }
  return result;
}

}  // namespace alembert
