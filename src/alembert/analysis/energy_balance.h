/// Energy against the work of all other forces along a motion.
#pragma once
#include "alembert/analysis/certificate.h"
#include "alembert/analysis/evaluation.h"
#include "alembert/system/system.h"

namespace alembert {

/// Simulates from `start` at a tolerance of 1e-11 for at most `time` seconds and `most_steps` steps, and judges the
/// drift of the account of energy.
Check check_energy_balance(const System& system, const Point& start, double time, long most_steps);

}  // namespace alembert
