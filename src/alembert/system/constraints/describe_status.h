/// Numerical trouble in words.
#pragma once
#include <span>
#include <string>

#include "alembert/system/status.h"
#include "alembert/system/system.h"

namespace alembert {

/// What happened, when, at which coordinate, and what to try: "at t = 1.5 s the mass matrix became singular ('th')...".
/// Of a constraint row also those that depend on it, where a configuration just before is given.
std::string describe(const Status& status, const System& system, std::span<const double> q = {});

/// The same of a driven mechanism, which locks up where it cannot be kept on its constraints (`lost`).
std::string describe_lock_up(const Status& status, const System& system, std::span<const double> q = {});

}  // namespace alembert
