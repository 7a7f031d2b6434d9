/// The energies and forces of a mechanism as formulas, by running the kernels on formulas.
#pragma once
#include "alembert/model/lagrangian.h"
#include "alembert/plan/force_params.h"

namespace alembert {

/// A Lagrangian in the joint coordinates of the mechanism, in its graph: T and V of gravity from the velocities and
/// poses of the bodies, efforts of joints as work, everything else that pushes as `applied`. Parameters stay symbols;
/// lengths that the start gives are numbers.
/// Rows belong to speeds. Where some have names of their own (spherical and free joints), derive_lagrange() does not
/// apply; traced_equations.h gives the equations. Throws Error (unsupported) where there are constraints, (too_large)
/// for more than 40 coordinates.
Lagrangian traced_lagrangian(const Mechanism& model, const Compiled& compiled, const PlaneAngles& angles,
                             const StartLengths& lengths);

}  // namespace alembert
