/// Frames of a URDF file as the mechanism needs them: everything in the frames of links.
#pragma once
#include "alembert/io/urdf/urdf_elements.h"
#include "alembert/model/mechanism.h"

namespace alembert {

/// The link's inertia about its mass centre in the link's axes: as written, or turned where the inertial frame is: in
/// double precision, but exactly by quarter turns.
Sym3<Expr> inertia_in_link(const UrdfLink& link);

/// Sets at, axes and rotation of a joint of the mechanism whose bodies are known already; of a free joint its start.
void place_urdf_joint(const UrdfJoint& from, Joint& joint);

}  // namespace alembert
