// Constraints of mechanisms as formulas, against closed forms.
#include "forms/traced_model.h"

namespace alembert::traced_constraints_test {
namespace {

TEST(TracedConstraints, LoopOfAFourBarInClosedForm) {
  const Traced x(four_bar);
  ASSERT_EQ(x.eq.rows.names, (std::vector<std::string>{"B.tx", "B.ty", "O"}));
  ASSERT_EQ(x.eq.rows.holonomic(), 3U);
  EXPECT_TRUE(x.is(x.eq.rows.phi[0], "a*cos(O) + b*cos(O + A) - d - c*cos(C)"));
  EXPECT_TRUE(x.is(x.eq.rows.phi[1], "a*sin(O) + b*sin(O + A) - c*sin(C)"));
  EXPECT_TRUE(x.is(x.eq.rows.jacobian(0, 0), "-a*sin(O) - b*sin(O + A)"));
  EXPECT_TRUE(x.is(x.eq.rows.jacobian(1, 1), "b*cos(O + A)"));
  EXPECT_TRUE(x.is(x.eq.rows.jacobian(0, 2), "c*sin(C)"));
  EXPECT_TRUE(x.is(x.eq.rows.c[0], "a*cos(O)*O'^2 + b*cos(O + A)*(O' + A')^2 - c*cos(C)*C'^2"));
}

TEST(TracedConstraints, ADrivenJointFollowsItsMotion) {
  const Traced x(four_bar);
  EXPECT_TRUE(x.is(x.eq.rows.phi[2], "O - w*t - 0.1*t^2"));
  EXPECT_TRUE(x.is(x.eq.rows.jacobian(2, 0), "1"));
  EXPECT_TRUE(x.is(x.eq.rows.jacobian(2, 1), "0"));
  EXPECT_TRUE(x.is(x.eq.rows.b[2], "w + 0.2*t"));
  EXPECT_TRUE(x.is(x.eq.rows.c[2], "0.2"));
  // M v' + ... + A^T lambda = tau: the drive pushes with -lambda.
  EXPECT_TRUE(identical(x.lagrangian.outputs[0].value.formula, -multiplier_symbol("O")));
}

TEST(TracedConstraints, WhatIsWrittenOnAClosingJointActs) {
  const Traced x(four_bar);
  EXPECT_TRUE(x.is(x.let("B"), "C - O - A"));
  EXPECT_TRUE(x.is(x.lagrangian.outputs[1].value.formula, "C - O - A"));
  // The joint turns the rocker against the coupler: its moment works along C' - O' - A'.
  const std::string moment = "(-k*(C - O - A - 0.5) - e*(C' - O' - A'))";
  EXPECT_TRUE(x.is(x.eq.applied[0], "-" + moment));
  EXPECT_TRUE(x.is(x.eq.applied[1], "-" + moment));
  EXPECT_TRUE(x.is(x.eq.applied[2], moment));
  EXPECT_TRUE(x.is(x.eq.effort[0], "-3*sin(t)"));
  EXPECT_TRUE(x.is(x.eq.effort[2], "3*sin(t)"));
}

TEST(TracedConstraints, AnglesOfAPlaneAreSumsAndCountFromTheStart) {
  const Traced x(R"toml(
space = "planar"
[parameters]
r = 0.1
l = 0.4
[body.crank]
mass = 1
inertia = 0.01
[body.rod]
mass = 1
inertia = 0.01
[body.slider]
mass = 1
inertia = 0.01
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
start = 0.3
fixed = true
[joint.B]
type = "revolute"
bodies = ["crank", "rod"]
at = [["r", 0], [0, 0]]
start = 6
[joint.C]
type = "revolute"
bodies = ["rod", "slider"]
at = [["l", 0], [0, 0]]
start = 0.1
[joint.D]
type = "prismatic"
bodies = ["ground", "slider"]
cut = true
)toml");
  ASSERT_EQ(x.eq.rows.names, (std::vector<std::string>{"D.tx", "D.rz"}));
  EXPECT_TRUE(x.is(x.eq.rows.phi[0], "r*sin(A) + l*sin(A + B)"));
  // 0.3 + 6 + 0.1 is next to one turn.
  EXPECT_TRUE(x.is(x.eq.rows.phi[1], "A + B + C - 2*pi"));
  EXPECT_TRUE(x.is(x.let("D"), "r*cos(A) + l*cos(A + B)"));
}

TEST(TracedConstraints, TheBladeOfASleighDoesNotSlipSideways) {
  const Traced x(R"toml(
space = "planar"
gravity = [0, 0]
[parameters]
m = 2
I = 0.5
a = 0.3
[body.sled]
mass = "m"
center = ["a", 0]
inertia = "I"
[constraint.blade]
type = "no-slip"
body = "sled"
at = [0, 0]
direction = [0, 1]
)toml");
  ASSERT_EQ(x.eq.rows.size(), 1U);
  EXPECT_EQ(x.eq.rows.holonomic(), 0U);
  EXPECT_TRUE(x.lagrangian.constraints[0].pfaffian);
  EXPECT_TRUE(x.is(x.lagrangian.constraints[0].row.formula, "cos(sled.angle)*sled.y' - sin(sled.angle)*sled.x'"));
  EXPECT_TRUE(x.is(x.eq.rows.c[0], "(sin(sled.angle)*sled.y' + cos(sled.angle)*sled.x')*sled.angle'"));
}

TEST(TracedConstraints, FormulasThatAreTooLongAreRefused) {
  Mechanism model = std::get<Mechanism>(read_model(parse_toml(four_bar, "model.toml")));
  const MechanismSetup setup(model);
  const GraphScope scope(*model.graph);
  const Lagrangian lagrangian = traced_lagrangian(setup.trace_input());
  try {
    derive_lagrange(lagrangian, 10);
    FAIL() << "these equations have more than ten operations";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Error::Code::too_large);
    EXPECT_FALSE(error.hint().empty());
  }
}

TEST(TracedConstraints, RowsThatSayNothingAreKept) {
  // A flat four-bar in space: rows across the plane are zero everywhere.
  const Traced x(R"toml(
[body.a]
mass = 1
inertia = [1, 1, 1]
[body.b]
mass = 1
inertia = [1, 1, 1]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
[joint.B]
type = "revolute"
bodies = ["a", "b"]
at = [[1, 0, 0], [0, 0, 0]]
[joint.C]
type = "revolute"
bodies = ["b", "ground"]
at = [[1, 0, 0], [1, 1, 0]]
cut = true
start = 1
)toml");
  ASSERT_EQ(x.eq.rows.size(), 5U);
  for (const char* name : {"C.tz", "C.rx", "C.ry"})
    for (std::size_t j = 0; j < 2; ++j) EXPECT_TRUE(x.is(x.eq.rows.jacobian(x.row(name), j), "0")) << name;
}

}  // namespace
}  // namespace alembert::traced_constraints_test
