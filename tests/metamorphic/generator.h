/// Random mechanisms, written as model files.
#pragma once
#include <string>

#include "alembert/core/random.h"

namespace alembert::metamorphic {

/// Links and sliders in a plane: a driven or free crank and 1 to 4 dyads, each of which closes a loop and adds no
/// freedom. Springs, dampers, efforts and outputs here and there.
std::string random_planar_linkage(Random& random);

/// Bodies in space, 2 to 6, on joints of all types, with all that can be written on a joint.
std::string random_tree(Random& random);

/// Two arms of hinges and slides from the ground, which a spherical joint connects: 1 to 3 freedoms.
std::string random_spatial_loop(Random& random);

}  // namespace alembert::metamorphic
