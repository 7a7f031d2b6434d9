/// The <joint> elements of a URDF file.
#pragma once
#include "alembert/io/urdf/urdf_elements.h"

namespace alembert {

/// Throws Error with the place for types, names and numbers that are missing or wrong.
UrdfJoint read_urdf_joint(const XmlElement& element, UrdfRemarks& remarks);

}  // namespace alembert
