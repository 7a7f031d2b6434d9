/// Which constraint rows of a mechanism say something: decided once, replayed at every state.
#pragma once
#include <vector>

#include "alembert/system/constraints/constraint_system.h"
#include "alembert/system/rank/scaled_constraints.h"

namespace alembert {

/// [row] Whether it has no coefficient at all, whatever the configuration: below rounding of its terms at q and at
/// random places around it, on the constraints or not. Such are the rows of a hinge across the plane of its linkage.
std::vector<bool> vanishing_rows(const ConstraintSystem& system, const std::vector<double>& q);

struct KeptRows {
  std::vector<int> rows;  ///< ascending
  double apart = 1.0;     ///< RowChoice::least of them where it is largest
};

/// Rows from which all others follow at general configurations on the constraints. Where all are well apart at q these
/// are all; otherwise walks along the constraints tell rows that depend on others everywhere, which are left out, from
/// those that do so at q alone, which are kept. Beyond 400 rows or speeds q alone decides.
///
/// @param is_drive  [row] rows that walks need not satisfy
/// @param q         on the constraints
KeptRows kept_rows(const ConstraintSystem& system, const std::vector<bool>& is_drive, const std::vector<double>& q);

}  // namespace alembert
