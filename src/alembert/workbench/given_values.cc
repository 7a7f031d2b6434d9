#include "alembert/workbench/given_values.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "alembert/core/text.h"
#include "alembert/io/plain_name.h"
#include "alembert/model/parameter_names.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/parse.h"
#include "alembert/symbolic/units.h"
#include "alembert/workbench/table_names.h"

namespace alembert {
namespace {

Expr value_formula(const Description& model, const std::string& text, const std::string& option) {
  const Source at{option, 0, 0};
  if (const auto quantity = parse_quantity(text, at)) return quantity->value;
  return parse_expression(text, ParameterNames(model), at);
}

/// A value for a coordinate or one of its derivatives: a unit, if given, must be an angle or a length per time^order.
/// An order below zero means a force, whose unit depends on the coordinate's.
Expr motion_formula(const Description& model, const std::string& text, const std::string& option, int order) {
  if (const auto quantity = parse_quantity(text, {option, 0, 0}); quantity && order >= 0) {
    Dimension rest = quantity->dimension;
    rest.time += order;
    if (rest != Dimension{} && rest != Dimension{.length = 1} && rest != Dimension{.angle = 1})
      throw Error(Error::Code::bad_value, option + ": '" + text + "' is " + describe(quantity->dimension), {},
                  "give an angle or a length" + std::string(order == 0   ? ""
                                                            : order == 1 ? " per time"
                                                                         : " per time squared"));
    return quantity->value;
  }
  return value_formula(model, text, option);
}

/// Position of a lone '=', which separates a name from its value. A name in backquotes may hold others.
std::size_t assignment(const std::string& item) {
  const std::size_t name_end = item.starts_with('`') ? item.find('`', 1) : 0;
  const std::size_t at = item.find('=', name_end == std::string::npos ? 0 : name_end);
  const bool comparison = at != std::string::npos && (at + 1 < item.size() && item[at + 1] == '=');
  return comparison ? std::string::npos : at;
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
std::size_t find_target(std::span<const std::string> names, const std::string& name, const std::string& option) {
  const auto same = [&](const std::string& n) {
    return n == name || (n.starts_with(name) && n.find_first_not_of('\'', name.size()) == std::string::npos);
  };
  const auto it = std::ranges::find_if(names, same);
  if (it != names.end()) return static_cast<std::size_t>(it - names.begin());
  const std::vector<std::string> known(names.begin(), names.end());
  throw Error(Error::Code::unknown_name, option + ": there is no coordinate '" + name + "'", {},
              did_you_mean(name, known));
}

}  // namespace

std::pair<std::string, std::string> split_setting(const std::string& setting) {
  const std::size_t at = assignment(setting);
  if (at == std::string::npos) throw Error(Error::Code::syntax, "--set needs name=value, found '" + setting + "'");
  return {std::string(trimmed(std::string_view(setting).substr(0, at))),
          std::string(trimmed(std::string_view(setting).substr(at + 1)))};
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

void change_by_list(const Description& model, std::span<const std::string> names, const std::string& text,
                    const std::string& option, int order, std::span<double> values) {
  if (text.empty()) return;
  const GraphScope scope(*model.graph);
  const std::vector<std::string> items = split_list(text);
  const bool named = assignment(items.front()) != std::string::npos;
  if (!named && items.size() != names.size())
    throw Error(Error::Code::bad_value, option + " needs " + std::to_string(names.size()) + " values, " +
                                            std::to_string(items.size()) + " given");
  std::vector<std::size_t> targets;
  std::vector<Expr> formulas;
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::size_t at = assignment(items[k]);
    if (named != (at != std::string::npos))
      throw Error(Error::Code::syntax, option + ": either all values are written name=value or none");
    const std::string_view item = items[k];
    const std::string name = named ? plain_name(trimmed(item.substr(0, at))) : names[k];
    const std::size_t target = named ? find_target(names, name, option) : k;
    if (std::ranges::find(targets, target) != targets.end())
      throw Error(Error::Code::duplicate_name, option + ": '" + name + "' is given twice");
    targets.push_back(target);
    formulas.push_back(motion_formula(model, std::string(trimmed(named ? item.substr(at + 1) : item)), option, order));
  }
  const std::vector<double> numbers = numbers_in_parameters(model, parameter_numbers(model), formulas);
  for (std::size_t k = 0; k < items.size(); ++k) {
    if (!std::isfinite(numbers[k]))
      throw Error(Error::Code::bad_value, option + ": '" + items[k] + "' is not a finite number");
    values[targets[k]] = numbers[k];
  }
}

}  // namespace alembert
