/// What forces need of the bodies that they move: a mass, or an inertia.
#pragma once
#include <optional>

#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// The error at the body that lacks mass or inertia when a motion that the rows allow has none: at the start and, in a
/// tree without rows, at random configurations alike (at the start alone the configuration is singular, which whoever
/// computes there says). Where masses and lengths overflow together it says that. Takes dense matrices; beyond 1000
/// speeds constrained models are not looked at.
std::optional<Error> lacking_inertia(const MechanismSetup& setup);

/// Throws Error at the first body when nothing that moves has any mass, inertia or armature, so that forces have no
/// meaning even where drives and rows determine the motion.
void need_some_mass(const MechanismSetup& setup);

}  // namespace alembert
