/// What joints exert, by the multipliers of a form.
#pragma once
#include <string>
#include <vector>

#include "alembert/forms/blocks/blocks.h"
#include "alembert/forms/classical/form_system.h"

namespace alembert {

/// The reactions of a joint, the effort of a drive, or the force of another constraint.
struct JointReactions {
  std::string of;                  ///< "A on rod" (by the body that the joint has first), "drive O", "rope"
  std::vector<std::string> names;  ///< "A.fx", along world axes; "A.f1" along directions that R shows; "A.m"
  std::vector<Expr> formulas;      ///< each in the multipliers "lambda[A.tx]"
  std::vector<double> values;      ///< each at the request's state, where numbers were asked for
};

/// Those of a form with multipliers; empty for one without, and for systems without bodies. The graph must be current.
std::vector<JointReactions> reactions_by_multipliers(const FormSystem<Expr>& system, const Blocks<Expr>& blocks);

}  // namespace alembert
