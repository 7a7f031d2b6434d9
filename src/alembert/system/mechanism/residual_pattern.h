/// Where derivatives of a mechanism's equations of motion can be other than zero.
#pragma once
#include <vector>

#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// Patterns (values are zero) of what ResidualJacobian holds, by the structure of the tree, of constraints, forces and
/// formulas. Derivatives by q, by v and by vdot share the columns of a speed. Columns of one colour have no row in
/// common: one directional derivative gives them all. Const after construction.
struct ResidualPattern {
  explicit ResidualPattern(const MechanismSetup& setup);

  SparseRows mass;           ///< [nv x nv]
  SparseRows by_speed;       ///< [nv x nv]; holds `mass`
  SparseRows by_state;       ///< [nv x nz]
  SparseRows rows_by_speed;  ///< [na x nv] of A v - b
  SparseRows z_by_speed, z_by_state;
  std::vector<int> speed_color, state_color;
  int speed_colors = 0, state_colors = 0;
};

}  // namespace alembert
