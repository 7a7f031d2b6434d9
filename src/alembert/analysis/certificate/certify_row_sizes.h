/// How large constraint rows are around a state: what their residuals are judged against.
#pragma once
#include <span>
#include <vector>

#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// [row] What a row of a mechanism that is given by geometry changes by when a coordinate does by its unit: the length
/// of the model, or 1 for rows of angles. A row may vanish wherever it goes (one that other joints hold already), but
/// is made of terms of this size. 0 for formulas.
std::vector<double> natural_rows(const MechanismSetup& setup, double length);

/// At a state itself the coefficients of a row may vanish (a rod at right angles to the motion of its end, a structure
/// at rest), with rounding alone left. So each coefficient of A, and b and c, counts with the largest size that it has
/// at the state and at some random configurations and times nearby, where constraints need not hold; and with no less
/// than a hundredth of the largest in its row, or of what the geometry of the row would give.
class RowSizes {
 public:
  /// @param units    [speed] how far "nearby" is: a tenth of this; empty: 1
  /// @param natural  natural_rows(); empty: zeros
  RowSizes(const System& system, const State& x, std::span<const double> units, std::span<const double> natural);

  /// sum of the sizes of A_ij x_j
  double along(int row, std::span<const double> x) const;
  /// The size of a coefficient times that of its row's multiplier, added to sum [speed].
  void add_forces(int row, double multiplier, std::span<double> sum) const;
  double b(int row) const { return b_[static_cast<std::size_t>(row)]; }
  double c(int row) const { return c_[static_cast<std::size_t>(row)]; }

 private:
  void include(const System& system, const State& x);

  SparseRows A_;
  std::vector<double> b_, c_;
  SparseRows found_;
  std::vector<double> found_b_, found_c_;
};

}  // namespace alembert
