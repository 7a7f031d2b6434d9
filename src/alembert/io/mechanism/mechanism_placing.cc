/// Where a joint sits: at, axis, axes, rotation, pitch.
#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/io/mechanism/mechanism_sections.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

/// How far directions of numbers with six digits may be off.
constexpr double direction_tolerance = 1e-6;

constexpr std::array<Dimension, 2> pitch_dimensions{{{.length = 1, .angle = -1}, {.length = 1}}};

bool has_axis(JointType type) {
  switch (type) {
    case JointType::revolute:
    case JointType::prismatic:
    case JointType::cylindrical:
    case JointType::screw:
    case JointType::planar:
    case JointType::universal: return true;
    default: return false;
  }
}

Vec3<double> numbers(const Vec3<Expr>& v, const MechanismReading& reading) {
  return {reading.value_of(v.x), reading.value_of(v.y), reading.value_of(v.z)};
}

Mat3<double> numbers(const Orientation& o, const MechanismReading& reading) {
  return rotation_of<double>(o, reading.names.numbers());
}

/// One joint being placed.
class Placing {
 public:
  Placing(const TableReader& reader, const MechanismReading& reading, Joint& joint)
      : reader_(reader), reading_(reading), joint_(joint) {}

  void read() {
    if (const Value* at = reader_.find("at")) read_at(*at, reader_.path("at"));
    if (const Value* rotation = reader_.find("rotation")) read_rotation(*rotation);
    read_axes();
    check_axes();
    read_pitch();
  }

 private:
  [[noreturn]] void refuse(const char* key, const std::string& why, const std::string& hint) const {
    throw Error(Error::Code::bad_value, reader_.path(key) + " " + why, reader_.find(key)->at(), hint);
  }

  void read_at(const Value& at, const std::string& path) {
    const auto is_place = [&](const Value& item) { return item.is(Value::Kind::array) || reading_.is_point(item); };
    const bool pair = at.is(Value::Kind::array) && at.items.size() == 2 &&
                      (!reading_.model.planar || std::ranges::any_of(at.items, is_place));
    joint_.drawn = !pair;
    if (pair) {
      // Placed in body frames it has a zero there, unlike one that is placed nowhere and starts as drawn.
      if (joint_.type == JointType::translation) joint_.rotation = Orientation{};
      joint_.at[0] = end(at.items[0], path + "[0]", joint_.first, "first");
      joint_.at[1] = end(at.items[1], path + "[1]", joint_.second, "second");
    } else if (at.is(Value::Kind::text)) {
      joint_.at[0] = reading_.named_point(at, path);
    } else {
      const Vec3<Expr> p = reading_.position(at, path);
      joint_.at[0] = {0, reading_.file->drawn ? reading_.file->drawn->point(p) : p};
    }
    if (joint_.type == JointType::free) check_free_at();
  }

  PointOn end(const Value& value, const std::string& path, int body, const char* which) const {
    if (value.is(Value::Kind::array)) return {body, reading_.position(value, path)};
    PointOn point = reading_.named_point(value, path);
    if (point.body == body) return point;
    throw Error(Error::Code::bad_value, path + ": " + shown(value.text) + " is not a point of the " + which + " body",
                value.at(), "the points stand in the order of bodies");
  }

  /// The coordinates of a free joint are the pose of the second body itself.
  void check_free_at() const {
    for (const PointOn& point : joint_.at) {
      const Vec3<double> p = numbers(point.p, reading_);
      if (p.x != 0.0 || p.y != 0.0 || p.z != 0.0)
        refuse("at", "has no meaning for a free joint", "its coordinates are the pose of the second body: write start");
    }
  }

  void read_rotation(const Value& rotation) {
    if (joint_.type == JointType::spherical || joint_.type == JointType::free)
      refuse("rotation", "has no meaning for this joint",
             "its coordinates are the pose of the second body: write start");
    if (joint_.drawn)
      refuse("rotation", "cannot stand beside a drawn place",
             "the zero of the joint is the drawn pose; write at = [[..], [..]] to place it in body frames");
    joint_.rotation = reading_.orientation(rotation, reader_.path("rotation"));
  }

  Vec3<Expr> direction(const Value& value, const std::string& path) const {
    const Vec3<Expr> d = reading_.direction(value, path);
    return joint_.drawn && reading_.file->drawn ? reading_.file->drawn->R * d : d;
  }

  void read_axes() {
    const Value* axis = reader_.find("axis");
    const Value* axes = reader_.find("axes");
    const char* key = axis != nullptr ? "axis" : "axes";
    if (axis == nullptr && axes == nullptr) {
      if (joint_.type == JointType::universal)
        static_cast<void>(reader_.need("axes", "write axes = [first, second], at right angles"));
      return;
    }
    if (!has_axis(joint_.type))
      refuse(key, "has no meaning for a " + std::string(name_of(joint_.type)) + " joint", "remove it");
    if (reading_.model.planar && joint_.type != JointType::prismatic)
      refuse(key, "has no meaning for this joint", "in a planar model bodies turn about z");
    if (axis != nullptr && axes != nullptr) refuse("axes", "cannot stand beside axis", "keep one of them");
    if (axis != nullptr && joint_.type == JointType::universal)
      refuse("axis", "is one of two", "write axes = [first, second], at right angles");
    if (axis != nullptr) {
      joint_.axes = {direction(*axis, reader_.path("axis"))};
      return;
    }
    if (!axes->is(Value::Kind::array) || axes->items.size() != 2)
      fail_wrong_type(*axes, reader_.path("axes"), "a list of two directions", "write axes = [[..], [..]]");
    if (joint_.drawn && !has_two_axes())
      refuse("axes", "cannot stand beside a drawn place", "as drawn, one axis in world coordinates is enough");
    for (std::size_t i = 0; i < 2; ++i)
      joint_.axes.push_back(direction(axes->items[i], reader_.path("axes") + "[" + std::to_string(i) + "]"));
  }

  /// The joint itself has two different axes.
  bool has_two_axes() const { return joint_.type == JointType::universal || joint_.type == JointType::planar; }

  /// Directions, with the parameters' values.
  void check_axes() const {
    if (joint_.type == JointType::planar && joint_.axes.size() == 1) return check_normal();
    if (joint_.axes.size() != 2) return;
    const Vec3<double> a = unit(numbers(joint_.axes[0], reading_)), b = unit(numbers(joint_.axes[1], reading_));
    const Mat3<double> R = joint_.rotation ? numbers(*joint_.rotation, reading_) : Mat3<double>::identity();
    if (has_two_axes()) {
      const bool in_two_bodies = joint_.type == JointType::universal && !joint_.drawn;
      if (std::abs(dot(a, in_two_bodies ? R * b : b)) > direction_tolerance)
        refuse("axes", "are not at right angles",
               in_two_bodies ? "the second is in the second body's frame; rotation turns it into the first's"
                             : "choose them so that their product is zero");
    } else if (joint_.rotation) {
      if (norm(a - R * b) > direction_tolerance)
        refuse("axes", "do not fit the rotation", "the first must be rotation times the second; leave one of them out");
    } else if (norm(a + b) < direction_tolerance) {
      refuse("axes", "are opposite, so that many turns carry one onto the other", "say which by rotation = {..}");
    }
  }

  void check_normal() const {
    Vec3<double> n = unit(numbers(joint_.axes[0], reading_));
    if (joint_.drawn)
      n = numbers(reading_.model.bodies[static_cast<std::size_t>(joint_.first)].rotation, reading_).transpose_times(n);
    if (norm(n - Vec3<double>{0.0, 0.0, 1.0}) > direction_tolerance)
      refuse("axis", "is not the z of the first body, so that x and y are not known",
             "write axes = [direction of x, normal]");
  }

  void read_pitch() {
    const Value* pitch = reader_.find("pitch");
    if (joint_.type == JointType::screw)
      pitch = &reader_.need("pitch", "write the advance in m/rad, such as pitch = \"0.002/(2*pi)\"");
    if (pitch == nullptr) return;
    if (joint_.type != JointType::screw) refuse("pitch", "is for screw joints", "remove it");
    joint_.pitch = reading_.number(*pitch, reader_.path("pitch"), pitch_dimensions, "a length per angle");
  }

  const TableReader& reader_;
  const MechanismReading& reading_;
  Joint& joint_;
};

}  // namespace

void read_placing(const TableReader& reader, const MechanismReading& reading, Joint& joint) {
  Placing(reader, reading, joint).read();
}

}  // namespace alembert
