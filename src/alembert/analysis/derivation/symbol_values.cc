#include "alembert/analysis/derivation/symbol_values.h"

#include "alembert/core/error.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/walk.h"

namespace alembert {

namespace {

std::vector<Expr> symbols_of(std::span<const Expr> formulas) {
  std::vector<Expr> symbols;
  for (const Expr e : Walk(formulas))
    if (e.is_symbol() && e.kind() != SymbolKind::constant) symbols.push_back(e);
  return symbols;
}

}  // namespace

double SymbolValues::of(Expr symbol) const {
  const auto value = values_.find(symbol.id());
  if (value == values_.end())
    throw Error(Error::Code::unknown_name, "there is no value for '" + to_text(symbol) + "' at this state");
  return value->second;
}

std::vector<double> SymbolValues::operator()(std::span<const Expr> formulas) const {
  return SymbolProgram(formulas).at(*this);
}

SymbolProgram::SymbolProgram(std::span<const Expr> formulas)
    : symbols_(symbols_of(formulas)), formulas_(formulas.size()), machine_(Tape(symbols_, formulas)) {}

std::vector<double> SymbolProgram::at(const SymbolValues& values) {
  std::vector<double> in, out(formulas_);
  in.reserve(symbols_.size());
  for (const Expr symbol : symbols_) in.push_back(values.of(symbol));
  machine_.run(in, out);
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
