/// The order of a robot's links and joints.
#pragma once
#include <cstddef>
#include <vector>

#include "alembert/io/urdf/urdf_elements.h"

namespace alembert {

/// A joint with the links at its ends, as indices into UrdfFile.
struct UrdfBranch {
  std::size_t joint;
  std::size_t parent;
  std::size_t child;
};

struct UrdfTree {
  std::size_t root;                  ///< link that is nobody's child
  std::vector<UrdfBranch> branches;  ///< depth first from the root, children of a link in file order
};

/// Throws Error with the places of the joints or links at fault: a link that does not exist, that has two parents or
/// is its own; several roots; loops.
UrdfTree order_urdf(const UrdfFile& file);

}  // namespace alembert
