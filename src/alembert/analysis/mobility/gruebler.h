/// Counting bodies, joints and constraints.
#pragma once
#include "alembert/analysis/mobility/mobility.h"
#include "alembert/model/lagrangian.h"
#include "alembert/model/mechanism.h"

namespace alembert {

/// 6 motions (planar: 3) for every body but the ground; rows are what each joint takes from them, whether it closes a
/// loop or not, and the rows of every constraint. Drives are not counted. A particle is a body whose turning is taken
/// away.
MobilityCounts count_motions(const Mechanism& model);

/// Coordinates, and one row for each constraint.
MobilityCounts count_motions(const Lagrangian& model);

}  // namespace alembert
