/// What a joint has for each of its coordinates: start, rate, effort, motion, damping and so on.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "alembert/core/text.h"
#include "alembert/io/formulas/dimensions.h"
#include "alembert/io/formulas/formula_reader.h"
#include "alembert/io/mechanism/mechanism_sections.h"
#include "alembert/model/reals.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

/// A quantity of a joint: its dimension where the coordinate is an angle and where it is a length.
struct JointQuantity {
  std::array<Dimension, 2> angular;
  std::array<Dimension, 2> linear;
  const char* angular_words;
  const char* linear_words;
};

namespace quantity {
using namespace dimension;
constexpr JointQuantity coordinate{{angle, angle}, {length, length}, "an angle", "a length"};
constexpr JointQuantity speed{{{{.time = -1, .angle = 1}, {.time = -1, .angle = 1}}},
                              {{{.length = 1, .time = -1}, {.length = 1, .time = -1}}},
                              "an angle per time",
                              "a length per time"};
constexpr JointQuantity effort{{torque, torque}, {force, force}, "a torque", "a force"};
constexpr JointQuantity damping{
    {{{.length = 2, .mass = 1, .time = -1, .angle = -1}, {.length = 2, .mass = 1, .time = -1}}},
    {{{.mass = 1, .time = -1}, {.mass = 1, .time = -1}}},
    "N m s/rad",
    "N s/m"};
constexpr JointQuantity stiffness{{{{.length = 2, .mass = 1, .time = -2, .angle = -1}, torque}},
                                  {{{.mass = 1, .time = -2}, {.mass = 1, .time = -2}}},
                                  "N m/rad",
                                  "N/m"};
constexpr JointQuantity armature{
    {{{.length = 2, .mass = 1}, {.length = 2, .mass = 1}}}, {{{.mass = 1}, {.mass = 1}}}, "kg m^2", "kg"};
constexpr JointQuantity pure{
    {Dimension{}, Dimension{}}, {Dimension{}, Dimension{}}, "a plain number", "a plain number"};
}  // namespace quantity

/// What a component of a key holds.
enum class Item { single, pair, law };

/// Takes the i-th coordinate or speed, what is written for it, and the path of that.
using Take = std::function<void(std::size_t, const Value&, const std::string&)>;

/// "30 deg"
bool in_degrees(std::string_view text) {
  const std::string_view end = trimmed(text);
  return end.ends_with("deg") || end.ends_with("°");
}

class JointValues {
 public:
  JointValues(std::string path, const MechanismReading& reading, Joint& joint)
      : path_(std::move(path)), reading_(reading), joint_(joint), has_(words(reading.model, joint)) {}

  void read_start(const Value* start, const Value* rate) {
    if (start != nullptr) {
      const std::string where = key_path(path_, "start");
      each(read_turn(*start, where), where, has_.coordinates, Item::single,
           [&](std::size_t i, const Value& value, const std::string& path) {
             joint_.start[i] = number(value, path, quantity::coordinate, has_.coordinates[i]);
             if (value.is(Value::Kind::text) && in_degrees(value.text)) reading_.model.degrees = true;
           });
      check_quaternion(*start);
    }
    if (rate != nullptr)
      each(*rate, key_path(path_, "rate"), has_.speeds, Item::single,
           [&](std::size_t i, const Value& value, const std::string& path) {
             joint_.rate[i] = number(value, path, quantity::speed, has_.speeds[i]);
           });
  }

  void read_all(const TableReader& reader) {
    for (const char* key : {"motion", "stiffness", "rest", "limits", "restitution"})
      if (has_.quaternion && reader.find(key) != nullptr)
        throw Error(Error::Code::unsupported,
                    reader.path(key) + ": the speeds of this joint are not the rates of its coordinates",
                    reader.find(key)->at(), "use a gimbal joint, or a free joint with a sequence");
    read_start(reader.find("start"), reader.find("rate"));
    formulas(reader, "effort", quantity::effort, joint_.effort,
             [&](const Value& value, const std::string& path, std::span<const Dimension> expected, const char* what) {
               const ScopedNames scope(reading_.names, in_motion_with_energies(path));
               return read_formula(value, path, scope, expected, what).written;
             });
    formulas(reader, "motion", quantity::coordinate, joint_.motion,
             [&](const Value& value, const std::string& path, std::span<const Dimension> expected, const char* what) {
               return reading_.timed(value, path, expected, what);
             });
    constants(reader, "damping", quantity::damping, joint_.damping);
    reading_.warn_of_negative_damping(reader, joint_.damping);
    constants(reader, "stiffness", quantity::stiffness, joint_.stiffness);
    constants(reader, "rest", quantity::coordinate, joint_.rest);
    constants(reader, "armature", quantity::armature, joint_.armature);
    constants(reader, "friction_width", quantity::speed, joint_.friction_width);
    read_friction(reader);
    read_limits(reader);
    read_restitution(reader);
    check_motion(reader);
    check_sizes(reader);
  }

 private:
  static bool is_angular(const JointWord& word) { return word.unit.starts_with("rad"); }

  Expr number(const Value& value, const std::string& path, const JointQuantity& quantity, const JointWord& word) const {
    if (word.unit.empty()) return reading_.number(value, path, quantity::pure.angular, quantity::pure.angular_words);
    if (is_angular(word)) return reading_.number(value, path, quantity.angular, quantity.angular_words);
    return reading_.number(value, path, quantity.linear, quantity.linear_words);
  }

  /// The names that a table or list of `words` goes by.
  static std::string names_of(const std::vector<JointWord>& words) {
    std::vector<std::string> names;
    for (const JointWord& word : words) names.emplace_back(word.suffix);
    return join(names, ", ");
  }

  /// Hands out what `value` holds: one for all of a joint with one, a list in order, or a table by name.
  static void each(const Value& value, const std::string& path, const std::vector<JointWord>& words, Item item,
                   const Take& take) {
    if (words.empty())
      throw Error(Error::Code::bad_value, path + ": the joint has no coordinates", value.at(), "remove it");
    const bool one = words.size() == 1;
    if (value.is(Value::Kind::table) && item == Item::law && one) return take(0, value, path);
    if (value.is(Value::Kind::table) && !one) return by_name(value, path, words, take);
    if (value.is(Value::Kind::table)) fail_wrong_type(value, path, "a number or an expression", "the joint has one");
    const bool is_list = value.is(Value::Kind::array);
    const bool bare_pair =
        item != Item::single && is_list && one && !value.items.empty() && !value.items.front().is(Value::Kind::array);
    if (one && (!is_list || bare_pair)) return take(0, value, path);
    if (!is_list)
      fail_wrong_type(value, path, "a list or a table",
                      "the joint has several: " + names_of(words) + "; write [.., ..] in this order, or { " +
                          std::string(words.front().suffix) + " = .. }");
    if (value.items.size() != words.size())
      throw Error(Error::Code::bad_value,
                  path + " has " + std::to_string(value.items.size()) + " components instead of " +
                      std::to_string(words.size()),
                  value.at(), one ? "the joint has one" : "in order: " + names_of(words));
    for (std::size_t i = 0; i < words.size(); ++i) take(i, value.items[i], path + "[" + std::to_string(i) + "]");
  }

  static void by_name(const Value& value, const std::string& path, const std::vector<JointWord>& words,
                      const Take& take) {
    for (const Entry& entry : value.entries) {
      const auto it = std::ranges::find(words, entry.key, &JointWord::suffix);
      std::vector<std::string> known;
      for (const JointWord& word : words) known.emplace_back(word.suffix);
      if (it == words.end())
        throw Error(Error::Code::unknown_name, "unknown key: " + key_path(path, entry.key), entry.at(),
                    did_you_mean(entry.key, known));
      take(static_cast<std::size_t>(it - words.begin()), entry.value, key_path(path, entry.key));
    }
  }

  void constants(const TableReader& reader, const char* key, const JointQuantity& quantity, std::vector<Expr>& list) {
    if (const Value* value = reader.find(key))
      each(*value, reader.path(key), has_.speeds, Item::single,
           [&](std::size_t i, const Value& item, const std::string& path) {
             list[i] = number(item, path, quantity, has_.speeds[i]);
           });
  }

  /// `read` takes what is written, its path, the dimensions that it may have and what these are called.
  template <class Read>
  void formulas(const TableReader& reader, const char* key, const JointQuantity& quantity,
                std::vector<std::optional<Written>>& list, const Read& read) {
    if (const Value* value = reader.find(key))
      each(*value, reader.path(key), has_.speeds, Item::single,
           [&](std::size_t i, const Value& item, const std::string& path) {
             const bool angular = is_angular(has_.speeds[i]);
             list[i] = read(item, path, angular ? quantity.angular : quantity.linear,
                            angular ? quantity.angular_words : quantity.linear_words);
           });
  }

  /// [first, second]
  std::array<Expr, 2> pair(const Value& value, const std::string& path, const JointQuantity& quantity,
                           const JointWord& word, const char* form) const {
    if (!value.is(Value::Kind::array) || value.items.size() != 2)
      fail_wrong_type(value, path, "a list of two numbers", std::string("write ") + form);
    return {number(value.items[0], path + "[0]", quantity, word), number(value.items[1], path + "[1]", quantity, word)};
  }

  void read_friction(const TableReader& reader) {
    const Value* value = reader.find("friction");
    if (value == nullptr) return;
    each(*value, reader.path("friction"), has_.speeds, Item::law,
         [&](std::size_t i, const Value& item, const std::string& path) {
           if (!item.is(Value::Kind::table)) {
             joint_.friction[i] = both_ways(item, path, has_.speeds[i]);
             return;
           }
           if (const Value* width = reader.find("friction_width");
               width != nullptr && !joint_.friction_width[i].is_zero())
             throw Error(Error::Code::bad_value, reader.path("friction_width") + ": " + path + " sticks and slides",
                         width->at(), "write 0, or remove it: what is smoothed holds nothing at rest");
           joint_.friction_width[i] = Expr();
           if (item.find("coefficient") != nullptr)
             joint_.load_friction[i] = load_friction(item, path);
           else
             read_dry(item, path, i);
         });
  }

  /// Friction for positive and for negative speed.
  std::array<Expr, 2> both_ways(const Value& item, const std::string& path, const JointWord& word) const {
    std::array<Expr, 2> friction;
    if (item.is(Value::Kind::array))
      friction = pair(item, path, quantity::effort, word, "[for positive speed, for negative speed]");
    else
      friction.fill(number(item, path, quantity::effort, word));
    for (const Expr f : friction)
      refuse_negative(f, path, item, "friction is zero or above; it acts against the speed by itself");
    return friction;
  }

  void refuse_negative(Expr value, const std::string& path, const Value& at, const char* hint) const {
    if (reading_.value_of(value) < 0.0)
      throw Error(Error::Code::bad_value, path + " is " + shortest(reading_.value_of(value)), at.at(), hint);
  }

  /// friction = { static = .., sliding = .. }
  void read_dry(const Value& item, const std::string& path, std::size_t i) {
    const TableReader law(item, path, {"static", "sliding", "coefficient", "static_coefficient", "radius"});
    const char* const hint = "write { static = .., sliding = .. }, or { coefficient = .., radius = .. }";
    const Value &rest = law.need("static", hint), &sliding = law.need("sliding", hint);
    joint_.friction[i] = both_ways(sliding, law.path("sliding"), has_.speeds[i]);
    joint_.friction_at_rest[i] = both_ways(rest, law.path("static"), has_.speeds[i]);
    for (std::size_t k = 0; k < 2; ++k)
      refuse_less((*joint_.friction_at_rest[i])[k], joint_.friction[i][k], law.path("static"), rest);
  }

  /// friction = { coefficient = .., static_coefficient = .., radius = .. }
  LoadFriction load_friction(const Value& item, const std::string& path) const {
    const TableReader law(item, path, {"coefficient", "static_coefficient", "radius"});
    const bool turns = joint_.type == JointType::revolute;
    if (!turns && joint_.type != JointType::prismatic)
      throw Error(Error::Code::unsupported, path + ": friction follows the load of revolute and prismatic joints alone",
                  item.at(), "write friction in N or N m, or build the joint of revolute and prismatic ones");
    const auto plain = [&](const char* key) {
      const Value& value = *law.find(key);
      const Expr e = reading_.number(value, law.path(key), quantity::pure.linear, quantity::pure.linear_words);
      refuse_negative(e, law.path(key), value, "a coefficient of friction is zero or above");
      return e;
    };
    LoadFriction friction;
    friction.coefficient = friction.coefficient_at_rest = plain("coefficient");
    if (const Value* rest = law.find("static_coefficient")) {
      friction.coefficient_at_rest = plain("static_coefficient");
      refuse_less(friction.coefficient_at_rest, friction.coefficient, law.path("static_coefficient"), *rest);
    }
    if (const Value* radius = law.find("radius"); radius != nullptr && !turns)
      throw Error(Error::Code::bad_value, law.path("radius") + ": a prismatic joint has no pin", radius->at(),
                  "remove it");
    if (!turns) return friction;
    const Value& radius = law.need("radius", "write the radius of the pin, in m");
    friction.radius =
        reading_.number(radius, law.path("radius"), quantity::coordinate.linear, quantity::coordinate.linear_words);
    refuse_negative(friction.radius, law.path("radius"), radius, "a radius is zero or above");
    return friction;
  }

  void refuse_less(Expr at_rest, Expr sliding, const std::string& path, const Value& at) const {
    if (reading_.value_of(at_rest) < reading_.value_of(sliding))
      throw Error(Error::Code::bad_value,
                  path + " is " + shortest(reading_.value_of(at_rest)) + ", below that of sliding, " +
                      shortest(reading_.value_of(sliding)),
                  at.at(), "what is at rest takes at least as much to move: no motion obeys the other");
  }

  void read_limits(const TableReader& reader) {
    const Value* value = reader.find("limits");
    if (value == nullptr) return;
    each(*value, reader.path("limits"), has_.coordinates, Item::pair,
         [&](std::size_t i, const Value& item, const std::string& path) {
           const std::array<Expr, 2> limits =
               pair(item, path, quantity::coordinate, has_.coordinates[i], "[lowest, highest]");
           if (!(reading_.value_of(limits[0]) <= reading_.value_of(limits[1])))
             throw Error(Error::Code::bad_value, path + ": the lowest is above the highest", item.at(),
                         "write [lowest, highest]");
           joint_.limits[i] = limits;
         });
  }

  void read_restitution(const TableReader& reader) {
    const Value* value = reader.find("restitution");
    if (value == nullptr) return;
    each(*value, reader.path("restitution"), has_.speeds, Item::single,
         [&](std::size_t i, const Value& item, const std::string& path) {
           const Expr e = reading_.number(item, path, quantity::pure.angular, quantity::pure.angular_words);
           if (const double x = reading_.value_of(e); x < 0.0 || x > 1.0)
             throw Error(Error::Code::bad_value, path + " is " + shortest(x), item.at(), "it is from 0 to 1");
           if (!joint_.limits[i])
             throw Error(Error::Code::bad_value, path + ": there is no stop without limits", item.at(),
                         "give `limits = [lowest, highest]`, or remove it");
           if (joint_.motion[i])
             reading_.model.warnings.push_back(
                 {path + ": a driven joint has no stop, its motion is prescribed", item.at()});
           joint_.restitution[i] = e;
         });
  }

  /// In place of the parts of a quaternion a table may hold the keys of a `rotation`. Returns what it holds besides.
  Value read_turn(const Value& start, const std::string& path) {
    if (!has_.quaternion || !start.is(Value::Kind::table)) return start;
    constexpr std::array<std::string_view, 5> keys{"rpy", "axis", "angle", "quaternion", "matrix"};
    const auto turns = [&](const Entry& entry) { return std::ranges::find(keys, entry.key) != keys.end(); };
    Value turn = start, rest = start;
    std::erase_if(turn.entries, std::not_fn(turns));
    std::erase_if(rest.entries, turns);
    if (turn.entries.empty()) return rest;
    const auto [w, x, y, z] = quaternion_of<Expr>(reading_.orientation(turn, path), FormulaReals{});
    std::size_t i = has_.coordinates.size() - 4;
    for (const Expr part : {w, x, y, z}) {
      if (const Entry* twice = rest.find(has_.coordinates[i].suffix))
        throw Error(Error::Code::bad_value, path + " gives the turn in several ways", twice->at(),
                    "write qw, qx, qy, qz, or a rotation: {axis = [x, y, z], angle = a}, {rpy = [r, p, y]}, "
                    "{quaternion = [w, x, y, z]} or {matrix = [[..], [..], [..]]}");
      joint_.start[i++] = part;
    }
    return rest;
  }

  /// A quaternion is given whole, and is not zero.
  void check_quaternion(const Value& start) const {
    if (!has_.quaternion) return;
    const std::size_t first = has_.coordinates.size() - 4;
    std::size_t given = 0;
    bool zero = true;
    for (std::size_t i = first; i < has_.coordinates.size(); ++i) {
      if (!joint_.start[i]) continue;
      ++given;
      if (reading_.value_of(*joint_.start[i]) != 0.0) zero = false;
    }
    if (given != 0 && (given != 4 || zero))
      throw Error(Error::Code::bad_value,
                  key_path(path_, "start") + (given == 4 ? ": the quaternion is zero" : " has part of a quaternion"),
                  start.at(), "write all of qw, qx, qy, qz; no turn is 1, 0, 0, 0");
  }

  /// A driven coordinate has no start of its own, and no effort but that of its drive.
  void check_motion(const TableReader& reader) const {
    for (std::size_t i = 0; i < joint_.motion.size(); ++i) {
      if (!joint_.motion[i]) continue;
      const auto refuse = [&](const char* key, const char* hint) {
        throw Error(Error::Code::bad_value, reader.path(key) + ": the joint is driven", reader.find(key)->at(),
                    std::string(hint) + (joint_.motion.size() == 1 ? ": remove one of them"
                                                                   : ": leave " + std::string(has_.speeds[i].suffix) +
                                                                         " out of one of them"));
      };
      if (joint_.start[i]) refuse("start", "a driven joint starts at motion(0)");
      if (joint_.rate[i]) refuse("rate", "a driven joint starts with the rate of its motion at t = 0");
      if (joint_.effort[i]) refuse("effort", "the effort of a driven joint is an unknown");
    }
  }

  void check_sizes(const TableReader& reader) const {
    for (const Expr width : joint_.friction_width)
      if (!(reading_.value_of(width) > 0.0) && !width.is_zero())
        throw Error(Error::Code::bad_value, reader.path("friction_width") + " is " + shortest(reading_.value_of(width)),
                    reader.find("friction_width")->at(),
                    "write a speed above zero, or the number 0 for friction that sticks");
  }

  std::string path_;
  const MechanismReading& reading_;
  Joint& joint_;
  const JointWords& has_;
};

}  // namespace

void read_joint_start(const Value* start, const Value* rate, const std::string& path, const MechanismReading& reading,
                      Joint& joint) {
  JointValues(path, reading, joint).read_start(start, rate);
}

void read_joint_values(const TableReader& reader, const MechanismReading& reading, Joint& joint) {
  JointValues(reader.path(), reading, joint).read_all(reader);
}

}  // namespace alembert
