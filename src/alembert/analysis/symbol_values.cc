#include "alembert/analysis/symbol_values.h"

#include "alembert/core/error.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/tape_machine.h"
#include "alembert/symbolic/walk.h"

namespace alembert {

std::vector<double> SymbolValues::operator()(std::span<const Expr> formulas) const {
  std::vector<Expr> symbols;
  std::vector<double> in;
  const Walk walk(formulas);
  for (const Expr e : walk) {
    if (!e.is_symbol() || e.kind() == SymbolKind::constant) continue;
    const auto value = values_.find(e.id());
    if (value == values_.end())
      throw Error(Error::Code::unknown_name, "there is no value for '" + to_text(e) + "' at this state");
    symbols.push_back(e);
    in.push_back(value->second);
  }
  TapeMachine<double> machine(Tape(symbols, formulas));
  std::vector<double> out(formulas.size());
  machine.run(in, out);
  return out;
}

void set_signals(const Description& model, double t, std::span<const double> z, SymbolValues& values) {
  const std::vector<double> parameters = parameter_numbers(model);
  for (std::size_t i = 0; i < parameters.size(); ++i) values.set(model.parameters[i].symbol, parameters[i]);
  values.set(Expr::time(), t);
  std::vector<Expr> formulas;
  for (const Input& input : model.inputs) formulas.push_back(input.value);
  const std::vector<double> inputs = values(formulas);
  for (std::size_t i = 0; i < inputs.size(); ++i) values.set(model.inputs[i].symbol, inputs[i]);
  for (std::size_t i = 0; i < z.size(); ++i) values.set(model.states[i].symbol, z[i]);
}

}  // namespace alembert
