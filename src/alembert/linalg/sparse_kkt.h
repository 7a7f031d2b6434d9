/// Sparse saddle-point systems: motion under constraints.
#pragma once
#include <memory>
#include <span>

namespace alembert {

///   [ M  A^T ] [   x    ]   [ f ]
///   [ A   0  ] [ lambda ] = [ c ]
///
/// M [n x n] is symmetric and positive semidefinite, and definite on the x with A x = 0: bodies without mass are fine
/// as long as constraints move them. A [m x n] may have any rank. Where rows depend on each other, lambda is the
/// solution of least norm (rows whose natural scales are more than 1e3 from the mean are weighted by them); where they
/// contradict each other, x satisfies them in the sense of least squares and the report says by how much they do not
/// hold.
///
/// How: the scaled matrix with small numbers added to the diagonal, [M + delta, A^T; A, -epsilon], is factored as
/// L D L^T without pivoting in an order found once for the pattern (it exists for every order, the matrix being
/// quasidefinite). Its error is removed by steps of refinement against the true matrix, in which lambda never gets a
/// part that A^T maps to zero. Regularization is made smaller when they converge slowly. Refs: Vanderbei 1995,
/// Symmetric quasidefinite matrices; Amestoy, Davis and Duff 1996 (ordering).
class SparseKkt {
 public:
  struct Place {
    int row = 0, col = 0;
  };

  /// Analyses the pattern. Places that occur more than once are added up.
  ///
  /// @param mass  of M, on and below the diagonal
  /// @param rows  of A
  SparseKkt(int n, int m, std::span<const Place> mass, std::span<const Place> rows);
  ~SparseKkt();
  SparseKkt(SparseKkt&&) noexcept;
  SparseKkt& operator=(SparseKkt&&) noexcept;

  /// Factors. Values belong to the places given to the constructor. False when they are not finite, or M is not
  /// positive semidefinite.
  ///
  /// @param inertia [n] that each unknown is scaled by, 0 where it has none; empty: the diagonal of M. Moments of
  /// inertia
  ///                of one body about its three axes are one such number: about the axis of a slender rod, turned a
  ///                little, a moment may be as good as nothing, and rounding.
  bool factor(std::span<const double> mass, std::span<const double> rows, std::span<const double> inertia = {});

  struct Report {
    bool solved = false;     ///< M x + A^T lambda = f holds up to rounding
    double residual = 0.0;   ///< of these equations, relative to the largest of their terms, in the scaled system
    double violation = 0.0;  ///< largest |A x - c| of a row, scaled, relative to the largest term of any row, now or if
                             ///< f acted without constraints
    int worst_row = -1;      ///< where that is, -1 without rows
    int steps = 0;           ///< of refinement
  };
  /// Largest violation of rows that do not contradict each other, with right sides from states whose positions and
  /// speeds are as exact as an integrator keeps them.
  static constexpr double consistent = 1e-6;

  /// Solves for a right side, after factor(). May factor again, with less regularization.
  ///
  /// @param f [n], c [m]; x [n] and lambda [m] are overwritten
  Report solve(std::span<const double> f, std::span<const double> c, std::span<double> x, std::span<double> lambda);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace alembert
