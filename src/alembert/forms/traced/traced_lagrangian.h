/// The energies, forces and constraints of a mechanism as formulas, by running the kernels on formulas.
#pragma once
#include "alembert/forms/traced/trace_input.h"
#include "alembert/model/lagrangian.h"

namespace alembert {

/// A Lagrangian in the joint coordinates of the mechanism, in its graph: T and V of gravity from the velocities and
/// poses of the bodies, efforts of joints as work, everything else that pushes as `applied`, springs among it. Rows of
/// closing joints, drives and constraints are its constraints, named and ordered as RowPlan has them. Parameters stay
/// symbols; what the start gives (lengths of springs, rows that count from there, whole turns of angles) is a number.
///
/// Coordinates of closing joints are named in `lets`. Outputs that hold reactions of joints or forces of constraints,
/// which these equations do not have, are left out; multipliers and efforts of drives are in terms of "lambda[row]".
///
/// Coordinates belong to speeds. Where some of those have names of their own (spherical and free joints),
/// derive_lagrange() does not apply; traced_equations.h gives the equations. Throws Error (too_large) for more than 40
/// coordinates.
Lagrangian traced_lagrangian(const TraceInput& input);

}  // namespace alembert
