#include "alembert/workbench/report/report_scene.h"

#include <algorithm>
#include <array>

#include "alembert/core/index.h"
#include "alembert/core/text.h"
#include "alembert/io/tables/json.h"
#include "alembert/workbench/report/report_shapes.h"

namespace alembert {
namespace {

/// Triangles of surfaces in files that a page draws without getting slow.
constexpr std::size_t most_triangles_of_files = 200'000;

Json pair_of(const Json& a, const Json& b) { return Json::array({a, b}); }

std::string type_of(JointType type) {
  // A particle's translation leaves it as free as a body is.
  return std::string(name_of(type == JointType::translation ? JointType::free : type));
}

/// Axes in the first body's frame at zero coordinates, see plan/joint_frames.h.
Json axes_of(JointType type, const Mat3<double>& R_1F) {
  Json list = Json::array();
  switch (type) {
    case JointType::revolute:
    case JointType::prismatic:
    case JointType::cylindrical:
    case JointType::screw:
    case JointType::planar: list.push_back(report_vector(R_1F.c2())); break;
    case JointType::universal:
      list.push_back(report_vector(R_1F.c2()));
      list.push_back(report_vector(R_1F.c0()));
      break;
    default: break;
  }
  return list;
}

std::string kind_of(LoadSlot::Kind kind) {
  switch (kind) {
    case LoadSlot::Kind::gravity: return "gravity";
    case LoadSlot::Kind::applied: return "applied";
    case LoadSlot::Kind::spring:
    case LoadSlot::Kind::rotational_spring: return "spring";
    case LoadSlot::Kind::effort:
    case LoadSlot::Kind::passive:
    case LoadSlot::Kind::armature: return "effort";
    case LoadSlot::Kind::reaction: return "reaction";
    case LoadSlot::Kind::constraint: return "constraint";
    case LoadSlot::Kind::inertia: break;
  }
  return "inertia";
}

/// "A damping, friction": what a joint does by itself along its speeds.
std::string passive_words(const Joint& joint) {
  std::vector<std::string> words;
  if (any_nonzero(joint.stiffness)) words.emplace_back("spring");
  if (any_nonzero(joint.damping)) words.emplace_back("damping");
  if (rubs(joint)) words.emplace_back("friction");
  if (std::ranges::any_of(joint.restitution, [](const auto& r) { return r.has_value(); })) words.emplace_back("stop");
  return joint.name + " " + join(words, ", ");
}

Json link(const std::string& name, const char* kind, const std::array<int, 2>& bodies,
          const std::array<Vec3<double>, 2>& at) {
  return {{"name", name},     {"kind", kind},
          {"bodies", bodies}, {"at", pair_of(report_vector(at[0]), report_vector(at[1]))},
          {"spring", false},  {"damper", false},
          {"actuator", false}};
}

template <class Spring>
void set_parts(const Spring& spring, Json& json) {
  json["spring"] = !spring.stiffness.is_zero();
  json["damper"] = !spring.damping.is_zero();
  json["actuator"] = spring.actuator.has_value();
}

}  // namespace

Json ReportScene::bodies() const {
  const Mechanism& model = setup_.model;
  const auto vector = [&](const Vec3<Expr>& a) {
    return report_vector({setup_.real(a.x), setup_.real(a.y), setup_.real(a.z)});
  };
  Json list = Json::array();
  std::size_t triangles_left = most_triangles_of_files;
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    const Body& body = model.bodies[b];
    Json json{{"name", body.written()}, {"mass", par_.mass[b]}, {"center", report_vector(par_.center[b])}};
    json["shapes"] = report_shapes(body, setup_.real, triangles_left);
    json["points"] = Json::array();
    for (const NamedPoint& point : body.points)
      json["points"].push_back({{"name", point.name}, {"at", vector(point.p)}});
    for (const NamedFrame& frame : body.frames)
      json["points"].push_back({{"name", frame.name}, {"at", vector(frame.p)}});
    list.push_back(std::move(json));
  }
  return list;
}

Json ReportScene::joints() const {
  const Mechanism& model = setup_.model;
  Json list = Json::array();
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Joint& joint = model.joints[j];
    const JointRowReals<double>& frames = par_.joints[j];
    Json coordinates = Json::array();
    for (const JointWord& word : words(model, joint).coordinates)
      coordinates.push_back(coordinate_name(joint.name, word));
    list.push_back({{"name", joint.written()},
                    {"type", type_of(joint.type)},
                    {"bodies", std::array{joint.first, joint.second}},
                    {"at", pair_of(report_vector(frames.X_1F.p), report_vector(frames.X_2M.p))},
                    {"axes", axes_of(joint.type, frames.X_1F.R)},
                    {"cut", joint.closing},
                    {"driven", std::ranges::any_of(joint.motion, [](const auto& m) { return m.has_value(); })},
                    {"coordinates", std::move(coordinates)}});
  }
  return list;
}

Json ReportScene::links() const {
  const Mechanism& model = setup_.model;
  Json list = Json::array();
  for (std::size_t i = 0; i < model.springs.size(); ++i) {
    const auto& [first, second] = par_.springs[i].ends;
    list.push_back(link(model.springs[i].name, "spring", {first.body, second.body}, {first.p, second.p}));
    set_parts(model.springs[i], list.back());
  }
  for (const RotationalSpring& spring : model.rotational_springs) {
    std::array<int, 2> bodies = spring.bodies;
    std::array<Vec3<double>, 2> at{par_.center[index(bodies[0])], par_.center[index(bodies[1])]};
    if (spring.joint) {
      const Joint& joint = model.joints[index(*spring.joint)];
      const JointRowReals<double>& frames = par_.joints[index(*spring.joint)];
      bodies = {joint.first, joint.second};
      at = {frames.X_1F.p, frames.X_2M.p};
    }
    list.push_back(link(spring.name, "rotational-spring", bodies, at));
    set_parts(spring, list.back());
  }
  for (std::size_t i = 0; i < model.constraints.size(); ++i) {
    const auto* distance = std::get_if<Distance>(&model.constraints[i]);
    if (distance == nullptr) continue;
    const GeometricRowReals<double>& reals = par_.constraints[i];
    list.push_back(link(distance->name, "distance", {reals.first, reals.second}, {reals.X_1F.p, reals.X_2M.p}));
  }
  return list;
}

Json ReportScene::contacts() const {
  const Mechanism& model = setup_.model;
  Json list = Json::array();
  for (std::size_t i = 0; i < model.constraints.size(); ++i) {
    const auto* rolling = std::get_if<Rolling>(&model.constraints[i]);
    if (rolling == nullptr && !std::holds_alternative<NoSlip>(model.constraints[i])) continue;
    const GeometricRowReals<double>& reals = par_.constraints[i];
    Json json{{"name", name_of(model.constraints[i])},
              {"kind", "blade"},
              {"body", reals.second},
              {"at", report_vector(reals.X_2M.p)},
              {"axis", report_vector(reals.X_2M.R.c2())},
              {"radii", report_vector({0.0, 0.0, 0.0})},
              {"on", reals.first},
              {"plane", nullptr}};
    if (rolling != nullptr) {
      const bool ellipsoid = rolling->shape == Rolling::Shape::ellipsoid;
      json["kind"] = ellipsoid ? "ellipsoid" : rolling->shape == Rolling::Shape::sphere ? "sphere" : "disc";
      if (model.planar) json["axis"] = report_vector({0.0, 0.0, 1.0});
      json["radii"] =
          report_vector(ellipsoid ? reals.semiaxes : Vec3<double>{reals.radius, reals.radius, reals.radius});
      json["plane"] = {{"point", report_vector(reals.X_1F.p)}, {"normal", report_vector(reals.X_1F.R.c2())}};
    }
    list.push_back(std::move(json));
  }
  return list;
}

Json ReportScene::up() const {
  const double size = norm(par_.gravity);
  return report_vector(size > 0.0 ? (-1.0 / size) * par_.gravity : Vec3<double>{0.0, 0.0, 0.0});
}

std::string ReportScene::name_of_load(const LoadSlot& slot) const {
  const Mechanism& model = setup_.model;
  const std::size_t i = index(slot.index);
  switch (slot.kind) {
    case LoadSlot::Kind::applied: return model.forces[i].name;
    case LoadSlot::Kind::spring: return model.springs[i].name;
    case LoadSlot::Kind::rotational_spring: return model.rotational_springs[i].name;
    case LoadSlot::Kind::effort:
    case LoadSlot::Kind::reaction: return model.joints[i].name;
    case LoadSlot::Kind::passive: return passive_words(model.joints[i]);
    case LoadSlot::Kind::armature: return model.joints[i].name + " armature";
    case LoadSlot::Kind::constraint: return name_of(model.constraints[i]);
    case LoadSlot::Kind::gravity: return "gravity";
    case LoadSlot::Kind::inertia: break;
  }
  return "inertia";
}

Json ReportScene::load(const LoadSlot& slot) const {
  Json json{{"name", name_of_load(slot)}, {"kind", kind_of(slot.kind)}, {"on", slot.on}, {"from", nullptr}};
  if (slot.from != LoadSlot::nobody) json["from"] = slot.from;
  if (!slot.moves) json["at"] = {{"body", slot.at_body}, {"point", report_vector(slot.at)}};
  return json;
}

double ReportScene::length(std::span<const BodyMotion<double>> poses) const {
  const Mechanism& model = setup_.model;
  Vec3<double> low, high;
  bool first = true;
  const auto reach = [&](const Vec3<double>& p, double r) {
    const Vec3<double> d{r, r, r}, a = p - d, b = p + d;
    low = first ? a : Vec3<double>{std::min(low.x, a.x), std::min(low.y, a.y), std::min(low.z, a.z)};
    high = first ? b : Vec3<double>{std::max(high.x, b.x), std::max(high.y, b.y), std::max(high.z, b.z)};
    first = false;
  };
  const auto reach_on = [&](int body, const Vec3<double>& p, double r) { reach(poses[index(body)].X_W.point(p), r); };
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    const int body = static_cast<int>(b);
    reach_on(body, par_.center[b], 0.0);
    if (const double r = reach_of_shapes(model.bodies[b], setup_.real); r > 0.0) reach_on(body, {0.0, 0.0, 0.0}, r);
    for (const NamedPoint& p : model.bodies[b].points)
      reach_on(body, {setup_.real(p.p.x), setup_.real(p.p.y), setup_.real(p.p.z)}, 0.0);
  }
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    // What floats is not attached to where its coordinates count from.
    if (model.joints[j].type != JointType::free) reach_on(model.joints[j].first, par_.joints[j].X_1F.p, 0.0);
    reach_on(model.joints[j].second, par_.joints[j].X_2M.p, 0.0);
  }
  for (const auto& spring : par_.springs)
    for (const auto& end : spring.ends) reach_on(end.body, end.p, 0.0);
  for (std::size_t i = 0; i < model.constraints.size(); ++i) {
    if (std::holds_alternative<Constraint>(model.constraints[i])) continue;
    const GeometricRowReals<double>& reals = par_.constraints[i];
    reach_on(reals.second, reals.X_2M.p, std::max(reals.radius, norm(reals.semiaxes)));
  }
  const double size = norm(high - low);
  return size > 0.0 ? size : setup_.length;
}

}  // namespace alembert
