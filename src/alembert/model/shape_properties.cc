#include "alembert/model/shape_properties.h"

namespace alembert {

std::string_view shape_word(Shape::Kind kind) {
  switch (kind) {
    case Shape::Kind::box: return "box";
    case Shape::Kind::cylinder: return "cylinder";
    case Shape::Kind::sphere: return "sphere";
    case Shape::Kind::capsule: return "capsule";
    case Shape::Kind::cone: return "cone";
    case Shape::Kind::tube: return "tube";
    case Shape::Kind::polygon: return "polygon";
    case Shape::Kind::mesh: return "mesh";
    case Shape::Kind::point: break;
  }
  return "point";
}

std::span<const std::string_view> size_words(Shape::Kind kind) {
  static constexpr std::array<std::string_view, 3> edges{"a", "b", "c"};
  static constexpr std::array<std::string_view, 2> round{"radius", "length"};
  static constexpr std::array<std::string_view, 3> bored{"radius", "inner", "length"};
  static constexpr std::array<std::string_view, 1> thickness{"thickness"};
  static constexpr std::array<std::string_view, 1> scale{"scale"};
  switch (kind) {
    case Shape::Kind::box: return edges;
    case Shape::Kind::cylinder:
    case Shape::Kind::capsule:
    case Shape::Kind::cone: return round;
    case Shape::Kind::sphere: return std::span(round).first(1);
    case Shape::Kind::tube: return bored;
    case Shape::Kind::polygon: return thickness;
    case Shape::Kind::mesh: return scale;
    case Shape::Kind::point: break;
  }
  return {};
}

}  // namespace alembert
