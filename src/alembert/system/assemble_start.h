/// The start of a mechanism, moved onto its constraints.
#pragma once
#include "alembert/system/mechanism_setup.h"

namespace alembert {

/// Moves q0 and v0 of `setup`, as the user wrote them, onto all rows at t = 0 and reads where closing joints are there.
/// What the user wrote on closing joints is a guess, or with `fixed = true` kept. Needs everything of the setup that
/// comes before the start.
/// Throws Error (singular) naming the worst row, or a joint that only closes with its axes opposite.
void assemble_start(MechanismSetup& setup);

}  // namespace alembert
