#include <cmath>
#include <optional>

#include "alembert/analysis/derivation/form_point.h"
#include "alembert/core/text.h"
#include "alembert/forms/blocks/symbolic_bodies.h"
#include "alembert/model/parameter_names.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/units.h"

namespace alembert {
namespace {

Expr length(const Mechanism& model, const std::string& text) {
  const Source at{"--about", 0, 0};
  const auto quantity = parse_quantity(text, at);
  if (quantity && quantity->dimension != Dimension{.length = 1})
    throw Error(Error::Code::bad_value, "--about: '" + text + "' is " + describe(quantity->dimension), {},
                "coordinates of a point are lengths");
  return quantity ? quantity->value : parse_expression(text, ParameterNames(model), at);
}

/// "[x, y]" or "[x, y, z]".
Vec3<Expr> point_in_world(const Mechanism& model, const std::string& text) {
  const std::string example = model.planar ? "\"[0.1, 0.2]\"" : "\"[0.1, 0.2, 0.3]\"";
  if (!text.ends_with(']'))
    throw Error(Error::Code::syntax, "--about: '" + text + "' has no ']' at its end", {}, "write it as in " + example);
  const std::vector<std::string> parts = split_list(std::string_view(text).substr(1, text.size() - 2));
  const std::size_t size = model.planar ? 2 : 3;
  if (parts.size() != size)
    throw Error(Error::Code::bad_value,
                "--about: a point of this model has " + std::to_string(size) + " coordinates, '" + text + "' has " +
                    std::to_string(parts.size()),
                {}, "write it as in " + example);
  std::vector<Expr> p;
  for (const std::string& part : parts) p.push_back(length(model, part));
  for (const double value : numbers_in_parameters(model, parameter_numbers(model), p))
    if (!std::isfinite(value))
      throw Error(Error::Code::bad_value, "--about: '" + text + "' holds a coordinate that is not a finite number");
  return {p[0], p[1], model.planar ? Expr(0.0) : p[2]};
}

}  // namespace

Vec3<Expr> point_about(const BodyPlan& plan, const BodyParams<Expr>& par, const Blocks<Expr>& blocks,
                       const std::string& name) {
  if (trimmed(name).starts_with('[')) return point_in_world(plan.model, std::string(trimmed(name)));
  std::vector<std::string> known;
  for (const BlockJoint<Expr>& joint : blocks.joints) {
    if (joint.role != BlockJoint<Expr>::Role::joint) continue;
    if (joint.name == name) return joint.point;
    known.push_back(joint.name);
  }
  SymbolicBodies state(plan);
  describe_by_bodies(plan, par, state);
  const std::vector<Body>& bodies = plan.model.bodies;
  const auto point_of = [&](std::size_t b, const std::string& own) -> std::optional<Vec3<Expr>> {
    const Body& body = bodies[b];
    const auto world = [&](const Vec3<Expr>& p) { return state.bodies[b].X_W.point(p - par.origin[b]); };
    if (name == own + ".origin") return world({});
    if (name == own + ".center") return world(body.center);
    for (const NamedPoint& point : body.points) {
      if (name == own + "." + point.name) return world(point.p);
      known.push_back(own + "." + point.name);
    }
    known.push_back(own + ".center");
    return {};
  };
  // What the file calls a body goes before what formulas call another one.
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (!bodies[b].label.empty())
      if (const auto point = point_of(b, bodies[b].label)) return *point;
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (const auto point = point_of(b, b == 0 ? "ground" : bodies[b].name)) return *point;
  throw Error(Error::Code::unknown_name, "--about: there is no joint and no point '" + name + "'", {},
              did_you_mean(name, known) + " Coordinates in the world are written " +
                  (plan.model.planar ? "\"[x, y]\"" : "\"[x, y, z]\""));
}

}  // namespace alembert
