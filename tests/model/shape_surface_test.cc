// Surfaces of shapes for pictures: they close, and enclose what the shapes do.
#include "alembert/model/shape_surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "alembert/model/mesh_integrals.h"

namespace alembert::shape_surface_test {
namespace {

using Corner = std::array<double, 2>;

double volume(const Mesh& mesh) {
  EXPECT_FALSE(fault_of(welded(mesh)).has_value());
  return solid_of_mesh(welded(mesh)).volume;
}

// A circle is drawn by 32 edges: its area is that of the polygon.
const double polygon_share = 32.0 / (2.0 * std::numbers::pi) * std::sin(2.0 * std::numbers::pi / 32.0);

TEST(ShapeSurface, RoundOnesEncloseTheirVolume) {
  const double pi = std::numbers::pi;
  EXPECT_NEAR(volume(cone_surface(0.3, 0.8)), polygon_share * pi * 0.09 * 0.8 / 3.0, 1e-14);
  EXPECT_NEAR(volume(tube_surface(0.3, 0.2, 0.8)), polygon_share * pi * (0.09 - 0.04) * 0.8, 1e-14);
  // Pappus: the area of the cross section, here an octagon, times the way of its middle.
  const double octagon = 4.0 * 0.05 * 0.05 * std::sin(pi / 4.0);
  EXPECT_NEAR(volume(ring_surface(0.5, 0.1)), polygon_share * octagon * 2.0 * pi * 0.5, 1e-12);
}

TEST(ShapeSurface, PlatesOverAnyOutline) {
  // A U with a notch, in both directions: area 3 x 2 - 1 x 1.
  std::vector<Corner> outline{{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  EXPECT_NEAR(volume(plate_surface(outline, 0.1)), 0.5, 1e-14);
  std::reverse(outline.begin(), outline.end());
  EXPECT_NEAR(volume(plate_surface(outline, 0.1)), 0.5, 1e-14);
  // A star of many corners, some of them in a line.
  std::vector<Corner> star;
  double area = 0.0;
  for (int i = 0; i < 400; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / 400.0, radius = i % 2 == 0 ? 1.0 : 0.3;
    star.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    area += 0.5 * 0.3 * std::sin(2.0 * std::numbers::pi / 400.0);  // triangles to the middle, sides 1 and 0.3
  }
  EXPECT_NEAR(volume(plate_surface(star, 2.0)), 2.0 * area, 1e-12);
}

TEST(ShapeSurface, NothingHangsOnOutlinesThatMeetThemselves) {
  const std::vector<Corner> bow{{0, 0}, {1, 1}, {1, 0}, {0, 1}}, line{{0, 0}, {1, 0}, {2, 0}};
  EXPECT_LE(triangulated(bow).size(), 2U);
  EXPECT_TRUE(triangulated(line).empty());
  EXPECT_EQ(plate_surface(line, 0.0).triangles.size(), 0U);
}

}  // namespace
}  // namespace alembert::shape_surface_test
