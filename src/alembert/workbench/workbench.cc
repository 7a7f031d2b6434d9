#include "alembert/workbench/workbench.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/io/load.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/parse.h"
#include "alembert/symbolic/units.h"
#include "alembert/workbench/derived_names.h"

namespace alembert {
namespace {

/// Parameters alone, for values given on the command line.
class ParameterNames final : public Names {
 public:
  explicit ParameterNames(const Lagrangian& model) : model_(model) {}
  std::optional<Expr> find(std::string_view name, int primes) const override {
    for (const Parameter& p : model_.parameters)
      if (p.name == name && primes == 0) return p.symbol;
    return {};
  }
  std::vector<std::string> known() const override {
    std::vector<std::string> names;
    for (const Parameter& p : model_.parameters) names.push_back(p.name);
    return names;
  }

 private:
  const Lagrangian& model_;
};

Expr value_formula(const Lagrangian& model, const std::string& text, const std::string& option) {
  const Source at{option, 0, 0};
  if (const auto quantity = parse_quantity(text, at)) return quantity->value;
  return parse_expression(text, ParameterNames(model), at);
}

/// Text split at commas that are not inside parentheses.
std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> items(1);
  int depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    if (c == ',' && depth == 0)
      items.emplace_back();
    else
      items.back() += c;
  }
  return items;
}

/// Position of a lone '=', which separates a name from its value.
std::size_t assignment(const std::string& item) {
  const std::size_t at = item.find('=');
  const bool comparison = at != std::string::npos && (at + 1 < item.size() && item[at + 1] == '=');
  return comparison ? std::string::npos : at;
}

void apply_setting(Lagrangian& model, const std::string& setting) {
  const std::size_t at = assignment(setting);
  if (at == std::string::npos) throw Error(Error::Code::syntax, "--set needs name=value, found '" + setting + "'");
  const std::string name = setting.substr(0, at);
  const auto it = std::ranges::find(model.parameters, name, &Parameter::name);
  if (it == model.parameters.end())
    throw Error(Error::Code::unknown_name, "--set: there is no parameter '" + name + "'", {},
                did_you_mean(name, ParameterNames(model).known()));
  it->value = value_formula(model, setting.substr(at + 1), "--set " + name);
}

}  // namespace

Workbench::Workbench(const std::filesystem::path& file, std::span<const std::string> settings)
    : model_(load_lagrangian(file)) {
  const GraphScope scope(*model_.graph);
  for (const std::string& setting : settings) apply_setting(model_, setting);
  parameter_numbers(model_);  // reports values that are not finite, and cycles made by a setting
}

const LagrangeEquations& Workbench::equations() {
  if (!equations_) {
    const GraphScope scope(*model_.graph);
    equations_ = simplified(derive_lagrange(model_));
  }
  return *equations_;
}

std::vector<double> Workbench::list(const std::string& text, const std::string& option) const {
  std::vector<double> values(model_.coordinates.size(), 0.0);
  const Point rest{0.0, values, values, {}};
  if (text.empty()) return values;
  const GraphScope scope(*model_.graph);
  const std::vector<std::string> items = split_list(text);
  const bool named = assignment(items.front()) != std::string::npos;
  if (!named && items.size() != values.size())
    throw Error(Error::Code::bad_value, option + " needs " + std::to_string(values.size()) + " values, " +
                                            std::to_string(items.size()) + " given");
  std::vector<std::size_t> targets;
  std::vector<Expr> formulas;
  for (std::size_t k = 0; k < items.size(); ++k) {
    const std::size_t at = assignment(items[k]);
    if (named != (at != std::string::npos))
      throw Error(Error::Code::syntax, option + ": either all values are written name=value or none");
    std::string name = named ? items[k].substr(0, at) : model_.coordinates[k].name;
    if (name.ends_with('\'')) name.pop_back();
    const auto it = std::ranges::find(model_.coordinates, name, &Coordinate::name);
    if (it == model_.coordinates.end()) {
      std::vector<std::string> known;
      for (const Coordinate& c : model_.coordinates) known.push_back(c.name);
      throw Error(Error::Code::unknown_name, option + ": there is no coordinate '" + name + "'", {},
                  did_you_mean(name, known));
    }
    targets.push_back(static_cast<std::size_t>(it - model_.coordinates.begin()));
    formulas.push_back(value_formula(model_, named ? items[k].substr(at + 1) : items[k], option));
  }
  const std::vector<double> numbers = numbers_in_parameters(model_, parameter_numbers(model_), formulas);
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    if (!std::isfinite(numbers[k]))
      throw Error(Error::Code::bad_value, option + ": '" + items[k] + "' is not a finite number");
    values[targets[k]] = numbers[k];
  }
  return values;
}

Point Workbench::point(const std::string& q, const std::string& v, double t) const {
  Point x = start_point(model_);
  x.t = t;
  // By name, values replace those of the start; as a list they replace all.
  const auto put = [&](std::vector<double>& target, const std::string& text, const std::string& option) {
    if (text.empty()) return;
    const std::vector<double> values = list(text, option);
    const std::vector<std::string> items = split_list(text);
    const bool named = assignment(items.front()) != std::string::npos;
    for (std::size_t i = 0; i < target.size(); ++i) {
      const std::string& name = model_.coordinates[i].name;
      const auto mentions = [&](const std::string& item) {
        const std::string written = item.substr(0, assignment(item));
        return written == name || written == name + "'";
      };
      if (!named || std::ranges::any_of(items, mentions)) target[i] = values[i];
    }
  };
  put(x.q, q, "--q");
  put(x.v, v, "--v");
  return x;
}

Expr Workbench::formula(const std::string& text, const std::string& what) {
  const GraphScope scope(*model_.graph);
  const DerivedNames names(model_, [this]() -> const LagrangeEquations& { return equations(); });
  return parse_expression(text, names, {what, 1, 1});
}

Comparison Workbench::prove(const std::string& left, const std::string& right) {
  const GraphScope scope(*model_.graph);
  return compare_values(formula(left, "left side"), formula(right, "right side"));
}

}  // namespace alembert
