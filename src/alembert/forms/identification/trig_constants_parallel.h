/// Joints of a mechanism that turn about parallel axes.
#pragma once
#include <span>
#include <vector>

#include "alembert/forms/identification/trig_constants_terms.h"
#include "alembert/plan/params.h"

namespace alembert {

/// Lists of two joints and more whose angles add up: revolute and screw joints with parallel axes and nothing but
/// sliding joints and each other between them. Decided by the numbers of the mechanism, to 1e-12.
/// @param q  [nq] the symbols of the coordinates
std::vector<ParallelAngles> parallel_angles(const Plan& plan, const Params<double>& par, std::span<const Expr> q);

}  // namespace alembert
