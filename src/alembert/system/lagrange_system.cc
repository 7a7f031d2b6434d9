#include "alembert/system/lagrange_system.h"

#include <algorithm>
#include <cmath>

#include "alembert/linalg/ldlt.h"
#include "alembert/linalg/rank.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/derivative.h"

namespace alembert {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// Lower triangle of M by rows, right side of M q'' = f, rates of the extra states.
std::vector<Expr> dynamics(const Lagrangian& model, const LagrangeEquations& eq) {
  std::vector<Expr> list;
  for (std::size_t i = 0; i < eq.n; ++i)
    for (std::size_t j = 0; j <= i; ++j) list.push_back(eq.mass(i, j));
  const std::vector<Expr> cv = eq.coriolis();
  for (std::size_t i = 0; i < eq.n; ++i)
    list.push_back(eq.effort[i] + eq.applied[i] - cv[i] - eq.g[i] - eq.remaining[i]);
  for (const ExtraState& s : model.states) list.push_back(s.rate);
  return list;
}

/// d(residual_i)/d(symbol_j), row by row, for q, v, z and u in turn.
std::vector<Expr> residual_slopes(const Lagrangian& model, const LagrangeEquations& eq) {
  std::vector<Expr> symbols = eq.q;
  symbols.insert(symbols.end(), eq.v.begin(), eq.v.end());
  for (const ExtraState& s : model.states) symbols.push_back(s.symbol);
  for (const Input& u : model.inputs) symbols.push_back(u.symbol);
  std::vector<Expr> list;
  for (const Expr r : eq.residuals())
    for (const Expr slope : gradient(r, symbols)) list.push_back(slope);
  return list;
}

}  // namespace

LagrangeSystem::LagrangeSystem(const Lagrangian& model, const LagrangeEquations& eq) {
  const GraphScope scope(*model.graph);
  const auto n = static_cast<int>(eq.n);
  sizes_.nq = sizes_.nv = n;
  sizes_.nz = static_cast<int>(model.states.size());
  sizes_.nu = static_cast<int>(model.inputs.size());
  sizes_.events = model.simulate.until ? 1 : 0;
  for (const Coordinate& c : model.coordinates) names_.push_back(c.name);

  const std::vector<double> parameters = parameter_numbers(model);
  std::vector<Expr> inputs, events;
  for (const Input& u : model.inputs) inputs.push_back(u.value);
  if (model.simulate.until) events.push_back(model.simulate.until->formula);
  inputs_ = StateTape(model, parameters, inputs);
  dynamics_ = StateTape(model, parameters, dynamics(model, eq));
  jacobian_ = StateTape(model, parameters, residual_slopes(model, eq));
  energies_ = StateTape(model, parameters, std::vector<Expr>{eq.kinetic, eq.potential, eq.conserved, eq.power});
  events_ = StateTape(model, parameters, events);
  factor_.assign(eq.n * eq.n, 0.0);
  vdot_.assign(eq.n, 0.0);
  zdot_.assign(model.states.size(), 0.0);
}

void LagrangeSystem::inputs(double t, Out u) const { std::ranges::copy(inputs_.run({t, {}, {}, {}}, {}), u.begin()); }

int LagrangeSystem::factor(In mass) const {
  const std::size_t n = index(sizes_.nv);
  const auto fill = [&] {
    for (std::size_t i = 0, k = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j, ++k) factor_[i * n + j] = factor_[j * n + i] = mass[k];
  };
  fill();
  general_ = false;
  const int failed = ldlt_factor_checked(sizes_.nv, factor_);
  if (failed < 0) return -1;
  // Not positive definite. Where it is regular all the same the motion is defined; `check` reports the rest.
  fill();
  if (!std::ranges::all_of(factor_, [](double x) { return std::isfinite(x); })) return failed;
  if (find_rank(sizes_.nv, sizes_.nv, factor_).rank < sizes_.nv) return failed;
  general_ = true;
  return -1;
}

void LagrangeSystem::solve(Out b) const {
  if (!general_) {
    ldlt_solve<double>(sizes_.nv, factor_, b);
    return;
  }
  const std::vector<double> x = least_squares(sizes_.nv, sizes_.nv, factor_, b);
  std::ranges::copy(x, b.begin());
}

Status LagrangeSystem::accelerate(const State& x, In u, Out vdot, Out zdot, Out /*lambda*/) const {
  const std::size_t n = index(sizes_.nv), triangle = n * (n + 1) / 2;
  const In values = dynamics_.run(x, u);
  std::ranges::copy(values.subspan(triangle, n), vdot.begin());
  std::ranges::copy(values.subspan(triangle + n), zdot.begin());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i])) {
      const std::size_t speed = i >= triangle && i < triangle + n ? i - triangle : 0;
      return {Trouble::not_finite, static_cast<int>(speed), x.t};
    }
  if (const int failed = factor(values.first(triangle)); failed >= 0) return {Trouble::singular, failed, x.t};
  solve(vdot);
  return {};
}

Status LagrangeSystem::accelerate_with(In tau, In effort, const State& x, In u, Out vdot, Out zdot) const {
  // q'' is linear in the efforts: q''(tau) = q''(effort) + M^-1 (tau - effort).
  const Status status = accelerate(x, u, vdot, zdot, {});
  if (!status.good()) return status;
  std::vector<double> change(vdot.size());
  for (std::size_t i = 0; i < change.size(); ++i) change[i] = tau[i] - effort[i];
  solve(change);
  for (std::size_t i = 0; i < change.size(); ++i) vdot[i] += change[i];
  return status;
}

Status LagrangeSystem::accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const {
  // M q'' = f gives M d(q'') = -d(M a - f) at a = q'' held fixed.
  const Status status = accelerate(x, u, vdot_, zdot_, {});
  if (!status.good()) return status;
  const In slopes = jacobian_.run(x, u, vdot_);
  const std::size_t n = index(sizes_.nv), nz = index(sizes_.nz), nu = index(sizes_.nu), width = 2 * n + nz + nu;
  std::vector<double> column(n);
  const auto fill = [&](Out block, std::size_t first, std::size_t columns) {
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t i = 0; i < n; ++i) column[i] = -slopes[i * width + first + c];
      solve(column);
      for (std::size_t i = 0; i < n; ++i) block[i * columns + c] = column[i];
    }
  };
  fill(by_q, 0, n);
  fill(by_v, n, n);
  fill(by_z, 2 * n, nz);
  fill(by_u, 2 * n + nz, nu);
  return {};
}

Energies LagrangeSystem::energies(const State& x, In u) const {
  const In e = energies_.run(x, u);
  return {e[0], e[1], e[2], e[3]};
}

void LagrangeSystem::event_values(const State& x, In u, Out values) const {
  std::ranges::copy(events_.run(x, u), values.begin());
}

}  // namespace alembert
