/// Coordinates of a form by the names that users give them.
#pragma once
#include <string>
#include <vector>

#include "alembert/forms/blocks/blocks.h"

namespace alembert {

/// The numbers of these coordinates: by their own names, or, where the coordinates are those of bodies, by the name of
/// a joint's coordinate that one of them stands for. That is so where the joint holds a body on the ground: a planar
/// body's angle for a revolute joint, x, y or z for a slide along that axis of the world.
///
/// Error (unknown_name) lists the names there are, and says of a joint's coordinate why it is none of them.
std::vector<int> coordinates_named(const std::vector<std::string>& names, const Blocks<Expr>& blocks);

}  // namespace alembert
