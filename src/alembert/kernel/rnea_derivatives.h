/// Derivatives of inverse dynamics.
#pragma once
#include <span>

#include "alembert/kernel/derivative_workspace.h"

namespace alembert {

/// Derivatives of tau = M(q) vdot + C(q, v) v + g(q) - J^T F_ext (rnea.h); that by vdot is the mass matrix M.
///
/// A displacement of q is a vector of nv numbers, each along its speed: of a joint with one coordinate that coordinate,
/// of a quaternion the rotation vector d in the moving frame, q exp(d); of a free joint (d, e) with e the shift of the
/// origin, in the moving frame as well. F_ext stays constant in the bodies' frames.
///
/// In world axes, with columns J, velocity V, acceleration A less gravity, E the body next to the joint of c whose V
/// and A a displacement along c does not change (the parent; of a reversed joint, whose columns stay with the parent,
/// the body that it moves); and of a subtree: I_C inertia, B_C velocity inertia (velocity_inertia.h), F the force that
/// it needs, less F_ext:
///
///   x_c = V_E x J_c        y_c = A_E x J_c + V_E x x_c        z_c = dJ_c/dt + x_c
///   dtau_r/dq_c = J_r . (I_C y_c + 2 B_C x_c + J_c x* F)      for r above c, without the last term otherwise     (1)
///   dtau_r/dv_c = J_r . (I_C z_c + 2 B_C J_c)                                                                    (2)
///
/// where the subtree is that of the lower of r and c, and speeds of one joint count as "otherwise", but of a reversed
/// joint as above each other: its columns stay with the parent.
///
/// @param v, vdot        [nv]; empty vdot means zero
/// @param F_ext          [body] as in rnea(); empty means none
/// @param w              with joint_poses at q
/// @param dw             overwritten
/// @param dtau_dq, dtau_dv, M   [nv x nv] row-major, row: component of tau; overwritten
/// Cost O(n) plus 42 multiplications for each pair of a joint and a joint above it. No allocation.
/// Ref: Carpentier and Mansard 2018, Analytical derivatives of rigid body dynamics algorithms; Singh, Russell and
/// Wensing 2022, Efficient analytical derivatives of rigid-body dynamics using spatial vector algebra; x is their
/// psi-dot, y their psi-double-dot.
template <Scalar S>
void rnea_derivatives(const Plan& plan, const Params<S>& par, std::span<const S> v, std::span<const S> vdot,
                      std::span<const Force<S>> F_ext, std::span<S> dtau_dq, std::span<S> dtau_dv, std::span<S> M,
                      const Workspace<S>& w, DerivativeWorkspace<S>& dw);

}  // namespace alembert
