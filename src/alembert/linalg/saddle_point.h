/// Motion under constraints: symmetric equations with multipliers, rows that depend on each other, masses that are
/// zero.
#pragma once
#include <memory>
#include <span>

namespace alembert {

///   [ M  A^T ] [   x    ]   [ f ]
///   [ A   0  ] [ lambda ] = [ c ]
///
/// M [n x n] is symmetric and regular on the null space of A [m x n]; it may be singular elsewhere (a coordinate
/// without inertia that the rows hold). The rows may depend on each other: x solves A x = c in the sense of least
/// squares, and lambda is the shortest of those that give the same A^T lambda. What is decided (rank, singularity) does
/// not depend on the units of coordinates and rows.
///
/// Where M is definite and the rows are well apart, by LDL^T of M and of A M^-1 A^T; otherwise by a complete orthogonal
/// decomposition of A and the eigenvalues of M on its null space. Memory is kept between calls; serves one thread.
class SaddlePoint {
 public:
  SaddlePoint();
  SaddlePoint(const SaddlePoint& other);
  SaddlePoint& operator=(const SaddlePoint& other);
  ~SaddlePoint();

  /// Takes row-major matrices of finite numbers. -1, or the component of x that the equations leave undetermined; then
  /// solve() must not be called.
  int factor(int n, int m, std::span<const double> M, std::span<const double> A);
  /// f [n], c [m]; x [n], lambda [m]. Inputs and outputs may share memory.
  void solve(std::span<const double> f, std::span<const double> c, std::span<double> x, std::span<double> lambda) const;

  /// Of the last factor(): how many rows are independent of those before them (or of better ones), with what is left of
  /// their squares in A M^-1 A^T above this share of its largest diagonal element. Where M is singular its diagonal
  /// stands for it.
  int rows_above(double share) const;
  /// Likewise the smallest share of a row's own square that is left.
  double least_apart() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace alembert
