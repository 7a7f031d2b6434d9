/// What rounding can do to an account of energy.
#pragma once
#include "alembert/system/system.h"

namespace alembert {

/// Positions and speeds on constraints are known to this, in units of what is large for them and relative to those
/// above; so are others after the roundings of many steps.
inline constexpr double known_state = 1e-12;

struct EnergyRounding {
  double of_sums = 0.0;   ///< [J] of kinetic and potential energy themselves: no account knows more
  double of_state = 0.0;  ///< [J] their change between states that cannot be told apart; at least of_sums
};

/// How far the conserved energy changes at states that cannot be told from x, and the work of a time of `duration`
/// seconds with it: a beam at rest on its supports does not move because its weight times 1e-17 m is some energy. The
/// largest change over some random directions; 0 where energies are not finite.
/// @param units  [component of (q, v, ..)] what is large (MotionSizes::allowances()); 1 where empty
EnergyRounding energy_rounding(const System& system, const State& x, double duration,
                               std::span<const double> units = {});

}  // namespace alembert
