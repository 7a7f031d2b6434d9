/// [constraint.X] with a type: conditions on points, lines and planes of bodies.
#include <array>

#include "alembert/core/text.h"
#include "alembert/io/formulas/dimensions.h"
#include "alembert/io/formulas/vector_reader.h"
#include "alembert/io/mechanism/constraint_defaults.h"
#include "alembert/io/mechanism/mechanism_sections.h"
#include "alembert/symbolic/lexer.h"
#include "alembert/symbolic/substitute.h"

namespace alembert {
namespace {

constexpr const char* line_form = "write line = { point = [..], direction = [..] } in the frame of the body on";
constexpr const char* plane_form = "write plane = { point = [..], normal = [..] } in the frame of the body on";

/// One table of [constraint].
class GeometryReader {
 public:
  GeometryReader(std::string name, const Value& table, std::string path, Source at, const MechanismReading& reading)
      : name_(std::move(name)), table_(table), path_(std::move(path)), at_(std::move(at)), reading_(reading) {}

  MechanismConstraint operator()(const Constraint& by_formula) const { return by_formula; }

  MechanismConstraint operator()(const NoSlip&) const {
    const TableReader reader(table_, path_, {"type", "body", "at", "direction", "on", "count"});
    NoSlip c{
        name_, reading_.point_of_body(reader, "body", "at", "write which body does not slip"), {}, on(reader), at_};
    const Value& direction = reader.need("direction", "write the direction, in the body's frame, that has no velocity");
    c.direction = reading_.direction(direction, reader.path("direction"));
    check_two_bodies(c.at.body, c.on);
    return c;
  }

  MechanismConstraint operator()(const Distance&) const {
    const TableReader reader(table_, path_, {"type", "points", "length", "count"});
    Distance c;
    c.name = name_;
    c.points = reading_.two_points(reader);
    c.source = at_;
    check_two_bodies(c.points[0].body, c.points[1].body);
    const Value& length = reader.need("length", "write the distance in m, a number or an expression in t");
    c.length = reading_.timed(length, reader.path("length"), length_dimension, "a length");
    const std::array<Expr, 1> t{Expr::time()}, start{Expr()};
    check_positive(reading_.value_of(substitute(c.length.formula, t, start)), reader.path("length"), c.length.at,
                   "the points stay apart: write a length above zero, also at t = 0");
    return c;
  }

  MechanismConstraint operator()(const Rolling&) const {
    const TableReader reader(
        table_, path_,
        {"type", "body", "radius", "axis", "sphere", "ellipsoid", "center", "on", "plane", "rows", "count"});
    const PointOn center = reading_.point_of_body(reader, "body", "center", "write which body rolls");
    Rolling c;
    c.name = name_;
    c.body = center.body;
    c.center = center.p;
    c.source = at_;
    read_shape(reader, c);
    c.plane = plane(reader);
    check_two_bodies(c.body, c.plane.at.body);
    c.rows = rolling_rows(reader);
    return c;
  }

  MechanismConstraint operator()(const InLine&) const {
    const TableReader reader(table_, path_, {"type", "point", "on", "line", "count"});
    InLine c{name_, point(reader), line(reader), at_};
    check_two_bodies(c.point.body, c.line.at.body);
    return c;
  }

  MechanismConstraint operator()(const InPlane&) const {
    const TableReader reader(table_, path_, {"type", "point", "on", "plane", "count"});
    InPlane c{name_, point(reader), plane(reader), at_};
    check_two_bodies(c.point.body, c.plane.at.body);
    return c;
  }

  MechanismConstraint operator()(const Rack&) const {
    const TableReader reader(table_, path_, {"type", "pinion", "at", "axis", "radius", "on", "line", "rows", "count"});
    Rack c;
    c.name = name_;
    c.pinion = reading_.point_of_body(reader, "pinion", "at", "write which body is the pinion");
    c.axis = axis(reader).value_or(Vec3<Expr>{{}, {}, Expr(1)});
    const Value& radius = reader.need("radius", "write the pinion's pitch radius in m");
    c.radius = reading_.number(radius, reader.path("radius"), length_dimension, "a length");
    if (reading_.value_of(c.radius) == 0.0)
      throw Error(Error::Code::bad_value, reader.path("radius") + " is 0", radius.at(),
                  "write the pitch radius in m; its sign is that of the way for a positive turn");
    c.line = line(reader);
    c.normal = choice(reader, "rows", {"forward", "all"}) == 1;
    c.source = at_;
    check_two_bodies(c.pinion.body, c.line.at.body);
    return c;
  }

 private:
  static void check_positive(double value, const std::string& path, const Source& at, const std::string& hint) {
    if (value > 0.0) return;
    throw Error(Error::Code::bad_value, path + " is " + shortest(value), at, hint);
  }

  void check_two_bodies(int first, int second) const {
    if (first != second) return;
    const std::string& body = reading_.model.bodies[static_cast<std::size_t>(first)].name;
    throw Error(Error::Code::bad_value, path_ + ": both ends are on " + shown(body), at_,
                "a constraint holds two different bodies; on is the ground unless written");
  }

  /// Which of the words is written under `key`; 0 where it is not there.
  static std::size_t choice(const TableReader& reader, const char* key, const std::vector<std::string>& words) {
    const std::string word = reader.text(key, words.front());
    for (std::size_t i = 0; i < words.size(); ++i)
      if (word == words[i]) return i;
    throw Error(Error::Code::unknown_name, reader.path(key) + " is " + shown(word), reader.find(key)->at(),
                did_you_mean(word, words));
  }

  Rolling::Rows rolling_rows(const TableReader& reader) const {
    using enum Rolling::Rows;
    constexpr std::array<Rolling::Rows, 4> rows{all, forward, sideways, normal};
    const Rolling::Rows result = rows.at(choice(reader, "rows", {"all", "forward", "sideways", "normal"}));
    if (result == sideways && reading_.model.planar)
      throw Error(Error::Code::bad_value, reader.path("rows") + ": a planar model has no sideways",
                  reader.find("rows")->at(), "write \"all\", \"forward\" or \"normal\"");
    return result;
  }

  int on(const TableReader& reader) const {
    const Value* value = reader.find("on");
    return value == nullptr ? reading_.file->ground : reading_.body(*value, reader.path("on"));
  }

  PointOn point(const TableReader& reader) const {
    const Value& value = reader.need("point", "write point = \"crank.tip\" or [\"crank\", [..]]");
    return reading_.point(value, reader.path("point"));
  }

  /// A point of the body `on`: in its frame, or by name.
  Vec3<Expr> point_of(int body, const Value& value, const std::string& path) const {
    if (!value.is(Value::Kind::text)) return reading_.position(value, path);
    const PointOn named = reading_.named_point(value, path);
    if (named.body == body) return named.p;
    throw Error(Error::Code::bad_value,
                path + ": " + shown(value.text) + " is not a point of " +
                    shown(reading_.model.bodies[static_cast<std::size_t>(body)].name),
                value.at(), "it is a point of the body under on");
  }

  DirectedPoint line(const TableReader& reader) const {
    DirectedPoint result{{on(reader), {}}, {}};
    const TableReader table(reader.need("line", line_form), reader.path("line"), {"point", "direction"});
    if (const Value* point = table.find("point")) result.at.p = point_of(result.at.body, *point, table.path("point"));
    result.direction = reading_.direction(table.need("direction", line_form), table.path("direction"));
    return result;
  }

  /// By default through the origin of the body `on`, its normal against gravity.
  DirectedPoint plane(const TableReader& reader) const {
    DirectedPoint result = default_plane(reading_.model, on(reader));
    const Value* value = reader.find("plane");
    const Value* normal = nullptr;
    if (value != nullptr) {
      const TableReader table(*value, reader.path("plane"), {"point", "normal"});
      if (const Value* point = table.find("point")) result.at.p = point_of(result.at.body, *point, table.path("point"));
      normal = table.find("normal");
      if (normal != nullptr) result.direction = reading_.direction(*normal, table.path("normal"));
    }
    if (normal == nullptr) check_gravity(result.direction, value == nullptr ? at_ : value->at());
    return result;
  }

  void check_gravity(const Vec3<Expr>& up, const Source& at) const {
    for (const Expr component : {up.x, up.y, up.z})
      if (reading_.value_of(component) != 0.0) return;
    throw Error(Error::Code::bad_value, path_ + " plane: without gravity the plane has no normal by itself", at,
                plane_form);
  }

  std::optional<Vec3<Expr>> axis(const TableReader& reader) const {
    const Value* value = reader.find("axis");
    if (value == nullptr) return {};
    if (reading_.model.planar)
      throw Error(Error::Code::bad_value, reader.path("axis") + " has no meaning in a planar model", value->at(),
                  "remove it: everything turns about z");
    return reading_.direction(*value, reader.path("axis"));
  }

  Expr radius(const TableReader& reader, const char* key) const {
    const Value& value = *reader.find(key);
    const Expr result = reading_.number(value, reader.path(key), length_dimension, "a length");
    check_positive(reading_.value_of(result), reader.path(key), value.at(), "write a length above zero");
    return result;
  }

  /// Exactly one of radius, sphere and ellipsoid.
  void read_shape(const TableReader& reader, Rolling& c) const {
    const char* key = nullptr;
    for (const char* candidate : {"radius", "sphere", "ellipsoid"}) {
      if (reader.find(candidate) == nullptr) continue;
      if (key != nullptr)
        throw Error(Error::Code::bad_value, path_ + " has both " + key + " and " + candidate,
                    reader.find(candidate)->at(), "a body rolls with one of them");
      key = candidate;
    }
    if (key == nullptr)
      throw Error(Error::Code::bad_value, path_ + " has no radius, sphere or ellipsoid", at_,
                  "write radius and axis of a thin disc, sphere = r, or ellipsoid = [a, b, c]");
    switch (*key) {
      case 'r': return read_disc(reader, c);
      case 's':
        c.shape = Rolling::Shape::sphere;
        c.radius = radius(reader, key);
        break;
      default:
        c.shape = Rolling::Shape::ellipsoid;
        read_semiaxes(reader, c);
        break;
    }
    if (const Value* axis = reader.find("axis"))
      throw Error(Error::Code::bad_value, reader.path("axis") + " is for discs", axis->at(), "remove it");
  }

  void read_disc(const TableReader& reader, Rolling& c) const {
    c.shape = Rolling::Shape::disc;
    c.radius = radius(reader, "radius");
    if (!reading_.model.planar)
      static_cast<void>(reader.need("axis", "write the disc's axis in the body's frame, such as axis = [0, 1, 0]"));
    c.axis = axis(reader).value_or(Vec3<Expr>{{}, {}, Expr(1)});
  }

  void read_semiaxes(const TableReader& reader, Rolling& c) const {
    const Value& value = *reader.find("ellipsoid");
    const std::string path = reader.path("ellipsoid");
    c.semiaxes = reading_.position(value, path);
    // An ellipse: the third semiaxis is across the plane and has no effect.
    if (reading_.model.planar) c.semiaxes.z = c.semiaxes.y;
    for (std::size_t i = 0; i < value.items.size(); ++i) {
      const Expr size = i == 0 ? c.semiaxes.x : (i == 1 ? c.semiaxes.y : c.semiaxes.z);
      check_positive(reading_.value_of(size), path + "[" + std::to_string(i) + "]", value.items[i].at(),
                     "write a length above zero");
    }
  }

  std::string name_;
  const Value& table_;
  std::string path_;
  Source at_;
  const MechanismReading& reading_;
};

}  // namespace

MechanismConstraint read_geometric(const MechanismConstraint& declared, const Value& table, const std::string& path,
                                   const Source& at, const MechanismReading& reading) {
  return std::visit(GeometryReader(name_of(declared), table, path, at, reading), declared);
}

}  // namespace alembert
