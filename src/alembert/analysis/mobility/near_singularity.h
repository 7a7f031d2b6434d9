/// States close to singular configurations, where accelerations and forces are not certain.
#pragma once
#include <optional>
#include <span>
#include <string>

#include "alembert/analysis/state/evaluation.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// "rows 'B.tx' and 'B.ty' depend on each other here, to 2.1e-06 of what is left of them at general configurations ..."
/// where a singular value of the rows is lost (rank_lost), or is below 1e-3 and accelerations miss what the rows say
/// along its motion by more than 1e-6. Nothing elsewhere, without rows, and beyond 200 rows or speeds.
///
/// Solvers of motions damp what rows say in directions with less than some 3e-5 (linalg/semidefinite.h), so that
/// motions pass singular configurations: there, accelerations are on the way to those of the singular one, and how far
/// depends on the drawing.
std::optional<std::string> near_singularity(const MechanismSetup& setup, const Point& x, std::span<const double> vdot);

}  // namespace alembert
