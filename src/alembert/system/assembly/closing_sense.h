/// Whether closing joints are joined the right way round.
#pragma once
#include <span>

#include "alembert/system/constraints/constraint_system.h"

namespace alembert {

/// The first closing joint of the model that satisfies its rows at `q` with opposite axes, or half a turn away, which
/// rows cannot tell from the right way; -1 when there is none.
int joint_wrong_way_round(const KinematicsSetup& setup, std::span<const double> q);

}  // namespace alembert
