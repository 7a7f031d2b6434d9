/// Finding motions that have no inertia.
#pragma once
#include <span>

#include "alembert/plan/params.h"

namespace alembert {

/// The first speed whose motion has no inertia at this configuration, to rounding: its pivot in the articulated-body
/// recursion is not above rounding error of the inertia of all that it carries. -1 when there is none.
int speed_without_inertia(const Plan& plan, const Params<double>& par, std::span<const double> q);

/// Whether some motion has no inertia at this configuration. Up to 64 speeds also where no pivot tells, because
/// elimination has enlarged the rounding of what cancels: by the eigenvalues of the mass matrix with the diagonal
/// scaled to one.
bool has_motion_without_inertia(const Plan& plan, const Params<double>& par, std::span<const double> q);

}  // namespace alembert
