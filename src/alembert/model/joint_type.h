/// The kinds of joints, and the words for their coordinates and speeds.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace alembert {

enum class JointType : std::uint8_t {
  revolute,
  prismatic,
  cylindrical,
  universal,
  spherical,
  planar,
  screw,
  gimbal,
  free,
  translation,  ///< x, y, z without rotation; what a particle without a joint has
  fixed,
};

/// A coordinate or a speed of a joint type: its name after the joint's, and its unit.
struct JointWord {
  std::string_view suffix;  ///< "" for the only one of its joint, or "slide", "qw", "1"
  std::string_view unit;    ///< "rad", "m", "", "rad/s", "m/s"
};

/// What a joint of one type has. `coordinates` and `speeds` are in the order of q and v.
struct JointWords {
  std::vector<JointWord> coordinates;
  std::vector<JointWord> speeds;
  bool quaternion = false;  ///< the speeds are not the rates of the coordinates, and have names of their own
};

/// `euler`: a free joint with Euler angles (`sequence`) in place of a quaternion. In a planar model, free is x, y,
/// angle.
const JointWords& joint_words(JointType type, bool planar_model, bool euler);

/// The name in model files, and back.
std::string_view name_of(JointType type);
std::optional<JointType> joint_type_named(std::string_view name);
/// All names that `type` may have, for "did you mean".
std::vector<std::string> joint_type_names(bool planar_model);

/// "A", "C.angle", "A'", "S.wx": what files, CSV and JSON call a coordinate or a speed of the joint.
std::string coordinate_name(std::string_view joint, const JointWord& word);
std::string speed_name(std::string_view joint, const JointWord& word, const JointWords& words);

}  // namespace alembert
