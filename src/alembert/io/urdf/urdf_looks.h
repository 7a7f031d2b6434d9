/// How the links of a URDF file look.
#pragma once
#include <vector>

#include "alembert/io/urdf/urdf_remarks.h"
#include "alembert/model/mechanism.h"

namespace alembert {

/// The shapes of a link's <visual> elements, or of <collision> where it has no visual that can be drawn; all of them
/// are pictures (model/mechanism.h). Meshes keep their file's name, which nobody opens here: STL and OBJ with one scale
/// for all directions. What cannot be drawn, or is written wrongly, is counted in `remarks`.
std::vector<Shape> read_looks(const XmlElement& link, UrdfRemarks& remarks);

}  // namespace alembert
