/// A state, and points of a mechanism, in the words that formulas of forms use.
#pragma once
#include <string>

#include "alembert/analysis/derivation/symbol_values.h"
#include "alembert/analysis/state/evaluation.h"
#include "alembert/forms/blocks/blocks.h"
#include "alembert/forms/bodies/body_equations.h"
#include "alembert/forms/energies/lagrange.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// Values of every symbol that formulas of a mechanism's forms hold: parameters, inputs, states, joint coordinates with
/// speeds and accelerations, measures, and the coordinates of bodies (mass centres and origins) with theirs. The
/// model's graph must be current.
SymbolValues mechanism_values(const MechanismSetup& setup, const Point& x);
/// The same for a system given by its energies: parameters, inputs, states, coordinates and speeds.
SymbolValues energy_values(const Lagrangian& model, const LagrangeEquations& equations, const Point& x);

/// Where a point is in the world, as a formula: a joint's name, or "body.point" with origin and center built in, or
/// "ground.point", or coordinates in the world [m]: "[0.1, l/2]" of planar models, three of spatial ones, each a
/// number, a length with its unit or a formula of parameters. Error (unknown_name) with the nearest name, (bad_value)
/// for coordinates that are too few, too many or no lengths.
Vec3<Expr> point_about(const BodyPlan& plan, const BodyParams<Expr>& par, const Blocks<Expr>& blocks,
                       const std::string& name);

}  // namespace alembert
