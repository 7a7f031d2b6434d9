#include "alembert/model/model_values.h"

#include <cmath>
#include <vector>

#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/graph.h"

namespace alembert {
namespace {

void note(Graph& graph, Expr symbol, double value) {
  if (std::isfinite(value)) graph.set_value(symbol, Rational::from_double(value));
}

}  // namespace

void note_values(const Description& model) {
  const std::vector<double> values = parameter_numbers(model);
  for (std::size_t i = 0; i < values.size(); ++i) note(*model.graph, model.parameters[i].symbol, values[i]);
}

void note_values(const Lagrangian& model) {
  std::vector<Expr> symbols, starts;
  for (const Coordinate& c : model.coordinates) {
    symbols.insert(symbols.end(), {c.position, c.rate});
    starts.insert(starts.end(), {c.start, c.start_rate});
  }
  for (const ExtraState& s : model.states) {
    symbols.push_back(s.symbol);
    starts.push_back(s.start);
  }
  const std::vector<double> values = numbers_in_parameters(model, parameter_numbers(model), starts);
  for (std::size_t i = 0; i < values.size(); ++i) note(*model.graph, symbols[i], values[i]);
}

}  // namespace alembert
