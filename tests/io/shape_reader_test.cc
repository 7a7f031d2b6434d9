/// S11, S33: `shapes = [...]` of a body, against closed forms.
#include "alembert/io/mechanism/shape_reader.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <numbers>

#include "alembert/core/output_file.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/tape_machine.h"
#include "symbolic/known_names.h"

namespace alembert::shape_reader_test {
namespace {

class ShapeReader : public ::testing::Test {
 protected:
  Body read(const std::string& shapes, bool planar = false) {
    const Value document = parse_toml("shapes = " + shapes, "m.toml");
    Body body;
    warnings = read_shapes(document.find("shapes")->value, "[body.rod] shapes", names, planar, folder, body);
    return body;
  }
  /// The value at l = 0.4, rho = 7850, r = 0.01.
  static double value(Expr formula) {
    const std::array<Expr, 3> symbols{parameter("l"), parameter("rho"), parameter("r")};
    const std::array<double, 3> values{0.4, 7850.0, 0.01};
    TapeMachine<double> machine(Tape(symbols, {&formula, 1}));
    double result = 0.0;
    machine.run(values, {&result, 1});
    return result;
  }
  static void expect_inertia(const Body& body, const std::array<double, 6>& expected) {
    const Sym3<Expr>& I = body.inertia;
    const std::array<Expr, 6> found{I.xx, I.yy, I.zz, I.xy, I.xz, I.yz};
    for (std::size_t i = 0; i < 6; ++i)
      EXPECT_NEAR(value(found[i]), expected[i], 1e-14 * std::abs(expected[2])) << "element " << i;
  }

  Graph graph;
  GraphScope scope{graph};
  KnownNames names{{}, {"l", "rho", "r"}};
  std::filesystem::path folder = ".";
  std::vector<Warning> warnings;
};

constexpr double pi = std::numbers::pi;

TEST_F(ShapeReader, BoxOfNumbersIsExact) {
  const Body body = read("[{ box = [0.4, 0.02, 0.01], density = 7850, at = [0.2, 0, 0.1] }]");
  EXPECT_TRUE(identical(body.mass, fraction(628, 1000)));
  EXPECT_TRUE(identical(body.center.x, fraction(1, 5)));
  EXPECT_TRUE(identical(body.center.z, fraction(1, 10)));
  const double m = 0.628;
  expect_inertia(body,
                 {m * (0.02 * 0.02 + 0.01 * 0.01) / 12, m * (0.16 + 0.0001) / 12, m * (0.16 + 0.0004) / 12, 0, 0, 0});
  EXPECT_TRUE(body.inertia.xy.is_zero());
  ASSERT_EQ(body.shapes.size(), 1U);
  EXPECT_EQ(body.shapes[0].kind, Shape::Kind::box);
  EXPECT_EQ(body.shapes[0].size.size(), 3U);
  EXPECT_EQ(body.shapes[0].at.column, 11);
}

TEST_F(ShapeReader, ParametersStaySymbols) {
  const Body body = read("[{ box = ['l', 0.02, 0.01], density = 'rho', at = ['l/2', 0, 0] }]");
  const Expr l = parameter("l"), rho = parameter("rho");
  EXPECT_TRUE(simplify(body.mass - rho * l * fraction(1, 5000)).is_zero()) << to_text(body.mass);
  EXPECT_TRUE(identical(body.center.x, l / Expr(2.0))) << to_text(body.center.x);
  EXPECT_NEAR(value(body.inertia.yy), 0.628 * (0.16 + 0.0001) / 12, 1e-15);
}

TEST_F(ShapeReader, CompositeOfTheFormatsPage) {
  const Body body = read(
      "[ { box = ['l', 0.02, 0.01], density = 7850, at = ['l/2', 0] }, { cylinder = {radius = 0.004, length = 0.01}, "
      "density = 7850, at = [0.05, 0], cut = true }, { point = 0.1, at = ['l', 0] } ]",
      true);
  // By hand, in the plane.
  const double bar = 7850 * 0.4 * 0.02 * 0.01, hole = -7850 * pi * 0.004 * 0.004 * 0.01, ball = 0.1;
  const double mass = bar + hole + ball;
  const double x = (bar * 0.2 + hole * 0.05 + ball * 0.4) / mass;
  const double zz = bar * ((0.16 + 0.0004) / 12 + (x - 0.2) * (x - 0.2)) +
                    hole * (0.004 * 0.004 / 2 + (x - 0.05) * (x - 0.05)) + ball * (x - 0.4) * (x - 0.4);
  EXPECT_NEAR(value(body.mass), mass, 1e-15);
  EXPECT_NEAR(value(body.center.x), x, 1e-15);
  EXPECT_TRUE(body.center.y.is_zero());
  EXPECT_NEAR(value(body.inertia.zz), zz, 1e-15);
  EXPECT_TRUE(body.inertia.xx.is_zero());
  EXPECT_EQ(body.shapes.size(), 3U);
  EXPECT_TRUE(body.shapes[1].cut);
}

TEST_F(ShapeReader, ConstantsBecomeNumbers) {
  const Body body = read(
      "[{ box = [0.4, 0.2, 0.1], density = 1000 }, { cylinder = { radius = 0.05, length = 0.1 }, "
      "density = 1000, at = [0.1, 0, 0], rotation = { rpy = [0.3, 0, 0] }, cut = true }]");
  EXPECT_TRUE(body.mass.is_number());
  EXPECT_NEAR(value(body.mass), 8.0 - 1000 * pi * 0.0025 * 0.1, 1e-14);
  EXPECT_TRUE(body.inertia.yz.is_number());
  EXPECT_TRUE(body.inertia.xy.is_zero());  // exactly, by symmetry
  EXPECT_TRUE(body.center.y.is_zero());
}

TEST_F(ShapeReader, SymmetricHolesLeaveTheCentreExactlyInPlace) {
  const std::string hole = "{ cylinder = { radius = 0.01, length = 0.1 }, density = 1000, cut = true, at = ";
  const Body body = read("[{ box = [0.4, 0.2, 0.1], density = 1000 }, " + hole + "[0.1, 0.03, 0] }, " + hole +
                         "[-0.1, 0.03, 0] }, " + hole + "[0.1, -0.03, 0] }, " + hole + "[-0.1, -0.03, 0] }]");
  EXPECT_TRUE(body.center.x.is_zero());
  EXPECT_TRUE(body.center.y.is_zero());
  EXPECT_TRUE(body.inertia.xy.is_zero());
}

TEST_F(ShapeReader, EveryKindWithItsWords) {
  EXPECT_NEAR(value(read("[{ sphere = 0.1, density = 1000 }]").mass), 4000 * pi / 3 * 0.001, 1e-14);
  EXPECT_NEAR(value(read("[{ sphere = { radius = '10 cm' }, mass = '500 g' }]").inertia.xx), 0.002, 1e-16);
  EXPECT_NEAR(value(read("[{ cylinder = { radius = 'r', length = 'l' }, mass = 2 }]").inertia.zz), 1e-4, 1e-16);
  EXPECT_NEAR(value(read("[{ tube = { radius = 0.1, inner = 0.05, length = 1 }, density = 1 }]").mass), pi * 0.0075,
              1e-15);
  EXPECT_NEAR(value(read("[{ capsule = { radius = 0.1, length = 0 }, density = 1 }]").mass), 4 * pi / 3 * 0.001, 1e-15);
  const Body cone = read("[{ cone = { radius = 0.1, length = 0.4 }, density = 1000, at = [0, 0, 1] }]");
  EXPECT_NEAR(value(cone.center.z), 0.9, 1e-15);
  const Body point = read("[{ point = '100 g', at = [1, 2, 3] }]");
  EXPECT_TRUE(identical(point.mass, fraction(1, 10)));
  EXPECT_TRUE(point.inertia.xx.is_zero());
}

TEST_F(ShapeReader, DensityMayHaveAUnit) {
  EXPECT_NEAR(value(read("[{ box = [1, 1, 1], density = '7.85 g/cm^3' }]").mass), 7850.0, 1e-10);
}

TEST_F(ShapeReader, PolygonsAreFlatInPlanarModelsOrHaveAThickness) {
  const std::string triangle = "{ polygon = [[0, 0], [0.3, 0], [0, 0.2]], ";
  const Body flat = read("[" + triangle + "density = 10 }]", true);
  EXPECT_NEAR(value(flat.mass), 0.3, 1e-16);
  EXPECT_NEAR(value(flat.center.x), 0.1, 1e-16);
  EXPECT_NEAR(value(flat.inertia.zz), 0.3 * (0.09 + 0.04) / 18, 1e-17);
  const Body thick = read("[" + triangle + "thickness = 0.01, density = 1000 }]", true);
  EXPECT_NEAR(value(thick.inertia.zz), 0.3 * (0.09 + 0.04) / 18, 1e-17);
  const Body plate = read("[" + triangle + "thickness = 0.01, density = 1000 }]");
  const double thickness = 0.3 * 0.0001 / 12;
  expect_inertia(plate,
                 {0.3 * 0.04 / 18 + thickness, 0.3 * 0.09 / 18 + thickness, 0.3 * 0.13 / 18, 0.3 * 0.06 / 36, 0, 0});
}

TEST_F(ShapeReader, OutlinesMayRunEitherWay) {
  const Body a = read("[{ polygon = [[0, 0], [0.3, 0], [0, 0.2]], density = 10 }]", true);
  const Body b = read("[{ polygon = [[0, 0], [0, 0.2], [0.3, 0]], density = 10 }]", true);
  EXPECT_TRUE(identical(a.mass, b.mass));
  EXPECT_TRUE(identical(a.inertia.zz, b.inertia.zz));
}

TEST_F(ShapeReader, RotationsTurnTheShape) {
  // A cylinder along x instead of z.
  const Body body = read(
      "[{ cylinder = { radius = 0.1, length = 1 }, mass = 12, rotation = { axis = [0, 1, 0], angle = "
      "'90 deg' } }]");
  const double across = 12 * (0.01 / 4 + 1.0 / 12), along = 12 * 0.01 / 2;
  expect_inertia(body, {along, across, across, 0, 0, 0});
  EXPECT_TRUE(body.inertia.xz.is_zero());
  // In a planar model it may lie in the plane as well.
  const std::string start = "[{ cylinder = { radius = 0.1, length = 1 }, mass = 12, rotation = ";
  EXPECT_NEAR(value(read(start + "{ axis = [0, 1, 0], angle = '90 deg' } }]", true).inertia.zz), across, 1e-15);
  EXPECT_NEAR(value(read(start + "{ angle = '90 deg' } }]", true).inertia.zz), along, 1e-15);
  EXPECT_NEAR(
      value(read("[{ polygon = [[0, 0], [0.3, 0], [0, 0.3]], density = 10, rotation = '90 deg' }]", true).center.x),
      -0.1, 1e-16);
}

TEST_F(ShapeReader, WeightlessShapesAreAFrame) {
  const Body body = read("[{ box = [1, 2, 3], density = 0 }, { point = 0, at = [1, 0, 0] }]");
  EXPECT_TRUE(body.mass.is_zero());
  EXPECT_TRUE(body.inertia.zz.is_zero());
}

class ShapeReaderMesh : public ShapeReader {
 protected:
  void SetUp() override {
    folder = std::filesystem::temp_directory_path() / ("alembert_shape_" + std::to_string(::getpid()));
    make_folder(folder);
    write_file(folder / "box.obj", corners + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n");
    write_file(folder / "out.obj", corners + "f 2 4 3 1\nf 7 8 6 5\nf 5 6 2 1\nf 4 8 7 3\nf 3 7 5 1\nf 6 8 4 2\n");
    write_file(folder / "open.obj", corners + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\n");
    write_file(folder / "flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 3 2 1\n");
    write_file(folder / "bad.obj", "v 0 0 0\nf 1 2 3\n");
  }
  void TearDown() override { std::filesystem::remove_all(folder); }

  /// In millimetres: edges 20, 40, 80 around (10, 20, 40).
  const std::string corners = "v 0 0 0\nv 20 0 0\nv 0 40 0\nv 20 40 0\nv 0 0 80\nv 20 0 80\nv 0 40 80\nv 20 40 80\n";
};

TEST_F(ShapeReaderMesh, BoxInMillimetresEqualsTheBox) {
  const Body mesh = read("[{ mesh = 'box.obj', scale = 0.001, density = 7850, at = [0.1, 0, 0] }]");
  EXPECT_TRUE(warnings.empty());
  const double m = 7850 * 0.02 * 0.04 * 0.08;
  EXPECT_NEAR(value(mesh.mass), m, 1e-12 * m);
  EXPECT_NEAR(value(mesh.center.x), 0.11, 1e-15);
  EXPECT_NEAR(value(mesh.center.z), 0.04, 1e-15);
  EXPECT_NEAR(value(mesh.inertia.xx), m * (0.0016 + 0.0064) / 12, 1e-12 * m * 0.008 / 12);
  EXPECT_NEAR(value(mesh.inertia.zz), m * (0.0016 + 0.0004) / 12, 1e-12 * m * 0.008 / 12);
  EXPECT_EQ(mesh.shapes[0].file, "box.obj");
}

TEST_F(ShapeReaderMesh, MeshWithAMassAndAParameterAsScale) {
  const Body mesh = read("[{ mesh = 'box.obj', scale = 'r/10', mass = 3 }]");
  EXPECT_NEAR(value(mesh.inertia.yy), 3 * (0.0004 + 0.0064) / 12, 1e-15);
}

TEST_F(ShapeReaderMesh, InsideOutIsTurnedWithAWarning) {
  const Body mesh = read("[{ mesh = 'out.obj', density = 1 }]");
  EXPECT_NEAR(value(mesh.mass), 64000.0, 1e-7);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].message.find("'out.obj' is inside out"), std::string::npos);
  EXPECT_EQ(warnings[0].at.column, 20);
}

TEST_F(ShapeReaderMesh, FaultsOfMeshesHaveAPlace) {
  const auto error = [&](const std::string& file) {
    try {
      static_cast<void>(read("[{ mesh = '" + file + "', density = 1 }]"));
    } catch (const Error& e) {
      return std::string(e.what());
    }
    return std::string("no error");
  };
  EXPECT_NE(error("open.obj")
                .find("m.toml:1:20: [body.rod] shapes[0] mesh: the mesh in 'open.obj' bounds no solid: it "
                      "is not closed: the edge from (20, 0, 0) to (20, 40, 0)"),
            std::string::npos)
      << error("open.obj");
  EXPECT_NE(error("flat.obj").find("m.toml:1:20"), std::string::npos) << error("flat.obj");
  EXPECT_NE(error("flat.obj").find("encloses no volume"), std::string::npos) << error("flat.obj");
  EXPECT_NE(error("bad.obj").find("bad.obj:2:5: a face has the corner '2'"), std::string::npos) << error("bad.obj");
  EXPECT_NE(error("none.obj").find("m.toml:1:20: [body.rod] shapes[0] mesh: cannot read"), std::string::npos)
      << error("none.obj");
  EXPECT_NE(error("box.step").find("export the mesh as .stl or .obj"), std::string::npos) << error("box.step");
}

}  // namespace
}  // namespace alembert::shape_reader_test
