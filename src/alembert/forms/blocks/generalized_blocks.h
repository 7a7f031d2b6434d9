/// The matrices of the classical forms from Lagrange's equations.
#pragma once
#include <string>
#include <vector>

#include "alembert/forms/blocks/blocks.h"
#include "alembert/forms/energies/lagrange.h"

namespace alembert {

/// M q'' = Qe - A^T lambda with Qe = effort + applied - C q' - g - r, and the rows of constraints A q'' = c. There are
/// no bodies, joints or reactions. B and gamma are left to the caller. The graph of the equations must be current.
///
/// @param names  [n] of the coordinates
Blocks<Expr> generalized_blocks(const LagrangeEquations& equations, const std::vector<std::string>& names);

}  // namespace alembert
