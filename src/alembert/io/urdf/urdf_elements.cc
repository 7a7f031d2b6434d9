#include "alembert/io/urdf/urdf_elements.h"

#include <algorithm>
#include <cmath>

#include "alembert/io/urdf/urdf_joint.h"
#include "alembert/io/urdf/urdf_looks.h"
#include "alembert/io/urdf/urdf_parts.h"
#include "alembert/io/urdf/urdf_transmissions.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

const char* const inertial_hint =
    "write <inertial> with <mass value=\"1\"/> and <inertia ixx=\"..\" iyy=\"..\" izz=\"..\"/>; a link without mass "
    "has "
    "no <inertial>";

const XmlElement& need_part(const XmlElement& inertial, std::string_view name, const std::string& owner) {
  if (const XmlElement* part = only_child(inertial, name, owner)) return *part;
  throw Error(Error::Code::bad_value, owner + ": <inertial> has no <" + std::string(name) + ">", inertial.at(),
              inertial_hint);
}

/// Moments of a mass within a nanometre are what rounding left of a point: equations that need them would be wrong.
void round_to_point(const XmlElement& inertia, const std::string& owner, UrdfLink& link, UrdfRemarks& remarks) {
  constexpr double nanometre = 1e-9;
  const Sym3<Expr>& I = link.inertia;
  double largest = 0.0;
  for (const Expr& moment : {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz})
    largest = std::max(largest, std::abs(moment.number().to_double()));
  if (largest == 0.0 || largest > link.mass.number().to_double() * nanometre * nanometre) return;
  remarks.warn(owner + ": <inertia> is that of a mass within a nanometre, which is rounding; taken as zero",
               inertia.at());
  link.inertia = {};
}

void read_inertial(const XmlElement& inertial, const std::string& owner, UrdfLink& link, UrdfRemarks& remarks) {
  remarks.look(inertial, {}, {"origin", "mass", "inertia"});
  link.center = read_origin(inertial, owner, remarks);
  const XmlElement& mass = need_part(inertial, "mass", owner);
  remarks.look(mass, {"value"});
  link.mass = need_number(mass, "value", owner);
  const XmlElement& inertia = need_part(inertial, "inertia", owner);
  remarks.look(inertia, {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"});
  const auto element = [&](std::string_view name) { return read_number(inertia, name, owner).value_or(Expr()); };
  link.inertia = {need_number(inertia, "ixx", owner),
                  need_number(inertia, "iyy", owner),
                  need_number(inertia, "izz", owner),
                  element("ixy"),
                  element("ixz"),
                  element("iyz")};
  round_to_point(inertia, owner, link, remarks);
}

UrdfLink read_link(const XmlElement& element, UrdfRemarks& remarks) {
  remarks.look(element, {"name"}, {"inertial", "visual", "collision"});
  UrdfLink link;
  link.name = need_name(element, "name");
  link.at = element.at();
  const std::string owner = "link " + shown(link.name);
  if (const XmlElement* inertial = only_child(element, "inertial", owner))
    read_inertial(*inertial, owner, link, remarks);
  link.looks = read_looks(element, remarks);
  return link;
}

/// The whole file, down to the depth where elements stop: an unexpanded macro may stand anywhere.
void refuse_xacro_elements(const XmlElement& element) {
  if (element.name.starts_with("xacro:"))
    throw Error(Error::Code::unsupported, shown(element.name) + " is a xacro macro", element.at(),
                "expand the file first: xacro robot.urdf.xacro > robot.urdf");
  for (const XmlElement& child : element.children) refuse_xacro_elements(child);
}

void check_root(const XmlElement& robot) {
  if (robot.name == "robot") return;
  std::string hint = "a URDF file is <robot name=\"...\"> with <link> and <joint> elements";
  if (robot.name == "mujoco") hint = "this is a MuJoCo model (MJCF), which cannot be read yet";
  if (robot.name == "sdf") hint = "this is an SDF model; convert it to URDF";
  throw Error(Error::Code::bad_value, "the outermost element is " + shown(robot.name) + ", not 'robot'", robot.at(),
              hint);
}

/// Throws at the second of two elements with the same name.
template <class Named>
void check_unique(const std::vector<Named>& list, const std::string& kind) {
  std::vector<const Named*> sorted;
  for (const Named& element : list) sorted.push_back(&element);
  std::ranges::stable_sort(sorted, {}, [](const Named* n) -> const std::string& { return n->name; });
  const auto twice =
      std::ranges::adjacent_find(sorted, [](const Named* a, const Named* b) { return a->name == b->name; });
  if (twice == sorted.end()) return;
  const Named &first = **twice, &second = **(twice + 1);
  throw Error(Error::Code::duplicate_name, "two " + kind + "s are named " + shown(second.name), second.at,
              "the first is in line " + std::to_string(first.at.line) + "; every " + kind + " needs a name of its own");
}

/// Files say "world" for the ground without defining it: the link is made where a joint mentions it as its parent.
void add_world(UrdfFile& file, bool free_base, UrdfRemarks& remarks) {
  constexpr std::string_view world = "world";
  if (std::ranges::find(file.links, world, &UrdfLink::name) != file.links.end()) return;
  for (const UrdfJoint& joint : file.joints)
    if (joint.child.name == world)
      throw Error(Error::Code::bad_value,
                  "joint " + shown(joint.name) +
                      ": its child is 'world', which no link is named, and the ground is "
                      "nobody's child",
                  joint.child.at,
                  "exchange <parent> and <child> (the motion then has the other sign), or write <link name=\"world\"/> "
                  "for a body of that name");
  const auto on_world = std::ranges::find(file.joints, world, [](const UrdfJoint& j) { return j.parent.name; });
  if (on_world == file.joints.end()) return;
  const Source& at = on_world->parent.at;
  remarks.warn(free_base ? "no link is named 'world', and with a free base nothing is held by the ground: it is taken "
                           "as a link without mass that moves freely"
                         : "no link is named 'world'; it is taken as the ground",
               at);
  UrdfLink& link = file.links.emplace_back();
  link.name = world;
  link.at = at;
}

}  // namespace

UrdfFile read_urdf_elements(const XmlElement& robot, bool free_base, UrdfRemarks& remarks) {
  check_root(robot);
  refuse_xacro_elements(robot);
  remarks.look(robot, {"name", "version"}, {"link", "joint", "transmission"});
  UrdfFile file;
  file.at = robot.at();
  if (const XmlAttribute* name = robot.find("name")) file.name = name->value;
  for (const XmlElement& element : robot.children) {
    if (element.name == "link") file.links.push_back(read_link(element, remarks));
    if (element.name == "joint") file.joints.push_back(read_urdf_joint(element, remarks));
  }
  if (file.links.empty())
    throw Error(Error::Code::bad_value, "the robot has no links", robot.at(),
                "write <link name=\"...\"> for each body and <joint> between them");
  check_unique(file.links, "link");
  check_unique(file.joints, "joint");
  add_world(file, free_base, remarks);
  add_rotors(robot, file.joints, remarks);
  return file;
}

}  // namespace alembert
