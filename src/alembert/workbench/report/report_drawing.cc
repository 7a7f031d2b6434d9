#include "alembert/workbench/report/report_drawing.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

#include "alembert/io/tables/json.h"
#include "alembert/model/reals.h"
#include "alembert/model/shape_surface.h"
#include "alembert/spatial/rotations.h"
#include "alembert/workbench/report/drawn_values.h"
#include "alembert/workbench/report/report_bodies.h"
#include "alembert/workbench/report/report_packing.h"
#include "alembert/workbench/report/report_shapes.h"

namespace alembert {
namespace {

/// How thick lines and rings are, of the size of the picture.
constexpr double thickness = 0.012;

/// A rotation whose x is along d, which is not zero.
Mat3<double> x_along(const Vec3<double>& d, bool planar) {
  const Vec3<double> x = unit(d);
  const Vec3<double> near_z = planar || std::abs(x.z) < 0.9 ? Vec3<double>{0.0, 0.0, 1.0} : Vec3<double>{0.0, 1.0, 0.0};
  const Vec3<double> y = unit(cross(near_z, x));
  return Mat3<double>::columns(x, y, cross(x, y));
}

/// The angular velocity of a direction d without turns about it.
Vec3<double> turning(const Vec3<double>& d, const Vec3<double>& rate) {
  const double square = dot(d, d);
  return square > 0.0 ? (1.0 / square) * cross(d, rate) : Vec3<double>{0.0, 0.0, 0.0};
}

/// A body without mass: its pose at a frame, and how its centre moves.
struct DrawnBody {
  struct Moment {
    Transform<double> X = Transform<double>::identity();
    Vec3<double> v, a, w;
  };
  Json json;
  std::function<Moment(std::size_t frame)> at;
};

class Drawing {
 public:
  Drawing(const Lagrangian& model, const System& system, const ReportRows& rows)
      : model_(model),
        real_(model),
        values_(model, system, rows),
        planar_(!model.drawing.empty() && model.drawing.front().points.front().size() == 2) {}

  Json write() {
    find_length();
    add_body("ground", [](std::size_t) { return DrawnBody::Moment(); });
    for (std::size_t e = 0; e < model_.drawing.size(); ++e) add_element(e);
    Json loads = Json::array();
    for (std::size_t i = 0; i < model_.forces.size(); ++i) add_load(i, loads);
    Json json{{"planar", planar_},         {"up", planar_ ? Json{0.0, 1.0, 0.0} : Json{0.0, 0.0, 1.0}},
              {"length", length_},         {"bodies", Json::array()},
              {"joints", Json::array()},   {"links", std::move(links_)},
              {"contacts", Json::array()}, {"loads", std::move(loads)}};
    json["loads_note"] = "a model given by its energies has no bodies: only forces that it writes at points are known";
    write_bodies(json["bodies"]);
    return json;
  }

 private:
  double number(Expr formula) const { return std::max(real_(formula), 0.0); }

  /// The box around all points at the first frame.
  void find_length() {
    Vec3<double> low, high;
    bool first = true;
    for (std::size_t e = 0; e < model_.drawing.size(); ++e) {
      const DrawnElement& element = model_.drawing[e];
      double reach = element.radius ? number(*element.radius) : 0.0;
      for (const Expr& size : element.size) reach = std::max(reach, number(size) / 2.0);
      for (std::size_t k = 0; k < element.points.size(); ++k) {
        const Vec3<double> p = values_.point(e, k, 0).p;
        for (auto part : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z}) {
          low.*part = first ? p.*part - reach : std::min(low.*part, p.*part - reach);
          high.*part = first ? p.*part + reach : std::max(high.*part, p.*part + reach);
        }
        first = false;
      }
    }
    if (const double size = norm(high - low); size > 0.0) length_ = size;
  }

  std::size_t add_body(const std::string& name, std::function<DrawnBody::Moment(std::size_t)> at) {
    Json json{{"name", name},
              {"mass", 0.0},
              {"center", report_vector({0.0, 0.0, 0.0})},
              {"shapes", Json::array()},
              {"points", Json::array()}};
    bodies_.push_back({std::move(json), std::move(at)});
    return bodies_.size() - 1;
  }

  std::size_t add_point_body(const std::string& name, std::size_t element, std::size_t point) {
    return add_body(name, [this, element, point](std::size_t frame) {
      const DrawnMotion m = values_.point(element, point, frame);
      return DrawnBody::Moment{{Mat3<double>::identity(), m.p}, m.v, m.a, {}};
    });
  }

  Json& add_shape(std::size_t body, const char* kind) {
    Json& shapes = bodies_[body].json["shapes"];
    shapes.push_back({{"kind", kind}, {"at", {0.0, 0.0, 0.0}}, {"orientation", {1.0, 0.0, 0.0, 0.0}}});
    return shapes.back();
  }

  void add_element(std::size_t e) {
    const DrawnElement& element = model_.drawing[e];
    switch (element.kind) {
      case DrawnElement::Kind::line:
        for (std::size_t k = 0; k + 1 < element.points.size(); ++k) add_segment(e, k);
        break;
      case DrawnElement::Kind::spring: add_link(e, 0, "spring"); break;
      case DrawnElement::Kind::circle: add_circle(e); break;
      case DrawnElement::Kind::box: add_box(e); break;
    }
  }

  std::string part_name(std::size_t e, std::size_t part) const {
    const DrawnElement& element = model_.drawing[e];
    return element.points.size() > 2 ? element.name + " " + std::to_string(part + 1) : element.name;
  }

  void add_link(std::size_t e, std::size_t k, const char* kind) {
    const std::string name = part_name(e, k);
    const bool spring = model_.drawing[e].kind == DrawnElement::Kind::spring;
    const std::size_t first = add_point_body(name + " from", e, k), second = add_point_body(name + " to", e, k + 1);
    links_.push_back({{"name", name},
                      {"kind", kind},
                      {"bodies", {first, second}},
                      {"at", {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}},
                      {"spring", spring},
                      {"damper", false},
                      {"actuator", false}});
  }

  /// A rod where its length stays the same.
  void add_segment(std::size_t e, std::size_t k) {
    const auto length_at = [&](std::size_t frame) {
      return norm(values_.point(e, k + 1, frame).p - values_.point(e, k, frame).p);
    };
    const double length = length_at(0);
    bool rigid = length > 0.0;
    for (std::size_t i = 1; i < values_.frames() && rigid; ++i)
      rigid = std::abs(length_at(i) - length) <= 1e-6 * length;
    if (!rigid) return add_link(e, k, "distance");
    const std::size_t body = add_body(part_name(e, k), [this, e, k](std::size_t frame) {
      const DrawnMotion from = values_.point(e, k, frame), to = values_.point(e, k + 1, frame);
      return DrawnBody::Moment{{x_along(to.p - from.p, planar_), from.p},
                               0.5 * (from.v + to.v),
                               0.5 * (from.a + to.a),
                               turning(to.p - from.p, to.v - from.v)};
    });
    const Json middle = report_vector({length / 2.0, 0.0, 0.0});
    bodies_[body].json["center"] = middle;
    Json& shape = add_shape(body, "capsule");
    shape["at"] = middle;
    shape["orientation"] = report_quaternion(rotation_y(std::numbers::pi / 2.0));  // its z along the rod
    shape["radius"] = thickness * length_ / 2.0;
    shape["length"] = length;
  }

  void add_circle(std::size_t e) {
    const DrawnElement& element = model_.drawing[e];
    const bool turned = element.axis.has_value();
    const std::size_t body = add_body(element.name, [this, e, turned](std::size_t frame) {
      const DrawnMotion m = values_.point(e, 0, frame);
      DrawnBody::Moment moment{{Mat3<double>::identity(), m.p}, m.v, m.a, {}};
      if (!turned) return moment;
      const DrawnMotion axis = values_.axis(e, frame);
      if (norm(axis.p) == 0.0) return moment;
      const Mat3<double> R = x_along(axis.p, false);
      moment.X.R = Mat3<double>::columns(R.c1(), R.c2(), R.c0());  // its z along the axis
      moment.w = turning(axis.p, axis.v);
      return moment;
    });
    const double radius = number(*element.radius);
    if (!element.filled) {
      set_surface(ring_surface(radius, thickness * length_), add_shape(body, "mesh"));
      return;
    }
    const bool flat = planar_ || turned;
    Json& shape = add_shape(body, flat ? "cylinder" : "sphere");
    shape["radius"] = radius;
    if (flat) shape["length"] = std::min(radius, thickness * length_);
  }

  void add_box(std::size_t e) {
    const DrawnElement& element = model_.drawing[e];
    const bool turned = element.angle.has_value();
    const std::size_t body = add_body(element.name, [this, e, turned](std::size_t frame) {
      const DrawnMotion m = values_.point(e, 0, frame);
      DrawnBody::Moment moment{{Mat3<double>::identity(), m.p}, m.v, m.a, {}};
      if (!turned) return moment;
      moment.X.R = rotation_z(values_.angle(e, frame));
      moment.w = {0.0, 0.0, values_.angle_rate(e, frame)};
      return moment;
    });
    const double a = number(element.size[0]), b = number(element.size[1]);
    const double c = element.size.size() > 2 ? number(element.size[2]) : std::min(a, b) / 2.0;
    add_shape(body, "box")["size"] = report_vector({a, b, c});
  }

  /// The body that a force acts on: one that is drawn where it acts, or a point of its own.
  std::size_t body_of_force(std::size_t force) {
    for (std::size_t e = 0; e < model_.drawing.size(); ++e) {
      const DrawnElement::Kind kind = model_.drawing[e].kind;
      if (kind != DrawnElement::Kind::circle && kind != DrawnElement::Kind::box) continue;
      bool there = true;
      for (std::size_t i = 0; i < values_.frames() && there; ++i)
        there = norm(values_.point(e, 0, i).p - values_.force_point(force, i)) <= 1e-6 * length_;
      if (!there) continue;
      for (std::size_t b = 1; b < bodies_.size(); ++b)
        if (bodies_[b].json["name"] == model_.drawing[e].name) return b;
    }
    return add_body(model_.forces[force].name, [this, force](std::size_t frame) {
      return DrawnBody::Moment{{Mat3<double>::identity(), values_.force_point(force, frame)}, {}, {}, {}};
    });
  }

  void add_load(std::size_t i, Json& loads) {
    PackedColumns columns(6, values_.frames());
    for (std::size_t frame = 0; frame < values_.frames(); ++frame) {
      columns.add(0, values_.force_point(i, frame));
      columns.add(3, values_.force(i, frame));
    }
    if (columns.largest(3, 3) == 0.0) return;
    loads.push_back({{"name", model_.forces[i].name},
                     {"kind", "applied"},
                     {"on", body_of_force(i)},
                     {"from", nullptr},
                     {"at", {{"body", nullptr}, {"point", columns.list(0, 3)}}},
                     {"force", columns.list(3, 3)},
                     {"moment", report_vector({0.0, 0.0, 0.0})}});
  }

  void write_bodies(Json& list) {
    ReportBodies motions(bodies_.size(), values_.frames());
    for (std::size_t b = 0; b < bodies_.size(); ++b) {
      for (std::size_t i = 0; i < values_.frames(); ++i) {
        const DrawnBody::Moment moment = bodies_[b].at(i);
        motions.add(b, moment.X, moment.v, moment.w);
        motions.add_acceleration(b, moment.a);
      }
      list.push_back(std::move(bodies_[b].json));
    }
    motions.write(length_, list);
  }

  const Lagrangian& model_;
  NumberReals real_;
  DrawnValues values_;
  bool planar_;
  double length_ = 1.0;
  std::vector<DrawnBody> bodies_;
  Json links_ = Json::array();
};

}  // namespace

std::size_t most_drawn_bodies(const Lagrangian& model) {
  std::size_t count = 1 + model.forces.size();
  for (const DrawnElement& element : model.drawing) count += std::max<std::size_t>(1, 2 * (element.points.size() - 1));
  return count;
}

Json report_drawing(const Lagrangian& model, const System& system, const ReportRows& rows) {
  const GraphScope scope(*model.graph);
  return Drawing(model, system, rows).write();
}

}  // namespace alembert
