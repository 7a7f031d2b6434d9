#include "alembert/io/urdf/urdf_looks.h"

#include <optional>

#include "alembert/io/toml/model_kind.h"
#include "alembert/io/urdf/urdf_numbers.h"
#include "alembert/io/urdf/urdf_parts.h"
#include "alembert/symbolic/rational.h"

namespace alembert {
namespace {

bool positive(const std::vector<Expr>& sizes) {
  for (const Expr& size : sizes)
    if (!(size.is_number() && size.number().to_double() > 0.0)) return false;
  return true;
}

/// Kind, size and file of a <geometry>; empty where it cannot be drawn. Throws Error for numbers that are none.
std::optional<Shape> read_geometry(const XmlElement& geometry, const std::string& owner) {
  Shape shape;
  if (const XmlElement* box = only_child(geometry, "box", owner)) {
    const std::optional<Vec3<Expr>> size = read_vector(*box, "size", owner);
    if (!size) return {};
    shape.kind = Shape::Kind::box;
    shape.size = {size->x, size->y, size->z};
  } else if (const XmlElement* cylinder = only_child(geometry, "cylinder", owner)) {
    shape.kind = Shape::Kind::cylinder;
    shape.size = {need_number(*cylinder, "radius", owner), need_number(*cylinder, "length", owner)};
  } else if (const XmlElement* capsule = only_child(geometry, "capsule", owner)) {
    shape.kind = Shape::Kind::capsule;
    shape.size = {need_number(*capsule, "radius", owner), need_number(*capsule, "length", owner)};
  } else if (const XmlElement* sphere = only_child(geometry, "sphere", owner)) {
    shape.kind = Shape::Kind::sphere;
    shape.size = {need_number(*sphere, "radius", owner)};
  } else if (const XmlElement* mesh = only_child(geometry, "mesh", owner)) {
    const XmlAttribute* file = mesh->find("filename");
    if (file == nullptr) return {};
    const std::string ending = lower_extension(file->value);
    const Vec3<Expr> scale = read_vector(*mesh, "scale", owner).value_or(Vec3<Expr>{Expr(1), Expr(1), Expr(1)});
    const auto same = [](Expr a, Expr b) { return a.number().to_double() == b.number().to_double(); };
    if ((ending != ".stl" && ending != ".obj") || !same(scale.x, scale.y) || !same(scale.x, scale.z)) return {};
    shape.kind = Shape::Kind::mesh;
    shape.size = {scale.x};
    shape.file = file->value;
  } else {
    return {};
  }
  if (!positive(shape.size)) return {};
  return shape;
}

std::optional<Shape> read_look(const XmlElement& element) {
  const std::string owner = "<" + element.name + ">";
  try {
    const XmlElement* geometry = only_child(element, "geometry", owner);
    if (geometry == nullptr) return {};
    std::optional<Shape> shape = read_geometry(*geometry, owner);
    if (!shape) return {};
    UrdfRemarks of_origin;
    const UrdfOrigin origin = read_origin(element, owner, of_origin);
    shape->p = origin.p;
    shape->R = origin.R.value_or(Orientation());
    shape->picture = true;
    shape->at = element.at();
    return shape;
  } catch (const Error&) {
    return {};  // the motion does not depend on it
  }
}

}  // namespace

std::vector<Shape> read_looks(const XmlElement& link, UrdfRemarks& remarks) {
  std::vector<Shape> looks;
  for (const char* name : {"visual", "collision"}) {
    const bool wanted = looks.empty();
    for (const XmlElement& child : link.children) {
      if (child.name != name) continue;
      std::optional<Shape> shape = wanted ? read_look(child) : std::nullopt;
      if (shape)
        looks.push_back(std::move(*shape));
      else
        remarks.note(name, child);
    }
  }
  return looks;
}

}  // namespace alembert
