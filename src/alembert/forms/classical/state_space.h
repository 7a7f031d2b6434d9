/// The equations of motion as a first-order system x' = f(x, u, t).
#pragma once
#include <string>
#include <vector>

#include "alembert/forms/blocks/blocks.h"
#include "alembert/forms/classical/form_system.h"

namespace alembert {

/// A coordinate with its rate as a formula in the state.
struct CoordinateRate {
  std::string name;  ///< "th"
  Expr rate;
};

/// States are the coordinates and the speeds behind Blocks::accelerations:
///
///   q' = rate,    v' = B a_i + gamma  with  B^T M B a_i = B^T (Qe - M gamma)
///
/// Up to four degrees of freedom the second is solved for v' (block f); where that takes more than a size budget, or
/// there are more, the system stays as E y' = f with y = (q, v_i), E = [1 0; 0 B^T M B] and the blocks B and gamma.
FormSystem<Expr> state_space_form(const Blocks<Expr>& blocks, const std::vector<CoordinateRate>& coordinates);

}  // namespace alembert
