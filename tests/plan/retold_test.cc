// Mechanisms told otherwise: what is known without computing a motion. tests/metamorphic compares motions.
#include "alembert/plan/retold/retold.h"

#include <gtest/gtest.h>

#include <cmath>

#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/model/reals.h"

namespace alembert::retold_test {
namespace {

Mechanism model_of(const std::string& text) { return std::get<Mechanism>(read_model(parse_toml(text, "model.toml"))); }

const char* const pendulum = R"toml(
  [body.rod]
  mass = 2
  center = [0.5, 0, 0]
  inertia = [0.1, 0.2, 0.3]
  points.tip = [1, 0, 0]
  [joint.A]
  type = "revolute"
  bodies = ["ground", "rod"]
  axis = [0, 1, 0]
  start = 0.3
  stiffness = 4
  limits = [-1, 2]
  friction = [0.5, 0.25]
  effort = "3*A - rod.tip.x"
  [outputs]
  x = "rod.tip.x"
  )toml";

const char* const four_bar = R"toml(
  space = "planar"
  [body.a]
  mass = 1
  inertia = 1
  [body.b]
  mass = 1
  inertia = 1
  [body.c]
  mass = 1
  inertia = 1
  [joint.A]
  type = "revolute"
  bodies = ["ground", "a"]
  at = [0, 0]
  [joint.B]
  type = "revolute"
  bodies = ["a", "b"]
  at = [0, 1]
  [joint.C]
  type = "revolute"
  bodies = ["b", "c"]
  at = [2, 2]
  [joint.D]
  type = "revolute"
  bodies = ["ground", "c"]
  at = [3, 0]
  )toml";

/// A quarter turn about z that takes x to y, and a shift.
Transform<Expr> quarter_turn() {
  const Expr one(1), zero;
  return {{{zero, -one, zero}, {one, zero, zero}, {zero, zero, one}}, {one, Expr(2), Expr(3)}};
}

TEST(RetoldTest, ExactRotationsAreOrthonormalWithoutRounding) {
  Graph graph;
  const GraphScope scope(graph);
  Random random(7);
  for (int i = 0; i < 20; ++i) {
    const Mat3<Expr> R = random_pose(random, Digits::exact, 1.0, false).R;
    const Mat3<Expr> product = R * R.transposed();
    EXPECT_TRUE(product.r0.x.is_one() && product.r1.y.is_one() && product.r2.z.is_one());
    EXPECT_TRUE(product.r0.y.is_zero() && product.r0.z.is_zero() && product.r1.z.is_zero());
    EXPECT_TRUE(determinant(R).is_one());
  }
}

TEST(RetoldTest, ATurnTakesGravityAxesAndFormulasAlong) {
  const Mechanism model = model_of(pendulum);
  const GraphScope scope(*model.graph);
  const Retold tale = turned(model, quarter_turn());
  const NumberReals real(tale.model);
  EXPECT_EQ(real(tale.model.gravity.z), -9.81);
  // The axis is told in the ground, whose axes have turned: y has become -x.
  EXPECT_EQ(real(tale.model.joints[0].axes[0].x), -1.0);
  EXPECT_EQ(real(tale.model.joints[0].axes[0].y), 0.0);
  // p_new = R p_old + (1, 2, 3), so x_old = y_new - 2.
  EXPECT_TRUE(
      identical(tale.model.outputs[0].value.formula, Expr::symbol("rod.tip.y", SymbolKind::coordinate) - Expr(2)));
  ASSERT_EQ(tale.model.measures.size(), 1U);
  EXPECT_EQ(tale.model.measures[0].component, 1);
}

TEST(RetoldTest, AnExchangedJointHasTheOtherSignThroughout) {
  const Mechanism model = model_of(pendulum);
  const GraphScope scope(*model.graph);
  const Retold tale = swapped(model);
  const Joint& joint = tale.model.joints[0];
  const NumberReals real(tale.model);
  EXPECT_EQ(joint.first, 1);
  EXPECT_EQ(joint.second, 0);
  EXPECT_EQ(real(*joint.start[0]), -0.3);
  EXPECT_EQ(real(joint.stiffness[0]), 4.0);
  EXPECT_EQ(real((*joint.limits[0])[0]), -2.0);
  EXPECT_EQ(real((*joint.limits[0])[1]), 1.0);
  EXPECT_EQ(real(joint.friction[0][0]), 0.25);
  const Expr A = Expr::symbol("A", SymbolKind::coordinate), x = Expr::symbol("rod.tip.x", SymbolKind::coordinate);
  EXPECT_TRUE(identical(joint.effort[0]->formula, Expr(3) * A + x));
  EXPECT_EQ(tale.state(joint, {{0.7}, {2.0}, {3.0}}).q[0], -0.7);
}

TEST(RetoldTest, UnitsOfEveryQuantity) {
  const Mechanism model = model_of(pendulum);
  const GraphScope scope(*model.graph);
  const Retold tale = in_units(model, 1000, 1000);
  const NumberReals real(tale.model);
  EXPECT_EQ(real(tale.model.gravity.z), -9810.0);
  EXPECT_EQ(real(tale.model.bodies[1].mass), 2000.0);
  EXPECT_EQ(real(tale.model.bodies[1].inertia.yy), 0.2e9);
  EXPECT_EQ(real(tale.model.joints[0].stiffness[0]), 4e9);
  EXPECT_EQ(real(*tale.model.joints[0].start[0]), 0.3);
  const Expr A = Expr::symbol("A", SymbolKind::coordinate), x = Expr::symbol("rod.tip.x", SymbolKind::coordinate);
  EXPECT_TRUE(identical(tale.model.joints[0].effort[0]->formula, Expr(1e9) * (Expr(3) * A - x / Expr(1000))));
  EXPECT_EQ(tale.units.moment(), 1e9);
}

TEST(RetoldTest, PartsHaveTheMassOfTheWhole) {
  const Mechanism model = model_of(pendulum);
  const GraphScope scope(*model.graph);
  Random random(3);
  const Retold tale = split(model, random);
  const NumberReals real(tale.model);
  ASSERT_EQ(tale.model.bodies.size(), 3U);
  const Body &body = tale.model.bodies[1], &part = tale.model.bodies[2];
  EXPECT_DOUBLE_EQ(real(body.mass) + real(part.mass), 2.0);
  EXPECT_NEAR(real(body.mass) * real(body.center.x) + real(part.mass) * real(part.center.x), 1.0, 1e-15);
  // About the whole's centre: each part's own and its mass at its distance.
  double I_zz = 0.0;
  for (const Body* b : {&body, &part}) {
    const double x = real(b->center.x) - 0.5, y = real(b->center.y);
    I_zz += real(b->inertia.zz) + real(b->mass) * (x * x + y * y);
  }
  EXPECT_NEAR(I_zz, 0.3, 1e-15);
}

TEST(RetoldTest, AnotherJointClosesTheLoop) {
  const Mechanism model = model_of(four_bar);
  Random random(1);
  for (int i = 0; i < 5; ++i) {
    const Retold tale = recut(model, random);
    EXPECT_FALSE(tale.model.joints[3].closing);
    EXPECT_EQ(tale.model.coordinates.size(), 3U);
  }
}

TEST(RetoldTest, WhatCannotBeToldIsRefused) {
  const Mechanism tree = model_of(pendulum);
  Random random(1);
  const auto refuses = [](const auto& tell) {
    try {
      tell();
    } catch (const Error& error) {
      return error.code() == Error::Code::unsupported;
    }
    return false;
  };
  EXPECT_TRUE(refuses([&] { recut(tree, random); }));
  EXPECT_TRUE(refuses([&] { doubled(tree, random); }));
  EXPECT_TRUE(refuses([&] { embedded(tree, random); }));
}

}  // namespace
}  // namespace alembert::retold_test
