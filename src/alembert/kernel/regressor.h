/// Inverse dynamics as a linear function of the inertial parameters.
#pragma once
#include <array>
#include <span>

#include "alembert/kernel/world_workspace.h"

namespace alembert {

/// The ten parameters of a body in the order of the regressor's columns:
///
///   m, hx, hy, hz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz
///
/// mass [kg], first moment h = m c [kg m] and rotational inertia [kg m^2], about the origin of the body's frame in the
/// plan and in its axes (Params::I_B). Products of inertia are elements of the matrix, Ixy = -integral of x y dm.
template <Scalar S>
std::array<S, 10> inertial_parameters(const Inertia<S>& I) {
  return {I.m, I.h.x, I.h.y, I.h.z, I.I.xx, I.I.xy, I.I.yy, I.I.xz, I.I.yz, I.I.zz};
}

/// Y(q, v, vdot) with tau = Y pi + armature vdot: what rnea() gives without forces from outside, for any parameters
/// pi = (those of body 1, of body 2, ...). Does not depend on I_B.
///
/// @param w   with rnea() at (q, v, vdot), whose V_B and A_B are used
/// @param ww  with world_columns at q
/// @param Y   [nv x 10 (n_bodies - 1)] row-major; overwritten. A body has zero columns in rows that do not move it.
/// Cost 60 multiplications for each pair of a body and a joint above it. No allocation.
/// Ref: Atkeson, An and Hollerbach 1986, Estimation of inertial parameters of manipulator loads and links; Khalil and
/// Dombre 2002, sec. 9.
template <Scalar S>
void regressor(const Plan& plan, const Workspace<S>& w, const WorldWorkspace<S>& ww, std::span<S> Y);

}  // namespace alembert
