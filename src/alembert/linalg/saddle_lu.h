/// Saddle-point systems whose upper block is not symmetric: iterations of implicit methods under constraints.
#pragma once
#include <memory>
#include <span>

namespace alembert {

///   [ H  A^T ] [   x    ]   [ f ]
///   [ A   0  ] [ lambda ] = [ c ]
///
/// H [n x n] is any matrix that is regular on the x with A x = 0 (a mass matrix with stiffness and damping). A [m x n]
/// may have any rank: rows that depend on each other are held in the sense of least squares, and lambda gets no part
/// that A^T maps to zero.
///
/// How: LU with pivoting of the scaled matrix with -epsilon in place of the zero block, dense for small and for full
/// matrices, else sparse in an order found once for the pattern. It solves A x = c up to epsilon mu, where mu is the
/// lambda it finds. A second solution with that as right side completes x, and is what dependent rows have put into
/// lambda by contradicting each other, which is taken away. What is left is a relative error of epsilon over the
/// smallest eigenvalue of A H^-1 A^T in scaled rows, which an iteration removes as it goes on.
class SaddleLu {
 public:
  struct Place {
    int row = 0, col = 0;
    bool operator==(const Place&) const = default;
  };

  /// Analyses the pattern. Places that occur more than once are added up.
  ///
  /// @param upper  of H;  rows  of A
  SaddleLu(int n, int m, std::span<const Place> upper, std::span<const Place> rows);
  ~SaddleLu();
  SaddleLu(SaddleLu&&) noexcept;
  SaddleLu& operator=(SaddleLu&&) noexcept;

  /// Factors. Values belong to the places given to the constructor. False when they are not finite or the matrix is
  /// singular; then solve() must not be called.
  bool factor(std::span<const double> upper, std::span<const double> rows);
  /// f [n], c [m]; x [n] and lambda [m] are overwritten.
  void solve(std::span<const double> f, std::span<const double> c, std::span<double> x, std::span<double> lambda);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace alembert
