/// Rows of a problem of bounded forces that follow from each other.
#pragma once
#include "alembert/linalg/box_complementarity.h"

namespace alembert {

/// Frictions that hold one and the same motion have rows that are multiples of each other, but for rounding, which
/// grows close to configurations where constraints lose rank. Whether forces are inside their bounds would then be
/// decided by it. Rows that follow from others to within what symmetry of S tells of its rounding, or 1e-9 of their
/// squares, become sums of these as they are written:
///
///   S = C S_rr C^T,    b = C b_r      r: the rows that others follow from
///
/// Where rates b contradict that, nothing is changed: then something moves that S knows little of.
void settle_dependence(BoxComplementarity& problem);

}  // namespace alembert
