#include "alembert/io/urdf/urdf_joint.h"

#include <algorithm>
#include <array>

#include "alembert/core/text.h"
#include "alembert/io/urdf/urdf_parts.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

struct NamedType {
  std::string_view name;
  JointType type;
  bool limited;  ///< <limit> lower and upper have a meaning
};
constexpr std::array<NamedType, 8> types{{{"revolute", JointType::revolute, true},
                                          {"continuous", JointType::revolute, false},
                                          {"prismatic", JointType::prismatic, true},
                                          {"fixed", JointType::fixed, false},
                                          {"floating", JointType::free, false},
                                          {"planar", JointType::planar, false},
                                          {"spherical", JointType::spherical, false},
                                          {"ball", JointType::spherical, false}}};

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
                         UrdfRemarks& remarks) {
  const XmlElement* element = only_child(joint, child, owner);
  if (element == nullptr)
    throw Error(Error::Code::bad_value, owner + " has no <" + std::string(child) + ">", joint.at(),
                "write <" + std::string(child) + " link=\"...\"/>");
  remarks.look(*element, {"link"});
  return {need_name(*element, "link"), element->at(*element->find("link"))};
}

/// Reads the parts of one <joint> that only some types have a use for.
class JointParts {
 public:
  JointParts(const XmlElement& element, std::string owner, const NamedType& type, UrdfRemarks& remarks)
      : element_(element), owner_(std::move(owner)), type_(type), remarks_(remarks) {}

  void read(UrdfJoint& joint) {
    read_axis(joint);
    read_limit(joint);
    read_dynamics(joint);
    read_mimic(joint);
  }

 private:
  bool has_one_coordinate() const { return type_.type == JointType::revolute || type_.type == JointType::prismatic; }
  void note(const std::string& what, const XmlElement& part) {
    remarks_.note(what + " of a " + std::string(type_.name) + " joint", part);
  }

  void read_axis(UrdfJoint& joint) {
    joint.axis = {Expr(1.0), Expr(), Expr()};
    const XmlElement* axis = only_child(element_, "axis", owner_);
    if (axis == nullptr) return;
    if (type_.type != JointType::planar && !has_one_coordinate()) return note("axis", *axis);
    remarks_.look(*axis, {"xyz"});
    if (const std::optional<Vec3<Expr>> xyz = read_vector(*axis, "xyz", owner_)) joint.axis = *xyz;
    if (is_zero(joint.axis))
      throw Error(Error::Code::bad_value, owner_ + ": <axis> is zero", axis->at(*axis->find("xyz")),
                  "write a direction, such as \"0 0 1\"");
  }

  void read_limit(UrdfJoint& joint) {
    const XmlElement* limit = only_child(element_, "limit", owner_);
    if (limit == nullptr) return;
    if (!has_one_coordinate()) return note("limit", *limit);
    remarks_.look(*limit, {"lower", "upper", "effort", "velocity"});
    const std::optional<Expr> lower = read_bound(*limit, "lower"), upper = read_bound(*limit, "upper");
    const bool written = limit->find("lower") != nullptr || limit->find("upper") != nullptr;
    if (written && !type_.limited) note("lower and upper", *limit);
    // URDF's default for the one that is missing is zero; where both are, nothing is meant.
    if (written && type_.limited && lower && upper) set_limits(*limit, {*lower, *upper}, joint);
    if (type_.limited && lower.has_value() != upper.has_value()) note("one-sided limits", *limit);
    if (limit->find("effort") != nullptr) joint.effort_limit = read_bound(*limit, "effort");
    if (limit->find("velocity") != nullptr) joint.speed_limit = read_bound(*limit, "velocity");
  }

  /// A number, zero where it is missing; absent where it is infinite, which is no limit.
  std::optional<Expr> read_bound(const XmlElement& limit, std::string_view attribute) const {
    const XmlAttribute* written = limit.find(attribute);
    if (written == nullptr) return Expr();
    std::string_view text = trimmed(written->value);
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    constexpr std::array<std::string_view, 5> infinite{"inf", "Inf", "INF", "infinity", "Infinity"};
    if (std::ranges::find(infinite, text) != infinite.end()) return {};
    return read_number(limit, attribute, owner_);
  }

  void set_limits(const XmlElement& limit, const std::array<Expr, 2>& limits, UrdfJoint& joint) {
    if (!(limits[1].number() < limits[0].number()))
      joint.limits = limits;
    else
      remarks_.warn(owner_ + ": <limit> lower is above upper (one that is not written is 0); neither is used",
                    limit.at());
  }

  void read_dynamics(UrdfJoint& joint) {
    const XmlElement* dynamics = only_child(element_, "dynamics", owner_);
    if (dynamics == nullptr) return;
    if (!has_one_coordinate()) return note("dynamics", *dynamics);
    remarks_.look(*dynamics, {"damping", "friction", "armature"});
    joint.damping = read_number(*dynamics, "damping", owner_).value_or(Expr());
    joint.friction = read_number(*dynamics, "friction", owner_).value_or(Expr());
    joint.armature = read_number(*dynamics, "armature", owner_).value_or(Expr());
    refuse_negative(*dynamics, "friction", joint.friction, "it acts against the motion by itself");
    refuse_negative(*dynamics, "armature", joint.armature, "it is an inertia");
    if (joint.damping.number().sign() < 0)
      remarks_.warn(owner_ + ": <dynamics> damping is negative: it drives the motion instead of damping it",
                    dynamics->at(*dynamics->find("damping")));
  }

  void refuse_negative(const XmlElement& dynamics, std::string_view attribute, Expr value,
                       const std::string& why) const {
    if (value.number().sign() >= 0) return;
    throw Error(Error::Code::bad_value, owner_ + ": <dynamics> " + std::string(attribute) + " is negative",
                dynamics.at(*dynamics.find(attribute)), why);
  }

  void read_mimic(UrdfJoint& joint) {
    const XmlElement* mimic = only_child(element_, "mimic", owner_);
    if (mimic == nullptr) return;
    if (type_.type == JointType::fixed) return note("mimic", *mimic);
    remarks_.look(*mimic, {"joint", "multiplier", "offset"});
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
  UrdfRemarks& remarks_;
};

}  // namespace

UrdfJoint read_urdf_joint(const XmlElement& element, UrdfRemarks& remarks) {
  remarks.look(element, {"name", "type"}, {"parent", "child", "origin", "axis", "limit", "dynamics", "mimic"});
  UrdfJoint joint;
  joint.name = need_name(element, "name");
  joint.at = element.at();
  const std::string owner = "joint " + shown(joint.name);
  const NamedType& type = read_type(element, owner);
  joint.type = type.type;
  joint.parent = read_mention(element, "parent", owner, remarks);
  joint.child = read_mention(element, "child", owner, remarks);
  joint.origin = read_origin(element, owner, remarks);
  JointParts(element, owner, type, remarks).read(joint);
  return joint;
}

}  // namespace alembert
