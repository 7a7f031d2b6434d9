#include "alembert/model/validate_shapes.h"

#include <array>
#include <cmath>
#include <vector>

#include "alembert/core/text.h"
#include "alembert/model/shape_properties.h"

namespace alembert {
namespace {

/// One shape under test.
class ShapeCheck {
 public:
  ShapeCheck(const Shape& shape, const std::string& what, const RealOf& real)
      : shape_(shape), what_(what + " (" + std::string(shape_word(shape.kind)) + ")"), real_(real) {}

  void run() {
    check_weight();
    check_sizes();
    if (shape_.kind == Shape::Kind::tube) check_bore();
    if (shape_.kind == Shape::Kind::polygon) check_outline();
    for (const Expr e : {shape_.p.x, shape_.p.y, shape_.p.z}) static_cast<void>(finite(e, "at"));
    check_orientation(shape_.R, what_ + " rotation", shape_.at, real_);
  }

 private:
  [[noreturn]] void fail(const std::string& message, const std::string& hint) const {
    throw Error(Error::Code::bad_value, what_ + message, shape_.at, hint);
  }

  double finite(Expr e, std::string_view word) const {
    const double x = real_(e);
    if (!std::isfinite(x))
      fail(" " + std::string(word) + " is " + shortest(x),
           "check the domain of its functions and the parameters in it");
    return x;
  }

  void check_weight() const {
    const char* word = shape_.kind == Shape::Kind::point ? "mass" : (shape_.mass ? "mass" : "density");
    const double x = finite(shape_.mass ? *shape_.mass : *shape_.density, word);
    if (x < 0.0)
      fail(std::string(" ") + word + " is " + shortest(x),
           "write a positive number, and cut = true to take a part away");
  }

  void check_sizes() const {
    const bool needs_volume = shape_.density || shape_.kind == Shape::Kind::mesh;
    for (std::size_t i = 0; i < shape_.size.size(); ++i) {
      const std::string word(size_words(shape_.kind)[i]);
      const bool may_be_zero = !needs_volume || (shape_.kind == Shape::Kind::tube && word == "inner") ||
                               (shape_.kind == Shape::Kind::capsule && word == "length");
      const double x = finite(shape_.size[i], word);
      if (x < 0.0 || (x == 0.0 && !may_be_zero))
        fail(" " + word + " is " + shortest(x),
             may_be_zero ? "write a number that is not negative" : "write a number above zero");
    }
    const bool is_capsule = shape_.kind == Shape::Kind::capsule;
    if (is_capsule && real_(shape_.size[0]) == 0.0 && real_(shape_.size[1]) == 0.0)
      fail(" has no size", "write a radius above zero, or a point instead");
  }

  void check_bore() const {
    const double radius = real_(shape_.size[0]), inner = real_(shape_.size[1]);
    if (inner > radius || (inner == radius && shape_.density))
      fail(" inner is " + shortest(inner) + " and radius " + shortest(radius),
           "the bore must be smaller than the tube");
  }

  void check_outline() const {
    std::vector<std::array<double, 2>> corners;
    double size = 0.0;
    for (const auto& [x, y] : shape_.outline) {
      corners.push_back({finite(x, "outline"), finite(y, "outline")});
      size = std::max(size, std::hypot(corners.back()[0] - corners[0][0], corners.back()[1] - corners[0][1]));
    }
    if (const auto crossing = crossing_edges(corners))
      fail(": its outline meets itself, the edge after corner " + std::to_string(crossing->first + 1) +
               " and the one after corner " + std::to_string(crossing->second + 1),
           "list the corners in order around the outline; make holes with a polygon of their own and cut = true");
    constexpr double rounding = 1e-13;
    const double area = polygon<double>(corners).volume;
    if (!(std::abs(area) > rounding * size * size))
      fail(" encloses no area", "write at least three corners that are not on one line");
    if (area < 0.0) fail(": its outline runs clockwise", "list the corners counter-clockwise, with these parameters");
  }

  const Shape& shape_;
  std::string what_;
  const RealOf& real_;
};

}  // namespace

void check_shape(const Shape& shape, const std::string& what, const RealOf& real) {
  ShapeCheck(shape, what, real).run();
}

}  // namespace alembert
