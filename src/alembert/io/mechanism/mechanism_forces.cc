/// [force.X]: forces and torques on bodies, springs between points, springs about joints.
#include <algorithm>
#include <array>

#include "alembert/core/text.h"
#include "alembert/io/formulas/description_sections.h"
#include "alembert/io/formulas/dimensions.h"
#include "alembert/io/formulas/formula_reader.h"
#include "alembert/io/mechanism/mechanism_sections.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

constexpr std::array<Dimension, 1> torque_dimension{dimension::torque};
constexpr std::array<Dimension, 1> angle_dimension{dimension::angle};
constexpr std::array<Dimension, 1> stiffness_dimension{{{.mass = 1, .time = -2}}};
constexpr std::array<Dimension, 1> damping_dimension{{{.mass = 1, .time = -1}}};
constexpr std::array<Dimension, 2> turn_stiffness_dimensions{
    {{.length = 2, .mass = 1, .time = -2, .angle = -1}, {.length = 2, .mass = 1, .time = -2}}};
constexpr std::array<Dimension, 2> turn_damping_dimensions{
    {{.length = 2, .mass = 1, .time = -1, .angle = -1}, {.length = 2, .mass = 1, .time = -1}}};

enum class ForceType : std::uint8_t { force, torque, spring, rotational_spring };

ForceType type_of(const Value& table, const std::string& path, const Source& at) {
  static const std::vector<std::string> known{"force", "torque", "spring", "rotational-spring"};
  const Entry* entry = table.find("type");
  if (entry == nullptr)
    throw Error(Error::Code::bad_value, path + " type is missing", at, "write one of " + join(known, ", "));
  if (!entry->value.is(Value::Kind::text)) fail_wrong_type(entry->value, path + " type", "a text in quotes");
  const auto it = std::ranges::find(known, entry->value.text);
  if (it != known.end()) return static_cast<ForceType>(it - known.begin());
  throw Error(Error::Code::unknown_name, path + " type: unknown force type " + shown(entry->value.text),
              entry->value.at(), did_you_mean(entry->value.text, known));
}

bool read_frame(const TableReader& reader) {
  const std::string frame = reader.text("frame", "world");
  if (frame == "world" || frame == "body") return frame == "body";
  throw Error(Error::Code::bad_value, reader.path("frame") + " is " + shown(frame), reader.find("frame")->at(),
              "write \"world\" or \"body\"");
}

Written read_motion_formula(const Value& value, const std::string& path, const MechanismReading& reading,
                            std::span<const Dimension> dimension, const char* what) {
  return read_formula(value, path, ScopedNames(reading.names, in_motion_with_energies(path)), dimension, what).written;
}

/// One table of [force].
class ForceReader {
 public:
  ForceReader(const Entry& entry, const std::string& name, const Value& table, const MechanismReading& reading)
      : path_("[force." + entry.key + "]"),
        name_(reading.names.prefix + name),
        at_(entry.at()),
        table_(table),
        reading_(reading) {}

  BodyForce body_force(bool torque) const {
    const TableReader reader = torque ? TableReader(table_, path_, {"type", "body", "value", "frame", "count"})
                                      : TableReader(table_, path_, {"type", "body", "at", "value", "frame", "count"});
    BodyForce force{name_, torque, {}, {}, read_frame(reader), at_};
    force.at = reading_.point_of_body(reader, "body", "at", "write which body it acts on");
    const Value& value = reader.need("value", torque ? "write the torque in N m" : "write the force in N, [x, y, ..]");
    read_components(value, reader.path("value"), force);
    return force;
  }

  Spring spring() const {
    const TableReader reader(table_, path_, {"type", "points", "stiffness", "damping", "length", "actuator", "count"});
    Spring spring{name_, reading_.two_points(reader), {}, {}, {}, {}, at_};
    spring.stiffness = constant(reader, "stiffness", stiffness_dimension, "N/m").value_or(Expr());
    spring.damping = damping(reader, damping_dimension, "N s/m");
    spring.length = constant(reader, "length", length_dimension, "a length");
    spring.actuator = actuator(reader, force_dimension, "a force");
    return spring;
  }

  RotationalSpring rotational_spring() const {
    const TableReader reader(table_, path_,
                             {"type", "joint", "bodies", "stiffness", "damping", "rest", "actuator", "count"});
    RotationalSpring spring{name_, {}, {}, {}, {}, {}, {}, at_};
    read_ends(reader, spring);
    spring.stiffness = constant(reader, "stiffness", turn_stiffness_dimensions, "N m/rad").value_or(Expr());
    spring.damping = damping(reader, turn_damping_dimensions, "N m s/rad");
    spring.rest = constant(reader, "rest", angle_dimension, "an angle");
    spring.actuator = actuator(reader, torque_dimension, "a torque");
    return spring;
  }

 private:
  std::optional<Expr> constant(const TableReader& reader, const char* key, std::span<const Dimension> dimension,
                               const char* what) const {
    const Value* value = reader.find(key);
    if (value == nullptr) return {};
    return reading_.number(*value, reader.path(key), dimension, what);
  }

  Expr damping(const TableReader& reader, std::span<const Dimension> dimension, const char* what) const {
    const Expr value = constant(reader, "damping", dimension, what).value_or(Expr());
    reading_.warn_of_negative_damping(reader, std::array{value});
    return value;
  }

  std::optional<Written> actuator(const TableReader& reader, std::span<const Dimension> dimension,
                                  const char* what) const {
    const Value* value = reader.find("actuator");
    if (value == nullptr) return {};
    return read_motion_formula(*value, reader.path("actuator"), reading_, dimension, what);
  }

  void read_components(const Value& value, const std::string& path, BodyForce& force) const {
    const std::span<const Dimension> dimension =
        force.torque ? std::span(torque_dimension) : std::span(force_dimension);
    const char* what = force.torque ? "a torque" : "a force";
    for (Written& component : force.value) component.at = value.at();
    if (force.torque && reading_.model.planar) {
      force.value[2] = read_motion_formula(value, path, reading_, dimension, what);
      return;
    }
    const std::size_t count = reading_.model.planar ? 2 : 3;
    const std::string form = count == 2 ? "a list of two formulas [x, y]" : "a list of three formulas [x, y, z]";
    if (!value.is(Value::Kind::array)) fail_wrong_type(value, path, form);
    if (value.items.size() != count)
      throw Error(
          Error::Code::bad_value,
          path + " has " + std::to_string(value.items.size()) + " components instead of " + std::to_string(count),
          value.at(), "write " + form);
    for (std::size_t i = 0; i < count; ++i)
      force.value.at(i) =
          read_motion_formula(value.items[i], path + "[" + std::to_string(i) + "]", reading_, dimension, what);
  }

  /// A joint with one angle, or two bodies of a planar model.
  void read_ends(const TableReader& reader, RotationalSpring& spring) const {
    const Value* joint = reader.find("joint");
    const Value* bodies = reader.find("bodies");
    if ((joint == nullptr) == (bodies == nullptr))
      throw Error(Error::Code::bad_value,
                  path_ + (joint == nullptr ? " has neither joint nor bodies" : " has both joint and bodies"),
                  joint == nullptr ? table_.at() : bodies->at(),
                  "write joint = \"A\", or (planar) bodies = [first, second]");
    if (joint != nullptr) {
      spring.joint = reading_.joint(*joint, reader.path("joint"));
      const std::vector<JointWord>& has =
          words(reading_.model, reading_.model.joints[static_cast<std::size_t>(*spring.joint)]).coordinates;
      if (std::ranges::count(has, "rad", &JointWord::unit) != 1)
        throw Error(Error::Code::bad_value, reader.path("joint") + ": " + shown(joint->text) + " has not one angle",
                    joint->at(), "revolute, cylindrical, screw and planar joints have one");
      return;
    }
    if (!reading_.model.planar)
      throw Error(Error::Code::bad_value, reader.path("bodies") + " is for planar models", bodies->at(),
                  "write joint = \"A\": the spring turns with its coordinate");
    if (!bodies->is(Value::Kind::array) || bodies->items.size() != 2)
      fail_wrong_type(*bodies, reader.path("bodies"), "a list of two bodies");
    for (std::size_t i = 0; i < 2; ++i)
      spring.bodies[i] = reading_.body(bodies->items[i], reader.path("bodies") + "[" + std::to_string(i) + "]");
  }

  std::string path_;
  std::string name_;
  Source at_;
  const Value& table_;
  const MechanismReading& reading_;
};

}  // namespace

void MechanismReading::warn_of_negative_damping(const TableReader& reader, std::span<const Expr> damping) const {
  if (std::ranges::any_of(damping, [&](Expr e) { return value_of(e) < 0.0; }))
    model.warnings.push_back({reader.path("damping") + " is negative: it drives the motion instead of damping it",
                              reader.find("damping")->at()});
}

void declare_forces(MechanismReading& reading) {
  if (reading.file->document == nullptr) return;
  for (const Entry& entry : entries_in(*reading.file->document, "force")) {
    check_name(entry.key, entry.at());
    reading.each_copy(entry, "force", reading.words.force_count(), [&](const std::string& name, const Value& table) {
      std::optional<int> spring;
      if (type_of(table, "[force." + entry.key + "]", entry.at()) == ForceType::spring) {
        spring = static_cast<int>(reading.model.springs.size());
        reading.model.springs.emplace_back();
      }
      reading.words.add_force(reading.names.prefix + name, spring, entry.at());
    });
  }
}

void read_forces(MechanismReading& reading) {
  if (reading.file->document == nullptr) return;
  Mechanism& model = reading.model;
  for (const Entry& entry : entries_in(*reading.file->document, "force"))
    reading.each_copy(entry, "force", 0, [&](const std::string& name, const Value& table) {
      const ForceReader reader(entry, name, table, reading);
      switch (type_of(table, "[force." + entry.key + "]", entry.at())) {
        case ForceType::force: model.forces.push_back(reader.body_force(false)); break;
        case ForceType::torque: model.forces.push_back(reader.body_force(true)); break;
        case ForceType::spring:
          model.springs[static_cast<std::size_t>(*reading.words.find_spring(name))] = reader.spring();
          break;
        case ForceType::rotational_spring: model.rotational_springs.push_back(reader.rotational_spring()); break;
      }
    });
}

}  // namespace alembert
