/// The same as semidefinite.h for large sparse matrices of numbers.
#pragma once
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace alembert {

/// Solves A x = r for a symmetric positive semidefinite A whose pattern is analysed once. See SemidefiniteSolver for
/// what happens where A is singular.
class SparseSemidefiniteSolver {
 public:
  /// `pattern` lists (row, column) of elements on and below the diagonal, each once; all diagonal elements are in it.
  SparseSemidefiniteSolver(int n, std::span<const std::pair<int, int>> pattern);
  ~SparseSemidefiniteSolver();
  SparseSemidefiniteSolver(const SparseSemidefiniteSolver& other);
  SparseSemidefiniteSolver& operator=(const SparseSemidefiniteSolver&) = delete;

  /// [element of the pattern] for the caller to fill.
  std::span<double> values();
  void factor();
  bool weak() const;
  double least_pivot() const;
  int rows_above(double share) const;
  void solve(std::span<double> x);
  int worst_row(std::span<const double> r, std::span<const double> x, double tolerance);
  double rest(int row) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace alembert
