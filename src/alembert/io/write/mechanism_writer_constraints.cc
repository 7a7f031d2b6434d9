/// [constraint.X]: formulas, and conditions on points, lines and planes of bodies.
#include "alembert/io/mechanism/constraint_defaults.h"
#include "alembert/io/write/mechanism_writer_sections.h"

namespace alembert {
namespace {

class ConstraintWriter {
 public:
  ConstraintWriter(const MechanismWords& words, TomlLines& lines) : words_(words), lines_(lines) {}

  void operator()(const Constraint& c) const {
    lines_.entry(c.pfaffian ? "pfaffian" : "holonomic", words_.value(c.row.formula));
    if (c.at_start) lines_.entry("at_start", "true");
  }

  void operator()(const NoSlip& c) const {
    type("no-slip");
    point_of_body("body", "at", c.at);
    lines_.entry("direction", words_.vector(c.direction));
    on(c.on);
  }

  void operator()(const Distance& c) const {
    type("distance");
    lines_.entry("points", toml_list({words_.point(c.points[0]), words_.point(c.points[1])}));
    lines_.entry("length", words_.value(c.length.formula));
  }

  void operator()(const Rolling& c) const {
    type("rolling");
    point_of_body("body", "center", {c.body, c.center});
    switch (c.shape) {
      case Rolling::Shape::disc:
        lines_.entry("radius", words_.value(c.radius));
        if (!words_.model().planar) lines_.entry("axis", words_.vector(c.axis));
        break;
      case Rolling::Shape::sphere: lines_.entry("sphere", words_.value(c.radius)); break;
      case Rolling::Shape::ellipsoid: lines_.entry("ellipsoid", words_.vector(c.semiaxes)); break;
    }
    plane(c.plane);
    switch (c.rows) {
      case Rolling::Rows::all: break;
      case Rolling::Rows::forward: lines_.entry("rows", toml_string("forward")); break;
      case Rolling::Rows::sideways: lines_.entry("rows", toml_string("sideways")); break;
      case Rolling::Rows::normal: lines_.entry("rows", toml_string("normal")); break;
    }
  }

  void operator()(const InLine& c) const {
    type("in-line");
    lines_.entry("point", words_.point(c.point));
    line(c.line);
  }

  void operator()(const InPlane& c) const {
    type("in-plane");
    lines_.entry("point", words_.point(c.point));
    plane(c.plane);
  }

  void operator()(const Rack& c) const {
    type("rack");
    point_of_body("pinion", "at", c.pinion);
    if (!same(c.axis, {{}, {}, Expr(1)})) lines_.entry("axis", words_.vector(c.axis));
    lines_.entry("radius", words_.value(c.radius));
    line(c.line);
    if (c.normal) lines_.entry("rows", toml_string("all"));
  }

 private:
  void type(std::string_view name) const { lines_.entry("type", toml_string(name)); }

  void on(int body) const {
    if (body != 0) lines_.entry("on", words_.body(body));
  }

  void point_of_body(std::string_view body_key, std::string_view at_key, const PointOn& point) const {
    lines_.entry(body_key, words_.body(point.body));
    if (!is_zero(point.p)) lines_.entry(at_key, words_.vector(point.p));
  }

  std::string directed(const DirectedPoint& from, std::string_view direction_key) const {
    std::vector<std::pair<std::string, std::string>> entries;
    if (!is_zero(from.at.p)) entries.emplace_back("point", words_.vector(from.at.p));
    entries.emplace_back(direction_key, words_.vector(from.direction));
    return toml_table(entries);
  }

  void line(const DirectedPoint& line) const {
    on(line.at.body);
    lines_.entry("line", directed(line, "direction"));
  }

  void plane(const DirectedPoint& plane) const {
    on(plane.at.body);
    const DirectedPoint usual = default_plane(words_.model(), plane.at.body);
    if (!is_zero(plane.at.p) || !same(plane.direction, usual.direction))
      lines_.entry("plane", directed(plane, "normal"));
  }

  const MechanismWords& words_;
  TomlLines& lines_;
};

}  // namespace

void write_constraints(const MechanismWords& words, TomlLines& lines) {
  for (const MechanismConstraint& constraint : words.model().constraints) {
    lines.heading("constraint", name_of(constraint));
    std::visit(ConstraintWriter(words, lines), constraint);
  }
}

}  // namespace alembert
