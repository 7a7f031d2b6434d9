/// The energies and forces of a mechanism as formulas, by running the kernels on formulas.
#pragma once
#include "alembert/model/lagrangian.h"
#include "alembert/plan/force_params.h"

namespace alembert {

/// A Lagrangian in the joint coordinates of the mechanism, in its graph: T and V of gravity from the velocities and
/// poses of the bodies, efforts of joints as work, everything else that pushes as `applied`. Parameters stay symbols;
/// lengths that the start gives are numbers.
/// Throws Error (unsupported) where coordinates have no rates of their own (spherical and free joints) and where there
/// are constraints.
Lagrangian traced_lagrangian(const Mechanism& model, const Compiled& compiled, const PlaneAngles& angles,
                             const StartLengths& lengths);

}  // namespace alembert
