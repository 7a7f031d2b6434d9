/// Where constraints on speeds let a system go in the end: the smallest involutive distribution that contains the
/// motions they allow, computed with numbers.
#pragma once
#include <vector>

#include "alembert/core/random.h"
#include "alembert/system/rank/scaled_constraints.h"

namespace alembert {

/// Motions at one configuration and time, scaled.
struct AccessibleMotions {
  int dimension = 0;          ///< of the space that the vectors span
  std::vector<double> basis;  ///< [motions x dimension] row-major, orthonormal
  std::vector<double> reach;  ///< [row] largest rate of each row of the system along a unit accessible motion
  int paths = 0;              ///< that were tried
  bool settled = true;        ///< false where no path was smooth enough to follow, or they were too costly
};

/// Rates of rows below this are zero, above it not: paths are followed to 1e-8, true rates are seldom below 1e-3.
inline constexpr double accessible_tolerance = 1e-6;

/// By the theorem of Sussmann (1973) the tangent space of the orbit, which for analytic rows is the smallest involutive
/// distribution, is spanned by the allowed motions of all places that allowed paths lead to, carried back along those
/// paths. Random paths are followed there and back with neighbours; no brackets of brackets, whose differences would
/// drown in rounding error. Rows with a right side b(t, q) are followed in the space of (q, t): motions at a fixed time
/// are what is left of theirs.
///
/// @param independent  rows, all independent around q, that imply every row that motions must satisfy
/// @param most         dimension that cannot be exceeded (motions less independent holonomic rows)
AccessibleMotions accessible_motions(const ScaledConstraints& constraints, std::span<const int> independent, int most,
                                     double t, std::span<const double> q, Random& random);

}  // namespace alembert
