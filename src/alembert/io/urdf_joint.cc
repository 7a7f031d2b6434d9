#include "alembert/io/urdf_joint.h"

#include <algorithm>
#include <array>

#include "alembert/core/text.h"
#include "alembert/io/urdf_parts.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

struct NamedType {
  std::string_view name;
  JointType type;
  bool limited;  ///< <limit> lower and upper have a meaning
};
constexpr std::array<NamedType, 6> types{{{"revolute", JointType::revolute, true},
                                          {"continuous", JointType::revolute, false},
                                          {"prismatic", JointType::prismatic, true},
                                          {"fixed", JointType::fixed, false},
                                          {"floating", JointType::free, false},
                                          {"planar", JointType::planar, false}}};

const NamedType& read_type(const XmlElement& element, const std::string& owner) {
  std::vector<std::string> known;
  for (const NamedType& t : types) known.emplace_back(t.name);
  const XmlAttribute* type = element.find("type");
  if (type == nullptr)
    throw Error(Error::Code::bad_value, owner + " has no type", element.at(), "types are: " + join(known, ", "));
  refuse_xacro(type->value, element.at(*type));
  const auto* const found = std::ranges::find(types, trimmed(type->value), &NamedType::name);
  if (found != types.end()) return *found;
  throw Error(Error::Code::unknown_name, owner + ": unknown type " + shown(type->value), element.at(*type),
              did_you_mean(type->value, known));
}

UrdfMention read_mention(const XmlElement& joint, std::string_view child, const std::string& owner,
                         UrdfUnused& unused) {
  const XmlElement* element = only_child(joint, child, owner);
  if (element == nullptr)
    throw Error(Error::Code::bad_value, owner + " has no <" + std::string(child) + ">", joint.at(),
                "write <" + std::string(child) + " link=\"...\"/>");
  unused.look(*element, {"link"});
  return {need_name(*element, "link"), element->at(*element->find("link"))};
}

/// Reads the parts of one <joint> that only some types have a use for.
class JointParts {
 public:
  JointParts(const XmlElement& element, std::string owner, const NamedType& type, UrdfUnused& unused)
      : element_(element), owner_(std::move(owner)), type_(type), unused_(unused) {}

  void read(UrdfJoint& joint) {
    read_axis(joint);
    read_limit(joint);
    read_dynamics(joint);
    read_mimic(joint);
  }

 private:
  bool has_one_coordinate() const { return type_.type == JointType::revolute || type_.type == JointType::prismatic; }
  void note(const std::string& what, const XmlElement& part) {
    unused_.note(what + " of a " + std::string(type_.name) + " joint", part);
  }

  void read_axis(UrdfJoint& joint) {
    joint.axis = {Expr(1.0), Expr(), Expr()};
    const XmlElement* axis = only_child(element_, "axis", owner_);
    if (axis == nullptr) return;
    if (type_.type == JointType::fixed || type_.type == JointType::free) return note("axis", *axis);
    unused_.look(*axis, {"xyz"});
    if (const std::optional<Vec3<Expr>> xyz = read_vector(*axis, "xyz", owner_)) joint.axis = *xyz;
    if (is_zero(joint.axis))
      throw Error(Error::Code::bad_value, owner_ + ": <axis> is zero", axis->at(*axis->find("xyz")),
                  "write a direction, such as \"0 0 1\"");
  }

  void read_limit(UrdfJoint& joint) {
    const XmlElement* limit = only_child(element_, "limit", owner_);
    if (limit == nullptr) return;
    if (!has_one_coordinate()) return note("limit", *limit);
    unused_.look(*limit, {"lower", "upper", "effort", "velocity"});
    const std::optional<Expr> lower = read_number(*limit, "lower", owner_);
    const std::optional<Expr> upper = read_number(*limit, "upper", owner_);
    const bool written = lower || upper;
    if (written && !type_.limited) note("lower and upper", *limit);
    // URDF's default for the one that is missing is zero; where both are, nothing is meant.
    if (written && type_.limited) {
      joint.limits = {lower.value_or(Expr()), upper.value_or(Expr())};
      check_limits(*limit, *joint.limits);
    }
    joint.effort_limit = read_number(*limit, "effort", owner_);
    joint.speed_limit = read_number(*limit, "velocity", owner_);
  }

  void check_limits(const XmlElement& limit, const std::array<Expr, 2>& limits) const {
    if (limits[1].number() < limits[0].number())
      throw Error(Error::Code::bad_value, owner_ + ": <limit> lower is above upper", limit.at(),
                  "one that is not written is 0");
  }

  void read_dynamics(UrdfJoint& joint) {
    const XmlElement* dynamics = only_child(element_, "dynamics", owner_);
    if (dynamics == nullptr) return;
    if (!has_one_coordinate()) return note("dynamics", *dynamics);
    unused_.look(*dynamics, {"damping", "friction"});
    joint.damping = read_number(*dynamics, "damping", owner_).value_or(Expr());
    joint.friction = read_number(*dynamics, "friction", owner_).value_or(Expr());
    if (joint.friction.number().sign() < 0)
      throw Error(Error::Code::bad_value, owner_ + ": <dynamics> friction is negative",
                  dynamics->at(*dynamics->find("friction")), "it acts against the motion by itself");
  }

  void read_mimic(UrdfJoint& joint) {
    const XmlElement* mimic = only_child(element_, "mimic", owner_);
    if (mimic == nullptr) return;
    if (type_.type == JointType::fixed) return note("mimic", *mimic);
    unused_.look(*mimic, {"joint", "multiplier", "offset"});
    UrdfMention other{need_name(*mimic, "joint"), mimic->at(*mimic->find("joint"))};
    if (!has_one_coordinate())
      throw Error(Error::Code::bad_value, owner_ + ": a " + std::string(type_.name) + " joint cannot mimic another",
                  mimic->at(), "revolute, continuous and prismatic joints can");
    joint.mimic = {std::move(other), read_number(*mimic, "multiplier", owner_).value_or(Expr(1.0)),
                   read_number(*mimic, "offset", owner_).value_or(Expr())};
  }

  const XmlElement& element_;
  std::string owner_;
  const NamedType& type_;
  UrdfUnused& unused_;
};

}  // namespace

UrdfJoint read_urdf_joint(const XmlElement& element, UrdfUnused& unused) {
  unused.look(element, {"name", "type"}, {"parent", "child", "origin", "axis", "limit", "dynamics", "mimic"});
  UrdfJoint joint;
  joint.name = need_name(element, "name");
  joint.at = element.at();
  const std::string owner = "joint " + shown(joint.name);
  const NamedType& type = read_type(element, owner);
  joint.type = type.type;
  joint.parent = read_mention(element, "parent", owner, unused);
  joint.child = read_mention(element, "child", owner, unused);
  joint.origin = read_origin(element, owner, unused);
  JointParts(element, owner, type, unused).read(joint);
  return joint;
}

}  // namespace alembert
