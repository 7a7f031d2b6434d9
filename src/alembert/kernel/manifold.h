/// Moving on the manifold of configurations: quaternions stay unit quaternions.
#pragma once
#include <span>

#include "alembert/plan/plan.h"

namespace alembert {

/// The configuration reached from q along the tangent vector dq [nv]: q + dq, and q exp(dq) for turns, with dq in the
/// moving frame as speeds are; a free joint moves by R dq_linear. q_new may be q.
void step_on_manifold(const Plan& plan, std::span<const double> q, std::span<const double> dq, std::span<double> q_new);

/// Gives every quaternion unit length.
void normalize_on_manifold(const Plan& plan, std::span<double> q);

/// The tangent vector [nv] that step_on_manifold needs to go from one to the other.
void difference_on_manifold(const Plan& plan, std::span<const double> from, std::span<const double> to,
                            std::span<double> dq);

}  // namespace alembert
