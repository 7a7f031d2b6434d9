/// S11: triangle meshes against closed forms, and meshes that bound no solid.
#include <gtest/gtest.h>

#include <algorithm>

#include "alembert/model/mesh_integrals.h"
#include "alembert/model/shape_polygon.h"
#include "model/mass_cloud.h"

namespace alembert::mass_mesh_test {
namespace {

constexpr double rho = 1300.0;

/// Box with edges a, b, c around p; 12 triangles.
Mesh box_mesh(double a, double b, double c, const Vec3<double>& p = {}) {
  Mesh mesh;
  for (int i = 0; i < 8; ++i)
    mesh.corners.push_back(
        p + Vec3<double>{(i & 1) != 0 ? a / 2 : -a / 2, (i & 2) != 0 ? b / 2 : -b / 2, (i & 4) != 0 ? c / 2 : -c / 2});
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

Mesh reversed(Mesh mesh) {
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

Mesh joined(Mesh a, const Mesh& b) {
  const auto offset = static_cast<std::uint32_t>(a.corners.size());
  a.corners.insert(a.corners.end(), b.corners.begin(), b.corners.end());
  for (const auto& t : b.triangles) a.triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
  return a;
}

/// Every triangle with corners of its own, as in STL.
Mesh separated(const Mesh& mesh) {
  Mesh result;
  for (const auto& t : mesh.triangles) {
    const auto first = static_cast<std::uint32_t>(result.corners.size());
    for (const std::uint32_t i : t) result.corners.push_back(mesh.corners[i]);
    result.triangles.push_back({first, first + 1, first + 2});
  }
  return result;
}

/// A sphere of `rings` belts.
Mesh sphere_mesh(double radius, int rings) {
  Mesh mesh;
  const int around = 2 * rings;
  mesh.corners = {{0, 0, radius}, {0, 0, -radius}};
  const auto corner = [&](int ring, int i) {
    if (ring == 0) return std::uint32_t{0};
    if (ring == rings) return std::uint32_t{1};
    return static_cast<std::uint32_t>(2 + (ring - 1) * around + i % around);
  };
  for (int ring = 1; ring < rings; ++ring)
    for (int i = 0; i < around; ++i) {
      const double polar = std::numbers::pi * ring / rings, angle = 2 * std::numbers::pi * i / around;
      mesh.corners.push_back({radius * std::sin(polar) * std::cos(angle), radius * std::sin(polar) * std::sin(angle),
                              radius * std::cos(polar)});
    }
  for (int ring = 0; ring < rings; ++ring)
    for (int i = 0; i < around; ++i) {
      if (ring > 0) mesh.triangles.push_back({corner(ring, i), corner(ring + 1, i), corner(ring, i + 1)});
      if (ring < rings - 1)
        mesh.triangles.push_back({corner(ring, i + 1), corner(ring + 1, i), corner(ring + 1, i + 1)});
    }
  return mesh;
}

TEST(MassMesh, BoxEqualsTheBox) {
  const Mesh mesh = box_mesh(0.4, 0.02, 0.07);
  ASSERT_FALSE(fault_of(mesh));
  expect_near(with_density(solid_of_mesh(mesh), rho), with_density(box(0.4, 0.02, 0.07), rho), 1e-14);
}

TEST(MassMesh, BoxFarAwayEqualsTheBox) {
  // Corners at 1000 m are rounded to 1e-13 m themselves, 1e-12 of the thinnest edge.
  const Solid<double> far = solid_of_mesh(box_mesh(0.4, 0.2, 0.3, {1000.0, -500.0, 250.0}));
  const Solid<double> expected = box(0.4, 0.2, 0.3);
  EXPECT_NEAR(far.volume, expected.volume, 1e-12 * expected.volume);
  EXPECT_LE(norm(far.center - Vec3<double>{1000.0, -500.0, 250.0}), 1e-12 * 1000.0);
  expect_near(far.gyration, expected.gyration, 2e-12 * largest(expected.gyration));
}

TEST(MassMesh, AnyUnitOfLength) {
  for (const double unit : {1e-60, 1e-3, 1e3, 1e60}) {
    const Solid<double> solid = scaled(1.0 / unit, solid_of_mesh(box_mesh(0.4 * unit, 0.02 * unit, 0.07 * unit)));
    expect_near(with_density(solid, rho), with_density(box(0.4, 0.02, 0.07), rho), 1e-14);
  }
}

TEST(MassMesh, TetrahedronInClosedForm) {
  // Corners 0, a e1, b e2, c e3: V = abc/6; integrals of x^2: V a^2/10, of x y: V a b/20.
  const double a = 0.3, b = 0.5, c = 0.7;
  const Mesh mesh{{{0, 0, 0}, {a, 0, 0}, {0, b, 0}, {0, 0, c}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  ASSERT_FALSE(fault_of(mesh));
  const Solid<double> solid = solid_of_mesh(mesh);
  EXPECT_NEAR(solid.volume, a * b * c / 6, 1e-16);
  EXPECT_LE(norm(solid.center - Vec3<double>{a / 4, b / 4, c / 4}), 1e-15);
  const Sym3<double> about_corner{(b * b + c * c) / 10, (a * a + c * c) / 10, (a * a + b * b) / 10,
                                  -a * b / 20,          -a * c / 20,          -b * c / 20};
  expect_near(inertia_about(with_mass(solid, 1.0), {}), about_corner, 1e-15);
}

TEST(MassMesh, SphereConvergesWithTheSquareOfTheEdges) {
  const double exact = sphere(0.3).gyration.xx;
  double before = 0.0;
  for (const int rings : {16, 32, 64}) {
    const Mesh mesh = sphere_mesh(0.3, rings);
    ASSERT_FALSE(fault_of(mesh));
    const Solid<double> solid = solid_of_mesh(mesh);
    const double error = exact - solid.gyration.xx;
    EXPECT_LE(norm(solid.center), 1e-15);
    EXPECT_GT(error, 0.0);  // the corners are on the sphere, the rest inside
    if (before > 0.0) {
      EXPECT_NEAR(before / error, 4.0, 0.1);
    }
    before = error;
  }
}

TEST(MassMesh, InnerSurfacesTakeAway) {
  const Mesh mesh = joined(box_mesh(0.4, 0.4, 0.4), reversed(box_mesh(0.1, 0.2, 0.1, {0.1, 0.05, 0.0})));
  ASSERT_FALSE(fault_of(mesh));
  const Transform<double> at{Mat3<double>::identity(), {0.1, 0.05, 0.0}};
  const std::array parts{with_density(box(0.4, 0.4, 0.4), rho),
                         cut_away(moved(at, with_density(box(0.1, 0.2, 0.1), rho)))};
  expect_near(with_density(solid_of_mesh(mesh), rho), combined<double>(parts), 1e-13);
}

TEST(MassMesh, PolygonEqualsItsExtrudedMesh) {
  // An arrow head, not convex: its fan from corner 0 covers it.
  const std::vector<std::array<double, 2>> corners{{0.1, 0.0}, {0.3, -0.2}, {0.2, 0.3}, {-0.1, -0.1}};
  Mesh mesh;
  const auto n = static_cast<std::uint32_t>(corners.size());
  for (const double z : {-0.01, 0.01})
    for (const auto& [x, y] : corners) mesh.corners.push_back({x, y, z});
  for (std::uint32_t i = 1; i + 1 < n; ++i) {
    mesh.triangles.push_back({0, i + 1, i});
    mesh.triangles.push_back({n, n + i, n + i + 1});
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t j = (i + 1) % n;
    mesh.triangles.push_back({i, j, n + i});
    mesh.triangles.push_back({j, n + j, n + i});
  }
  ASSERT_FALSE(fault_of(mesh));
  expect_near(with_density(solid_of_mesh(mesh), rho), with_density(extruded(polygon<double>(corners), 0.02), rho),
              1e-13);
}

TEST(MassMesh, InsideOutHasANegativeVolumeAndNothingElseChanges) {
  const Mesh mesh = box_mesh(0.4, 0.02, 0.07, {1, 2, 3});
  const Solid<double> right = solid_of_mesh(mesh), wrong = solid_of_mesh(reversed(mesh));
  EXPECT_FALSE(fault_of(reversed(mesh)));
  EXPECT_DOUBLE_EQ(wrong.volume, -right.volume);
  EXPECT_LE(norm(wrong.center - right.center), 1e-15);
  expect_near(wrong.gyration, right.gyration, 1e-16);
}

TEST(MassMesh, FlatMeshEnclosesNothing) { EXPECT_EQ(solid_of_mesh(box_mesh(0.4, 0.3, 0.0)).volume, 0.0); }
TEST(MassMesh, EmptyMeshEnclosesNothing) { EXPECT_EQ(solid_of_mesh({}).volume, 0.0); }

TEST(MassMesh, WeldingRestoresSharedCorners) {
  Mesh mesh = separated(box_mesh(0.4, 0.02, 0.07, {0.2, 0, 0}));  // corners at x = 0
  for (std::size_t i = 0; i < mesh.corners.size(); i += 2)
    if (mesh.corners[i].x == 0.0) mesh.corners[i].x = -0.0;
  mesh.triangles.push_back({0, 0, 1});  // no area
  EXPECT_TRUE(fault_of(mesh));
  const Mesh whole = welded(mesh);
  EXPECT_EQ(whole.corners.size(), 8U);
  EXPECT_EQ(whole.triangles.size(), 12U);
  EXPECT_FALSE(fault_of(whole));
}

std::string fault_message(const Mesh& mesh) {
  const auto fault = fault_of(mesh);
  return fault ? fault->message + " | " + fault->hint : "";
}

TEST(MassMesh, FaultsNameTheEdge) {
  Mesh open = box_mesh(2, 2, 2);
  open.triangles.pop_back();
  EXPECT_NE(fault_message(open).find("not closed: the edge from (1, 1, -1) to (1, -1, 1)"), std::string::npos)
      << fault_message(open);
  Mesh twisted = box_mesh(2, 2, 2);
  std::swap(twisted.triangles[11][0], twisted.triangles[11][1]);
  EXPECT_NE(fault_message(twisted).find("do not agree"), std::string::npos) << fault_message(twisted);
  EXPECT_NE(fault_message(twisted).find("counter-clockwise"), std::string::npos) << fault_message(twisted);
  Mesh doubled = joined(box_mesh(2, 2, 2), box_mesh(2, 2, 2));
  EXPECT_NE(fault_message(welded(doubled)).find("has 4 triangles"), std::string::npos);
}

}  // namespace
}  // namespace alembert::mass_mesh_test
