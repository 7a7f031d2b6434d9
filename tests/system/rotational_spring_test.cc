// Rotational springs about joints with several coordinates, and about joints that close loops.
#include <gtest/gtest.h>

#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/system/mechanism/mechanism_dynamics.h"

namespace alembert::rotational_spring_test {
namespace {

Mechanism mechanism_from(const std::string& text) {
  return std::get<Mechanism>(read_model(parse_toml(text, "model.toml")));
}

/// Generalized forces of springs at a state.
std::vector<double> passive(const MechanismSetup& setup, const std::vector<double>& q, const std::vector<double>& v) {
  MechanismDynamics<double> dynamics(setup);
  std::vector<double> tau(v.size());
  dynamics.at(0.0, q, v, {}, {});
  dynamics.passive(tau);
  return tau;
}

TEST(RotationalSpring, TurnsWithTheAngleOfAPlanarJoint) {
  Mechanism model = mechanism_from(R"toml(
[body.plate]
mass = 1
inertia = [1, 1, 1]
[joint.P]
type = "planar"
bodies = ["ground", "plate"]
start = { x = 2, y = 3, angle = 0.4 }
[force.s]
type = "rotational-spring"
joint = "P"
stiffness = 5
damping = 2
)toml");
  const MechanismSetup setup(model);
  // Its rest is the angle at the start, 0.4.
  const std::vector<double> tau = passive(setup, {7.0, -1.0, 1.0}, {3.0, 4.0, 0.25});
  EXPECT_DOUBLE_EQ(tau[0], 0.0);
  EXPECT_DOUBLE_EQ(tau[1], 0.0);
  EXPECT_NEAR(tau[2], -5.0 * (1.0 - 0.4) - 2.0 * 0.25, 1e-14);  // a few roundings of numbers of the order of one
}

TEST(RotationalSpring, TurnsWithTheAngleOfACylindricalJoint) {
  Mechanism model = mechanism_from(R"toml(
gravity = [0, 0, 0]
[body.bolt]
mass = 1
inertia = [1, 1, 1]
[joint.C]
type = "cylindrical"
bodies = ["ground", "bolt"]
[force.s]
type = "rotational-spring"
joint = "C"
stiffness = 5
rest = 0.1
actuator = 3
)toml");
  const MechanismSetup setup(model);
  const std::vector<double> tau = passive(setup, {0.3, 2.0}, {0.0, 0.0});
  EXPECT_NEAR(tau[0], 3.0 - 5.0 * 0.2, 1e-14);
  EXPECT_DOUBLE_EQ(tau[1], 0.0);
}

TEST(RotationalSpring, RestsAtTheStartOfAClosingJoint) {
  // A square whose last hinge closes the loop: at the start it has turned by a quarter.
  Mechanism model = mechanism_from(R"toml(
space = "planar"
gravity = [0, 0]
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
start = "90 deg"
[joint.B]
type = "revolute"
bodies = ["a", "b"]
at = [[1, 0], [0, 0]]
start = "-90 deg"
[joint.C]
type = "revolute"
bodies = ["ground", "c"]
at = [[1, 0], [0, 0]]
start = "90 deg"
[joint.D]
type = "revolute"
bodies = ["b", "c"]
at = [[1, 0], [1, 0]]
cut = true
[force.s]
type = "rotational-spring"
joint = "D"
stiffness = 5
)toml");
  const MechanismSetup setup(model);
  const std::vector<double> still(3, 0.0);
  for (const double tau : passive(setup, setup.q0, still)) EXPECT_NEAR(tau, 0.0, 1e-13);
  // D = C - A - B: turning c by 0.1 winds it up by as much.
  std::vector<double> q = setup.q0;
  q[2] += 0.1;
  const std::vector<double> tau = passive(setup, q, still);
  EXPECT_NEAR(tau[0], 0.5, 1e-13);
  EXPECT_NEAR(tau[1], 0.5, 1e-13);
  EXPECT_NEAR(tau[2], -0.5, 1e-13);
}

TEST(RotationalSpring, NeedsAJointWithOneAngle) {
  Mechanism model = mechanism_from(R"toml(
[body.a]
mass = 1
inertia = [1, 1, 1]
[body.b]
mass = 1
inertia = [1, 1, 1]
[joint.R]
type = "revolute"
bodies = ["ground", "a"]
[joint.U]
type = "universal"
bodies = ["a", "b"]
axes = [[0, 0, 1], [1, 0, 0]]
[force.s]
type = "rotational-spring"
joint = "R"
stiffness = 5
)toml");
  model.rotational_springs[0].joint = 1;  // what the reader of files does not let pass
  try {
    const MechanismSetup setup(model);
    FAIL() << "a universal joint has two angles";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Error::Code::bad_value);
    EXPECT_NE(error.message().find("has not one angle"), std::string::npos);
    EXPECT_GT(error.at().line, 0);
  }
}

}  // namespace
}  // namespace alembert::rotational_spring_test
