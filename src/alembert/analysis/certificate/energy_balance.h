/// Energy against the work of all other forces along a motion.
#pragma once
#include <string>

#include "alembert/analysis/certificate/certificate.h"
#include "alembert/analysis/state/evaluation.h"
#include "alembert/system/system.h"

namespace alembert {

/// The dampers of a model by their signs.
struct DamperSigns {
  bool positive = false;  ///< there are some that take energy, or friction
  std::string negative;   ///< those that bring energy, in words; "" where there are none
};

/// Simulates from `start` at a tolerance of 1e-11 for at most `time` seconds and `most_steps` steps. The line "energy
/// balance along a motion" judges the drift of the account of energy; "dissipation along a motion" what the account
/// says to be dissipated: never less than nothing, and nothing where no damper, friction or stop is there to do it;
/// never more than nothing where all dampers bring energy. Where some do and others take it, it does not apply.
void check_energy_balance(Certificate& certificate, const System& system, const Point& start, double time,
                          long most_steps, const DamperSigns& dampers = {});

}  // namespace alembert
