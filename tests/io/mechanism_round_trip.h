/// Mechanisms written as model files and read back.
#pragma once
#include <string>
#include <vector>

#include "alembert/io/write/mechanism_writer.h"
#include "mechanism_text.h"

namespace alembert {

/// Everything a mechanism says, as text; formulas of two graphs are equal when they print alike.
class Said {
 public:
  explicit Said(const Mechanism& model) {
    const GraphScope scope(*model.graph);
    say("model", model.name, model.planar ? "planar" : "spatial", text(model.gravity));
    for (const Parameter& p : model.parameters) say("parameter", p.name, to_text(p.value));
    for (const Input& u : model.inputs) say("input", u.name, to_text(u.value));
    for (const auto& [name, meaning] : model.lets) say("let", name, to_text(meaning));
    for (const ExtraState& s : model.states) say("state", s.name, to_text(s.start), to_text(s.rate));
    for (const Body& b : model.bodies) say_body(b);
    for (const Joint& j : model.joints) say_joint(j);
    for (const BodyForce& f : model.forces)
      say("force", f.name, f.torque ? "torque" : "force", text(f.at), text(f.value[0]), text(f.value[1]),
          text(f.value[2]), f.in_body_frame ? "body" : "world");
    for (const Spring& s : model.springs)
      say("spring", s.name, text(s.points[0]), text(s.points[1]), to_text(s.stiffness), to_text(s.damping),
          text(s.length), text(s.actuator));
    for (const RotationalSpring& s : model.rotational_springs)
      say("turning", s.name, s.joint ? std::to_string(*s.joint) : "-", std::to_string(s.bodies[0]),
          std::to_string(s.bodies[1]), to_text(s.stiffness), to_text(s.damping), text(s.rest), text(s.actuator));
    for (const MechanismConstraint& c : model.constraints)
      std::visit([&](const auto& each) { say_constraint(each); }, c);
    for (const Output& o : model.outputs) say("output", o.name, text(o.value));
    for (const Measure& m : model.measures) say_measure(m);
    const Simulate& s = model.simulate;
    say("simulate", text(s.time), text(s.step), text(s.tolerance), s.method, text(s.until));
  }

  std::vector<std::string> lines;

 private:
  static std::string text(Expr e) { return to_text(e); }
  static std::string text(const Written& w) { return to_text(w.formula); }
  static std::string text(const Vec3<Expr>& v) { return to_text(v.x) + "|" + to_text(v.y) + "|" + to_text(v.z); }
  static std::string text(const PointOn& p) { return std::to_string(p.body) + ":" + text(p.p); }
  static std::string text(const DirectedPoint& p) { return text(p.at) + " along " + text(p.direction); }
  static std::string text(const Orientation& o) {
    std::string result = std::to_string(static_cast<int>(o.kind));
    for (const Expr e : o.n) result += "|" + to_text(e);
    return result;
  }
  static std::string text(const std::array<Expr, 2>& pair) { return to_text(pair[0]) + "|" + to_text(pair[1]); }
  template <class T>
  static std::string text(const std::optional<T>& value) {
    return value ? text(*value) : "-";
  }
  template <class T>
  static std::string text(const std::vector<T>& list) {
    std::string result = std::to_string(list.size());
    for (const T& item : list) result += ", " + text(item);
    return result;
  }

  template <class... Parts>
  void say(const Parts&... parts) {
    std::string line;
    ((line += std::string(parts) + "; "), ...);
    lines.push_back(line);
  }

  void say_body(const Body& b) {
    const Sym3<Expr>& I = b.inertia;
    say("body", b.name, to_text(b.mass), text(b.center), text(Vec3<Expr>{I.xx, I.yy, I.zz}),
        text(Vec3<Expr>{I.xy, I.xz, I.yz}), b.particle ? "particle" : "", text(b.position), text(b.rotation));
    for (const NamedPoint& p : b.points) say("point", p.name, text(p.p));
    for (const NamedFrame& f : b.frames) say("frame", f.name, text(f.p), text(f.R));
  }

  void say_joint(const Joint& j) {
    say("joint", j.name, std::string(name_of(j.type)), std::to_string(j.first), std::to_string(j.second));
    say(j.drawn ? "drawn" : "in bodies", text(j.at[0]), j.drawn ? "" : text(j.at[1]), text(j.axes), text(j.rotation),
        j.sequence, to_text(j.pitch));
    say("start", text(j.start), text(j.rate), j.fixed_start ? "fixed" : "", j.cut ? "cut" : "",
        j.closing ? "closing" : "");
    say("effort", text(j.effort), text(j.motion), text(j.damping), text(j.stiffness), text(j.rest), text(j.armature));
    say("friction", text(j.friction), text(j.friction_width), text(j.limits), text(j.restitution));
  }

  void say_measure(const Measure& m) {
    say("measure", m.word, std::to_string(static_cast<int>(m.kind)), std::to_string(m.order), std::to_string(m.index),
        std::to_string(m.component), text(m.p));
  }

  void say_constraint(const Constraint& c) {
    say("formula", c.name, c.pfaffian ? "pfaffian" : "holonomic", c.at_start ? "at_start" : "", text(c.row));
  }
  void say_constraint(const NoSlip& c) { say("no-slip", c.name, text(c.at), text(c.direction), std::to_string(c.on)); }
  void say_constraint(const Distance& c) {
    say("distance", c.name, text(c.points[0]), text(c.points[1]), text(c.length));
  }
  void say_constraint(const Rolling& c) {
    say("rolling", c.name, std::to_string(c.body), std::to_string(static_cast<int>(c.shape)), text(c.center),
        text(c.radius), text(c.axis), text(c.semiaxes), text(c.plane), std::to_string(static_cast<int>(c.rows)));
  }
  void say_constraint(const InLine& c) { say("in-line", c.name, text(c.point), text(c.line)); }
  void say_constraint(const InPlane& c) { say("in-plane", c.name, text(c.point), text(c.plane)); }
  void say_constraint(const Rack& c) {
    say("rack", c.name, text(c.pinion), text(c.axis), text(c.radius), text(c.line), c.normal ? "normal" : "");
  }
};

inline void expect_round_trip(const Mechanism& model) {
  const std::string written = to_toml(model);
  try {
    EXPECT_EQ(Said(read_mechanism_text(written)).lines, Said(model).lines) << written;
  } catch (const Error& error) {
    ADD_FAILURE() << error.what() << "\n" << written;
  }
}

}  // namespace alembert
