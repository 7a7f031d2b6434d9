#include "alembert/linalg/dense_solve.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "alembert/linalg/eigen_dense.h"
#include "alembert/linalg/rank.h"

namespace alembert {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Rows that are this much smaller than the largest hold nothing but round-off and are not blown up.
constexpr double noise = 1e-13;

}  // namespace

DenseSolution solve_dense(int rows, int cols, std::span<const double> a, std::span<const double> b) {
  assert(a.size() == static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  assert(b.size() == static_cast<std::size_t>(rows));
  DenseSolution result;
  result.x.assign(static_cast<std::size_t>(cols), 0.0);
  if (rows == 0 || cols == 0) {
    result.determined = cols == 0;
    return result;
  }
  RowMajor A = Eigen::Map<const RowMajor>(a.data(), rows, cols);
  Eigen::VectorXd right = Eigen::Map<const Eigen::VectorXd>(b.data(), rows);
  const double largest = A.cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < rows; ++i) {
    const double size = A.row(i).cwiseAbs().maxCoeff();
    if (!(size > noise * largest)) continue;
    A.row(i) /= size;
    right[i] /= size;
  }
  const auto x = Eigen::Map<Eigen::VectorXd>(result.x.data(), cols);
  bool regular = false;
  if (rows == cols) {
    const Eigen::PartialPivLU<Eigen::MatrixXd> lu(A);
    // A pivot that is exactly zero makes Eigen's estimate meaningless.
    const auto pivots = lu.matrixLU().diagonal().cwiseAbs();
    regular = pivots.minCoeff() > 0.0 && lu.rcond() > rank_tolerance;
    if (regular) Eigen::Map<Eigen::VectorXd>(result.x.data(), cols) = lu.solve(right);
  }
  if (!regular) {
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> cod;
    cod.setThreshold(rank_tolerance);
    cod.compute(A);
    result.determined = cod.rank() == cols;
    Eigen::Map<Eigen::VectorXd>(result.x.data(), cols) = cod.solve(right);
  }
  result.residual = (A * x - right).lpNorm<Eigen::Infinity>();
  result.size = std::max(x.lpNorm<Eigen::Infinity>(), right.lpNorm<Eigen::Infinity>());
  return result;
}

}  // namespace alembert
