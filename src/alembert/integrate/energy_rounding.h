/// What rounding can do to an account of energy.
#pragma once
#include "alembert/system/system.h"

namespace alembert {

/// Positions and speeds on constraints are known to this, in the units of the state and relative to those above one;
/// so are others after the roundings of many steps.
inline constexpr double known_state = 1e-12;

/// How far the conserved energy changes at states that cannot be told from x [J], and the work of a time of `duration`
/// seconds with it: a beam at rest on its supports does not move because its weight times 1e-17 m is some energy. The
/// largest change over some random directions, at least the rounding of the energies themselves; 0 where they are not
/// finite.
double energy_rounding(const System& system, const State& x, double duration);

}  // namespace alembert
