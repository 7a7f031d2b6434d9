/// LDL^T factorization of small dense symmetric matrices over any scalar: no square roots, no pivoting.
#pragma once
#include <cassert>
#include <cstddef>
#include <limits>
#include <span>

#include "alembert/linalg/pivot_noise.h"
#include "alembert/scalar/scalar.h"

namespace alembert {
inline namespace ALEMBERT_ISA {

///   A = L D L^T,  L unit lower triangular, D diagonal
///
/// @param a  [n x n] row-major; D replaces the diagonal and L what lies below it; what lies above is neither read nor
///           written
/// Exists and is stable for positive definite A; without pivoting an indefinite A may break down (a zero pivot gives
/// infinities, see ldlt_failed_pivot()). Formulas stay rational in the entries, which is why symbolic code uses this
/// one. Cost n^3/6 multiplications. No allocation, no branch on a Scalar.
/// Ref: Golub and Van Loan, Matrix Computations, 4th ed., sec. 4.1.2.
template <Scalar S>
void ldlt_factor(int n, std::span<S> a) {
  const auto size = static_cast<std::size_t>(n);
  assert(a.size() == size * size);
  for (std::size_t i = 0; i < size; ++i) {
    const std::span<S> row_i = a.subspan(i * size, size);
    // Row i of L D first: u_ij = a_ij - sum_k u_ik l_jk ...
    for (std::size_t j = 0; j < i; ++j)
      for (std::size_t k = 0; k < j; ++k) row_i[j] = row_i[j] - row_i[k] * a[j * size + k];
    // ... then l_ij = u_ij / d_j and the pivot d_i = a_ii - sum_j u_ij l_ij.
    for (std::size_t j = 0; j < i; ++j) {
      const S u = row_i[j];
      row_i[j] = u / a[j * size + j];
      row_i[i] = row_i[i] - u * row_i[j];
    }
  }
}

/// Solves L D L^T x = b in place: x [n] holds b before and the solution after.
template <Scalar S>
void ldlt_solve(int n, std::span<const S> ld, std::span<S> x) {
  const auto size = static_cast<std::size_t>(n);
  assert(ld.size() == size * size && x.size() == size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t k = 0; k < i; ++k) x[i] = x[i] - ld[i * size + k] * x[k];
  for (std::size_t i = 0; i < size; ++i) x[i] = x[i] / ld[i * size + i];
  for (std::size_t i = size; i-- > 0;)
    for (std::size_t k = i + 1; k < size; ++k) x[i] = x[i] - ld[k * size + i] * x[k];
}

/// The first pivot of a factorization that is not positive, or -1: d_i is not above `tolerance` times the diagonal
/// element A_ii = d_i + sum_j d_j l_ij^2, or is not a number. 0 asks for the sign alone.
inline int ldlt_failed_pivot(int n, std::span<const double> ld, double tolerance) {
  const auto size = static_cast<std::size_t>(n);
  assert(ld.size() == size * size);
  for (std::size_t i = 0; i < size; ++i) {
    const double pivot = ld[i * size + i];
    double diagonal = pivot;
    for (std::size_t k = 0; k < i; ++k) diagonal += ld[k * size + k] * ld[i * size + k] * ld[i * size + k];
    const bool sound = pivot > 0.0 && pivot > tolerance * diagonal && pivot <= std::numeric_limits<double>::max();
    if (!sound) return static_cast<int>(i);
  }
  return -1;
}

/// Factors in place and returns the first pivot that is not positive beyond rounding error (pivot_noise() of its
/// diagonal element), or -1. Rows from that one on are not to be used.
inline int ldlt_factor_checked(int n, std::span<double> a) {
  ldlt_factor<double>(n, a);
  return ldlt_failed_pivot(n, a, pivot_noise(n));
}

}  // namespace ALEMBERT_ISA
}  // namespace alembert
