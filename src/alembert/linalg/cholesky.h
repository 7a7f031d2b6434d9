/// Cholesky factorization of small dense symmetric positive definite matrices over any scalar.
#pragma once
#include <cassert>
#include <cstddef>
#include <limits>
#include <span>

#include "alembert/linalg/pivot_noise.h"
#include "alembert/scalar/scalar.h"

namespace alembert {
inline namespace ALEMBERT_ISA {

///   A = L L^T
///
/// @param a  [n x n] row-major; its lower triangle is replaced by L, what lies above the diagonal is neither read nor
///           written
/// Cost n^3/6 multiplications and n square roots. No allocation, no branch on a Scalar: a matrix that is not positive
/// definite gives NaN or infinities, see cholesky_failed_pivot().
/// Ref: Golub and Van Loan, Matrix Computations, 4th ed., sec. 4.2.
template <Scalar S>
void cholesky_factor(int n, std::span<S> a) {
  const auto size = static_cast<std::size_t>(n);
  assert(a.size() == size * size);
  for (std::size_t i = 0; i < size; ++i) {
    const std::span<S> row_i = a.subspan(i * size, size);
    for (std::size_t j = 0; j <= i; ++j) {
      const std::span<const S> row_j = a.subspan(j * size, size);
      S sum = row_i[j];
      for (std::size_t k = 0; k < j; ++k) sum = sum - row_i[k] * row_j[k];
      row_i[j] = i == j ? S(sqrt(sum)) : S(sum / row_j[j]);
    }
  }
}

/// Solves L L^T x = b in place: x [n] holds b before and the solution after.
template <Scalar S>
void cholesky_solve(int n, std::span<const S> l, std::span<S> x) {
  const auto size = static_cast<std::size_t>(n);
  assert(l.size() == size * size && x.size() == size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < i; ++k) x[i] = x[i] - l[i * size + k] * x[k];
    x[i] = x[i] / l[i * size + i];
  }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t k = i + 1; k < size; ++k) x[i] = x[i] - l[k * size + i] * x[k];
    x[i] = x[i] / l[i * size + i];
  }
}

/// The first row of a factor L that shows its matrix not to be positive definite, or -1: the pivot L_ii^2 is not above
/// `tolerance` times the diagonal element A_ii = sum_j L_ij^2, or is not a number.
inline int cholesky_failed_pivot(int n, std::span<const double> l, double tolerance) {
  const auto size = static_cast<std::size_t>(n);
  assert(l.size() == size * size);
  for (std::size_t i = 0; i < size; ++i) {
    double diagonal = 0.0;
    for (std::size_t k = 0; k <= i; ++k) diagonal += l[i * size + k] * l[i * size + k];
    const double pivot = l[i * size + i] * l[i * size + i];
    const bool sound = pivot > tolerance * diagonal && pivot <= std::numeric_limits<double>::max();
    if (!sound) return static_cast<int>(i);
  }
  return -1;
}

inline int cholesky_failed_pivot(int n, std::span<const double> l) {
  return cholesky_failed_pivot(n, l, pivot_noise(n));
}

}  // namespace ALEMBERT_ISA
}  // namespace alembert
