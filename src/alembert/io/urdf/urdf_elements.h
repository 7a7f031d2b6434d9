/// The links and joints of a URDF file, in file order and by name, before they become a mechanism.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "alembert/io/urdf/urdf_remarks.h"
#include "alembert/io/urdf/xml_document.h"
#include "alembert/model/mechanism.h"
#include "alembert/spatial/vec3.h"

namespace alembert {

/// <origin>: a frame in the link's or in the parent link's frame.
struct UrdfOrigin {
  Vec3<Expr> p;                  ///< xyz [m]
  std::optional<Orientation> R;  ///< rpy or quat_xyzw; absent when there is none or it is zero
};

struct UrdfLink {
  std::string name;
  Expr mass;                 ///< [kg]
  UrdfOrigin center;         ///< of the inertial frame
  Sym3<Expr> inertia;        ///< about the mass centre, in the axes of the inertial frame [kg m^2]
  std::vector<Shape> looks;  ///< pictures, in the link's frame
  Source at;
};

/// The name of a link or of another joint, where a joint mentions it.
struct UrdfMention {
  std::string name;
  Source at;
};

struct UrdfMimic {
  UrdfMention joint;
  Expr multiplier;
  Expr offset;
};

struct UrdfJoint {
  std::string name;
  JointType type = JointType::fixed;
  UrdfMention parent, child;
  UrdfOrigin origin;  ///< of the joint frame, and of the child link at zero, in the parent link's frame
  Vec3<Expr> axis;    ///< in the joint frame; not normalised, not zero
  std::optional<std::array<Expr, 2>> limits;
  std::optional<Expr> effort_limit, speed_limit;
  Expr damping, friction;
  Expr armature;  ///< of <dynamics> and of rotors behind gears
  std::optional<UrdfMimic> mimic;
  Source at;
};

struct UrdfFile {
  std::string name;  ///< of the robot, "" if it has none
  std::vector<UrdfLink> links;
  std::vector<UrdfJoint> joints;
  Source at;
};

/// Reads the elements below <robot>; `remarks` counts the rest. Formulas are made in the current graph. `free_base`:
/// nothing holds the root link, so that `world` cannot be the ground.
UrdfFile read_urdf_elements(const XmlElement& robot, bool free_base, UrdfRemarks& remarks);

}  // namespace alembert
