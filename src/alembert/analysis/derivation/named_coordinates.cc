#include "alembert/analysis/derivation/named_coordinates.h"

#include <algorithm>
#include <optional>

#include "alembert/core/error.h"
#include "alembert/core/text.h"

namespace alembert {
namespace {

/// Which of the body's coordinates has this unit motion, and no other one; its sign does not matter.
std::optional<int> coordinate_of(const Motion<Expr>& motion, bool planar) {
  std::vector<Expr> parts{motion.v.x, motion.v.y};
  if (planar) {
    parts.push_back(motion.w.z);
  } else {
    // Angular velocities are along the body's own axes: a turn about an axis of the world is none of them.
    parts.push_back(motion.v.z);
    for (const Expr part : {motion.w.x, motion.w.y, motion.w.z})
      if (!part.is_zero()) return {};
  }
  std::optional<int> found;
  for (std::size_t k = 0; k < parts.size(); ++k) {
    if (parts[k].is_zero()) continue;
    if (found || !(parts[k].is_one() || (-parts[k]).is_one())) return {};
    found = static_cast<int>(k);
  }
  return found;
}

/// A joint's coordinate with the body's that stands for it, -1 for none.
struct JointCoordinate {
  std::string name;
  int stands = -1;
};

std::vector<JointCoordinate> joint_coordinates(const Blocks<Expr>& blocks) {
  std::vector<JointCoordinate> result;
  if (!blocks.has_bodies()) return result;
  for (const BlockJoint<Expr>& joint : blocks.joints)
    for (std::size_t k = 0; k < joint.motions.size(); ++k) {
      JointCoordinate own{joint.motion_names[k], -1};
      const int body = joint.first < 0 ? joint.second : joint.second < 0 ? joint.first : -1;
      if (const auto part = coordinate_of(joint.motions[k], blocks.planar); body >= 0 && part)
        own.stands = blocks.bodies[static_cast<std::size_t>(body)].first + *part;
      result.push_back(own);
    }
  return result;
}

}  // namespace

std::vector<int> coordinates_named(const std::vector<std::string>& names, const Blocks<Expr>& blocks) {
  std::vector<int> result;
  const std::vector<JointCoordinate> joints =
      names.empty() ? std::vector<JointCoordinate>{} : joint_coordinates(blocks);
  for (const std::string& name : names) {
    const auto own = std::ranges::find(blocks.coordinates, name);
    if (own != blocks.coordinates.end()) {
      result.push_back(static_cast<int>(own - blocks.coordinates.begin()));
      continue;
    }
    const auto joint = std::ranges::find(joints, name, &JointCoordinate::name);
    if (joint != joints.end() && joint->stands >= 0) {
      result.push_back(joint->stands);
      continue;
    }
    std::vector<std::string> known = blocks.coordinates;
    for (const JointCoordinate& each : joints)
      if (each.stands >= 0) known.push_back(each.name);
    if (joint != joints.end())
      throw Error(Error::Code::unknown_name,
                  "--independent: this form is in coordinates of bodies, and none of them is '" + name +
                      "', the motion of two bodies against each other",
                  {}, did_you_mean("", known) + "; --form state-space is in joint coordinates");
    throw Error(Error::Code::unknown_name, "--independent: there is no coordinate '" + name + "' in this form", {},
                did_you_mean(name, known));
  }
  std::vector<int> sorted = result;
  std::ranges::sort(sorted);
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end())
    throw Error(Error::Code::bad_value,
                "--independent: '" + blocks.coordinates[static_cast<std::size_t>(*twice)] + "' is named twice", {},
                "name each coordinate once; the name of a joint may stand for a body's coordinate");
  return result;
}

}  // namespace alembert
