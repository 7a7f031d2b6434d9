/// How far apart constraint rows are as geometry, whatever the masses.
#pragma once
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "alembert/scalar/scalar.h"
#include "alembert/system/row_scales.h"

namespace alembert {

template <Scalar S>
class ConstraintRows;

///   R_ij = A_ij units_j / max(sizes_i, |A_i|),   G = R R^T          (row_scales.h)
///
/// A row that vanishes is short in R, rows that depend on each other leave small pivots in G = L D L^T, the largest
/// first (with more than 60 rows: in an order that keeps L sparse). Masses do not matter: a light crank on a heavy
/// coupler makes rows nearly parallel in A M^-1 A^T that are well apart as geometry. Keeps scratch memory; one object
/// for each thread.
class RowGeometry {
 public:
  /// @param chosen   rows of A that it looks at; below, a row is one of these
  /// @param pattern  (row, column) of the elements of G that may differ from zero, on and below the diagonal
  RowGeometry(RowScales scales, std::vector<int> chosen, std::vector<std::pair<int, int>> pattern);
  ~RowGeometry();
  RowGeometry(const RowGeometry& other);
  RowGeometry& operator=(const RowGeometry&) = delete;

  int rows() const;
  /// Takes the rows of a state.
  template <Scalar S>
  void read(const ConstraintRows<S>& rows);

  int shorter_than(double share) const;  ///< how many rows have squares in R below this
  int above(double share);               ///< how many pivots of G are above this
  double least_pivot();                  ///< the smallest, and at most one

  /// R, dense [row x speed] row-major; and what a row of it has been divided by.
  std::vector<double> dense() const;
  double over(int row) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace alembert
