/// Momentum about the mass centre.
#pragma once
#include <span>

#include "alembert/kernel/world_workspace.h"

namespace alembert {

// Bodies that are fixed to the world count for the mass and the mass centre, as in momentum() of energy.h.
// `mass_is_zero` is decided by the caller in double (a formula cannot be compared): the mass centre then stays at the
// world's origin and its Jacobian at zero. Armature has no place in space and is left out.

/// The centroidal momentum matrix A: h_G = A v is the momentum of all bodies, in world axes, angular part about the
/// mass centre G.
///
/// @param A   [6 x nv] row-major, angular rows [kg m^2/s] first, then linear [kg m/s]; overwritten
/// @param ww  with composite_inertias
/// Cost O(n). No allocation.
/// Ref: Orin, Goswami and Lee 2013, Centroidal dynamics of a humanoid robot; Wensing and Orin 2016.
template <Scalar S>
void centroidal_matrix(const Plan& plan, const Params<S>& par, bool mass_is_zero, std::span<S> A,
                       const WorldWorkspace<S>& ww);

/// The Jacobian of the mass centre, [3 x nv] row-major: velocity of G in world axes = J v. Needs composite_inertias.
template <Scalar S>
void center_jacobian(const Plan& plan, const Params<S>& par, bool mass_is_zero, std::span<S> J,
                     const WorldWorkspace<S>& ww);

template <Scalar S>
struct CentroidalMotion {
  S mass{0.0};        ///< [kg]
  Vec3<S> center;     ///< [m] G in the world
  Vec3<S> velocity;   ///< [m/s] of G
  Force<S> momentum;  ///< h_G = A v
  Force<S> bias;      ///< Adot v, so that dh_G/dt = A vdot + Adot v is the moment about G and the force from outside
};

/// Needs world_velocities at v; overwrites ww.A. Cost O(n).
template <Scalar S>
CentroidalMotion<S> centroidal_motion(const Plan& plan, const Params<S>& par, bool mass_is_zero, std::span<const S> v,
                                      WorldWorkspace<S>& ww);

/// [W] of generalized forces at the speeds v: sum of v_d tau_d.
template <Scalar S>
S effort_power(std::span<const S> v, std::span<const S> tau);

}  // namespace alembert
