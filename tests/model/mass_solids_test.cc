/// S11, S33: closed forms, poses, composites and parallel axes against volume integrals by quadrature.
#include <gtest/gtest.h>

#include <array>

#include "alembert/model/principal_axes.h"
#include "alembert/model/shape_polygon.h"
#include "alembert/model/shape_solids.h"
#include "model/mass_cloud.h"

namespace alembert::mass_solids_test {
namespace {

constexpr double rho = 2700.0;
/// Sums over some hundred points, each with a few roundings.
constexpr double rounding = 1e-13;

Cloud capsule_cloud(double r, double l) {
  const auto cap = [&](double z) {
    return std::sqrt(std::max(0.0, r * r - (std::abs(z) - l / 2) * (std::abs(z) - l / 2)));
  };
  return cylinder_cloud(r, l) + turned_cloud(l / 2, l / 2 + r, 0.0, cap) + turned_cloud(-l / 2 - r, -l / 2, 0.0, cap);
}

struct Case {
  const char* name;
  Solid<double> solid;
  Cloud cloud;
};

std::vector<Case> cases() {
  return {
      {"box", box(0.4, 0.02, 0.07), box_cloud(0.4, 0.02, 0.07)},
      {"cylinder", cylinder(0.03, 0.4), cylinder_cloud(0.03, 0.4)},
      {"disc", cylinder(0.3, 0.01), cylinder_cloud(0.3, 0.01)},
      {"tube", tube(0.03, 0.025, 0.4), cylinder_cloud(0.03, 0.4, 0.025)},
      {"sphere", sphere(0.2), turned_cloud(-0.2, 0.2, 0.0, [](double z) { return std::sqrt(0.04 - z * z); })},
      {"capsule", capsule(0.05, 0.3), capsule_cloud(0.05, 0.3)},
      {"cone", cone(0.1, 0.3), turned_cloud(-0.15, 0.15, 0.0, [](double z) { return 0.1 * (0.15 - z) / 0.3; })},
  };
}

TEST(MassSolids, ClosedFormsEqualVolumeIntegrals) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    expect_near(with_density(c.solid, rho), properties_of(rho * c.cloud), rounding);
    expect_near(with_mass(c.solid, 3.0), properties_of((3.0 / c.solid.volume) * c.cloud), rounding);
  }
}

TEST(MassSolids, ConeHasItsCentreAQuarterFromItsBase) { EXPECT_DOUBLE_EQ(cone(0.1, 0.4).center.z, -0.2 + 0.1); }

TEST(MassSolids, CapsuleWithoutLengthIsASphere) {
  expect_near(with_density(capsule(0.3, 0.0), rho), with_density(sphere(0.3), rho), rounding);
}

TEST(MassSolids, MovingEqualsMovingEveryPoint) {
  Random random(1);
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    const Transform<double> X = random_pose(random);
    // The offset is up to a hundred times the size of the body: its square enters the direct sum.
    expect_near(moved(X, with_density(c.solid, rho)), properties_of(moved(X, rho * c.cloud)), 1e-12);
  }
}

TEST(MassSolids, ScalingEqualsScalingEveryLength) {
  expect_near(with_density(scaled(1e-3, capsule(50.0, 300.0)), rho), with_density(capsule(0.05, 0.3), rho), rounding);
}

TEST(MassComposite, TubeIsACylinderWithACylinderCutAway) {
  const std::array parts{with_density(cylinder(0.03, 0.4), rho), cut_away(with_density(cylinder(0.025, 0.4), rho))};
  expect_near(combined<double>(parts), with_density(tube(0.03, 0.025, 0.4), rho), rounding);
}

TEST(MassComposite, PlateWithHolesAndAPin) {
  Random random(2);
  const Transform<double> first{rotation_x(0.0), {0.06, 0.02, 0.0}};
  const Transform<double> second{rotation_y(0.4), {-0.05, -0.01, 0.0}};
  const Transform<double> pin = random_pose(random);
  const std::array parts{
      with_density(box(0.2, 0.1, 0.01), rho), cut_away(moved(first, with_density(cylinder(0.015, 0.01), rho))),
      cut_away(moved(second, with_density(cylinder(0.01, 0.006), rho))),
      moved(pin, with_density(cone(0.004, 0.03), 7850.0)), MassProperties<double>{0.01, {0.1, 0, 0}, {}}};
  const Cloud cloud =
      rho * box_cloud(0.2, 0.1, 0.01) + moved(first, -rho * cylinder_cloud(0.015, 0.01)) +
      moved(second, -rho * cylinder_cloud(0.01, 0.006)) +
      moved(pin, 7850.0 * turned_cloud(-0.015, 0.015, 0.0, [](double z) { return 0.004 * (0.015 - z) / 0.03; })) +
      Cloud{{0.01, {0.1, 0, 0}}};
  expect_near(combined<double>(parts), properties_of(cloud), 1e-12);
}

TEST(MassComposite, OrderAndGroupingDoNotMatter) {
  const MassProperties<double> a = with_density(box(0.1, 0.2, 0.3), rho);
  const MassProperties<double> b = moved({rotation_z(0.5), {0.3, 0.1, -0.2}}, with_density(cone(0.1, 0.2), rho));
  const MassProperties<double> c = moved({rotation_x(1.0), {-0.3, 0.0, 0.2}}, with_density(sphere(0.1), rho));
  const MassProperties<double> ab = combined<double>(std::array{a, b}), bc = combined<double>(std::array{b, c});
  expect_near(combined<double>(std::array{ab, c}), combined<double>(std::array{a, bc}), rounding);
  expect_near(combined<double>(std::array{ab, cut_away(b)}), a, rounding);
}

TEST(MassComposite, FarFromTheOriginLosesNoDigits) {
  // Two halves of a box a kilometre away: direct sums about the origin would lose seven digits.
  const MassProperties<double> half = with_density(box(0.1, 0.1, 0.1), rho);
  const auto at = [&](double x) { return moved({Mat3<double>::identity(), {x, 1000.0, 0.0}}, half); };
  const MassProperties<double> whole = combined<double>(std::array{at(999.75), at(999.85)});
  const MassProperties<double> expected = with_density(box(0.2, 0.1, 0.1), rho);
  // Positions themselves are rounded to 1e-13 m, relative to 0.1 m.
  expect_near(whole.inertia, expected.inertia, 1e-11 * largest(expected.inertia));
}

TEST(MassParallelAxes, AboutAnyPointAndBack) {
  Random random(3);
  const Transform<double> X = random_pose(random);
  const Vec3<double> p{0.4, -1.1, 0.7};
  const MassProperties<double> body = moved(X, with_density(cone(0.1, 0.3), rho));
  const Cloud cloud = moved(X, rho * turned_cloud(-0.15, 0.15, 0.0, [](double z) { return 0.1 * (0.15 - z) / 0.3; }));
  const Sym3<double> about = inertia_about(body, p);
  expect_near(about, inertia_about(cloud, p), 1e-13 * largest(about));
  // Back: what is left is smaller than what was subtracted.
  const MassProperties<double> back = from_inertia_about(p, body.mass, body.center, about);
  expect_near(back.inertia, body.inertia, 1e-14 * largest(about));
}

TEST(MassPolygon, ShapeOfAnLIsTwoBoxes) {
  const std::vector<std::array<double, 2>> corners{{0, 0}, {0.3, 0}, {0.3, 0.1}, {0.1, 0.1}, {0.1, 0.4}, {0, 0.4}};
  const Solid<double> plate = extruded(polygon<double>(corners), 0.02);
  const auto at = [](double x, double y) { return Transform<double>{Mat3<double>::identity(), {x, y, 0.0}}; };
  const std::array parts{moved(at(0.15, 0.05), with_density(box(0.3, 0.1, 0.02), rho)),
                         moved(at(0.05, 0.25), with_density(box(0.1, 0.3, 0.02), rho))};
  expect_near(with_density(plate, rho), combined<double>(parts), rounding);
}

TEST(MassPolygon, TriangleInClosedForm) {
  // Right triangle with legs a and b at the origin: area ab/2, centroid (a, b)/3, Ixx = m b^2/18, Iyy = m a^2/18,
  // Ixy = -integral of x y = m a b/36 about the centroid.
  const double a = 0.3, b = 0.2;
  const Solid<double> flat = polygon<double>(std::array<std::array<double, 2>, 3>{{{0, 0}, {a, 0}, {0, b}}});
  EXPECT_NEAR(flat.volume, a * b / 2, 1e-16);
  EXPECT_NEAR(flat.center.x, a / 3, 1e-16);
  EXPECT_NEAR(flat.center.y, b / 3, 1e-16);
  expect_near(flat.gyration, {b * b / 18, a * a / 18, (a * a + b * b) / 18, a * b / 36, 0, 0}, 1e-16);
}

TEST(MassPolygon, RegularPolygonApproachesTheDisc) {
  // Area n/2 sin(2 pi/n) r^2 and polar gyration r^2 (2 + cos(2 pi/n))/6 in closed form.
  for (const int n : {3, 6, 1000}) {
    std::vector<std::array<double, 2>> corners;
    const double step = 2 * std::numbers::pi / n;
    for (int i = 0; i < n; ++i) corners.push_back({5.0 + 0.3 * std::cos(i * step), -7.0 + 0.3 * std::sin(i * step)});
    const Solid<double> flat = polygon<double>(corners);
    EXPECT_NEAR(flat.volume, n / 2.0 * std::sin(step) * 0.09, 1e-13);
    EXPECT_NEAR(flat.center.x, 5.0, 1e-13);
    EXPECT_NEAR(flat.center.y, -7.0, 1e-13);
    EXPECT_NEAR(flat.gyration.zz, 0.09 * (2 + std::cos(step)) / 6, 1e-13);
    EXPECT_NEAR(flat.gyration.xy, 0.0, 1e-13);
  }
}

TEST(MassPolygon, ClockwiseHasTheSameCentreAndGyration) {
  const std::vector<std::array<double, 2>> corners{{0, 0}, {0.1, 0.4}, {0.3, 0.1}};
  const std::vector<std::array<double, 2>> reversed{corners.rbegin(), corners.rend()};
  const Solid<double> a = polygon<double>(corners), b = polygon<double>(reversed);
  EXPECT_LT(a.volume, 0.0);
  EXPECT_NEAR(a.volume, -b.volume, 1e-16);
  EXPECT_LE(norm(a.center - b.center), 1e-15);
  expect_near(a.gyration, b.gyration, 1e-16);
}

TEST(MassPolygon, CrossingsAreFound) {
  using Corners = std::vector<std::array<double, 2>>;
  EXPECT_FALSE(crossing_edges(Corners{{0, 0}, {1, 0}, {1, 1}, {0, 1}}));
  EXPECT_FALSE(crossing_edges(Corners{{0, 0}, {1, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}));  // repeated corners
  EXPECT_EQ(crossing_edges(Corners{{0, 0}, {1, 1}, {1, 0}, {0, 1}}), (std::pair<std::size_t, std::size_t>{0, 2}));
  EXPECT_TRUE(crossing_edges(Corners{{0, 0}, {2, 0}, {2, 1}, {1, 0}, {0, 1}}));          // a corner on an edge
  EXPECT_TRUE(crossing_edges(Corners{{0, 0}, {1, 1}, {2, 2}, {2, 0}, {1, 1}, {0, 2}}));  // crosses in a corner
}

TEST(PrincipalAxes, FindTheMomentsOfATurnedBox) {
  Random random(4);
  for (int i = 0; i < 20; ++i) {
    const Mat3<double> R = random_pose(random).R;
    const MassProperties<double> straight = with_density(box(0.1, 0.2, 0.3), rho);
    const Sym3<double> I = rotated(R, straight.inertia);
    const PrincipalAxes found = principal_axes(I);
    EXPECT_NEAR(found.moments[0], straight.inertia.zz, 1e-14);  // the longest edge is along z
    EXPECT_NEAR(found.moments[1], straight.inertia.yy, 1e-14);
    EXPECT_NEAR(found.moments[2], straight.inertia.xx, 1e-14);
    EXPECT_NEAR(determinant(found.R), 1.0, 1e-14);
    expect_near(rotated(found.R, {found.moments[0], found.moments[1], found.moments[2], 0, 0, 0}), I,
                1e-14 * largest(I));
    EXPECT_NEAR(std::abs(dot(found.R.c0(), R.c2())), 1.0, 1e-14);
  }
}

}  // namespace
}  // namespace alembert::mass_solids_test
