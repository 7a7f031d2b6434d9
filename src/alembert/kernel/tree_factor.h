/// Factorization of a mass matrix that keeps the zeros of its tree, and solutions for many right sides at once.
#pragma once
#include <algorithm>
#include <array>
#include <span>

#include "alembert/kernel/column_order.h"
#include "alembert/kernel/wide.h"

namespace alembert {

namespace recursion {

/// row[j] -= sum over k of l[k] A[k * nv + j] for first_k <= k < last_k, in blocks of K wide numbers that are summed in
/// registers; the last of a block may reach past last_j, where nothing is written. Returns the first j that is left
/// over.
template <std::size_t K, Scalar S>
std::size_t subtract_blocks(const S* l, const S* A, std::size_t nv, std::size_t first_k, std::size_t last_k, S* row,
                            std::size_t j, std::size_t last_j) {
  constexpr std::size_t lanes = wide_lanes<S>;
  for (; j + (K - 1) * lanes < last_j; j += K * lanes) {
    const std::size_t rest = std::min(lanes, last_j - (j + (K - 1) * lanes));
    std::array<Wide<S>, K> sum;
    for (std::size_t i = 0; i < K; ++i) sum[i] = load_wide(row + j + i * lanes);
    for (std::size_t k = first_k; k < last_k; ++k)
      for (std::size_t i = 0; i < K; ++i) sum[i] -= load_wide(A + k * nv + j + i * lanes) * Wide<S>(l[k]);
    for (std::size_t i = 0; i < K; ++i) store_wide(sum[i], row + j + i * lanes, i + 1 < K ? lanes : rest);
  }
  return j;
}

}  // namespace recursion

///   M = L^T D L,  L unit lower triangular, D diagonal, rows and columns in the order of `order`
///
/// L_ij differs from zero only where column j is on the way from i to the world, as M_ij does: nothing fills in.
///
/// @param A  [nv x nv] row-major with M in its lower triangle and tree_factor_size(nv) elements in all; replaced by
/// D^-1 on the diagonal, D L below it and L^T
///           above it
/// Cost sum of depth^2 / 2; for a chain n^3 / 6. No allocation, no branch on a Scalar. M must be positive definite.
/// Ref: Featherstone 2008, sec. 6.5 and table 6.3.
template <Scalar S>
void factor_tree(const ColumnOrder& order, std::span<S> A) {
  const std::size_t nv = order.size();
  for (std::size_t i = nv; i-- > 0;) {
    S* row = A.data() + i * nv;
    const std::size_t end = order.below_end[order.body[i]];
    const auto subtract = [&](std::size_t first, std::size_t last) {
      first = recursion::subtract_blocks<4>(row, A.data(), nv, i + 1, end, row, first, last);
      first = recursion::subtract_blocks<1>(row, A.data(), nv, i + 1, end, row, first, last);
    };
    // Up to and including the diagonal.
    subtract(order.run_first[order.body[i]], i + 1);
    order.for_runs_above(order.run_above[order.body[i]], subtract);
    row[i] = S(1.0) / row[i];
    order.for_runs_before(i, [&](std::size_t first, std::size_t last) {
      for (std::size_t j = first; j < last; ++j) A[j * nv + i] = row[j] * row[i];
    });
  }
}

/// Elements of the array for factor_tree(): rows are read in wide numbers, which reach past the end of the last.
template <Scalar S>
constexpr std::size_t tree_factor_size(std::size_t nv) {
  return nv * nv + wide_lanes<S> - 1;
}

/// X = M^-1 X with the factors of M, for right sides that stand K wide numbers side by side.
///
/// @param X  [nv] rows in the order of `order`
/// @param n  only the first n rows are given and wanted: the others are zero before, and not computed. nv for all.
template <Scalar S, std::size_t K>
void solve_tree(const ColumnOrder& order, std::span<const S> A, std::span<std::array<Wide<S>, K>> X, std::size_t n) {
  const std::size_t nv = order.size();
  const auto subtract = [&](std::array<Wide<S>, K>& x, const S* row, std::size_t first, std::size_t last) {
    std::array<Wide<S>, K> sum = x;
    for (std::size_t j = first; j < last; ++j)
      for (std::size_t k = 0; k < K; ++k) sum[k] -= X[j][k] * Wide<S>(row[j]);
    x = sum;
  };
  // L^T Y = X from the leaves to the world ...
  for (std::size_t i = n; i-- > 0;)
    subtract(X[i], A.data() + i * nv, i + 1, std::min(n, order.below_end[order.body[i]]));
  // ... and D L X = Y back.
  for (std::size_t i = 0; i < n; ++i) {
    const S* row = A.data() + i * nv;
    order.for_runs_before(i, [&](std::size_t first, std::size_t last) { subtract(X[i], row, first, last); });
    for (Wide<S>& x : X[i]) x *= Wide<S>(row[i]);
  }
}

}  // namespace alembert
