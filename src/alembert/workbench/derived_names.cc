#include "alembert/workbench/derived_names.h"

#include <algorithm>
#include <charconv>

#include "alembert/core/text.h"
#include "alembert/symbolic/derivative.h"

namespace alembert {
std::optional<Expr> DerivedNames::find(std::string_view name, int primes) const {
  if (const auto symbol = find_symbol(name, primes)) return symbol;
  std::optional<Expr> formula = find_formula(name);
  if (!formula) formula = find_entry(name);
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

std::optional<Expr> DerivedNames::find_formula(std::string_view name) const {
  for (const auto& [let, meaning] : model_.lets)
    if (let == name) return meaning;
  for (const Output& o : model_.outputs)
    if (o.name == name) return o.value.formula;
  if (name == "L") return lagrangian_of(model_);
  if (name == "T") return model_.kinetic ? model_.kinetic->formula : equations_().kinetic;
  if (name == "V") return model_.potential ? model_.potential->formula : equations_().potential;
  return {};
}

std::size_t DerivedNames::coordinate(std::string_view index) const {
  index = trimmed(index);
  std::size_t number = 0;
  const auto end = std::from_chars(index.data(), index.data() + index.size(), number);
  if (end.ec == std::errc() && end.ptr == index.data() + index.size() && number >= 1 &&
      number <= model_.coordinates.size())
    return number - 1;
  const auto it = std::ranges::find(model_.coordinates, index, &Coordinate::name);
  if (it != model_.coordinates.end()) return static_cast<std::size_t>(it - model_.coordinates.begin());
  std::vector<std::string> names;
  for (const Coordinate& c : model_.coordinates) names.push_back(c.name);
  throw Error(Error::Code::unknown_name, "there is no coordinate '" + std::string(index) + "'", {},
              "an index is a coordinate or its number from 1: " + join(names, ", "));
}

std::optional<Expr> DerivedNames::find_entry(std::string_view name) const {
  const std::size_t open = name.find('[');
  if (open == std::string_view::npos || !name.ends_with(']')) return {};
  const std::string_view head = name.substr(0, open);
  std::string_view inside = name.substr(open + 1, name.size() - open - 2);
  std::vector<std::size_t> index;
  for (;;) {
    const std::size_t comma = inside.find(',');
    index.push_back(coordinate(inside.substr(0, comma)));
    if (comma == std::string_view::npos) break;
    inside.remove_prefix(comma + 1);
  }
  const LagrangeEquations& eq = equations_();
  const auto expect = [&](std::size_t count) {
    if (index.size() != count)
      throw Error(Error::Code::syntax, std::string(head) + " takes " + std::to_string(count) + " indices");
  };
  if (head == "M" || head == "C") {
    expect(2);
    return (head == "M" ? eq.M : eq.C)[index[0] * eq.n + index[1]];
  }
  if (head == "Gamma") {
    expect(3);
    for (const auto& gamma : eq.christoffel)
      if (gamma.i == index[0] && gamma.j == std::min(index[1], index[2]) && gamma.k == std::max(index[1], index[2]))
        return gamma.value;
    return Expr();
  }
  if (head == "g" || head == "r" || head == "Q" || head == "equation") {
    expect(1);
    if (head == "g" || head == "r") return (head == "g" ? eq.g : eq.remaining)[index[0]];
    return head == "Q" ? eq.effort[index[0]] + eq.applied[index[0]] : eq.residuals()[index[0]];
  }
  return {};
}

std::vector<std::string> DerivedNames::known() const {
  std::vector<std::string> names{"t", "T", "V", "L"};
  for (const Coordinate& c : model_.coordinates) names.push_back(c.name);
  for (const Parameter& p : model_.parameters) names.push_back(p.name);
  for (const Input& u : model_.inputs) names.push_back(u.name);
  for (const ExtraState& s : model_.states) names.push_back(s.name);
  for (const auto& let : model_.lets) names.push_back(let.first);
  for (const Output& o : model_.outputs) names.push_back(o.name);
  return names;
}

}  // namespace alembert
