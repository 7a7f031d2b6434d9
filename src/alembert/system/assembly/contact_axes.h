/// Racks and rolling discs whose rows have no direction at a configuration.
#pragma once
#include <optional>
#include <span>
#include <string>

#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// A pinion turns from its rack's line on: throws Error (bad_value) with the place of the first rack in space whose
/// pinion has its axis along that line at `q` [nq].
void check_racks(const MechanismSetup& setup, std::span<const double> q);

/// The name of a constraint of the model, by its number, where it is a disc in space that lies flat on its plane at `q`
/// [nq]: all of its rim touches, and there is no direction to roll in.
std::optional<std::string> flat_disc(const MechanismSetup& setup, int constraint, std::span<const double> q);

}  // namespace alembert
