/// Equations of motion of a mechanism whose speeds are not all rates of coordinates, as formulas.
#pragma once
#include "alembert/forms/energies/lagrange.h"
#include "alembert/forms/traced/trace_input.h"

namespace alembert {

/// M v' + C v + g + A^T lambda = effort + applied with M by composite bodies, C from body velocities and g at rest, by
/// running the kernels on formulas, and the rows A v = b of closing joints, drives and constraints from the velocities
/// of bodies. Row i belongs to speed i. T, V and the forces are those of `lagrangian` (traced_lagrangian.h). `quasi` of
/// the result is set: there are no Christoffel symbols. Throws Error (too_large) when the formulas are too long
/// (growth_limit.h).
LagrangeEquations traced_equations(const TraceInput& input, const Lagrangian& lagrangian);

/// True when some joint of the tree turns by a quaternion, so that speeds have names of their own.
bool has_quaternions(const Mechanism& model);

}  // namespace alembert
