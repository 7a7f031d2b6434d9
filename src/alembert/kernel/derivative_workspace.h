/// Scratch memory of the derivatives of inverse dynamics and of the Coriolis matrix.
#pragma once
#include <vector>

#include "alembert/kernel/velocity_inertia.h"
#include "alembert/kernel/world_workspace.h"

namespace alembert {

/// One for each thread; made once for a plan, after which no kernel allocates. World axes about O as in WorldWorkspace,
/// letters and equation numbers as in rnea_derivatives.h.
template <Scalar S>
struct DerivativeWorkspace {
  explicit DerivativeWorkspace(const Plan& plan);

  WorldWorkspace<S> world;
  std::vector<Force<S>> F;              ///< [body] what the joint exerts: force that the subtree needs
  std::vector<VelocityInertia<S>> B;    ///< [body] B_C of the subtree
  MotionColumns<S> velocity_shift;      ///< [column] x = V_P x J
  MotionColumns<S> acceleration_shift;  ///< [column] y = A_P x J + V_P x x
  MotionColumns<S> drag;                ///< [column] z = dJ/dt + x
  ForceColumns<S> moved;                ///< [column] force on the subtree from a unit displacement, (1) without J_r
  ForceColumns<S> driven;               ///< [column] force on the subtree from a unit speed, (2); in coriolis.h its own
};

}  // namespace alembert
