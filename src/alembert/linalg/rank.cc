#include "alembert/linalg/rank.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

#include "alembert/core/index.h"
#include "alembert/linalg/connected_blocks.h"
#include "alembert/linalg/eigen_dense.h"

namespace alembert {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Decomposition = Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;

/// The largest column, which is the first pivot.
double largest_pivot(int rows, int cols, std::span<const double> a) {
  return Eigen::Map<const RowMajor>(a.data(), rows, cols).colwise().norm().maxCoeff();
}

/// Pivots count from `least` on.
Decomposition decompose(int rows, int cols, std::span<const double> a, double least) {
  Decomposition cod;
  const double largest = largest_pivot(rows, cols, a);
  cod.setThreshold(largest > 0.0 ? least / largest : 1.0);  // Eigen applies it relative to the largest pivot
  cod.compute(Eigen::Map<const RowMajor>(a.data(), rows, cols));
  return cod;
}

[[maybe_unused]] bool has_size(std::span<const double> a, int rows, int cols) {
  return rows >= 0 && cols >= 0 && a.size() == static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols);
}

/// No rows: every column is dependent and every vector is in the null space.
RankResult rank_zero(int cols) {
  RankResult result;
  const auto n = static_cast<std::size_t>(cols);
  result.pivots.resize(n);
  std::iota(result.pivots.begin(), result.pivots.end(), 0);
  result.null_space.assign(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) result.null_space[i * n + i] = 1.0;
  return result;
}

}  // namespace

RankResult find_rank(int rows, int cols, std::span<const double> a, double tolerance) {
  assert(has_size(a, rows, cols));
  if (rows == 0 || cols == 0) return rank_zero(cols);
  const double least = tolerance * largest_pivot(rows, cols, a);
  std::vector<std::pair<double, int>> pivots;  // size and column, those that count
  std::vector<int> others;
  std::vector<std::pair<const ConnectedBlock*, RowMajor>> free;  // null spaces of the parts
  Eigen::Index count = 0;
  const std::vector<ConnectedBlock> blocks = connected_blocks(rows, cols, a);
  for (const ConnectedBlock& block : blocks) {
    const auto m = static_cast<Eigen::Index>(block.rows.size()), n = static_cast<Eigen::Index>(block.cols.size());
    if (n == 0) continue;
    if (m == 0) {
      others.insert(others.end(), block.cols.begin(), block.cols.end());
      free.emplace_back(&block, RowMajor::Identity(n, n));
    } else {
      const Decomposition cod = decompose(static_cast<int>(m), static_cast<int>(n), elements_of(block, cols, a), least);
      const auto& order = cod.colsPermutation().indices();
      double size = std::numeric_limits<double>::infinity();
      for (Eigen::Index k = 0; k < n; ++k) {
        const int column = block.cols[static_cast<std::size_t>(order[k])];
        if (k < cod.rank()) {
          size = std::min(size, std::abs(cod.matrixQTZ()(k, k)));  // a part keeps its own order
          pivots.emplace_back(size, column);
        } else {
          others.push_back(column);
        }
      }
      // A P = Q [T 0; 0 0] Z, so the last columns of P Z^T span the null space.
      free.emplace_back(&block, (cod.colsPermutation() * cod.matrixZ().transpose()).rightCols(n - cod.rank()));
    }
    count += free.back().second.cols();
  }
  std::ranges::stable_sort(pivots, std::ranges::greater(), &std::pair<double, int>::first);

  RankResult result;
  result.rank = static_cast<int>(pivots.size());
  for (const auto& [size, column] : pivots) result.pivots.push_back(column);
  result.pivots.insert(result.pivots.end(), others.begin(), others.end());
  result.null_space.assign(index(cols) * static_cast<std::size_t>(count), 0.0);
  Eigen::Map<RowMajor> all(result.null_space.data(), cols, count);
  Eigen::Index at = 0;
  for (const auto& [block, basis] : free) {
    all(block->cols, Eigen::seqN(at, basis.cols())) = basis;
    at += basis.cols();
  }
  return result;
}

std::vector<double> least_squares(int rows, int cols, std::span<const double> a, std::span<const double> b,
                                  double tolerance) {
  assert(has_size(a, rows, cols) && has_size(b, rows, 1));
  std::vector<double> x(static_cast<std::size_t>(cols), 0.0);
  if (rows == 0 || cols == 0) return x;
  const double least = tolerance * largest_pivot(rows, cols, a);
  for (const ConnectedBlock& block : connected_blocks(rows, cols, a)) {
    if (block.rows.empty() || block.cols.empty()) continue;
    const std::vector<double> elements = elements_of(block, cols, a);
    const Decomposition cod =
        decompose(static_cast<int>(block.rows.size()), static_cast<int>(block.cols.size()), elements, least);
    const Eigen::VectorXd part = cod.solve(Eigen::Map<const Eigen::VectorXd>(b.data(), rows)(block.rows));
    for (std::size_t j = 0; j < block.cols.size(); ++j) x[index(block.cols[j])] = part[static_cast<Eigen::Index>(j)];
  }
  return x;
}

}  // namespace alembert
