#include "alembert/io/urdf/urdf_parts.h"

namespace alembert {
namespace {

/// quat_xyzw, which newer URDF has beside rpy.
std::optional<Orientation> read_quaternion(const XmlElement& origin, const std::string& owner) {
  const std::optional<std::array<Expr, 4>> q = read_quadruple(origin, "quat_xyzw", owner);
  if (!q) return {};
  const auto& [x, y, z, w] = *q;
  const XmlAttribute& written = *origin.find("quat_xyzw");
  if (is_zero({x, y, z}) && w.is_zero())
    throw Error(Error::Code::bad_value, owner + ": <origin> quat_xyzw is zero", origin.at(written),
                "a rotation is a quaternion of length 1; none is \"0 0 0 1\"");
  if (origin.find("rpy") != nullptr)
    throw Error(Error::Code::bad_value, owner + ": <origin> has both rpy and quat_xyzw", origin.at(written),
                "keep one of them");
  if (is_zero({x, y, z})) return Orientation{};
  return Orientation{Orientation::Kind::quaternion, {w, x, y, z}};
}

}  // namespace

const XmlElement* only_child(const XmlElement& element, std::string_view name, const std::string& owner) {
  const XmlElement* found = nullptr;
  for (const XmlElement& child : element.children) {
    if (child.name != name) continue;
    if (found != nullptr)
      throw Error(Error::Code::duplicate_name, owner + ": <" + element.name + "> has <" + std::string(name) + "> twice",
                  child.at(), "the first is in line " + std::to_string(found->place.line) + "; keep one of them");
    found = &child;
  }
  return found;
}

std::string need_name(const XmlElement& element, std::string_view attribute) {
  const XmlAttribute* found = element.find(attribute);
  if (found == nullptr || found->value.empty())
    throw Error(Error::Code::bad_value, "<" + element.name + "> has no " + std::string(attribute), element.at(),
                "write <" + element.name + " " + std::string(attribute) + "=\"...\">");
  refuse_xacro(found->value, element.at(*found));
  return found->value;
}

UrdfOrigin read_origin(const XmlElement& element, const std::string& owner, UrdfRemarks& remarks) {
  const XmlElement* origin = only_child(element, "origin", owner);
  if (origin == nullptr) return {};
  remarks.look(*origin, {"xyz", "rpy", "quat_xyzw"});
  UrdfOrigin result;
  if (const std::optional<Vec3<Expr>> xyz = read_vector(*origin, "xyz", owner)) result.p = *xyz;
  if (const std::optional<Vec3<Expr>> rpy = read_vector(*origin, "rpy", owner); rpy && !is_zero(*rpy))
    result.R = Orientation{Orientation::Kind::rpy, {rpy->x, rpy->y, rpy->z}};
  if (const std::optional<Orientation> q = read_quaternion(*origin, owner); q && q->kind != Orientation::Kind::identity)
    result.R = q;
  return result;
}

}  // namespace alembert
