/// Right angles that a URDF file spells with a few digits.
#pragma once
#include "alembert/io/urdf/urdf_elements.h"

namespace alembert {

/// Angles of <origin rpy> that are within 1e-3 rad of whole quarter turns become these, to the last digit, so that
/// their sines and cosines leave the formulas. A remark for each link and joint says which.
void snap_right_angles(UrdfFile& file, UrdfRemarks& remarks);

}  // namespace alembert
