/// What constraint rows and speeds are measured in, so that a rank means the same for a watch and for a crane, however
/// the mechanism is turned.
#pragma once
#include <vector>

namespace alembert {

///   R_ij = A_ij units_j / sizes_i
///
/// is a row without units. Its size is that of its terms before they cancel (lever arms times directions), not its own
/// length: the row of a hinge across its own plane, which is nothing but rounding, stays nothing in R.
struct RowScales {
  std::vector<double> units;   ///< [speed] a motion of size one: 1 for turns, the model's length for slides
  std::vector<double> sizes;   ///< [row] of A, in these units; above zero
  std::vector<double> floors;  ///< [row] what rounding leaves of phi, far from the world's origin; empty: nothing
};

}  // namespace alembert
