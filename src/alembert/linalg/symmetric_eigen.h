/// Eigenvalues and eigenvectors of a small dense symmetric matrix.
#pragma once
#include <span>
#include <vector>

namespace alembert {

struct SymmetricEigen {
  std::vector<double> values;   ///< [n] ascending
  std::vector<double> vectors;  ///< [n x n] row-major; column j belongs to values[j]; orthonormal, the component of
                                ///< largest magnitude (the first of equals) positive
};

///   A = V diag(values) V^T
///
/// @param a  [n x n] row-major, finite; only the lower triangle is read
/// Cost about 9 n^3. Ref: Golub and Van Loan, Matrix Computations, 4th ed., sec. 8.3 (tridiagonal QR).
SymmetricEigen symmetric_eigen(int n, std::span<const double> a);

}  // namespace alembert
