/// Rank, independent columns, null space and minimum-norm least squares of a dense matrix.
#pragma once
#include <span>
#include <vector>

namespace alembert {

/// Default relative tolerance of the rank: a pivot counts when it exceeds this share of the largest one. Far above
/// rounding error and far below what separates a sound mechanism's constraint rows.
inline constexpr double rank_tolerance = 1e-10;

struct RankResult {
  int rank = 0;
  std::vector<int> pivots;  ///< [cols] columns in pivot order: the first `rank` are independent and span the rest
  std::vector<double> null_space;  ///< [cols x (cols - rank)] row-major; orthonormal columns with A N = 0
};

///   A P = Q R,  column pivoting by largest remaining norm (the first of equals)
///
/// @param a          [rows x cols] row-major, finite
/// @param tolerance  a diagonal element of R counts when |R_ii| > tolerance * |R_00|
/// Cost O(rows cols min(rows, cols)). Ref: Golub and Van Loan, Matrix Computations, 4th ed., sec. 5.4 - 5.5.
RankResult find_rank(int rows, int cols, std::span<const double> a, double tolerance = rank_tolerance);

/// The x of least |x| among those of least |A x - b|, by a complete orthogonal decomposition with the same tolerance.
///
/// @param b  [rows];  the result is [cols]
std::vector<double> least_squares(int rows, int cols, std::span<const double> a, std::span<const double> b,
                                  double tolerance = rank_tolerance);

}  // namespace alembert
