/// The equations of a mechanism in the joint coordinates of its spanning tree, with the rows that close loops.
#pragma once
#include <span>

#include "alembert/forms/blocks/blocks.h"
#include "alembert/forms/bodies/body_equations.h"
#include "alembert/kernel/workspace.h"

namespace alembert {

/// What joint_blocks() works on. Lists must outlive the call.
template <Scalar S>
struct JointBlocksInput {
  const Compiled& compiled;
  const Params<S>& par;
  const BodyPlan& bodies;
  BodyParams<S> body_par;  ///< reference: mass centres
  std::span<const S> q, v;
};

/// M by composite bodies and Qe = forces - (C v + g) by recursive Newton-Euler; rows of closing joints, drives and
/// constraints from those of the bodies through the tree's Jacobian:
///
///   M v' + A^T lambda = Qe,    A v' = c
///
/// `to_center` and `center_bias` give the accelerations of the bodies' mass centres in the coordinates of
/// body_blocks().
///
/// @param state  of the bodies at (q, v); its poses must be those of the tree
template <Scalar S>
Blocks<S> joint_blocks(const JointBlocksInput<S>& input, const BodyState<S>& state);

/// Motions of the bodies' reference frames at (q, v) by the tree's kinematics, as joint_blocks() needs them.
template <Scalar S>
std::vector<BodyMotion<S>> tree_motions(const JointBlocksInput<S>& input);

/// The blocks as formulas, parameters and joint coordinates as symbols. The model's graph must be current.
Blocks<Expr> joint_formulas(const Mechanism& model, const Compiled& compiled, const BodyPlan& bodies,
                            const BodyParams<Expr>& body_par);

}  // namespace alembert
