#pragma once
#include <algorithm>

#include "alembert/kernel/aba_derivatives.h"
#include "alembert/kernel/rnea_derivatives.impl.h"
#include "alembert/kernel/tree_factor.h"

namespace alembert {
namespace recursion {

/// A = -M^-1 A and B = -M^-1 B in K / 2 wide columns of each, from column d on. Rows of A and B are in the order of
/// speeds.
template <Scalar S, std::size_t K>
void solve_columns(const ColumnOrder& order, std::span<const S> factors, std::size_t d, S* A, S* B,
                   std::span<std::array<Wide<S>, K>> rows) {
  constexpr std::size_t lanes = wide_lanes<S>;
  const std::size_t nv = order.size();
  const auto for_parts = [&](auto&& f) {
    for (std::size_t i = 0; i < nv; ++i)
      for (std::size_t k = 0; k < K; ++k) {
        const std::size_t at = d + k / 2 * lanes;
        f(rows[i][k], (k % 2 == 0 ? A : B) + order.speed[i] * nv + at, std::min(lanes, nv - at));
      }
  };
  for_parts([](Wide<S>& x, const S* element, std::size_t count) { x = -load_wide(element, count); });
  solve_tree<S, K>(order, factors, rows, nv);
  for_parts([](const Wide<S>& x, S* element, std::size_t count) { store_wide(x, element, count); });
}

/// K wide columns of M^-1 from column d on, and the rows that mirror them.
template <Scalar S, std::size_t K>
void invert_columns(const ColumnOrder& order, std::span<const S> factors, std::size_t d, std::span<S> inverse,
                    std::span<std::array<Wide<S>, K>> rows) {
  constexpr std::size_t lanes = wide_lanes<S>;
  const std::size_t nv = order.size(), end = std::min(nv, d + K * lanes);
  std::array<S, K * lanes> line;
  const auto wide = [&](std::size_t i) {
    for (std::size_t k = 0; k < K; ++k) rows[i][k] = load_wide(line.data() + k * lanes);
  };
  line.fill(S(0.0));
  for (std::size_t i = 0; i < d; ++i) wide(i);
  for (std::size_t i = d; i < end; ++i) {
    line[i - d] = S(1.0);
    wide(i);
    line[i - d] = S(0.0);
  }
  solve_tree<S, K>(order, factors, rows, end);
  for (std::size_t i = 0; i < end; ++i) {
    for (std::size_t k = 0; k < K; ++k) store_wide(rows[i][k], line.data() + k * lanes);
    for (std::size_t c = d; c < end; ++c)
      inverse[order.speed[i] * nv + order.speed[c]] = inverse[order.speed[c] * nv + order.speed[i]] = line[c - d];
  }
}

}  // namespace recursion

template <Scalar S>
AbaDerivativeWorkspace<S>::AbaDerivativeWorkspace(const Plan& plan) : inverse(plan) {
  const std::size_t nv = inverse.world.order.size();
  factors.assign(tree_factor_size<S>(nv), S(0.0));
  rows1.resize(nv);
  rows2.resize(nv);
  rows4.resize(nv);
}

template <Scalar S>
void aba_derivatives(const Plan& plan, const Params<S>& par, std::span<const S> v, std::span<const S> vdot,
                     std::span<const Force<S>> F_ext, std::span<S> dvdot_dq, std::span<S> dvdot_dv,
                     std::span<S> M_inverse, const Workspace<S>& w, AbaDerivativeWorkspace<S>& aw) {
  constexpr std::size_t lanes = wide_lanes<S>;
  const ColumnOrder& order = aw.inverse.world.order;
  const std::size_t nv = order.size();

  rnea_derivatives(plan, par, v, vdot, F_ext, dvdot_dq, dvdot_dv, M_inverse, w, aw.inverse);
  for (std::size_t i = 0; i < nv; ++i)
    for (std::size_t j = 0; j <= i; ++j) aw.factors[i * nv + j] = M_inverse[order.speed[i] * nv + order.speed[j]];
  factor_tree<S>(order, aw.factors);

  const std::span<const S> factors = aw.factors;
  S *dq = dvdot_dq.data(), *dv = dvdot_dv.data();
  std::size_t d = 0;
  for (; d + lanes < nv; d += 2 * lanes) recursion::solve_columns<S, 4>(order, factors, d, dq, dv, aw.rows4);
  if (d < nv) recursion::solve_columns<S, 2>(order, factors, d, dq, dv, aw.rows2);
  for (d = 0; d + 3 * lanes < nv; d += 4 * lanes)
    recursion::invert_columns<S, 4>(order, factors, d, M_inverse, aw.rows4);
  for (; d < nv; d += lanes) recursion::invert_columns<S, 1>(order, factors, d, M_inverse, aw.rows1);
}

}  // namespace alembert
