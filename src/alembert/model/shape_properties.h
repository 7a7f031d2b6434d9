/// The mass properties of a shape as a model file describes it.
#pragma once
#include <cassert>
#include <string_view>
#include <vector>

#include "alembert/model/mechanism.h"
#include "alembert/model/shape_polygon.h"

namespace alembert {

/// The word for a kind in model files: "box".
std::string_view shape_word(Shape::Kind kind);

/// What each number in Shape::size is, in order:
///
///   box       a, b, c [m] along x, y, z         cylinder  radius, length       sphere  radius
///   capsule   radius, length (without its caps) cone      radius, length       tube    radius, inner, length
///   polygon   thickness, or nothing             mesh      scale                point   nothing (its mass is
///   Shape::mass)
std::span<const std::string_view> size_words(Shape::Kind kind);

/// The solid in the shape's own frame, with `real` giving the value of each number: a callable Expr -> S. Not of a
/// mesh: its solid comes from its file (mesh_integrals.h).
template <Scalar S, class Reals>
Solid<S> solid_of(const Shape& shape, const Reals& real) {
  const auto at = [&](std::size_t i) -> S { return real(shape.size[i]); };
  switch (shape.kind) {
    case Shape::Kind::box: return box<S>(at(0), at(1), at(2));
    case Shape::Kind::cylinder: return cylinder<S>(at(0), at(1));
    case Shape::Kind::sphere: return sphere<S>(at(0));
    case Shape::Kind::capsule: return capsule<S>(at(0), at(1));
    case Shape::Kind::cone: return cone<S>(at(0), at(1));
    case Shape::Kind::tube: return tube<S>(at(0), at(1), at(2));
    case Shape::Kind::polygon: {
      std::vector<std::array<S, 2>> corners;
      for (const std::array<Expr, 2>& corner : shape.outline) corners.push_back({real(corner[0]), real(corner[1])});
      const Solid<S> flat = polygon<S>(corners);
      return shape.size.empty() ? flat : extruded<S>(flat, at(0));
    }
    case Shape::Kind::mesh: assert(false && "the solid of a mesh comes from its file"); break;
    case Shape::Kind::point: break;
  }
  return {};
}

/// What the shape contributes to its body, in the body's frame, when `solid` is it in its own frame. A shape that is
/// cut away has a negative mass.
template <Scalar S, class Reals>
MassProperties<S> contribution(const Shape& shape, const Solid<S>& solid, const Reals& real) {
  const MassProperties<S> own =
      shape.mass ? with_mass<S>(solid, real(*shape.mass)) : with_density<S>(solid, real(*shape.density));
  const Transform<S> X{rotation_of<S>(shape.R, real), {real(shape.p.x), real(shape.p.y), real(shape.p.z)}};
  const MassProperties<S> placed = moved(X, own);
  return shape.cut ? cut_away(placed) : placed;
}

}  // namespace alembert
