#include "alembert/analysis/state/evaluate.h"

#include <algorithm>
#include <cmath>

#include "alembert/linalg/rank.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/system/rank/general_rank.h"
#include "alembert/system/reactions/open_reactions.h"

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

void replace_effort(const std::vector<double>& tau, const std::vector<double>& v, Evaluation& e) {
  for (std::size_t i = 0; i < tau.size(); ++i) e.power += (tau[i] - e.effort[i]) * v[i];
  e.effort = tau;
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
  std::vector<double> vdot(n_), lambda(static_cast<std::size_t>(system_.sizes().na));
  e.state_rates.resize(x.z.size());
  e.status = options.tau ? system_.accelerate_with(*options.tau, e.effort, x, e.inputs, vdot, e.state_rates, lambda)
                         : system_.accelerate(x, e.inputs, vdot, e.state_rates, lambda);
  if (e.status.good()) e.acceleration = vdot;
  if (options.tau) replace_effort(*options.tau, options.at.v, e);
  if (!lambda.empty()) add_constraints(options, lambda, e);
  return e;
}

void Evaluator::add_constraints(const EvaluateOptions& options, const std::vector<double>& lambda,
                                Evaluation& e) const {
  const State x{options.at.t, options.at.q, options.at.v, options.at.z};
  const std::size_t rows = lambda.size(), holonomic = static_cast<std::size_t>(system_.sizes().nc);
  for (std::size_t i = 0; i < rows; ++i) e.rows.push_back(system_.row_name(static_cast<int>(i)));
  SparseRows A;
  system_.constraint_jacobian(x.t, x.q, A);
  e.jacobian.assign(rows * n_, 0.0);
  for (std::size_t i = 0; i < rows; ++i)
    for (auto k = static_cast<std::size_t>(A.first[i]); k < static_cast<std::size_t>(A.first[i + 1]); ++k)
      e.jacobian[i * n_ + static_cast<std::size_t>(A.column[k])] = A.value[k];

  std::vector<double> b(rows);
  system_.constraint_speed(x.t, x.q, b);
  e.constraint.resize(rows);
  e.holonomic = holonomic;
  system_.constraint(x.t, x.q, std::span(e.constraint).first(holonomic));
  for (std::size_t i = holonomic; i < rows; ++i) {
    e.constraint[i] = -b[i];
    for (std::size_t j = 0; j < n_; ++j) e.constraint[i] += e.jacobian[i * n_ + j] * x.v[j];
  }
  const bool finite = std::ranges::all_of(e.jacobian, [](double a) { return std::isfinite(a); });
  if (finite) e.rank = rank_at(system_, options.at.t, options.at.q, static_cast<int>(rows)).rank;
  if (e.status.good())
    for (std::size_t i = 0; i < rows; ++i) e.power -= lambda[i] * b[i];  // rows that move by themselves do work
  if (e.status.good() && !options.a) e.multipliers = lambda;
  if (e.status.good() || options.a) e.undetermined = undetermined_rows(system_, x.t, x.q);
  if (!options.a || !finite) return;
  // The shortest lambda with A^T lambda = tau - (M a + bias - passive).
  std::vector<double> transposed(n_ * rows), missing(n_);
  for (std::size_t j = 0; j < n_; ++j) {
    missing[j] = e.effort[j] - e.inverse_dynamics[j];
    for (std::size_t i = 0; i < rows; ++i) transposed[j * rows + i] = e.jacobian[i * n_ + j];
  }
  e.multipliers = least_squares(static_cast<int>(n_), static_cast<int>(rows), transposed, missing);
}

}  // namespace alembert
