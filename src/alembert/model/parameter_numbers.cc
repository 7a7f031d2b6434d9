#include "alembert/model/parameter_numbers.h"

#include <array>
#include <cmath>
#include <string>
#include <unordered_map>

#include "alembert/core/text.h"
#include "alembert/model/dependency_order.h"
#include "alembert/symbolic/tape_machine.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

std::vector<double> evaluate(std::span<const Expr> symbols, std::span<const double> values,
                             std::span<const Expr> formulas) {
  TapeMachine<double> machine(Tape(symbols, formulas));
  std::vector<double> result(formulas.size());
  machine.run(values, result);
  return result;
}

/// [parameter] which parameters its value uses.
std::vector<std::vector<std::size_t>> uses_of_parameters(const Description& model) {
  std::unordered_map<std::uint32_t, std::size_t> index;
  for (std::size_t i = 0; i < model.parameters.size(); ++i) index.emplace(model.parameters[i].symbol.id(), i);
  std::vector<std::vector<std::size_t>> uses(model.parameters.size());
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const std::array<Expr, 1> root{model.parameters[i].value};
    const Walk walk(root);
    for (const Expr e : walk)
      if (const auto it = index.find(e.id()); it != index.end()) uses[i].push_back(it->second);
  }
  return uses;
}

[[noreturn]] void fail_cyclic(const Description& model, std::span<const std::size_t> cycle) {
  std::vector<std::string> names;
  for (const std::size_t i : cycle) names.push_back(model.parameters[i].name);
  throw Error(Error::Code::cyclic, "parameters need each other: " + describe_cycle(names),
              model.parameters[cycle.front()].at, "give one of them a number");
}

/// The value of one parameter from those of the parameters that it uses.
double parameter_number(const Description& model, std::size_t i, std::span<const std::size_t> uses,
                        std::span<const double> values) {
  const Expr formula = model.parameters[i].value;
  if (formula.is_number()) return formula.number().to_double();
  std::vector<Expr> symbols;
  std::vector<double> inputs;
  for (const std::size_t used : uses) {
    symbols.push_back(model.parameters[used].symbol);
    inputs.push_back(values[used]);
  }
  return evaluate(symbols, inputs, {&formula, 1})[0];
}

double positive(const Description& model, std::span<const double> parameters, const std::optional<Written>& written,
                const char* key, double fallback) {
  if (!written) return fallback;
  const double value = numbers_in_parameters(model, parameters, {&written->formula, 1})[0];
  if (value > 0 && std::isfinite(value)) return value;
  throw Error(Error::Code::bad_value, std::string("[simulate] ") + key + " is " + shortest(value), written->at,
              "write a finite number above zero");
}

}  // namespace

std::vector<double> parameter_numbers(const Description& model) {
  const GraphScope scope(*model.graph);
  const std::vector<std::vector<std::size_t>> uses = uses_of_parameters(model);
  const DependencyOrder found = dependency_order(uses);
  if (!found.cycle.empty()) fail_cyclic(model, found.cycle);
  std::vector<double> values(model.parameters.size());
  for (const std::size_t i : found.order) {
    values[i] = parameter_number(model, i, uses[i], values);
    if (std::isfinite(values[i])) continue;
    const Parameter& p = model.parameters[i];
    throw Error(Error::Code::bad_value, "parameter '" + p.name + "' is " + shortest(values[i]), p.at,
                "check the domain of its functions and the size of its numbers");
  }
  return values;
}

std::vector<double> numbers_in_parameters(const Description& model, std::span<const double> parameters,
                                          std::span<const Expr> formulas) {
  const GraphScope scope(*model.graph);
  std::vector<Expr> symbols;
  symbols.reserve(model.parameters.size());
  for (const Parameter& p : model.parameters) symbols.push_back(p.symbol);
  return evaluate(symbols, parameters, formulas);
}

SimulateNumbers simulate_numbers(const Description& model) {
  const std::vector<double> parameters = parameter_numbers(model);
  const Simulate& written = model.simulate;
  SimulateNumbers result;
  result.time = positive(model, parameters, written.time, "time", result.time);
  result.step = positive(model, parameters, written.step, "step", result.step);
  result.tolerance = positive(model, parameters, written.tolerance, "tolerance", result.tolerance);
  if (written.largest_step)
    result.largest_step = positive(model, parameters, written.largest_step, "largest_step", result.largest_step);
  for (const auto& [name, value] : written.absolute)
    result.absolute.push_back(positive(model, parameters, value, ("absolute." + name).c_str(), 0.0));
  refuse_too_many_rows(result.time, result.step,
                       written.step   ? written.step->at
                       : written.time ? written.time->at
                                      : Source{});
  return result;
}

void refuse_too_many_rows(double time, double step, const Source& place) {
  constexpr double most = 1e8;
  if (time / step <= most) return;
  throw Error(Error::Code::bad_value,
              "rows every " + shortest(step) + " s up to " + shortest(time) + " s are more than 100 million", place,
              "raise the step: it is the time between rows of the result and does not limit the accuracy");
}

}  // namespace alembert
