/// Equations of motion of a mechanism whose speeds are not all rates of coordinates, as formulas.
#pragma once
#include "alembert/forms/lagrange.h"
#include "alembert/plan/force_params.h"

namespace alembert {

/// M v' + C v + g = effort + applied with M by composite bodies, C from body velocities and g at rest, by running the
/// kernels on formulas. Row i belongs to speed i. T and V are those of `lagrangian` (traced_lagrangian.h), and so are
/// the forces. `quasi` of the result is set: there are no Christoffel symbols.
LagrangeEquations traced_equations(const Mechanism& model, const Compiled& compiled, const Lagrangian& lagrangian);

/// True when some joint turns by a quaternion, so that speeds have names of their own.
bool has_quaternions(const Mechanism& model);

}  // namespace alembert
