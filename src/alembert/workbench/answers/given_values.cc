#include "alembert/workbench/answers/given_values.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "alembert/core/text.h"
#include "alembert/io/formulas/plain_name.h"
#include "alembert/model/parameter_names.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/parse.h"
#include "alembert/symbolic/units.h"
#include "alembert/workbench/tables/table_names.h"

namespace alembert {
namespace {

Expr value_formula(const Description& model, const std::string& text, const std::string& option) {
  const Source at{option, 0, 0};
  if (const auto quantity = parse_quantity(text, at)) return quantity->value;
  return parse_expression(text, ParameterNames(model), at);
}

/// A value with a unit must be of the kind that `target` is of; with a unit of its own, where the model does not say
/// one, it must be an angle or a length per time^order.
void check_kind(const Quantity& quantity, const std::string& text, const NamedUnit& target, const std::string& option,
                int order) {
  const std::string found = option + ": '" + text + "' is " + describe(quantity.dimension);
  if (!target.unit.empty()) {
    const Dimension expected = parse_quantity("1 " + target.unit, {})->dimension;
    if (quantity.dimension == expected) return;
    throw Error(Error::Code::bad_value, found + ", but '" + target.name + "' is " + describe(expected), {},
                "give " + describe(expected) + ", or a number in SI units");
  }
  Dimension rest = quantity.dimension;
  rest.time += order;
  if (order >= 0 && rest != Dimension{} && rest != Dimension{.length = 1} && rest != Dimension{.angle = 1})
    throw Error(Error::Code::bad_value, found, {},
                "give an angle or a length" + std::string(order == 0   ? ""
                                                          : order == 1 ? " per time"
                                                                       : " per time squared"));
}

Expr target_formula(const Description& model, const std::string& text, const NamedUnit& target,
                    const std::string& option, int order) {
  if (const auto quantity = parse_quantity(text, {option, 0, 0})) check_kind(*quantity, text, target, option, order);
  return value_formula(model, text, option);
}

/// Position of a lone '=', which separates a name from its value. A name in backquotes may hold others.
std::size_t assignment(const std::string& item) {
  const std::size_t at = find_outside_names(item, '=');
  const bool comparison = at != std::string::npos && (at + 1 < item.size() && item[at + 1] == '=');
  return comparison ? std::string::npos : at;
}

/// What becomes of names with signs that lists have a use for.
std::string hint_for(const std::string& name, const std::vector<std::string>& known) {
  const auto has_sign = [](const std::string& n) { return n.find_first_of("=,:") != std::string::npos; };
  const auto it = std::ranges::find_if(known, has_sign);
  const std::string hint = did_you_mean(name, known);
  return it == known.end() ? hint : hint + "; a name with signs stands in backquotes: `" + *it + "`=...";
}

/// Parameters, t and tables: what an input's signal may use.
class SignalNames final : public TableNames {
 public:
  explicit SignalNames(const Description& model) : TableNames(model), parameters_(model) {}
  std::optional<Expr> find(std::string_view name, int primes) const override {
    return name == "t" && primes == 0 ? Expr::time() : parameters_.find(name, primes);
  }
  std::vector<std::string> known() const override {
    std::vector<std::string> names = parameters_.known();
    names.emplace_back("t");
    return names;
  }

 private:
  ParameterNames parameters_;
};

/// Which of `names` the user means by `name`, primes left out or not; throws with "did you mean".
std::size_t find_target(std::span<const NamedUnit> targets, const std::string& name, const std::string& option) {
  const auto same = [&](const NamedUnit& target) {
    const std::string& n = target.name;
    return n == name ||
           (!name.empty() && n.starts_with(name) && n.find_first_not_of('\'', name.size()) == std::string::npos);
  };
  const auto it = std::ranges::find_if(targets, same);
  if (it != targets.end()) return static_cast<std::size_t>(it - targets.begin());
  std::vector<std::string> known;
  for (const NamedUnit& target : targets) known.push_back(target.name);
  throw Error(Error::Code::unknown_name, option + ": there is no coordinate '" + name + "'", {}, hint_for(name, known));
}

}  // namespace

std::optional<std::pair<std::string, std::string>> split_assignment(const std::string& item) {
  const std::size_t at = assignment(item);
  if (at == std::string::npos) return {};
  const std::string_view text = item;
  return std::pair(plain_name(trimmed(text.substr(0, at))), std::string(trimmed(text.substr(at + 1))));
}

std::pair<std::string, std::string> split_setting(const std::string& setting) {
  if (auto parts = split_assignment(setting)) return *parts;
  throw Error(Error::Code::syntax, "--set needs name=value, found '" + setting + "'");
}

void apply_setting(Description& model, const std::string& setting) {
  const auto [name, value] = split_setting(setting);
  if (const auto it = std::ranges::find(model.parameters, name, &Parameter::name); it != model.parameters.end()) {
    it->value = value_formula(model, value, "--set " + name);
    return;
  }
  if (const auto it = std::ranges::find(model.inputs, name, &Input::name); it != model.inputs.end()) {
    it->value = parse_expression(value, SignalNames(model), {"--set " + name, 0, 0});
    return;
  }
  std::vector<std::string> known = ParameterNames(model).known();
  for (const Input& u : model.inputs) known.push_back(u.name);
  throw Error(Error::Code::unknown_name, "--set: there is no parameter or input '" + name + "'", {},
              did_you_mean(name, known));
}

void change_by_list(const Description& model, std::span<const NamedUnit> known, const std::string& text,
                    const std::string& option, int order, std::span<double> values) {
  if (text.empty()) return;
  const GraphScope scope(*model.graph);
  const std::vector<std::string> items = split_list(text);
  const bool named = assignment(items.front()) != std::string::npos;
  if (!named && items.size() != known.size())
    throw Error(Error::Code::bad_value, option + " needs " + std::to_string(known.size()) + " values, " +
                                            std::to_string(items.size()) + " given");
  std::vector<std::size_t> targets;
  std::vector<Expr> formulas;
  for (std::size_t k = 0; k < items.size(); ++k) {
    const auto parts = split_assignment(items[k]);
    if (named != parts.has_value())
      throw Error(Error::Code::syntax, option + ": either all values are written name=value or none");
    const std::size_t target = named ? find_target(known, parts->first, option) : k;
    if (std::ranges::find(targets, target) != targets.end())
      throw Error(Error::Code::duplicate_name, option + ": '" + parts->first + "' is given twice");
    targets.push_back(target);
    formulas.push_back(target_formula(model, named ? parts->second : items[k], known[target], option, order));
  }
  const std::vector<double> numbers = numbers_in_parameters(model, parameter_numbers(model), formulas);
  for (std::size_t k = 0; k < items.size(); ++k) {
    if (!std::isfinite(numbers[k]))
      throw Error(Error::Code::bad_value, option + ": '" + items[k] + "' is not a finite number", {},
                  "give a number, or a formula in parameters that has a value");
    values[targets[k]] = numbers[k];
  }
}

}  // namespace alembert
