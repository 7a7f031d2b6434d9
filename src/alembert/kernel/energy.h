/// Energies and momenta of the whole mechanism.
#pragma once
#include <span>

#include "alembert/kernel/workspace.h"

namespace alembert {

/// T = sum V^T I V / 2 over the bodies plus armature v^2 / 2 of the tree's joints [J]. Needs velocities.
template <Scalar S>
S kinetic_energy(const Plan& plan, const Params<S>& par, std::span<const S> v, const Workspace<S>& w);

/// What the armatures of joints that close loops add to T, from the speeds of those joints.
template <Scalar S>
S closing_kinetic_energy(const Plan& plan, const Params<S>& par, std::span<const S> closing_v) {
  S twice(0.0);
  const auto nv = static_cast<std::size_t>(plan.nv);
  for (std::size_t k = 0; k < closing_v.size(); ++k) twice += par.armature[nv + k] * closing_v[k] * closing_v[k];
  return S(0.5) * twice;
}

/// V = -sum m g . p_WC [J], zero with all mass at the world's origin; bodies fixed to the world count. Needs
/// world_poses.
template <Scalar S>
S gravity_energy(const Plan& plan, const Params<S>& par, const Workspace<S>& w);

/// Mass, mass centre, momentum and its moment, all in world axes.
template <Scalar S>
struct Momentum {
  S mass{0.0};      ///< [kg] of all bodies that move and those fixed to the world
  Vec3<S> center;   ///< [m] mass centre; zero when there is no mass
  Vec3<S> linear;   ///< [kg m/s]
  Vec3<S> angular;  ///< [kg m^2/s] about the world's origin
};

/// Needs world_poses and velocities. `mass_is_zero` is decided by the caller in double (a formula cannot be compared):
/// then the mass centre is left at zero.
template <Scalar S>
Momentum<S> momentum(const Plan& plan, const Params<S>& par, bool mass_is_zero, const Workspace<S>& w);

}  // namespace alembert
