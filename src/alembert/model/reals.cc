#include "alembert/model/reals.h"

#include "alembert/model/parameter_numbers.h"

namespace alembert {

NumberReals::NumberReals(const Description& model) : model_(model), parameters_(parameter_numbers(model)) {
  for (std::size_t i = 0; i < parameters_.size(); ++i) known_.emplace(model.parameters[i].symbol.id(), parameters_[i]);
}

double NumberReals::operator()(Expr formula) const {
  const GraphScope scope(*model_.graph);
  if (formula.is_number()) return formula.number().to_double();
  const auto [it, is_new] = known_.try_emplace(formula.id(), 0.0);
  if (is_new) it->second = numbers_in_parameters(model_, parameters_, {&formula, 1})[0];
  return it->second;
}

}  // namespace alembert
