#include "n_pendulum.h"

#include <cmath>
#include <string>

#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/tape_machine.h"

namespace alembert::bench {
namespace {

Parameter parameter(const std::string& name) { return {name, Expr::symbol(name, SymbolKind::parameter), 1.0, "", {}}; }

Coordinate coordinate(const std::string& name) {
  const auto kind = SymbolKind::coordinate;
  return {name, Expr::symbol(name, kind), Expr::symbol(name, kind, 1), Expr::symbol(name, kind, 2), 0.0, 0.0, "", {}};
}

}  // namespace

Lagrangian n_pendulum(std::size_t n) {
  Lagrangian model;
  model.name = std::to_string(n) + "-pendulum on a cart";
  model.graph = std::make_shared<Graph>();
  const GraphScope scope(*model.graph);
  for (std::size_t k = 0; k <= n; ++k) model.parameters.push_back(parameter("m" + std::to_string(k)));
  for (std::size_t k = 1; k <= n; ++k) model.parameters.push_back(parameter("l" + std::to_string(k)));
  model.parameters.push_back(parameter("g"));
  model.coordinates.push_back(coordinate("x"));
  for (std::size_t k = 1; k <= n; ++k) model.coordinates.push_back(coordinate("th" + std::to_string(k)));
  model.work.resize(n + 1);

  const auto m = [&](std::size_t k) { return model.parameters[k].symbol; };
  const auto l = [&](std::size_t k) { return model.parameters[n + k].symbol; };
  const Expr g = model.parameters.back().symbol;
  Expr x = model.coordinates[0].position, y;
  const Expr speed = model.coordinates[0].rate;
  std::vector<Expr> kinetic{0.5 * m(0) * speed * speed}, potential;
  for (std::size_t k = 1; k <= n; ++k) {
    const Expr th = model.coordinates[k].position;
    x += l(k) * sin(th);
    y -= l(k) * cos(th);
    const Expr vx = time_derivative(x), vy = time_derivative(y);
    kinetic.push_back(0.5 * m(k) * (vx * vx + vy * vy));
    potential.push_back(m(k) * g * y);
  }
  model.kinetic = Written{sum(kinetic), {}};
  model.potential = Written{sum(potential), {}};
  return model;
}

std::vector<Expr> state_symbols(const Lagrangian& model) {
  std::vector<Expr> symbols;
  for (const Parameter& p : model.parameters) symbols.push_back(p.symbol);
  for (const Coordinate& c : model.coordinates) symbols.push_back(c.position);
  for (const Coordinate& c : model.coordinates) symbols.push_back(c.rate);
  return symbols;
}

std::vector<double> random_state(std::size_t n, Random& random) {
  std::vector<double> state;
  for (std::size_t k = 0; k <= n; ++k) state.push_back(random.uniform(0.5, 2.0));
  for (std::size_t k = 1; k <= n; ++k) state.push_back(random.uniform(0.3, 1.5));
  state.push_back(9.81);
  for (std::size_t k = 0; k <= n; ++k) state.push_back(random.uniform(-3.0, 3.0));
  for (std::size_t k = 0; k <= n; ++k) state.push_back(random.uniform(-2.0, 2.0));
  return state;
}

Dynamics closed_form(std::size_t n, std::span<const double> state) {
  const std::size_t size = n + 1;
  const auto m = state.subspan(0, size), th = state.subspan(2 * n + 2, size), rate = state.subspan(3 * n + 3, size);
  const auto l = state.subspan(n, size);  // l[k] is l_k; l[0] is not a length
  const double gravity = state[2 * n + 1];
  std::vector<double> mu(size + 1, 0.0);
  for (std::size_t k = size; k-- > 0;) mu[k] = mu[k + 1] + m[k];

  Dynamics d{std::vector<double>(size * size), std::vector<double>(size * size), std::vector<double>(size)};
  d.M[0] = mu[0];
  for (std::size_t j = 1; j <= n; ++j) {
    d.M[j] = d.M[j * size] = mu[j] * l[j] * std::cos(th[j]);
    d.C[j] = -mu[j] * l[j] * std::sin(th[j]) * rate[j];
    d.g[j] = mu[j] * gravity * l[j] * std::sin(th[j]);
    for (std::size_t i = 1; i <= n; ++i) {
      const double c = mu[std::max(i, j)] * l[i] * l[j];
      d.M[i * size + j] = c * std::cos(th[i] - th[j]);
      d.C[i * size + j] = c * std::sin(th[i] - th[j]) * rate[j];
    }
  }
  return d;
}

Tape dynamics_tape(const Lagrangian& model, const LagrangeEquations& equations) {
  const GraphScope scope(*model.graph);
  std::vector<Expr> outputs = equations.M;
  outputs.insert(outputs.end(), equations.C.begin(), equations.C.end());
  outputs.insert(outputs.end(), equations.g.begin(), equations.g.end());
  return Tape(state_symbols(model), outputs);
}

Dynamics evaluate(const Tape& tape, std::size_t n, std::span<const double> state) {
  const auto square = static_cast<std::ptrdiff_t>((n + 1) * (n + 1));
  TapeMachine<double> machine(tape);
  std::vector<double> out(tape.outputs().size());
  machine.run(state, out);
  return {{out.begin(), out.begin() + square},
          {out.begin() + square, out.begin() + 2 * square},
          {out.begin() + 2 * square, out.end()}};
}

}  // namespace alembert::bench
