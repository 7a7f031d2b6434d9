#include "alembert/linalg/dense_solve.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "alembert/linalg/eigen_dense.h"

namespace alembert {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Rows and columns that are this much smaller than the largest hold nothing but round-off and stay small.
constexpr double noise = 1e-13;
/// Pivots of the scaled matrix count from here on: it has no units that could make them small.
constexpr double least_pivot = 1e-12;
/// Share that an unknown may have in what is left open and still be determined: pivots just above the least leave it.
constexpr double determined_share = 1e-10;

Eigen::VectorXd factors_of(const std::vector<double>& known, Eigen::Index count) {
  assert(known.empty() || known.size() == static_cast<std::size_t>(count));
  if (known.empty()) return Eigen::VectorXd::Zero(count);
  return Eigen::Map<const Eigen::VectorXd>(known.data(), count);
}

/// Finds the rows' factors that are still zero from the elements in columns that have theirs.
void scale_rows(const Eigen::MatrixXd& A, const Eigen::VectorXd& cols, Eigen::VectorXd& rows) {
  const Eigen::VectorXd sizes = (A * cols.asDiagonal()).cwiseAbs().rowwise().maxCoeff();
  const double largest = (rows.array() == 0.0).select(sizes, 0.0).maxCoeff();
  for (Eigen::Index i = 0; i < rows.size(); ++i)
    if (rows[i] == 0.0 && sizes[i] > 0.0) rows[i] = 1.0 / (sizes[i] > noise * largest ? sizes[i] : largest);
}

/// Rows and columns in turn, from what is known; what holds nothing keeps its size.
struct Scaling {
  Scaling(const Eigen::MatrixXd& A, const DenseFactors& known)
      : rows(factors_of(known.rows, A.rows())), cols(factors_of(known.cols, A.cols())) {
    if ((rows.array() == 0.0).all() && (cols.array() == 0.0).all())
      scale_rows(A, Eigen::VectorXd::Ones(A.cols()), rows);
    for (int sweep = 0; sweep < 2; ++sweep) {
      scale_rows(A, cols, rows);
      scale_rows(A.transpose(), rows, cols);
    }
    rows = (rows.array() == 0.0).select(1.0, rows);
    cols = (cols.array() == 0.0).select(1.0, cols);
    balance(rows.asDiagonal() * A * cols.asDiagonal());
  }
  Eigen::VectorXd rows, cols;

 private:
  /// Brings the largest element of every row and column near 1. Where inertias differ by many orders of magnitude the
  /// factors that make them 1 leave rows of constraints that only differ in what they do to heavy bodies, or light
  /// ones. Ruiz 2001, A scaling algorithm to equilibrate both rows and columns norms in matrices.
  void balance(Eigen::MatrixXd A) {
    constexpr int sweeps = 10;  // each halves the order of magnitude that is left
    const auto factors = [](const Eigen::VectorXd& sizes) {
      const double largest = sizes.maxCoeff();
      return Eigen::VectorXd(sizes.unaryExpr([&](double x) { return x > noise * largest ? 1.0 / std::sqrt(x) : 1.0; }));
    };
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      const Eigen::VectorXd r = factors(A.cwiseAbs().rowwise().maxCoeff()),
                            c = factors(A.cwiseAbs().colwise().maxCoeff());
      A = r.asDiagonal() * A * c.asDiagonal();
      rows = rows.cwiseProduct(r);
      cols = cols.cwiseProduct(c);
    }
  }
};

using Orthogonal = Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>;

/// What A x can be: the right side less what sums of rows that vanish leave of it.
Eigen::VectorXd within_reach(const Orthogonal& A, const Eigen::VectorXd& right) {
  const Eigen::Index count = right.size(), open = count - A.rank();
  if (open == 0) return right;
  // A = Q [T; 0] ...: the last columns of Q are these sums. Rows that take no part hold rounding, which must not meet
  // the right sides of heavy bodies.
  constexpr double no_part = 1e-10;
  Eigen::MatrixXd sums = Eigen::MatrixXd::Identity(count, count).rightCols(open);
  sums.applyOnTheLeft(A.householderQ());
  sums = (sums.array().abs() > no_part).select(sums, 0.0);
  return right - sums * (sums.transpose() * right);
}

/// x of A x = right, which must be within reach, refined until each row is met to rounding of its own terms: where
/// masses differ by many orders of magnitude the factors alone meet those of the largest ones. Ref: Skeel 1980,
/// Iterative refinement implies numerical stability for Gaussian elimination.
Eigen::VectorXd refined(const Orthogonal& decomposition, const Eigen::MatrixXd& A, const Eigen::VectorXd& right) {
  constexpr int most_steps = 6;
  const Eigen::MatrixXd sizes = A.cwiseAbs();
  Eigen::VectorXd x = decomposition.solve(right), left = right - A * x;
  const auto off = [&](const Eigen::VectorXd& rest, const Eigen::VectorXd& y) {
    const Eigen::ArrayXd terms = (sizes * y.cwiseAbs() + right.cwiseAbs()).array();
    return (terms > 0.0).select(rest.array().abs() / terms, 0.0).maxCoeff();
  };
  double now = off(left, x);
  for (int step = 0; step < most_steps && now > std::numeric_limits<double>::epsilon(); ++step) {
    const Eigen::VectorXd better = x + decomposition.solve(left), rest = right - A * better;
    const double then = off(rest, better);
    if (!(then < now)) break;
    x = better;
    left = rest;
    now = then;
  }
  return x;
}

/// Takes from x what A takes to nothing, so that |x| is least.
void shorten(const Orthogonal& scaled, const Eigen::VectorXd& cols, Eigen::VectorXd& x) {
  const Eigen::Index free = x.size() - scaled.rank();
  // A P = Q [T 0; 0 0] Z: the last columns of P Z^T span what the scaled matrix takes to nothing.
  const Eigen::MatrixXd none = (scaled.colsPermutation() * scaled.matrixZ().transpose()).rightCols(free);
  // Unknowns that are determined stay as they are, and take no part: beside forces of 1e-17 N the accelerations of a
  // small body are so large that their rounding would be all there is.
  std::vector<Eigen::Index> open;
  for (Eigen::Index i = 0; i < none.rows(); ++i)
    if (none.row(i).norm() > determined_share) open.push_back(i);
  const Eigen::MatrixXd among = cols(open).asDiagonal() * none(open, Eigen::all);
  const Eigen::MatrixXd basis =
      Eigen::HouseholderQR<Eigen::MatrixXd>(among).householderQ() * Eigen::MatrixXd::Identity(among.rows(), free);
  const Eigen::VectorXd some = x(open);
  x(open) -= basis * (basis.transpose() * some);
}

}  // namespace

DenseSolution solve_dense(int rows, int cols, std::span<const double> a, std::span<const double> b,
                          const DenseFactors& known) {
  assert(a.size() == static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  assert(b.size() == static_cast<std::size_t>(rows));
  DenseSolution result;
  result.x.assign(static_cast<std::size_t>(cols), 0.0);
  if (rows == 0 || cols == 0) {
    result.determined = cols == 0;
    return result;
  }
  Eigen::MatrixXd A = Eigen::Map<const RowMajor>(a.data(), rows, cols);
  const Scaling scaling(A, known);
  A = scaling.rows.asDiagonal() * A * scaling.cols.asDiagonal();
  const Eigen::VectorXd right = scaling.rows.cwiseProduct(Eigen::Map<const Eigen::VectorXd>(b.data(), rows));
  Eigen::VectorXd x;
  if (rows == cols) {
    const Eigen::PartialPivLU<Eigen::MatrixXd> lu(A);
    // A pivot that is exactly zero makes Eigen's estimate meaningless.
    const auto pivots = lu.matrixLU().diagonal().cwiseAbs();
    if (pivots.minCoeff() > 0.0 && lu.rcond() > least_pivot) x = scaling.cols.cwiseProduct(lu.solve(right));
  }
  if (x.size() == 0) {
    Orthogonal cod;
    cod.setThreshold(least_pivot);
    cod.compute(A);
    x = scaling.cols.cwiseProduct(refined(cod, A, within_reach(cod, right)));
    result.determined = cod.rank() == cols;
    if (!result.determined) shorten(cod, scaling.cols, x);
  }
  const Eigen::VectorXd scaled = x.cwiseQuotient(scaling.cols);
  result.residual = (A * scaled - right).lpNorm<Eigen::Infinity>();
  result.size = std::max(scaled.lpNorm<Eigen::Infinity>(), right.lpNorm<Eigen::Infinity>());
  Eigen::Map<Eigen::VectorXd>(result.x.data(), cols) = x;
  return result;
}

}  // namespace alembert
