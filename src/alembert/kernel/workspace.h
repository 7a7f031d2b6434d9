/// Scratch memory and intermediate results of the recursive kernels.
#pragma once
#include <vector>

#include "alembert/kernel/articulated_inertia.h"
#include "alembert/plan/params.h"

namespace alembert {

/// One for each thread; made once for a plan, after which no kernel allocates. Each field names who fills it.
/// [body] arrays have the world at 0. Everything is expressed in the body's own frame and at its origin.
template <Scalar S>
struct Workspace {
  explicit Workspace(const Plan& plan);

  std::vector<S> sine, cosine;             ///< [angle slot] joint_poses; with room for whole registers
  std::vector<Transform<S>> X_PB;          ///< [body] joint_poses: pose in the parent
  std::vector<Transform<S>> X_BF;          ///< [body] joint_poses: of reversed joints, the joint frame in the body
  std::vector<Transform<S>> X_WB;          ///< [body] world_poses: pose in the world
  std::vector<Motion<S>> V_B;              ///< [body] rnea, aba, velocities: velocity in the world
  std::vector<Motion<S>> A_B;              ///< [body] rnea, aba: acceleration less gravity
  std::vector<Force<S>> F_B;               ///< [body] rnea: what the joint exerts; aba: bias force
  std::vector<Inertia<S>> I_C;             ///< [body] crba: inertia of the subtree
  std::vector<ArticulatedInertia<S>> I_A;  ///< [body] aba: inertia with the joints below giving way
  std::vector<Force<S>> U;                 ///< [speed] aba: I_A H
  std::vector<S> D;                        ///< [36 for each free, 9 spherical, 1 other joint] aba: factors of H^T I_A H
  std::vector<std::size_t> first_D;        ///< [body] where its factors stand in D
  std::vector<S> u;                        ///< [speed] aba: effort less bias along the joint
};

}  // namespace alembert
