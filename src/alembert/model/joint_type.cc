#include "alembert/model/joint_type.h"

#include <algorithm>
#include <array>

namespace alembert {
namespace {

struct NamedType {
  JointType type;
  std::string_view name;
  bool in_plane;  ///< may stand in a planar model
};
constexpr std::array<NamedType, 11> types{{{JointType::revolute, "revolute", true},
                                           {JointType::prismatic, "prismatic", true},
                                           {JointType::cylindrical, "cylindrical", false},
                                           {JointType::universal, "universal", false},
                                           {JointType::spherical, "spherical", false},
                                           {JointType::planar, "planar", false},
                                           {JointType::screw, "screw", false},
                                           {JointType::gimbal, "gimbal", false},
                                           {JointType::free, "free", true},
                                           {JointType::translation, "translation", true},
                                           {JointType::fixed, "fixed", true}}};

JointWords rates_of(std::vector<JointWord> coordinates) {
  std::vector<JointWord> speeds = coordinates;
  for (JointWord& word : speeds) word.unit = word.unit == "m" ? "m/s" : "rad/s";
  return {std::move(coordinates), std::move(speeds), false};
}

const JointWords none;
const JointWords one_angle = rates_of({{"", "rad"}});
const JointWords one_length = rates_of({{"", "m"}});
const JointWords cylindrical = rates_of({{"angle", "rad"}, {"slide", "m"}});
const JointWords universal = rates_of({{"first", "rad"}, {"second", "rad"}});
const JointWords planar_joint = rates_of({{"x", "m"}, {"y", "m"}, {"angle", "rad"}});
const JointWords translation = rates_of({{"x", "m"}, {"y", "m"}, {"z", "m"}});
const JointWords translation_in_plane = rates_of({{"x", "m"}, {"y", "m"}});
const JointWords gimbal = rates_of({{"1", "rad"}, {"2", "rad"}, {"3", "rad"}});
const JointWords free_euler = rates_of({{"x", "m"}, {"y", "m"}, {"z", "m"}, {"1", "rad"}, {"2", "rad"}, {"3", "rad"}});
const JointWords spherical{
    {{"qw", ""}, {"qx", ""}, {"qy", ""}, {"qz", ""}}, {{"wx", "rad/s"}, {"wy", "rad/s"}, {"wz", "rad/s"}}, true};
const JointWords free_quaternion{
    {{"x", "m"}, {"y", "m"}, {"z", "m"}, {"qw", ""}, {"qx", ""}, {"qy", ""}, {"qz", ""}},
    {{"wx", "rad/s"}, {"wy", "rad/s"}, {"wz", "rad/s"}, {"vx", "m/s"}, {"vy", "m/s"}, {"vz", "m/s"}},
    true};

}  // namespace

const JointWords& joint_words(JointType type, bool planar_model, bool euler) {
  switch (type) {
    case JointType::revolute:
    case JointType::screw: return one_angle;
    case JointType::prismatic: return one_length;
    case JointType::cylindrical: return cylindrical;
    case JointType::universal: return universal;
    case JointType::spherical: return spherical;
    case JointType::planar: return planar_joint;
    case JointType::gimbal: return gimbal;
    case JointType::free:
      if (planar_model) return planar_joint;
      return euler ? free_euler : free_quaternion;
    case JointType::translation: return planar_model ? translation_in_plane : translation;
    case JointType::fixed: break;
  }
  return none;
}

std::string_view name_of(JointType type) { return std::ranges::find(types, type, &NamedType::type)->name; }

std::optional<JointType> joint_type_named(std::string_view name) {
  const auto* const it = std::ranges::find(types, name, &NamedType::name);
  if (it == types.end()) return {};
  return it->type;
}

std::vector<std::string> joint_type_names(bool planar_model) {
  std::vector<std::string> names;
  for (const NamedType& t : types)
    if (t.in_plane || !planar_model) names.emplace_back(t.name);
  return names;
}

std::string coordinate_name(std::string_view joint, const JointWord& word) {
  std::string name(joint);
  if (!word.suffix.empty()) name.append(".").append(word.suffix);
  return name;
}

std::string speed_name(std::string_view joint, const JointWord& word, const JointWords& words) {
  return coordinate_name(joint, word) + (words.quaternion ? "" : "'");
}

}  // namespace alembert
