#include "alembert/workbench/tables/derived_names.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "alembert/core/text.h"
#include "alembert/forms/energies/multiplier_formulas.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/substitute.h"

namespace alembert {
namespace {

/// Position of `index`, a name or a number from 1, among `names`.
std::size_t position(std::string_view index, const std::vector<std::string>& names, const std::string& what) {
  index = trimmed(index);
  std::size_t number = 0;
  const auto end = std::from_chars(index.data(), index.data() + index.size(), number);
  if (end.ec == std::errc() && end.ptr == index.data() + index.size() && number >= 1 && number <= names.size())
    return number - 1;
  const auto it = std::ranges::find(names, index);
  if (it != names.end()) return static_cast<std::size_t>(it - names.begin());
  throw Error(
      Error::Code::unknown_name, "there is no " + what + " '" + std::string(index) + "'", {},
      names.empty() ? "the model has none" : "an index is a " + what + " or its number from 1: " + join(names, ", "));
}

void expect_indices(std::string_view head, const std::vector<std::string_view>& index, std::size_t count) {
  if (index.size() != count)
    throw Error(Error::Code::syntax,
                std::string(head) + " takes " + std::to_string(count) + (count == 1 ? " index" : " indices"));
}

std::vector<std::string_view> split_indices(std::string_view inside) {
  std::vector<std::string_view> index;
  for (;;) {
    const std::size_t comma = inside.find(',');
    index.push_back(inside.substr(0, comma));
    if (comma == std::string_view::npos) return index;
    inside.remove_prefix(comma + 1);
  }
}

}  // namespace

std::optional<Expr> DerivedNames::find(std::string_view name, int primes) const {
  if (const auto symbol = find_symbol(name, primes)) return symbol;
  std::optional<Expr> formula = find_formula(name);
  if (!formula) formula = find_entry(name);
  if (!formula) formula = find_multiplier(name);
  if (!formula) explain(name);
  for (int k = 0; k < primes && formula; ++k) formula = time_derivative(*formula);
  return formula;
}

std::optional<Expr> DerivedNames::find_symbol(std::string_view name, int primes) const {
  const auto constant = [&](Expr symbol) { return primes == 0 ? symbol : time_derivative(symbol); };
  for (const Coordinate& c : model_.coordinates)
    if (c.name == name) return Expr::symbol(c.name, SymbolKind::coordinate, primes);
  for (const Parameter& p : model_.parameters)
    if (p.name == name) return constant(p.symbol);
  for (const Input& u : model_.inputs)
    if (u.name == name) return constant(u.symbol);
  for (const ExtraState& s : model_.states)
    if (s.name == name) return primes == 1 ? s.rate : constant(s.symbol);
  if (name == "t") return constant(Expr::time());
  return {};
}

Expr DerivedNames::with_multipliers(Expr e) const {
  std::vector<Expr> symbols;
  for (const Constraint& c : model_.constraints) symbols.push_back(multiplier_symbol(c.name));
  const bool holds = std::ranges::any_of(symbols, [&](Expr symbol) { return contains(e, symbol); });
  return holds ? substitute(e, equations_().rows.lambda, multipliers()) : e;
}

std::optional<Expr> DerivedNames::find_formula(std::string_view name) const {
  for (const auto& [let, meaning] : model_.lets)
    if (let == name) return meaning;
  for (const Output& o : model_.outputs)
    if (o.name == name) return with_multipliers(o.value.formula);
  if (name == "L") return lagrangian_of(model_) - model_.spring_energy;
  if (name == "T") return model_.kinetic ? model_.kinetic->formula : equations_().kinetic;
  if (name == "V") return model_.potential ? model_.potential->formula + model_.spring_energy : equations_().potential;
  return {};
}

const Domain* DerivedNames::domain(std::string_view name) const {
  if (const auto let = model_.let_domains.find(name); let != model_.let_domains.end()) return let->second.get();
  for (const Output& o : model_.outputs)
    if (o.name == name) return o.value.domain.get();
  const std::optional<Written>* energy = name == "T"   ? &model_.kinetic
                                         : name == "V" ? &model_.potential
                                         : name == "L" ? &model_.lagrangian
                                                       : nullptr;
  return energy != nullptr && *energy ? (*energy)->domain.get() : nullptr;
}

std::size_t DerivedNames::coordinate(std::string_view index) const {
  std::vector<std::string> names;
  for (const Coordinate& c : model_.coordinates) names.push_back(c.name);
  return position(index, names, "coordinate");
}

std::size_t DerivedNames::row(std::string_view index) const {
  return position(index, equations_().rows.names, "constraint");
}

const std::vector<Expr>& DerivedNames::multipliers() const {
  if (multipliers_) return *multipliers_;
  MultiplierFormulas formulas = multiplier_formulas(equations_());
  if (!formulas.why_not.empty())
    throw Error(Error::Code::unsupported, "the multipliers have no formulas here: " + formulas.why_not, {},
                "`evaluate` gives their values at a state");
  return multipliers_.emplace(std::move(formulas.values));
}

Expr DerivedNames::equation(std::size_t i) const {
  const LagrangeEquations& eq = equations_();
  Expr result = eq.residuals()[i];
  for (std::size_t r = 0; r < eq.rows.size(); ++r)
    if (!eq.rows.jacobian(r, i).is_zero()) result += eq.rows.jacobian(r, i) * multipliers()[r];
  return result;
}

std::optional<Expr> DerivedNames::find_row_entry(std::string_view head,
                                                 const std::vector<std::string_view>& index) const {
  const ConstraintFormulas& rows = equations_().rows;
  if (head == "A") {
    expect_indices(head, index, 2);
    return rows.jacobian(row(index[0]), coordinate(index[1]));
  }
  if (head != "phi" && head != "b" && head != "c" && head != "lambda") return {};
  expect_indices(head, index, 1);
  const std::size_t r = row(index[0]);
  if (head == "lambda") return multipliers()[r];
  if (head == "b") return rows.b[r];
  if (head == "c") return rows.c[r];
  if (r < rows.holonomic()) return rows.phi[r];
  throw Error(Error::Code::unknown_name, "constraint '" + rows.names[r] + "' is Pfaffian: it has no phi", {},
              "A[row, coordinate] and b[row] are its coefficients");
}

std::optional<Expr> DerivedNames::find_entry(std::string_view name) const {
  const std::size_t open = name.find('[');
  if (open == std::string_view::npos || !name.ends_with(']')) return {};
  const std::string_view head = name.substr(0, open);
  const std::vector<std::string_view> index = split_indices(name.substr(open + 1, name.size() - open - 2));
  if (const auto entry = find_row_entry(head, index)) return entry;
  const LagrangeEquations& eq = equations_();
  if (head == "M" || head == "C") {
    expect_indices(head, index, 2);
    return (head == "M" ? eq.M : eq.C)[coordinate(index[0]) * eq.n + coordinate(index[1])];
  }
  if (head == "Gamma") {
    expect_indices(head, index, 3);
    const std::size_t i = coordinate(index[0]), j = coordinate(index[1]), k = coordinate(index[2]);
    for (const auto& gamma : eq.christoffel)
      if (gamma.i == i && gamma.j == std::min(j, k) && gamma.k == std::max(j, k)) return gamma.value;
    return Expr();
  }
  if (head == "g" || head == "r" || head == "Q" || head == "equation") {
    expect_indices(head, index, 1);
    const std::size_t i = coordinate(index[0]);
    if (head == "g" || head == "r") return (head == "g" ? eq.g : eq.remaining)[i];
    return head == "Q" ? eq.effort[i] + eq.applied[i] : equation(i);
  }
  return {};
}

std::optional<Expr> DerivedNames::find_multiplier(std::string_view name) const {
  constexpr std::string_view word = ".multiplier";
  const std::size_t at = name.rfind(word);
  if (at == std::string_view::npos) return {};
  const std::string_view component = name.substr(at + word.size());
  if (!component.empty() && component.front() != '.') return {};
  const std::string row_name = std::string(name.substr(0, at)) + std::string(component);
  const bool exists = std::ranges::any_of(model_.constraints, [&](const Constraint& c) { return c.name == row_name; });
  return exists ? std::optional<Expr>(multipliers()[row(row_name)]) : std::nullopt;
}

void DerivedNames::explain(std::string_view name) const {
  const std::string shown = "'" + std::string(name) + "'";
  for (const Output& o : written_.outputs)
    if (o.name == name)
      throw Error(Error::Code::unsupported, "output " + shown + " has no formula: it holds reactions", o.value.at,
                  "`evaluate` and `inverse` give values of reactions; lambda[row] is a multiplier as a formula");
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || name.find('[') != std::string_view::npos) return;
  constexpr std::array<std::string_view, 6> reactions{"fx", "fy", "fz", "mx", "my", "mz"};
  if (std::ranges::find(reactions, name.substr(dot + 1)) != reactions.end())
    throw Error(Error::Code::unknown_name, shown + " has no formula: reactions are known as values alone", {},
                "`evaluate` and `inverse` give them; lambda[row] is a multiplier as a formula");
  if (nearest_word(name, known()).empty())
    throw Error(Error::Code::unknown_name, "unknown name " + shown, {},
                "points, angles, springs and efforts need a name of their own under [let] or [outputs]; reactions are "
                "known as values alone");
}

std::vector<std::string> DerivedNames::known() const {
  std::vector<std::string> names{"t", "T", "V", "L"};
  for (const Coordinate& c : model_.coordinates) names.push_back(c.name);
  for (const Parameter& p : model_.parameters) names.push_back(p.name);
  for (const Input& u : model_.inputs) names.push_back(u.name);
  for (const ExtraState& s : model_.states) names.push_back(s.name);
  for (const auto& let : model_.lets) names.push_back(let.first);
  for (const Output& o : model_.outputs) names.push_back(o.name);
  for (const Constraint& c : model_.constraints) names.push_back("lambda[" + c.name + "]");
  return names;
}

}  // namespace alembert
