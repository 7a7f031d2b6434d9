#include "alembert/io/urdf/urdf_mimics.h"

#include <string>
#include <string_view>
#include <unordered_map>

#include "alembert/core/text.h"
#include "alembert/model/dependency_order.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

using JointIndex = std::unordered_map<std::string_view, std::size_t>;

constexpr const char* freeing = "; --mimic independent lets mimic joints move on their own";

[[noreturn]] void fail_missing(const UrdfFile& file, const UrdfJoint& joint) {
  const UrdfMention& other = joint.mimic->joint;
  std::vector<std::string> known;
  for (const UrdfJoint& k : file.joints)
    if (&k != &joint) known.push_back(k.name);
  throw Error(Error::Code::unknown_name,
              "joint " + shown(joint.name) + " mimics " + shown(other.name) + ", which does not exist", other.at,
              did_you_mean(other.name, known) + freeing);
}

/// The joint that joint `j` mimics.
std::size_t mimicked(const UrdfFile& file, std::size_t j, const JointIndex& index) {
  const UrdfJoint& joint = file.joints[j];
  const UrdfMention& other = joint.mimic->joint;
  const auto it = index.find(other.name);
  if (it == index.end()) fail_missing(file, joint);
  if (it->second == j)
    throw Error(Error::Code::cyclic, "joint " + shown(joint.name) + " mimics itself", other.at,
                std::string("name another joint, or remove <mimic>") + freeing);
  const JointType type = file.joints[it->second].type;
  if (type != JointType::revolute && type != JointType::prismatic)
    throw Error(Error::Code::bad_value,
                "joint " + shown(joint.name) + " mimics " + shown(other.name) + ", which has " +
                    (type == JointType::fixed ? "no coordinate" : "several coordinates"),
                other.at, std::string("revolute, continuous and prismatic joints can be mimicked") + freeing);
  return it->second;
}

void refuse_cycle(const UrdfFile& file, const std::vector<std::optional<std::size_t>>& follows) {
  std::vector<std::vector<std::size_t>> needs(follows.size());
  for (std::size_t j = 0; j < follows.size(); ++j)
    if (follows[j]) needs[j] = {*follows[j]};
  const std::vector<std::size_t> cycle = dependency_order(needs).cycle;
  if (cycle.empty()) return;
  std::vector<std::string> names;
  for (const std::size_t j : cycle) names.push_back(shown(file.joints[j].name));
  throw Error(Error::Code::cyclic, "joints mimic each other: " + describe_cycle(names),
              file.joints[cycle.front()].mimic->joint.at, std::string("let one of them move on its own") + freeing);
}

}  // namespace

std::vector<std::optional<std::size_t>> followed_joints(const UrdfFile& file, bool independent, UrdfRemarks& remarks) {
  JointIndex index;
  for (std::size_t j = 0; j < file.joints.size(); ++j) index.emplace(file.joints[j].name, j);
  std::vector<std::optional<std::size_t>> follows(file.joints.size());
  for (std::size_t j = 0; j < file.joints.size(); ++j) {
    if (!file.joints[j].mimic) continue;
    try {
      follows[j] = mimicked(file, j, index);
    } catch (const Error& error) {
      if (!independent) throw;
      remarks.warn(error.message() + "; <mimic> is ignored", error.at());
    }
  }
  if (independent) return std::vector<std::optional<std::size_t>>(file.joints.size());
  refuse_cycle(file, follows);
  return follows;
}

}  // namespace alembert
