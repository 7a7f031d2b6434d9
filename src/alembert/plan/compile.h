/// From a mechanism as written to a tree that kernels run on.
#pragma once
#include <vector>

#include "alembert/model/mechanism.h"
#include "alembert/model/reals.h"
#include "alembert/plan/joint_frames.h"
#include "alembert/plan/params.h"

namespace alembert {

/// A joint of the model as it stands in the tree.
struct TreeJoint {
  int joint = 0;          ///< index in Mechanism::joints
  int parent = 0;         ///< model body on the side of the world
  int child = 0;          ///< model body that it moves
  bool reversed = false;  ///< the joint's second body is the parent
  int first_body = 0;     ///< the first body of its chain in the plan, 0 if it is fixed
};

/// The plan with what is needed to fill parameters in any scalar.
struct Compiled {
  Plan plan;
  std::vector<TreeJoint> tree;       ///< depth first; one for each body of the model but the ground
  std::vector<FrameChoice> choices;  ///< [model joint]
  std::vector<int> joint_q;  ///< [model joint] where its coordinates begin in q; those of closing joints in the list of
                             ///< dependent coordinates that follows q
  std::vector<int> joint_v;  ///< [model joint] where its speeds begin in v, or in the dependent ones behind it
};

/// Finds the tree of the joints that close no loop, merges fixed joints, checks the placing of all joints. Throws Error
/// with the place of the trouble, such as bodies that no joint connects with the ground.
Compiled compile(const Mechanism& model, const NumberReals& real);

/// Values of all numbers, with parameters as numbers, or as symbols of the model's graph (which must be current). As
/// formulas, what is made of numbers alone is one number, rounded to a double where its exact form is long; elements of
/// rotations that are 0 or 1 up to rounding (4 ulp) are exact.
Params<double> number_params(const Mechanism& model, const Compiled& compiled, const NumberReals& real);
Params<Expr> formula_params(const Mechanism& model, const Compiled& compiled);

}  // namespace alembert
