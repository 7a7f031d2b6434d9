/// S33: bodies that cannot exist, what is said about them, and that the advice helps.
#include "alembert/model/validate.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "alembert/model/validate_rotation.h"
#include "model/mass_cloud.h"

namespace alembert::validate_test {
namespace {

class Validate : public ::testing::Test {
 protected:
  Validate() {
    model.graph = graph;
    model.bodies.resize(2);
    model.bodies[0].name = "ground";
    body().name = "rod";
    body().at = {"m.toml", 7, 2};
    body().mass = 2.0;
  }

  Body& body() { return model.bodies[1]; }
  void inertia(const Sym3<double>& I) { body().inertia = {I.xx, I.yy, I.zz, I.xy, I.xz, I.yz}; }
  void check() { check_bodies(model, NumberReals(model)); }

  /// The error of a check that must fail, as "message | hint".
  std::string error() {
    try {
      check();
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Error::Code::bad_value);
      EXPECT_EQ(e.at().file, "m.toml");
      EXPECT_EQ(e.at().line, 7);
      EXPECT_EQ(e.at().column, 2);
      return e.message() + " | " + e.hint();
    }
    return "no error";
  }
  /// The warning of a check that must pass with exactly one.
  std::string warning() {
    model.warnings.clear();
    check();
    EXPECT_EQ(model.warnings.size(), 1U);
    if (model.warnings.empty()) return "";
    EXPECT_EQ(model.warnings[0].at.line, 7);
    return model.warnings[0].message;
  }
  bool passes() {
    model.warnings.clear();
    check();
    return model.warnings.empty();
  }

  std::shared_ptr<Graph> graph = std::make_shared<Graph>();
  GraphScope scope{*graph};
  Mechanism model;
};

TEST_F(Validate, MassMustNotBeNegative) {
  body().mass = -1.5;
  EXPECT_EQ(error(), "body 'rod': mass is -1.5 | raise it by 1.5 at least");
}

TEST_F(Validate, NumbersMustBeFinite) {
  const Expr p = Expr::symbol("p", SymbolKind::parameter);
  model.parameters.push_back({"p", p, Expr(-1.0), {}, {}});
  body().mass = sqrt(p);
  EXPECT_NE(error().find("mass is nan"), std::string::npos) << error();
  body().mass = 1.0;
  body().center.y = Expr(1.0) / (p + Expr(1.0));
  EXPECT_NE(error().find("center y is inf"), std::string::npos) << error();
}

TEST_F(Validate, MasslessBodiesAreFine) {
  body().mass = Expr();
  EXPECT_TRUE(passes());
  body().center = {0.1, 0.2, 0.3};
  EXPECT_TRUE(passes());
  inertia({0.1, 0.1, 0.2, 0, 0, 0});  // inertia without mass: a flywheel
  EXPECT_TRUE(passes());
}

TEST_F(Validate, InertiaMustBePositive) {
  inertia({0.1, -0.02, 0.1, 0, 0, 0});
  EXPECT_EQ(error(),
            "body 'rod': its inertia about the centre of mass is not positive, principal moments -0.02, 0.1, 0.1 | "
            "raise Iyy from -0.02 by 0.02 at least; a real body needs 0.02, so that no moment exceeds the sum of the "
            "others");
  inertia({0.1, 0, 0.1, 0, 0, 0});
  EXPECT_TRUE(passes());
}

TEST_F(Validate, ProductsOfInertiaCountToo) {
  // Moments 0.1 +- 0.15 in the plane of x and y: the smallest belongs to the diagonal (1, -1, 0).
  inertia({0.1, 0.1, 0.3, 0.15, 0, 0});
  const std::string told = error();
  EXPECT_NE(told.find("principal moments -0.05, 0.25, 0.3"), std::string::npos) << told;
  EXPECT_NE(told.find("raise the smallest one, along ("), std::string::npos) << told;
  EXPECT_NE(told.find("0.707107, "), std::string::npos) << told;
  EXPECT_NE(told.find("by 0.05 at least"), std::string::npos) << told;
}

TEST_F(Validate, TriangleRuleIsAWarningWithTheSmallestChange) {
  inertia({0.1, 0.2, 0.35, 0, 0, 0});
  EXPECT_EQ(warning(),
            "body 'rod': no real body has this inertia, principal moments 0.1, 0.2, 0.35: the largest exceeds the sum "
            "of the others; lower Izz from 0.35 by 0.05, or raise Ixx from 0.1 by as much");
  check();
  EXPECT_EQ(model.warnings.size(), 1U);  // told once, however often it is checked
  inertia({0.1, 0.2, 0.35 - 0.05, 0, 0, 0});
  EXPECT_TRUE(passes());
  inertia({0.1 + 0.05, 0.2, 0.35, 0, 0, 0});
  EXPECT_TRUE(passes());
}

TEST_F(Validate, TheToldChangeIsRoundedSoThatItSuffices) {
  inertia({0.1, 0.2, 0.3 + 1.0 / 30.0, 0, 0, 0});
  EXPECT_NE(warning().find("by 0.0333334,"), std::string::npos) << warning();
  inertia({0.1, 0.2, 0.3 + 1.0 / 30.0 - 0.0333334, 0, 0, 0});
  EXPECT_TRUE(passes());
}

TEST_F(Validate, RulesHoldInAnyAxesAndUnits) {
  Random random(6);
  for (int i = 0; i < 50; ++i) {
    const Mat3<double> R = random_pose(random).R;
    const double unit = std::pow(10.0, random.uniform(-9.0, 9.0));
    const double a = random.uniform(0.0, 1.0), b = random.uniform(0.0, 1.0);
    const auto turned = [&](double c) { inertia(rotated(R, {unit * a, unit * b, unit * c, 0, 0, 0})); };
    turned((a + b) * (1 - 1e-6));  // a thin plate that is slightly too thick
    EXPECT_TRUE(passes());
    turned(a + b);  // a lamina, exactly at the limit
    EXPECT_TRUE(passes());
    turned((a + b) * (1 + 1e-6));
    EXPECT_NE(warning().find("exceeds the sum"), std::string::npos);
    turned(-1e-5);
    EXPECT_NE(error().find("not positive"), std::string::npos);
  }
}

TEST_F(Validate, MomentsBelowZeroByRoundingAreAWarning) {
  const std::string said = ", by no more than rounding; raise Izz from ";
  inertia({0.1, 0.2, -1e-8, 0, 0, 0});  // digits that a file left out
  EXPECT_NE(warning().find(said), std::string::npos) << warning();
  inertia({0.1, 0.2, -1e-6, 0, 0, 0});
  EXPECT_NE(error().find("not positive"), std::string::npos);
  body().mass = Expr(0.3);
  inertia({1e-20, 1e-20, -1e-20, 0, 0, 0});  // nothing but rounding, beside the mass
  EXPECT_NE(warning().find(said), std::string::npos) << warning();
  inertia({1e-14, 1e-14, -1e-14, 0, 0, 0});
  EXPECT_NE(error().find("not positive"), std::string::npos);
}

TEST_F(Validate, WhatIsFixedToAHeavyBodyMayMissMore) {
  Body heavy;
  heavy.name = "heavy";
  heavy.mass = Expr(10.0);
  heavy.inertia = {Expr(0.1), Expr(0.1), Expr(0.1), Expr(), Expr(), Expr()};
  model.bodies.push_back(heavy);
  inertia({2e-6, 2e-6, -3e-8, 0, 0, 0});
  EXPECT_NE(error().find("not positive"), std::string::npos);
  Joint weld;
  weld.type = JointType::fixed;
  weld.first = static_cast<int>(model.bodies.size()) - 1;
  weld.second = 1;
  model.joints.push_back(weld);
  EXPECT_NE(warning().find("by no more than rounding"), std::string::npos) << warning();
  inertia({2e-6, 2e-6, -2e-6, 0, 0, 0});
  EXPECT_NE(error().find("not positive"), std::string::npos);
}

TEST_F(Validate, SolidsPass) {
  for (const Cloud& cloud : {box_cloud(1.0, 2.0, 3.0), box_cloud(1.0, 1e-9, 1e-9), cylinder_cloud(1.0, 1e-9)}) {
    inertia(properties_of(moved({rotation_rpy(0.1, 0.2, 0.3), {}}, cloud)).inertia);
    EXPECT_TRUE(passes());
  }
}

TEST_F(Validate, PlanarBodiesHaveOneMoment) {
  model.planar = true;
  inertia({0, 0, 0.3, 0, 0, 0});
  EXPECT_TRUE(passes());
  inertia({0, 0, -0.3, 0, 0, 0});
  EXPECT_EQ(error(), "body 'rod': inertia about the centre of mass is -0.3 | raise it by 0.3 at least");
}

TEST_F(Validate, ParametersAreTestedWithTheirValues) {
  const Expr m = Expr::symbol("m", SymbolKind::parameter);
  model.parameters.push_back({"m", m, Expr(1.0), {}, {}});
  body().mass = m - Expr(2.0);
  EXPECT_NE(error().find("mass is -1 "), std::string::npos) << error();
  model.parameters[0].value = Expr(3.0);
  EXPECT_TRUE(passes());
}

TEST_F(Validate, CutsAreSuspected) {
  Shape hole;
  hole.kind = Shape::Kind::sphere;
  hole.size = {Expr(1.0)};
  hole.density = Expr(1.0);
  hole.cut = true;
  body().shapes.push_back(hole);
  body().mass = -1.0;
  EXPECT_NE(error().find("parts with cut = true must lie inside the others"), std::string::npos) << error();
}

TEST_F(Validate, ShapesAreTestedWithTheParametersValues) {
  const Expr r = Expr::symbol("r", SymbolKind::parameter);
  model.parameters.push_back({"r", r, Expr(-0.1), {}, {}});
  Shape shape;
  shape.kind = Shape::Kind::cylinder;
  shape.size = {r, Expr(1.0)};
  shape.mass = Expr(1.0);
  shape.at = {"m.toml", 7, 2};
  body().shapes.push_back(shape);
  EXPECT_EQ(error(), "body 'rod': shapes[0] (cylinder) radius is -0.1 | write a number that is not negative");
  body().shapes[0].mass = {};
  body().shapes[0].density = Expr(1.0);
  EXPECT_NE(error().find("write a number above zero"), std::string::npos) << error();
  model.parameters[0].value = Expr(0.1);
  EXPECT_TRUE(passes());
}

TEST_F(Validate, OutlinesWithParametersRunCounterClockwise) {
  const Expr w = Expr::symbol("w", SymbolKind::parameter);
  model.parameters.push_back({"w", w, Expr(0.2), {}, {}});
  Shape shape;
  shape.kind = Shape::Kind::polygon;
  shape.outline = {{Expr(), Expr()}, {w, Expr()}, {w, Expr(0.1)}};
  shape.size = {Expr(0.01)};
  shape.density = Expr(1.0);
  shape.at = {"m.toml", 7, 2};
  body().shapes.push_back(shape);
  EXPECT_TRUE(passes());
  model.parameters[0].value = Expr(-0.2);
  EXPECT_NE(error().find("runs clockwise | list the corners counter-clockwise"), std::string::npos) << error();
  model.parameters[0].value = Expr();
  EXPECT_NE(error().find("encloses no area"), std::string::npos) << error();
}

TEST_F(Validate, RotationsMustBeRotations) {
  const Expr p = Expr::symbol("p", SymbolKind::parameter);
  model.parameters.push_back({"p", p, Expr(), {}, {}});
  body().rotation.kind = Orientation::Kind::axis_angle;
  body().rotation.n = {p, p, p, Expr(1.0)};
  EXPECT_NE(error().find("rotation: its axis or quaternion is zero"), std::string::npos) << error();
  body().rotation.kind = Orientation::Kind::matrix;
  body().rotation.n = {Expr(1.0), p, p, p, Expr(1.0), p, p, p, Expr(-1.0)};
  EXPECT_NE(error().find("left-handed"), std::string::npos) << error();
  body().rotation.n[8] = Expr(2.0);
  EXPECT_NE(error().find("column 3 has the length 2"), std::string::npos) << error();
  body().rotation.n[8] = Expr(1.0);
  EXPECT_TRUE(passes());
  body().rotation.n[1] = Expr(0.01);
  EXPECT_NE(error().find("columns 1 and 2 are not at right angles"), std::string::npos) << error();
}

TEST(NearestQuaternion, UndoesRoundingAndIsExactOnRotations) {
  Random random(7);
  for (int i = 0; i < 50; ++i) {
    const Mat3<double> R = random_pose(random).R;
    const Mat3<double> back = rotation(nearest_quaternion(R));
    EXPECT_LE(norm(back.r0 - R.r0) + norm(back.r1 - R.r1) + norm(back.r2 - R.r2), 1e-14);
    const auto rounded = [](const Vec3<double>& v) {
      return Vec3<double>{std::round(v.x * 1e4) / 1e4, std::round(v.y * 1e4) / 1e4, std::round(v.z * 1e4) / 1e4};
    };
    const Mat3<double> rough{rounded(R.r0), rounded(R.r1), rounded(R.r2)};
    EXPECT_EQ(fault_of_rotation(rough), "");
    const Mat3<double> mended = rotation(nearest_quaternion(rough));
    EXPECT_TRUE(is_exact_rotation(mended));
    EXPECT_LE(norm(mended.r0 - R.r0) + norm(mended.r1 - R.r1) + norm(mended.r2 - R.r2), 3e-4);
  }
  for (const Mat3<double>& half :
       {rotation_x(std::numbers::pi), rotation_y(std::numbers::pi), rotation_z(-std::numbers::pi)})
    EXPECT_LE(norm(rotation(nearest_quaternion(half)).r1 - half.r1), 1e-14);
}

}  // namespace
}  // namespace alembert::validate_test
