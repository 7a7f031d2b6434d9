/// The Coriolis matrix.
#pragma once
#include <span>

#include "alembert/kernel/derivative_workspace.h"

namespace alembert {

/// C(q, v) of tau = M vdot + C v + g, with Mdot = C + C^T, so that Mdot - 2 C is skew:
///
///   C = sum over bodies of J^T (I dJ/dt + B(I, V) J)                                                       (1)
///
/// B as in velocity_inertia.h. For joints with v = dq/dt it is made of Christoffel symbols of the first kind; for
/// quaternion joints it is the one that body velocities give. By pairs of columns (world axes), with I_C and B_C of the
/// lower of the two bodies' subtrees: C_rc = J_r . (I_C dJ_c/dt + B_C J_c).
///
/// @param v   [nv] rad/s, m/s
/// @param C   [nv x nv] row-major; overwritten
/// @param M   [nv x nv] the mass matrix, for little more; empty: not wanted
/// @param w   with joint_poses at q
/// @param dw  fills X_OB, p_WO, J, V, Jdot, I_C, I_C_J of dw.world, and B, driven
/// Cost O(n) plus 15 multiplications for each pair of a joint and a joint above it. No allocation.
/// Ref: Echeandia and Wensing 2021, Numerical methods to compute the Coriolis matrix and Christoffel symbols for
/// rigid-body systems, sec. 4.
template <Scalar S>
void coriolis_matrix(const Plan& plan, const Params<S>& par, std::span<const S> v, std::span<S> C, std::span<S> M,
                     const Workspace<S>& w, DerivativeWorkspace<S>& dw);

}  // namespace alembert
