#include "alembert/linalg/saddle_point.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "alembert/core/index.h"
#include "alembert/linalg/eigen_dense.h"
#include "alembert/linalg/ldlt.h"
#include "alembert/linalg/rank.h"

namespace alembert {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Decomposition = Eigen::CompleteOrthogonalDecomposition<Matrix>;

/// Pivots above this share of their diagonal elements lose at most five digits: elimination is as good as orthogonal
/// transformations there.
constexpr double well_apart = 1e-5;

/// Column scales that make the diagonal of M one; a coordinate without inertia gets the mean of the others.
Vector scales(const Matrix& M) {
  double sum = 0.0;
  Eigen::Index heavy = 0;
  for (Eigen::Index i = 0; i < M.rows(); ++i)
    if (M(i, i) > 0.0) {
      sum += std::log(M(i, i));
      ++heavy;
    }
  const double mean = heavy > 0 ? std::exp(sum / static_cast<double>(heavy)) : 1.0;
  Vector result(M.rows());
  for (Eigen::Index i = 0; i < M.rows(); ++i) result[i] = 1.0 / std::sqrt(M(i, i) > 0.0 ? M(i, i) : mean);
  return result;
}

/// Factors that give every row unit length; a row of zeros stays.
Vector row_scales(const Matrix& a) {
  Vector result(a.rows());
  for (Eigen::Index i = 0; i < a.rows(); ++i) {
    const double length = a.row(i).norm();
    result[i] = length > 0.0 ? 1.0 / length : 1.0;
  }
  return result;
}

/// What is left of the square of each column behind the others, largest first.
std::vector<double> squares_left(const Matrix& columns) {
  const Eigen::ColPivHouseholderQR<Matrix> qr(columns);
  std::vector<double> result(index(static_cast<int>(columns.cols())), 0.0);
  for (Eigen::Index i = 0; i < std::min(columns.rows(), columns.cols()); ++i)
    result[index(static_cast<int>(i))] = qr.matrixQR()(i, i) * qr.matrixQR()(i, i);
  return result;
}

/// A with what follows from its rank. A P = Q [T 0; 0 0] Z, so the last columns of P Z^T span the null space.
Decomposition decomposed(const Matrix& a) {
  Decomposition cod;
  cod.setThreshold(rank_tolerance);
  if (a.rows() > 0) cod.compute(a);
  return cod;
}

Matrix null_space(const Decomposition& cod, Eigen::Index columns) {
  return (cod.colsPermutation() * cod.matrixZ().transpose()).rightCols(columns);
}

}  // namespace

/// In scaled unknowns x = columns y, mu = lambda / rows: unit diagonal of M, rows of A of unit length.
struct SaddlePoint::Parts {
  int n = 0, m = 0;
  bool by_elimination = false;
  std::vector<double> left;  ///< of each row's square, over the largest square
  double least_apart = 1.0;  ///< of a row's own square

  // By elimination.
  std::vector<double> mass;   ///< [n x n] LDL^T of M
  std::vector<double> A;      ///< [m x n]
  std::vector<double> W;      ///< [m x n] row i is M^-1 A_i
  std::vector<double> schur;  ///< [m x m] LDL^T of A M^-1 A^T
  mutable std::vector<double> x, lambda;

  // By decomposition.
  Vector columns, rows;  ///< scales
  Matrix M;              ///< [n x n] scaled
  Matrix inverse;        ///< [n x m] pseudo-inverse of the scaled A
  Matrix Z;              ///< [n x (n - rank)] null space of the scaled A
  Matrix modes;          ///< [n - rank squared] eigenvectors of Z^T M Z
  Vector stiffness;      ///< and eigenvalues
  Matrix idle;           ///< [m x (m - rank)] orthonormal basis of the lambda with A^T lambda = 0

  bool eliminate(std::span<const double> mass_in, std::span<const double> rows_in);
  int decompose(std::span<const double> mass_in, std::span<const double> rows_in);
  void solve_by_elimination(std::span<const double> f, std::span<const double> c) const;
  void solve_by_decomposition(std::span<const double> f, std::span<const double> c) const;
};

bool SaddlePoint::Parts::eliminate(std::span<const double> mass_in, std::span<const double> rows_in) {
  mass.assign(mass_in.begin(), mass_in.end());
  ldlt_factor<double>(n, mass);
  if (ldlt_failed_pivot(n, mass, well_apart) >= 0) return false;
  A.assign(rows_in.begin(), rows_in.end());
  W = A;
  const std::size_t columns_count = index(n), count = index(m);
  for (std::size_t i = 0; i < count; ++i)
    ldlt_solve<double>(n, mass, std::span(W).subspan(i * columns_count, columns_count));
  schur.assign(count * count, 0.0);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j <= i; ++j)
      for (std::size_t k = 0; k < columns_count; ++k)
        schur[i * count + j] += A[i * columns_count + k] * W[j * columns_count + k];
  std::vector<double> square(count);
  for (std::size_t i = 0; i < count; ++i) square[i] = schur[i * count + i];
  ldlt_factor<double>(m, schur);
  if (ldlt_failed_pivot(m, schur, well_apart) >= 0) return false;
  const double largest = count > 0 ? std::ranges::max(square) : 1.0;
  left.resize(count);
  least_apart = 1.0;
  for (std::size_t i = 0; i < count; ++i) {
    left[i] = schur[i * count + i] / largest;
    least_apart = std::min(least_apart, schur[i * count + i] / square[i]);
  }
  return true;
}

int SaddlePoint::Parts::decompose(std::span<const double> mass_in, std::span<const double> rows_in) {
  M = Eigen::Map<const RowMajor>(mass_in.data(), n, n);
  columns = scales(M);
  M = columns.asDiagonal() * M * columns.asDiagonal();
  Matrix scaled = Eigen::Map<const RowMajor>(rows_in.data(), m, n) * columns.asDiagonal();
  rows = row_scales(scaled);
  left.assign(index(m), 0.0);
  least_apart = 1.0;
  if (m > 0) {
    left = squares_left(scaled.transpose());
    const double largest = std::max(left.front(), 1e-300);
    for (double& square : left) square /= largest;
  }
  scaled = rows.asDiagonal() * scaled;
  if (m > 0) least_apart = squares_left(scaled.transpose()).back();

  const Decomposition cod = decomposed(scaled);
  const Eigen::Index rank = m == 0 ? 0 : cod.rank(), free = n - rank;
  inverse = m == 0 ? Matrix(n, 0) : Matrix(cod.pseudoInverse());
  Z = m == 0 ? Matrix(Matrix::Identity(n, n)) : null_space(cod, free);
  idle.resize(m, m - rank);
  if (rank < m) {
    const Matrix across = rows.asDiagonal() * null_space(decomposed(scaled.transpose()), m - rank);
    idle = Matrix(across.householderQr().householderQ()).leftCols(m - rank);
  }

  stiffness.resize(0);
  if (free == 0) return -1;
  const Eigen::SelfAdjointEigenSolver<Matrix> eigen(Z.transpose() * M * Z);
  modes = eigen.eigenvectors();
  stiffness = eigen.eigenvalues();
  Eigen::Index softest = 0;
  const double least = stiffness.cwiseAbs().minCoeff(&softest);
  if (least > 4.0 * pivot_noise(n) * std::max(stiffness.cwiseAbs().maxCoeff(), 1.0)) return -1;
  Eigen::Index undetermined = 0;
  (Z * modes.col(softest)).cwiseAbs().maxCoeff(&undetermined);
  return static_cast<int>(undetermined);
}

void SaddlePoint::Parts::solve_by_elimination(std::span<const double> f, std::span<const double> c) const {
  // A M^-1 A^T lambda = A M^-1 f - c,   x = M^-1 f - W^T lambda
  const std::size_t columns_count = index(n), count = index(m);
  x.assign(f.begin(), f.end());
  ldlt_solve<double>(n, mass, x);
  lambda.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    lambda[i] = -c[i];
    for (std::size_t k = 0; k < columns_count; ++k) lambda[i] += A[i * columns_count + k] * x[k];
  }
  ldlt_solve<double>(m, schur, lambda);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < columns_count; ++k) x[k] -= W[i * columns_count + k] * lambda[i];
}

void SaddlePoint::Parts::solve_by_decomposition(std::span<const double> f, std::span<const double> c) const {
  const Vector force = columns.cwiseProduct(Eigen::Map<const Vector>(f.data(), n));
  Vector y = inverse * rows.cwiseProduct(Eigen::Map<const Vector>(c.data(), m));
  if (stiffness.size() > 0) {
    const Vector drive = modes.transpose() * (Z.transpose() * (force - M * y));
    y += Z * (modes * drive.cwiseQuotient(stiffness));
  }
  Vector mu = rows.cwiseProduct(inverse.transpose() * (force - M * y));
  mu -= idle * (idle.transpose() * mu);
  y = columns.cwiseProduct(y);
  x.assign(y.begin(), y.end());
  lambda.assign(mu.begin(), mu.end());
}

SaddlePoint::SaddlePoint() : parts_(std::make_unique<Parts>()) {}
SaddlePoint::SaddlePoint(const SaddlePoint& other) : parts_(std::make_unique<Parts>(*other.parts_)) {}
SaddlePoint& SaddlePoint::operator=(const SaddlePoint& other) {
  *parts_ = *other.parts_;
  return *this;
}
SaddlePoint::~SaddlePoint() = default;

int SaddlePoint::factor(int n, int m, std::span<const double> M, std::span<const double> A) {
  assert(M.size() == index(n) * index(n) && A.size() == index(m) * index(n));
  Parts& p = *parts_;
  p.n = n;
  p.m = m;
  p.by_elimination = p.eliminate(M, A);
  return p.by_elimination ? -1 : p.decompose(M, A);
}

int SaddlePoint::rows_above(double share) const {
  return static_cast<int>(std::ranges::count_if(parts_->left, [&](double square) { return square > share; }));
}

double SaddlePoint::least_apart() const { return parts_->least_apart; }

void SaddlePoint::solve(std::span<const double> f, std::span<const double> c, std::span<double> x,
                        std::span<double> lambda) const {
  const Parts& p = *parts_;
  assert(f.size() == index(p.n) && c.size() == index(p.m) && x.size() == index(p.n) && lambda.size() == index(p.m));
  if (p.by_elimination)
    p.solve_by_elimination(f, c);
  else
    p.solve_by_decomposition(f, c);
  std::ranges::copy(p.x, x.begin());
  std::ranges::copy(p.lambda, lambda.begin());
}

}  // namespace alembert
