/// Numerical trouble in words.
#pragma once
#include <string>

#include "alembert/system/status.h"
#include "alembert/system/system.h"

namespace alembert {

/// What happened, when, at which coordinate, and what to try: "at t = 1.5 s the mass matrix became singular ('th')...".
std::string describe(const Status& status, const System& system);

/// The same where a driven mechanism cannot follow its drives.
std::string describe_lock_up(const Status& status, const System& system);

}  // namespace alembert
