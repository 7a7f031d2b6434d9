/// Motion under constraints by the rows before the masses: what the rows determine does not depend on masses.
#pragma once
#include <span>
#include <vector>

#include "alembert/scalar/scalar.h"
#include "alembert/system/rank/row_geometry.h"

namespace alembert {

///   M x + A^T lambda = g,   A x = r        with      R = O^-1 A D = U Sigma V^T    (row_geometry.h; D: units of
///   speeds)
///
/// In the units x is V1 Sigma1^-1 U1^T O^-1 r + V2 z: the rows alone give the first part, to rounding of their own
/// sizes, and M on V2 gives z. The multipliers balance what is left of g. Directions in which rows nearly depend on
/// each other are in V2. Factors are numbers; where g and r carry derivatives, solving again for what is left of both
/// gives them. Instances of solve(): double, Dual<8>.
/// Ref: Nocedal and Wright 2006, sec. 16.2 (null-space method).
class RowsFirst {
 public:
  /// How many speeds and rows it takes at most: the factors are dense.
  static constexpr int most = 200;

  /// @param geometry  of the rows at the state
  /// @param units     [speed]
  /// @param mass      [speed squared] row-major
  /// False where M is not definite on V2.
  bool factor(const RowGeometry& geometry, std::span<const double> units, std::span<const double> mass);

  /// x [speed] holds g before and the solution after, lambda [row] r before and the multipliers after.
  template <Scalar S>
  void solve(std::span<S> x, std::span<S> lambda) const;

 private:
  bool factor_mass();

  std::size_t speeds_ = 0, rows_ = 0, rank_ = 0;
  std::vector<double> along_;    ///< [speed x direction] D V
  std::vector<double> across_;   ///< [row x direction] O^-1 U Sigma^-1
  std::vector<double> mass_;     ///< [speed squared]
  std::vector<double> factors_;  ///< of V2^T D M D V2, scaled to a unit diagonal
  std::vector<double> scale_;    ///< that it is scaled by
};

}  // namespace alembert
