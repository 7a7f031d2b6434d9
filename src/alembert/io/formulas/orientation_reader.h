/// Reading `rotation = {...}`.
#pragma once
#include <string>

#include "alembert/io/toml/document.h"
#include "alembert/model/orientation.h"
#include "alembert/symbolic/parse.h"

namespace alembert {

/// Spatial: {rpy = [r, p, y]}, {axis = [x, y, z], angle = a}, {quaternion = [w, x, y, z]} or {matrix = [[..], [..],
/// [..]]}, exactly one of them. Planar: {angle = a}, or the angle alone.
///
/// A matrix of numbers must be a rotation to within 1e-3; if it is one only roughly (rounded digits), the nearest
/// rotation is taken. What depends on parameters cannot be checked here; check_orientation (model/validate_rotation.h)
/// does it with their values. Throws Error with the place of the key.
Orientation read_orientation(const Value& value, const std::string& path, const Names& names, bool planar);

}  // namespace alembert
