/// Inverse dynamics by the recursive Newton-Euler algorithm.
#pragma once
#include <span>

#include "alembert/kernel/workspace.h"

namespace alembert {

/// The joint forces that produce vdot:
///
///   tau = M(q) vdot + C(q, v) v + g(q) - J^T F_ext                                                          (1)
///
/// @param w      with joint_poses at q; fills V_B, A_B and F_B
/// @param v      [nv] rad/s, m/s
/// @param vdot   [nv] rad/s^2, m/s^2; empty means zero
/// @param F_ext  [body] forces from outside on each body, in its frame and about its origin; empty means none
/// @param tau    [nv] N m, N; overwritten
/// Cost O(n). No allocation, no branch on a Scalar.
/// Ref: Featherstone 2008, table 5.1 (body coordinates); Luh, Walker and Paul 1980.
template <Scalar S>
void rnea(const Plan& plan, const Params<S>& par, std::span<const S> v, std::span<const S> vdot,
          std::span<const Force<S>> F_ext, std::span<S> tau, Workspace<S>& w);

/// The gravity vector g(q) alone: (1) at rest. Fills A_B and F_B.
template <Scalar S>
void gravity_vector(const Plan& plan, const Params<S>& par, std::span<S> g, Workspace<S>& w);

/// J^T F: the generalized forces of forces on bodies, [body] each in its body's frame. Fills F_B.
template <Scalar S>
void generalized_force(const Plan& plan, const Params<S>& par, std::span<const Force<S>> F, std::span<S> tau,
                       Workspace<S>& w);

}  // namespace alembert
