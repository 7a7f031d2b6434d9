/// Singular values and vectors of a dense matrix: the careful way to a rank.
#pragma once
#include <span>
#include <vector>

namespace alembert {

struct SingularVectors {
  std::vector<double> values;  ///< [min(rows, cols)] descending
  std::vector<double>
      left;  ///< [rows x rows] row-major; column j belongs to values[j], those beyond span what A misses
  std::vector<double> right;  ///< [cols x cols] row-major; likewise, those beyond span the null space
};

///   A = left diag(values) right^T
///
/// @param a  [rows x cols] row-major, finite; both may be zero
/// Cost O(rows cols max(rows, cols)). Ref: Golub and Van Loan, Matrix Computations, 4th ed., sec. 8.6.
SingularVectors singular_vectors(int rows, int cols, std::span<const double> a);

/// The values alone, at a fraction of the cost.
std::vector<double> singular_values(int rows, int cols, std::span<const double> a);

/// An orthonormal basis [cols x (cols - rank)], row-major, of the vectors that A takes to less than `least` of their
/// size.
std::vector<double> null_space(int rows, int cols, std::span<const double> a, double least);

}  // namespace alembert
