/// Reading a robot description (URDF) as a mechanism.
#pragma once
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "alembert/model/mechanism.h"

namespace alembert {

struct UrdfOptions {
  bool free_base = false;          ///< the root link moves freely; otherwise it is fixed to the ground
  bool independent_mimic = false;  ///< joints that mimic others move on their own
  bool snap = false;               ///< right angles that are spelt with a few digits are right (urdf_snap.h)
  std::string prefix{};            ///< put before the name of every link and joint, as in "left."
};

/// The robot of a URDF file. Its formulas live in `graph`, or in a new one when that is null.
///
/// Every link is a body with the link's frame. Joints come depth first from the root link, children in file order, and
/// so do their coordinates. The first joint holds the root link to the ground: fixed, or free with `free_base`; it is
/// named "base", or "root_joint" (root_joint_2, ...) where a link or a joint has that name. Any other name may be any
/// text; where formulas need another, it is the label (urdf_names.h).
///
/// revolute, continuous   revolute about <axis>, with limits unless continuous
/// prismatic, fixed       the same
/// floating               free: coordinates are the pose in the parent link's frame and start at <origin>
/// spherical, ball        spherical: the coordinates are the rotation in the parent link and start at <origin>; words
/// of
///                        other programs than ROS
/// planar                 planar with <axis> as normal; x is the joint frame's x, turned as little as carries z onto it
/// <mimic>                a holonomic constraint named like the joint: q - (multiplier*other + offset)
/// <dynamics>             damping, Coulomb friction that is smoothed below 1e-3 rad/s or m/s, and armature
/// <limit>                limits; effort and velocity are kept as effort_limit and speed_limit
/// <transmission>         the rotor's inertia times the gear ratio squared is armature (urdf_transmissions.h)
///
/// A link named "world" that joints have as their parent and nobody defines is there without mass.
///
/// Decimals are exact. Where an origin has a rotation other than by quarter turns, the link's inertia and the joint's
/// axis are turned in double precision. Links without <inertial> have no mass. Shapes of <visual>, or else of
/// <collision>, are kept for pictures (urdf_looks.h). What the file has and this does not use is listed, with counts,
/// in one warning of the model; what is odd has a warning of its own: damping below zero, limits that leave no room,
/// mimics of joints that are missing where they are independent.
///
/// Throws Error with line and column: not XML or beyond its limits (xml_document.h); unexpanded xacro; names missing,
/// twice or unknown; numbers that are not finite decimals, or too few or too many; links that are not one tree; mimic
/// joints that need each other.
Mechanism read_urdf(const std::filesystem::path& path, const UrdfOptions& options,
                    std::shared_ptr<Graph> graph = nullptr);

/// The same for text in memory; `file` is what errors call it.
Mechanism parse_urdf(std::string_view text, std::string file, const UrdfOptions& options,
                     std::shared_ptr<Graph> graph = nullptr);

}  // namespace alembert
