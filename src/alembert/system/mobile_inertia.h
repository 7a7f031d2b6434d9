/// Finding motions that have no inertia.
#pragma once
#include <span>

#include "alembert/model/mechanism.h"
#include "alembert/plan/params.h"
#include "alembert/system/constraint_system.h"

namespace alembert {

/// The first speed whose motion has no inertia at this configuration, to rounding: its pivot in the articulated-body
/// recursion is not above rounding error of the inertia of all that it carries. -1 when there is none.
int speed_without_inertia(const Plan& plan, const Params<double>& par, std::span<const double> q);

/// Throws Error naming joint and bodies when some motion has no inertia at `q` and at random configurations alike.
void check_mobile_inertia(const Mechanism& model, const Plan& plan, const Params<double>& par,
                          std::span<const double> q);

/// Throws Error naming the joint when a motion that the rows A v = 0 allow at q has no inertia in the mass matrix M
/// [nv x nv]. Takes dense matrices.
void check_constrained_inertia(const Mechanism& model, std::vector<double> M, const ConstraintSystem& system,
                               std::span<const double> q);

}  // namespace alembert
