#include "alembert/system/energies/lagrange_residual.h"

#include <algorithm>

#include "alembert/symbolic/derivative.h"

namespace alembert {
namespace {

std::vector<Expr> state_symbols(const Lagrangian& model) {
  std::vector<Expr> list;
  for (const ExtraState& s : model.states) list.push_back(s.symbol);
  return list;
}

/// A v - b of a row.
Expr speed_excess(const LagrangeEquations& eq, std::size_t row) {
  std::vector<Expr> terms{-eq.rows.b[row]};
  for (std::size_t j = 0; j < eq.n; ++j) terms.push_back(eq.rows.jacobian(row, j) * eq.v[j]);
  return sum(terms);
}

/// dL/dq', then dL/dq + forces outside L.
std::vector<Expr> momentum_formulas(const Lagrangian& model, const LagrangeEquations& eq) {
  const Expr L = lagrangian_of(model);
  std::vector<Expr> list = gradient(L, eq.v);
  const std::vector<Expr> by_q = gradient(L, eq.q);
  for (std::size_t i = 0; i < eq.n; ++i) list.push_back(by_q[i] + eq.effort[i] + eq.applied[i]);
  return list;
}

}  // namespace

void LagrangeResidual::Picked::add(int column, std::size_t at) {
  pattern.column.push_back(column);
  pattern.value.push_back(0.0);
  from.push_back(at);
}

void LagrangeResidual::Picked::pick(System::In values, SparseRows& matrix) const {
  if (matrix.first != pattern.first || matrix.column != pattern.column) matrix = pattern;
  for (std::size_t k = 0; k < from.size(); ++k) matrix.value[k] = values[from[k]];
}

LagrangeResidual::LagrangeResidual(const Lagrangian& model, std::span<const double> parameters,
                                   const LagrangeEquations& eq, std::span<const Expr> slopes, std::size_t width) {
  const std::size_t n = eq.n, nz = model.states.size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j)
      if (!eq.mass(i, j).is_zero())
        mass_.add(static_cast<int>(j), std::max(i, j) * (std::max(i, j) + 1) / 2 + std::min(i, j));
    mass_.finish_row();
    const auto take = [&](Picked& part, std::size_t first, std::size_t count) {
      for (std::size_t j = 0; j < count; ++j)
        if (const std::size_t at = i * width + first + j; !slopes[at].is_zero()) part.add(static_cast<int>(j), at);
      part.finish_row();
    };
    take(by_q_, 0, n);
    take(by_v_, n, n);
    take(by_z_, 2 * n, nz);
  }
  std::vector<Expr> more;
  const auto differentiate = [&](Expr formula, std::span<const Expr> symbols, Picked& part) {
    int column = 0;
    for (const Expr slope : gradient(formula, symbols)) {
      if (!slope.is_zero()) {
        part.add(column, more.size());
        more.push_back(slope);
      }
      ++column;
    }
    part.finish_row();
  };
  const std::vector<Expr> z = state_symbols(model);
  for (const ExtraState& state : model.states) {
    differentiate(state.rate, eq.q, z_by_q_);
    differentiate(state.rate, eq.v, z_by_v_);
    differentiate(state.rate, z, z_by_z_);
  }
  for (std::size_t i = 0; i < eq.rows.size(); ++i) differentiate(speed_excess(eq, i), eq.q, rows_by_q_);
  more_ = StateTape(model, parameters, more);
  momenta_ = StateTape(model, parameters, momentum_formulas(model, eq));
}

void LagrangeResidual::jacobian(const State& x, System::In u, System::In mass, System::In slopes,
                                ResidualJacobian& out) {
  mass_.pick(mass, out.mass);
  by_q_.pick(slopes, out.by_q);
  by_v_.pick(slopes, out.by_v);
  by_z_.pick(slopes, out.by_z);
  const System::In more = more_.run(x, u);
  z_by_q_.pick(more, out.z_by_q);
  z_by_v_.pick(more, out.z_by_v);
  z_by_z_.pick(more, out.z_by_z);
  rows_by_q_.pick(more, out.rows_by_q);
}

void LagrangeResidual::momentum(const State& x, System::In u, System::Out p, System::Out rate) {
  const System::In values = momenta_.run(x, u);
  std::ranges::copy(values.first(p.size()), p.begin());
  std::ranges::copy(values.last(rate.size()), rate.begin());
}

}  // namespace alembert
