/// Lagrange's equations as a linear system, and their numbers at a state.
#pragma once
#include "alembert/analysis/derivation/derivation.h"
#include "alembert/analysis/derivation/form_derivation.h"
#include "alembert/analysis/state/evaluation.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// The system that a derivation stands for, in the unknowns accelerations and multipliers:
///
///   [M A^T; A 0] [q''; lambda] = [Q - bias; c],    bias = C q' + g + r
///
/// Its blocks are M, C, g, r (where it is not zero), bias, Q, and of constraints A, b and c. The derivation's graph
/// must be current.
FormSystem<Expr> lagrange_form(const Derivation& derivation);

/// Numbers of lagrange_form() at a state of the model that was derived.
FormValues lagrange_values(const MechanismSetup& setup, const Derivation& derivation, const Point& at);
FormValues lagrange_values(const Lagrangian& model, const Derivation& derivation, const Point& at);

}  // namespace alembert
