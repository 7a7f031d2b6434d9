/// Are the shapes of a body possible with the parameters' values?
#pragma once
#include <string>

#include "alembert/model/mechanism.h"
#include "alembert/model/validate_rotation.h"

namespace alembert {

/// Throws Error (bad_value) at the shape's place, with the number and a remedy, when a number is not finite; a size,
/// density or mass is negative; a shape with a density has no volume; a tube's bore is not inside it; an outline runs
/// clockwise, encloses nothing, or meets itself. `what` names the shape: "body 'rod': shapes[1]".
void check_shape(const Shape& shape, const std::string& what, const RealOf& real);

}  // namespace alembert
