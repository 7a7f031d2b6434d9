/// Joints of a URDF file that mimic others.
#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "alembert/io/urdf/urdf_elements.h"

namespace alembert {

/// [joint] the joint that it follows, as an index into file.joints; absent where it moves on its own.
///
/// Throws Error where a joint mimics one that does not exist, itself, one without a single coordinate, or joints mimic
/// each other. Where all are `independent` nobody follows anybody, and the first three are warnings.
std::vector<std::optional<std::size_t>> followed_joints(const UrdfFile& file, bool independent, UrdfRemarks& remarks);

}  // namespace alembert
