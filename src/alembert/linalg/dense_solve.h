/// Solution of dense linear systems that are mostly square and regular, and may be neither.
#pragma once
#include <span>
#include <vector>

namespace alembert {

struct DenseSolution {
  std::vector<double> x;   ///< [cols]
  double residual = 0.0;   ///< largest |A x - b|, rows scaled to the largest element 1
  double size = 0.0;       ///< largest of |x| and |b|, likewise scaled: what the residual is small against
  bool determined = true;  ///< x is the only one: the columns are independent
};

/// A x = b by LU with partial pivoting where A is square and well conditioned; otherwise the x of least norm among
/// those of least |A x - b|, rows scaled to the same size.
///
/// @param a  [rows x cols] row-major, finite;  b [rows]
/// Cost O(rows cols min(rows, cols)).
DenseSolution solve_dense(int rows, int cols, std::span<const double> a, std::span<const double> b);

}  // namespace alembert
