/// [joint.X]: which bodies are joined, and how; bodies that no joint holds.
#include <algorithm>

#include "alembert/core/text.h"
#include "alembert/io/formulas/description_sections.h"
#include "alembert/io/mechanism/mechanism_sections.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

TableReader joint_reader(const Entry& entry, const Value& table) {
  return {table,
          "[joint." + entry.key + "]",
          {"type",   "bodies",      "at",       "axis",           "axes",    "rotation",  "sequence", "pitch",
           "start",  "rate",        "effort",   "motion",         "damping", "stiffness", "rest",     "armature",
           "limits", "restitution", "friction", "friction_width", "fixed",   "cut",       "count"}};
}

JointType read_type(const TableReader& reader, bool planar) {
  const std::vector<std::string> known = joint_type_names(planar);
  const Value& value = reader.need("type", "write type = \"revolute\" or another of " + join(known, ", "));
  const std::string name = reader.text("type", "");
  const std::optional<JointType> type = joint_type_named(name);
  if (type && std::ranges::find(known, name) != known.end()) return *type;
  if (type)
    throw Error(Error::Code::bad_value, reader.path("type") + ": a planar model has no " + name + " joints", value.at(),
                "write one of " + join(known, ", ") + ", or space = \"spatial\"");
  throw Error(Error::Code::unknown_name, reader.path("type") + ": unknown joint type " + shown(name), value.at(),
              did_you_mean(name, known));
}

std::string read_sequence(const TableReader& reader, JointType type, bool planar) {
  const Value* value = reader.find("sequence");
  const bool takes = !planar && (type == JointType::gimbal || type == JointType::free);
  if (value == nullptr && type == JointType::gimbal)
    static_cast<void>(reader.need("sequence", "write the axes of its three turns, such as sequence = \"zxy\""));
  if (value == nullptr) return {};
  if (!takes)
    throw Error(Error::Code::bad_value, reader.path("sequence") + " is for gimbal and spatial free joints", value->at(),
                "remove it");
  std::string text = reader.text("sequence", "");
  const bool letters = text.size() == 3 && text.find_first_not_of("xyz") == std::string::npos;
  if (letters && text[0] != text[1] && text[1] != text[2]) return text;
  throw Error(Error::Code::bad_value, reader.path("sequence") + " is " + shown(text), value->at(),
              "write three of x, y, z without the same twice in a row, such as \"zxy\" or \"zxz\"");
}

void read_pair(const TableReader& reader, const MechanismReading& reading, Joint& joint) {
  static constexpr const char* words = "write bodies = [\"ground\", \"crank\"]: the second moves relative to the first";
  const Value& bodies = reader.need("bodies", words);
  if (!bodies.is(Value::Kind::array)) fail_wrong_type(bodies, reader.path("bodies"), "a list of two bodies", words);
  if (bodies.items.size() != 2)
    throw Error(Error::Code::bad_value,
                reader.path("bodies") + " has " + std::to_string(bodies.items.size()) +
                    (bodies.items.size() == 1 ? " body" : " bodies") + " instead of 2",
                bodies.at(), words);
  joint.first = reading.body(bodies.items[0], reader.path("bodies") + "[0]");
  joint.second = reading.body(bodies.items[1], reader.path("bodies") + "[1]");
  if (joint.first == joint.second)
    throw Error(Error::Code::bad_value, reader.path("bodies") + ": a joint holds two different bodies", bodies.at(),
                words);
}

Joint declared_joint(const TableReader& reader, const MechanismReading& reading) {
  Joint joint;
  joint.type = read_type(reader, reading.model.planar);
  joint.sequence = read_sequence(reader, joint.type, reading.model.planar);
  read_pair(reader, reading, joint);
  joint.at = {PointOn{joint.first, {}}, PointOn{joint.second, {}}};
  return joint;
}

}  // namespace

void declare_joints(MechanismReading& reading) {
  declare_included_joints(reading);
  if (reading.file->document == nullptr) return;
  for (const Entry& entry : entries_in(*reading.file->document, "joint")) {
    check_free_name(entry.key, entry.at());
    reading.each_copy(entry, "joint", reading.model.joints.size(), [&](const std::string& name, const Value& table) {
      Joint joint = declared_joint(joint_reader(entry, table), reading);
      joint.name = reading.names.prefix + name;
      joint.source = entry.at();
      reading.add_joint(std::move(joint));
    });
  }
}

void declare_free_joints(MechanismReading& reading) {
  Mechanism& model = reading.model;
  reading.first_free_joint = static_cast<int>(model.joints.size());
  std::vector<bool> held(model.bodies.size());
  held[0] = true;
  for (const Joint& joint : model.joints)
    held[static_cast<std::size_t>(joint.first)] = held[static_cast<std::size_t>(joint.second)] = true;
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    if (held[b]) continue;
    const Body& body = model.bodies[b];
    check_free_name(body.name, body.at);
    Joint joint;
    joint.name = body.name;
    joint.type = body.particle ? JointType::translation : JointType::free;
    joint.second = static_cast<int>(b);
    joint.at[1].body = joint.second;
    joint.source = body.at;
    reading.add_joint(std::move(joint));
  }
}

void check_cuts(const Mechanism& model) {
  // Bodies that the joints of the tree reach.
  std::vector<std::vector<const Joint*>> at(model.bodies.size());
  for (const Joint& joint : model.joints)
    for (const int body : {joint.first, joint.second}) at[static_cast<std::size_t>(body)].push_back(&joint);
  std::vector<bool> reached(model.bodies.size());
  std::vector<int> next{0};
  reached[0] = true;
  while (!next.empty()) {
    const int body = next.back();
    next.pop_back();
    for (const Joint* joint : at[static_cast<std::size_t>(body)]) {
      const int other = joint->first == body ? joint->second : joint->first;
      if (joint->closing || reached[static_cast<std::size_t>(other)]) continue;
      reached[static_cast<std::size_t>(other)] = true;
      next.push_back(other);
    }
  }
  for (const Joint& joint : model.joints) {
    const bool first = reached[static_cast<std::size_t>(joint.first)];
    if (!joint.cut || first == reached[static_cast<std::size_t>(joint.second)]) continue;
    const Body& body = model.bodies[static_cast<std::size_t>(first ? joint.second : joint.first)];
    throw Error(
        Error::Code::bad_value,
        "[joint." + joint.name + "] cut: without this joint no way leads from the ground to " + shown(body.name),
        joint.source, "cut one joint of each loop, and none elsewhere");
  }
}

void set_joint_defaults(Joint& joint) {
  for (Expr& width : joint.friction_width)
    if (width.is_zero()) width = Expr(Rational(1, 1000));
}

void read_joints(MechanismReading& reading) {
  if (reading.file->document == nullptr) return;
  for (const Entry& entry : entries_in(*reading.file->document, "joint"))
    reading.each_copy(entry, "joint", 0, [&](const std::string& name, const Value& table) {
      const TableReader reader = joint_reader(entry, table);
      Joint& joint = reading.model.joints[static_cast<std::size_t>(*reading.words.find_joint(name))];
      read_placing(reader, reading, joint);
      read_joint_values(reader, reading, joint);
      joint.fixed_start = reader.boolean("fixed", false);
      joint.cut = reader.boolean("cut", false);
    });
}

void read_body_starts(MechanismReading& reading) {
  if (reading.file->document == nullptr) return;
  for (const Entry& entry : entries_in(*reading.file->document, "body"))
    reading.each_copy(entry, "body", 0, [&](const std::string& name, const Value& table) {
      const Entry* start = table.find("start");
      const Entry* rate = table.find("rate");
      if (start == nullptr && rate == nullptr) return;
      const std::string path = "[body." + entry.key + "]";
      const std::optional<int> joint = reading.words.find_joint(name);
      if (!joint || *joint < reading.first_free_joint)
        throw Error(Error::Code::bad_value,
                    path + (start != nullptr ? " start" : " rate") + ": the body is held by a joint",
                    (start != nullptr ? start : rate)->value.at(), "write it in the [joint] table");
      read_joint_start(start == nullptr ? nullptr : &start->value, rate == nullptr ? nullptr : &rate->value, path,
                       reading, reading.model.joints[static_cast<std::size_t>(*joint)]);
    });
}

}  // namespace alembert
