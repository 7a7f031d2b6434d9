/// The smallest change that has a given effect on constraint rows.
#pragma once
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "alembert/linalg/sparse_semidefinite.h"
#include "alembert/system/system.h"

namespace alembert {

/// Minimises  sum (dx_i / scale_i)^2 + sum (miss_k / give_k)^2  where  A dx = r,  but the last rows may be missed:
///
///   dx = W A^T (A W A^T + G)^-1 r,    W = diag(scale^2), zero for what is kept,    G = diag(0, give^2)
///
/// Rows may depend on each other. Patterns of large matrices are analysed once: A must keep its own.
class LeastStep {
 public:
  /// `keep` and `scale` [columns] may be empty (nothing is kept; all ones); they must outlive this. `give` is of the
  /// last rows, as many as it has. `sizes` [rows] is what rows are measured in (row_scales.h), which tells small rows
  /// from none.
  LeastStep(const std::vector<bool>& keep, const std::vector<double>& scale, std::vector<double> give,
            std::vector<double> sizes);

  void solve(const SparseRows& A, std::span<const double> r, std::span<double> dx);

 private:
  double weight(int column) const;
  /// Element (i, j) of A W A^T + G, rows over their sizes.
  double element(const SparseRows& A, int i, int j) const;
  void solve_dense(const SparseRows& A, int rows, std::vector<double>& y) const;
  void solve_sparse(const SparseRows& A, int rows, std::vector<double>& y);
  void analyse(const SparseRows& A, int rows);

  const std::vector<bool>& keep_;
  const std::vector<double>& scale_;
  std::vector<double> give_, sizes_;
  std::vector<std::pair<int, int>> pattern_;
  std::unique_ptr<SparseSemidefiniteSolver> gram_;
};

/// What counts as a change of size one where some changes count `reluctance` times as much; either may be empty: ones.
std::vector<double> counted_units(const std::vector<double>& units, const std::vector<double>& reluctance);

}  // namespace alembert
