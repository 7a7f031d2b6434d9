#include "alembert/linalg/symmetric_eigen.h"

#include <cassert>

#include "alembert/linalg/eigen_dense.h"

namespace alembert {

SymmetricEigen symmetric_eigen(int n, std::span<const double> a) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto size = static_cast<std::size_t>(n);
  assert(a.size() == size * size);
  SymmetricEigen result{std::vector<double>(size), std::vector<double>(size * size)};
  if (n == 0) return result;

  const Eigen::MatrixXd matrix = Eigen::Map<const RowMajor>(a.data(), n, n);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  assert(solver.info() == Eigen::Success);  // fails on numbers that are not finite alone
  Eigen::Map<Eigen::VectorXd>(result.values.data(), n) = solver.eigenvalues();

  // An eigenvector has no sign of its own: fix one, so that results do not depend on the solver's path.
  Eigen::Map<RowMajor> vectors(result.vectors.data(), n, n);
  vectors = solver.eigenvectors();
  for (Eigen::Index j = 0; j < n; ++j) {
    Eigen::Index largest = 0;
    vectors.col(j).cwiseAbs().maxCoeff(&largest);
    if (vectors(largest, j) < 0.0) vectors.col(j) *= -1.0;
  }
  return result;
}

}  // namespace alembert
