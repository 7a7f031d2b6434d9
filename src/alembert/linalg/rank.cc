#include "alembert/linalg/rank.h"

#include <cassert>
#include <numeric>

#include "alembert/linalg/eigen_dense.h"

namespace alembert {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Decomposition = Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;

Decomposition decompose(int rows, int cols, std::span<const double> a, double tolerance) {
  Decomposition cod;
  cod.setThreshold(tolerance);  // Eigen applies it relative to the largest pivot
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
  const Decomposition cod = decompose(rows, cols, a, tolerance);

  RankResult result;
  result.rank = static_cast<int>(cod.rank());
  const auto& order = cod.colsPermutation().indices();
  result.pivots.assign(order.data(), order.data() + order.size());

  // A P = Q [T 0; 0 0] Z, so the last columns of P Z^T span the null space.
  const Eigen::Index free = cols - cod.rank();
  result.null_space.resize(static_cast<std::size_t>(cols * free));
  if (free > 0)
    Eigen::Map<RowMajor>(result.null_space.data(), cols, free) =
        (cod.colsPermutation() * cod.matrixZ().transpose()).rightCols(free);
  return result;
}

std::vector<double> least_squares(int rows, int cols, std::span<const double> a, std::span<const double> b,
                                  double tolerance) {
  assert(has_size(a, rows, cols) && has_size(b, rows, 1));
  std::vector<double> x(static_cast<std::size_t>(cols), 0.0);
  if (rows == 0 || cols == 0) return x;
  const Decomposition cod = decompose(rows, cols, a, tolerance);
  Eigen::Map<Eigen::VectorXd>(x.data(), cols) = cod.solve(Eigen::Map<const Eigen::VectorXd>(b.data(), rows));
  return x;
}

}  // namespace alembert
