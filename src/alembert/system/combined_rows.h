/// A M^-1 A^T in combinations of the rows that are orthonormal as geometry.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "alembert/system/rank/row_geometry.h"

namespace alembert {

///   (W^T S W) z = W^T r,   x = W z          with        S = A M^-1 A^T,  W of RowGeometry::combinations()
///
/// As badly conditioned as the masses are unlike each other, however near rows come to depend on each other. Instances:
/// double, Dual<8>.
template <Scalar S>
class CombinedRows {
 public:
  /// Takes the elements of S on and below its diagonal, which stand at `pattern` (row, column); false where they are
  /// not definite, or there are too many rows.
  bool factor(RowGeometry& geometry, std::span<const std::pair<int, int>> pattern, std::span<const S> elements);
  /// x [row] holds r before and the solution after.
  void solve(std::span<S> x);

 private:
  std::vector<double> weights_;  ///< [row x combination]
  std::vector<S> factors_;       ///< [combination squared]
  std::vector<S> along_;         ///< [combination]
};

}  // namespace alembert
