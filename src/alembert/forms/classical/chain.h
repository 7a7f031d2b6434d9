/// The tree that joints form, and the loops that others close.
#pragma once
#include <string>
#include <vector>

#include "alembert/forms/blocks/blocks.h"

namespace alembert {

/// Joints of a Blocks as a tree rooted at the ground. Integers alone.
struct Chain {
  std::vector<int> inner;      ///< [body] the joint that leads to the ground, -1 where none does
  std::vector<int> tree;       ///< joints of the tree, those near the ground first
  std::vector<int> loop;       ///< the others: those that close loops
  std::vector<int> open_cuts;  ///< joints that were to be cut but without which bodies would not hang together

  struct Far {
    int body = 0;             ///< the body on the far side of the joint
    bool reversed = false;    ///< it is the joint's first one
    std::vector<char> moves;  ///< [body] 1 where it is beyond the joint
  };
  std::vector<Far> far;  ///< [tree joint, as in `tree`]
};

/// @param cut  names of joints that shall close loops in place of those that do in the model. Error (unknown_name) for
/// a
///             name that is not a joint's.
template <Scalar S>
Chain find_chain(const Blocks<S>& blocks, const std::vector<std::string>& cut = {});

/// From the point of a tree joint, number k in `chain.tree`, to the reference point of a body beyond it, in the world:
/// step by step along the bodies between, so that formulas hold lengths and angles in place of positions wherever
/// joints do not slide.
template <Scalar S>
Vec3<S> arm(const Blocks<S>& blocks, const Chain& chain, std::size_t k, int body);

}  // namespace alembert
