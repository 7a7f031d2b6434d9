/// Solution of dense linear systems that are mostly square and regular, and may be neither.
#pragma once
#include <span>
#include <vector>

namespace alembert {

struct DenseSolution {
  std::vector<double> x;   ///< [cols]
  double residual = 0.0;   ///< largest |A x - b|, rows and columns scaled
  double size = 0.0;       ///< largest of |x| and |b|, likewise scaled: what the residual is small against
  bool determined = true;  ///< x is the only one: the columns are independent
};

/// Factors for rows and columns that bring the system to numbers near 1, where they are known. Empty, or zero for a row
/// or column: by its largest elements among the rows or columns that are scaled.
struct DenseFactors {
  std::vector<double> rows, cols;
};

/// A x = b by LU with partial pivoting where A is square and well conditioned; otherwise the x of least norm |x| among
/// those of least |A x - b|, rows scaled. What is decided (regular, rank) is decided of the scaled matrix, so units do
/// not matter as far as the factors follow them.
///
/// @param a  [rows x cols] row-major, finite;  b [rows]
/// Cost O(rows cols min(rows, cols)).
DenseSolution solve_dense(int rows, int cols, std::span<const double> a, std::span<const double> b,
                          const DenseFactors& known = {});

}  // namespace alembert
