/// Which rows of a sparse matrix to keep so that none depends on others.
#pragma once
#include <limits>
#include <span>
#include <vector>

namespace alembert {

/// Independent rows and how far apart they are.
struct RowChoice {
  std::vector<int> rows;  ///< ascending
  double least = 1.0;     ///< smallest remainder of a row across those taken before it, and at most one
};

/// Rows that are independent and span the rest. Those before `preferred` are kept wherever they can be:
/// later ones only complete them. A row counts as dependent when no more than `tolerance` is left of it across the ones
/// taken before: whoever knows what rows are measured in has scaled them, so that one is much.
///
/// Small matrices take the row with the largest remainder first (QR with pivoting), which keeps the chosen ones well
/// apart; large ones go through the rows in an order that keeps factors sparse (L D L^T of their products).
///
/// @param first, column, value  the matrix by rows, `cols` wide; finite numbers
/// @param most                  how many are taken at most (small matrices)
/// Cost: up to 400 rows and columns O(rows^2 cols), beyond that of a sparse factorization.
/// Ref: Golub and Van Loan, Matrix Computations, 4th ed., sec. 5.4; Amestoy, Davis and Duff 1996 (ordering).
RowChoice independent_rows(int cols, std::span<const int> first, std::span<const int> column,
                           std::span<const double> value, int preferred, double tolerance = 1e-5,
                           int most = std::numeric_limits<int>::max());

}  // namespace alembert
