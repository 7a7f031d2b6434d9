/// Poses of all bodies in their parents.
#pragma once
#include <span>

#include "alembert/kernel/workspace.h"

namespace alembert {

/// X_PB = X_PF X_FM(q) for every body; fills w.X_PB (and w.sine, w.cosine).
///
/// @param q  [nq] rad, m and unit quaternions, per joint
/// Cost O(n). Every other kernel that needs poses says so and takes them from the workspace.
template <Scalar S>
void joint_poses(const Plan& plan, const Params<S>& par, std::span<const S> q, Workspace<S>& w);

}  // namespace alembert
