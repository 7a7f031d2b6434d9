/// What the sections of a mechanism's file share: constants, bodies and points by name, repeated tables.
#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/io/formulas/description_sections.h"
#include "alembert/io/formulas/formula_reader.h"
#include "alembert/io/formulas/orientation_reader.h"
#include "alembert/io/formulas/vector_reader.h"
#include "alembert/io/mechanism/mechanism_sections.h"
#include "alembert/io/mechanism/placed.h"
#include "alembert/io/toml/repetition.h"
#include "alembert/model/validate_rotation.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/lexer.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

/// The text of a value that must be one.
const std::string& text_of(const Value& value, const std::string& path, const char* expected) {
  if (!value.is(Value::Kind::text)) fail_wrong_type(value, path, expected);
  return value.text;
}

/// A name as points are written, "left-knee.tip" or with backquotes, without them.
std::string without_quotes(const std::string& text) {
  std::string name;
  for (const char c : trimmed(text))
    if (c != '`') name += c;
  return name;
}

}  // namespace

void MechanismReading::enter(ModelFile& next) {
  file = &next;
  names.prefix = next.prefix;
  words.prefix = next.prefix;
  words.ground = next.ground;
}

Expr MechanismReading::number(const Value& value, const std::string& path, std::span<const Dimension> expected,
                              std::string_view what) const {
  const Written written = read_formula(value, path, constants_at(names, path), expected, what).written;
  check_finite(value_of(written.formula), path, written.at);
  return written.formula;
}

Vec3<Expr> MechanismReading::position(const Value& value, const std::string& path) const {
  const Vec3<Expr> p = read_vector(value, path, constants_at(names, path), model.planar);
  for (const Expr component : {p.x, p.y, p.z}) check_finite(value_of(component), path, value.at());
  return p;
}

Vec3<Expr> MechanismReading::direction(const Value& value, const std::string& path) const {
  const Vec3<Expr> d = read_direction(value, path, constants_at(names, path), model.planar);
  const std::array<double, 3> numbers{value_of(d.x), value_of(d.y), value_of(d.z)};
  for (const double component : numbers) check_finite(component, path, value.at());
  if (std::ranges::all_of(numbers, [](double x) { return x == 0.0; }))
    throw Error(Error::Code::bad_value, path + " is zero with the values of its parameters", value.at(),
                "an axis needs a direction");
  return d;
}

Orientation MechanismReading::orientation(const Value& value, const std::string& path) const {
  const Orientation result = read_orientation(value, path, constants_at(names, path), model.planar);
  check_orientation(result, path, value.at(), names.numbers());
  return result;
}

Written MechanismReading::timed(const Value& value, const std::string& path, std::span<const Dimension> expected,
                                std::string_view what) const {
  const ScopedNames scope(
      names,
      {.where = path, .time = true, .inputs = true, .lets = true, .hint = "it is made of t, inputs and parameters"});
  Written written = read_formula(value, path, scope, expected, what).written;
  std::vector<Expr> inputs, values;
  for (const Expr e : Walk(std::span(&written.formula, 1))) {
    if (!e.is_symbol() || e.kind() != SymbolKind::input) continue;
    inputs.push_back(e);
    values.push_back(model.inputs[names.find(e.name())->index].value);
  }
  written.formula = substitute(written.formula, inputs, values);
  try {
    static_cast<void>(time_derivative(time_derivative(written.formula)));
  } catch (const Error& error) {
    throw Error(error.code(), path + ": " + error.message(), written.at, error.hint());
  }
  return written;
}

int MechanismReading::body(const Value& value, const std::string& path) const {
  const std::string& text = text_of(value, path, "the name of a body");
  if (const std::optional<int> body = words.find_body(text)) return *body;
  if (text.find('[') != std::string::npos)
    if (const std::optional<int> body = words.find_body(numbered_at(text, value.at()))) return *body;
  throw Error(Error::Code::unknown_name, path + ": no body named " + shown(text), value.at(),
              did_you_mean(text, words.body_names()));
}

int MechanismReading::joint(const Value& value, const std::string& path) const {
  const std::string& text = text_of(value, path, "the name of a joint");
  if (const std::optional<int> joint = words.find_joint(text)) return *joint;
  if (text.find('[') != std::string::npos)
    if (const std::optional<int> joint = words.find_joint(numbered_at(text, value.at()))) return *joint;
  throw Error(Error::Code::unknown_name, path + ": no joint named " + shown(text), value.at(),
              did_you_mean(text, words.joint_names()));
}

void MechanismReading::add_joint(Joint joint) {
  names.add_full(joint.name, NameKind::joint, model.joints.size(), joint.source);
  words.add_joint(joint.name, static_cast<int>(model.joints.size()));
  model.joints.push_back(std::move(joint));
}

std::string MechanismReading::numbered_at(const std::string& name, const Source& at) const {
  try {
    return names.numbered(name);
  } catch (const Error& error) {
    throw Error(error.code(), error.message(), at, error.hint());
  }
}

bool MechanismReading::is_point(const Value& value) const {
  if (!value.is(Value::Kind::text)) return false;
  const std::string name = without_quotes(value.text);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos || dot + 1 == name.size() || dot == 0) return false;
  if (const ModelNames::Named* named = names.find(names.prefix + name); named != nullptr) return false;
  // What starts like a body's name is meant as a point, even when it is misspelled.
  const std::string part = name.substr(0, dot);
  if (words.find_body(part)) return true;
  return part.ends_with(']') && words.find_body(numbered_at(part, value.at())).has_value();
}

PointOn MechanismReading::named_point(const Value& value, const std::string& path) const {
  std::string name = without_quotes(text_of(value, path, "a point such as \"crank.tip\""));
  if (const std::optional<PointOn> point = words.find_point(name)) return *point;
  name = numbered_at(name, value.at());
  if (const std::optional<PointOn> point = words.find_point(name)) return *point;
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos)
    throw Error(Error::Code::unknown_name, path + ": " + shown(value.text) + " is not a point", value.at(),
                "a point is a body and its point, such as \"crank.tip\" or \"crank.origin\"");
  const std::string part = name.substr(0, dot), word = name.substr(dot + 1);
  const std::optional<int> body = words.find_body(part);
  if (!body)
    throw Error(Error::Code::unknown_name, path + ": no body named " + shown(part), value.at(),
                did_you_mean(part, words.body_names()));
  throw Error(Error::Code::unknown_name, path + ": the body " + shown(part) + " has no point " + shown(word),
              value.at(), did_you_mean(word, point_names(model.bodies[static_cast<std::size_t>(*body)])));
}

PointOn MechanismReading::point(const Value& value, const std::string& path) const {
  if (value.is(Value::Kind::text)) return named_point(value, path);
  if (!value.is(Value::Kind::array) || value.items.size() != 2)
    fail_wrong_type(
        value, path, "a point",
        model.planar ? "write \"crank.tip\" or [\"crank\", [x, y]]" : "write \"crank.tip\" or [\"crank\", [x, y, z]]");
  return {body(value.items[0], path + "[0]"), position(value.items[1], path + "[1]")};
}

PointOn MechanismReading::point_of_body(const TableReader& reader, std::string_view body_key, std::string_view at_key,
                                        const std::string& hint) const {
  const Value* at = reader.find(at_key);
  const bool named = at != nullptr && at->is(Value::Kind::text);
  const Value* written = named ? reader.find(body_key) : &reader.need(body_key, hint);
  PointOn result;
  if (named) result = named_point(*at, reader.path(at_key));
  if (written != nullptr) {
    const int index = body(*written, reader.path(body_key));
    if (named && result.body != index)
      throw Error(Error::Code::bad_value, reader.path(at_key) + ": " + shown(at->text) + " is not a point of the body",
                  at->at(), "keep " + std::string(body_key) + " or the name of the point");
    result.body = index;
  }
  if (at != nullptr && !named) result.p = position(*at, reader.path(at_key));
  return result;
}

std::array<PointOn, 2> MechanismReading::two_points(const TableReader& reader) const {
  static constexpr const char* form = "write points = [\"crank.tip\", [\"ground\", [..]]]";
  const Value& points = reader.need("points", form);
  if (!points.is(Value::Kind::array) || points.items.size() != 2)
    fail_wrong_type(points, reader.path("points"), "a list of two points", form);
  return {point(points.items[0], reader.path("points") + "[0]"), point(points.items[1], reader.path("points") + "[1]")};
}

void MechanismReading::each_copy(const Entry& entry, const std::string& section, std::size_t already,
                                 const std::function<void(const std::string&, const Value&)>& read) const {
  const std::string path = "[" + section + "." + entry.key + "]";
  const Entry* count = entries_of(entry.value, path).empty() ? nullptr : entry.value.find("count");
  std::int64_t copies = 1;
  if (count != nullptr) {
    const Expr formula = number(count->value, path + " count", {}, "a whole number");
    copies = whole_number(value_of(formula), path + " count", count->value.at());
    if (copies < 0)
      throw Error(Error::Code::bad_value, path + " count is " + std::to_string(copies), count->value.at(),
                  "write how many there are, 0 or more");
  }
  if (copies > static_cast<std::int64_t>(limits.parts) || already + static_cast<std::size_t>(copies) > limits.parts)
    throw Error(Error::Code::too_large, path + ": more than " + std::to_string(limits.parts) + " parts of this kind",
                count == nullptr ? entry.at() : count->value.at(), {});
  placed(entry.at(), [&] {
    if (count == nullptr) return read(entry.key, entry.value);
    Repetition repetition(entry.value);
    for (std::int64_t i = 0; i < copies; ++i) read(numbered_name(entry.key, i), repetition.copy(i));
  });
}

}  // namespace alembert
