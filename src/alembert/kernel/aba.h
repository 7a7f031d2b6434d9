/// Forward dynamics by the articulated-body algorithm.
#pragma once
#include <span>

#include "alembert/kernel/workspace.h"

namespace alembert {

/// The accelerations that forces produce:
///
///   vdot = M(q)^-1 (tau - C(q, v) v - g(q) + J^T F_ext)                                                     (1)
///
/// @param w      with joint_poses at q; fills V_B, A_B, F_B, I_A, U, D, u
/// @param v      [nv] rad/s, m/s
/// @param tau    [nv] N m, N
/// @param F_ext  [body] forces from outside on each body, in its frame and about its origin; empty means none
/// @param vdot   [nv] rad/s^2, m/s^2; overwritten. Not finite where a joint can move without inertia.
/// Cost O(n). No allocation, no branch on a Scalar.
/// Ref: Featherstone 2008, table 7.1 (body coordinates).
template <Scalar S>
void aba(const Plan& plan, const Params<S>& par, std::span<const S> v, std::span<const S> tau,
         std::span<const Force<S>> F_ext, std::span<S> vdot, Workspace<S>& w);

/// x = M(q)^-1 r with the factors that aba() left in w for the same q: the accelerations that generalized forces r give
/// to the mechanism at rest without gravity. Overwrites A_B, F_B and u, keeps I_A, U, D.
template <Scalar S>
void mass_solve(const Plan& plan, const Params<S>& par, std::span<const S> r, std::span<S> x, Workspace<S>& w);

/// The same for the bodies first ... last - 1 of one branch: a body that the world carries and its whole subtree. Other
/// speeds are neither read nor written; as M couples no two branches, they have no part in it.
template <Scalar S>
void branch_mass_solve(const Plan& plan, const Params<S>& par, int first, int last, std::span<const S> r,
                       std::span<S> x, Workspace<S>& w);

/// M(q)^-1 [nv x nv] row-major by mass_solve() on each unit vector; aba() must have run for the same q.
template <Scalar S>
void mass_inverse(const Plan& plan, const Params<S>& par, std::span<S> inverse, std::span<S> scratch, Workspace<S>& w);

}  // namespace alembert
