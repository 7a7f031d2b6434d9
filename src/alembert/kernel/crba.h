/// The mass matrix by the composite-rigid-body algorithm.
#pragma once
#include <span>

#include "alembert/kernel/workspace.h"
#include "alembert/kernel/world_workspace.h"

namespace alembert {

/// M(q) with M_ij = H_i^T I_C H_j for i above or at j, I_C the inertia of j's subtree, plus the armature.
///
/// @param w  with joint_poses at q; fills I_C
/// @param M  [nv x nv] row-major, both triangles; overwritten
/// Cost O(n) plus a force transform for each pair of a joint and a body above it: best for few bodies, and the shortest
/// formulas.
/// Ref: Featherstone 2008, table 6.2 (body coordinates).
template <Scalar S>
void crba(const Plan& plan, const Params<S>& par, std::span<S> M, Workspace<S>& w);

/// The same in world axes: M_ij = J_i . (I_C J_j), a dot product for each pair. Fills X_OB, p_WO, J, I_C, I_C_J of ww.
/// Cost O(n) plus 6 multiplications for each pair of joints: best for deep trees.
template <Scalar S>
void world_crba(const Plan& plan, const Params<S>& par, std::span<S> M, const Workspace<S>& w, WorldWorkspace<S>& ww);

/// The faster of the two, by the mean depth of the tree: the world's from a mean of 10 joints above each on.
template <Scalar S>
void crba(const Plan& plan, const Params<S>& par, std::span<S> M, Workspace<S>& w, WorldWorkspace<S>& ww);

}  // namespace alembert
