#include "alembert/analysis/evaluate.h"

#include <algorithm>
#include <cmath>

#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/derivative.h"

namespace alembert {
namespace {

/// Hands out consecutive pieces of a list of values.
class Pieces {
 public:
  explicit Pieces(std::span<const double> values) : values_(values) {}
  std::vector<double> take(std::size_t count) {
    std::vector<double> piece(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(count));
    values_ = values_.subspan(count);
    return piece;
  }
  double take() { return take(1)[0]; }

 private:
  std::span<const double> values_;
};

/// M a + bias - passive
std::vector<double> inverse_dynamics(const Evaluation& e, std::span<const double> a) {
  const std::size_t n = e.g.size();
  std::vector<double> tau(n);
  for (std::size_t i = 0; i < n; ++i) {
    tau[i] = e.bias[i] - e.passive[i];
    for (std::size_t j = 0; j < n; ++j) tau[i] += e.M[i * n + j] * a[j];
  }
  return tau;
}

std::vector<Expr> all_formulas(const Lagrangian& model, const LagrangeEquations& eq) {
  const GraphScope scope(*model.graph);
  std::vector<Expr> formulas;
  for (const auto* list : {&eq.M, &eq.C, &eq.g, &eq.remaining, &eq.effort, &eq.applied})
    formulas.insert(formulas.end(), list->begin(), list->end());
  for (const Expr p : gradient(lagrangian_of(model), eq.v)) formulas.push_back(p);
  formulas.insert(formulas.end(), {eq.kinetic, eq.potential, eq.conserved, eq.power});
  return formulas;
}

}  // namespace

Point start_point(const Lagrangian& model) {
  const GraphScope scope(*model.graph);
  std::vector<Expr> formulas;
  for (const Coordinate& c : model.coordinates) formulas.push_back(c.start);
  for (const Coordinate& c : model.coordinates) formulas.push_back(c.start_rate);
  for (const ExtraState& s : model.states) formulas.push_back(s.start);
  const std::vector<double> values = numbers_in_parameters(model, parameter_numbers(model), formulas);
  const std::size_t n = model.coordinates.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) continue;
    const bool state = i >= 2 * n;
    const Source& at = state ? model.states[i - 2 * n].at : model.coordinates[i % n].at;
    const std::string& name = state ? model.states[i - 2 * n].name : model.coordinates[i % n].name;
    throw Error(Error::Code::bad_value, "the start of '" + name + "' is not a finite number", at);
  }
  Pieces pieces(values);
  Point point;
  point.q = pieces.take(n);
  point.v = pieces.take(n);
  point.z = pieces.take(model.states.size());
  return point;
}

Evaluator::Evaluator(const Lagrangian& model, const LagrangeEquations& equations)
    : n_(equations.n),
      system_(model, equations),
      tape_(model, parameter_numbers(model), all_formulas(model, equations)) {}

Evaluation Evaluator::at(const EvaluateOptions& options) {
  const State x{options.at.t, options.at.q, options.at.v, options.at.z};
  Evaluation e;
  e.inputs.resize(static_cast<std::size_t>(system_.sizes().nu));
  system_.inputs(x.t, e.inputs);
  Pieces pieces(tape_.run(x, e.inputs));
  e.M = pieces.take(n_ * n_);
  e.C = pieces.take(n_ * n_);
  e.g = pieces.take(n_);
  e.remaining = pieces.take(n_);
  e.effort = pieces.take(n_);
  e.passive = pieces.take(n_);
  e.momenta = pieces.take(n_);
  e.kinetic = pieces.take();
  e.potential = pieces.take();
  e.conserved = pieces.take();
  e.power = pieces.take();

  e.bias = e.g;
  for (std::size_t i = 0; i < n_; ++i) {
    e.passive[i] -= e.remaining[i];
    for (std::size_t j = 0; j < n_; ++j) e.bias[i] += e.C[i * n_ + j] * x.v[j];
  }
  e.inverse_dynamics = inverse_dynamics(e, options.a ? *options.a : std::vector<double>(n_, 0.0));
  std::vector<double> vdot(n_);
  e.state_rates.resize(x.z.size());
  e.status = options.tau ? system_.accelerate_with(*options.tau, e.effort, x, e.inputs, vdot, e.state_rates)
                         : system_.accelerate(x, e.inputs, vdot, e.state_rates, {});
  if (e.status.good()) e.acceleration = vdot;
  return e;
}

}  // namespace alembert
