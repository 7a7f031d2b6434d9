/// What the coordinates of joints that close loops are.
#pragma once
#include <vector>

#include "alembert/analysis/derivation/form_derivation.h"

namespace alembert {

/// Coordinates and speeds of closing joints that stand in the form's formulas, each as a formula of those of the tree's
/// joints: springs, dampers and efforts of such joints hold them, and no form has them among its coordinates. The
/// model's graph must be current.
std::vector<FormDefinition> closing_definitions(const MechanismSetup& setup, const FormSystem<Expr>& system);

}  // namespace alembert
