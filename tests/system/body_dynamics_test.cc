// Motion in body coordinates against the recursive algorithms in joint coordinates, and reactions in closed form.
#include "alembert/system/reactions/body_dynamics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "system/both_coordinates.h"

namespace alembert::body_dynamics_test {
namespace {

TEST(BodyDynamics, a_pendulum_has_the_reactions_of_the_textbook) {
  for (const BodyReference reference : {BodyReference::center, BodyReference::frame}) {
    Both both(R"toml(
space = "planar"
gravity = [0, -9.81]
[body.rod]
mass = 1.5
center = [0.3, 0]
inertia = 0.05
[joint.O]
type = "revolute"
bodies = ["ground", "rod"]
at = [[0.2, 0.1], [0, 0]]
effort = 0.4
)toml",
              reference);
    const double th = 0.4, rate = 1.7, m = 1.5, a = 0.3, J = 0.05, g = 9.81;
    both.q = {th};
    both.v = {rate};
    both.solve();
    const double acceleration = (0.4 - m * g * a * std::cos(th)) / (J + m * a * a);
    EXPECT_NEAR(both.bodies.accelerations()[1].angular.z, acceleration, 1e-12);
    const double fx = m * a * (-acceleration * std::sin(th) - rate * rate * std::cos(th));
    const double fy = m * a * (acceleration * std::cos(th) - rate * rate * std::sin(th)) + m * g;
    expect_near(both.reaction("O").force, {fx, fy, 0}, 1e-12, "force");
    expect_near(both.reaction("O").moment, {0, 0, 0}, 1e-12, "moment");
    // lambda = -F for rows of a moving body's own point.
    EXPECT_NEAR(both.bodies.multipliers()[0], -fx, 1e-12);
    EXPECT_NEAR(both.bodies.multipliers()[1], -fy, 1e-12);
  }
}

TEST(BodyDynamics, fixed_and_sliding_joints_carry_moments) {
  // A slider on a horizontal guide, a bracket welded to it; the slider is named first in its joint.
  Both both(R"toml(
gravity = [0, 0, -10]
[body.slider]
mass = 2
inertia = [0.1, 0.1, 0.1]
[body.bracket]
mass = 3
center = [0, 0.4, 0]
inertia = [0.1, 0.1, 0.1]
[joint.guide]
type = "prismatic"
bodies = ["slider", "ground"]
at = [[0, 0, 0], [0.5, 0, 0]]
axis = [1, 0, 0]
[joint.weld]
type = "fixed"
bodies = ["slider", "bracket"]
at = [[0, 0.1, 0], [0, 0, 0]]
)toml");
  both.solve();
  // The weld lifts the bracket, whose centre is 0.4 beyond it; the guide pushes the ground down at its own point.
  expect_near(both.reaction("weld").force, {0, 0, 30}, 1e-11, "weld");
  expect_near(both.reaction("weld").moment, {12, 0, 0}, 1e-11, "weld");
  expect_near(both.reaction("guide").force, {0, 0, -50}, 1e-11, "guide");
  // About the guide's point (0.5, 0, 0) with the slider at x = 0.5 - q: weights of 20 and, 0.5 aside, 30.
  const double x = -both.q[0];
  expect_near(both.reaction("guide").moment, {-15, 50 * x, 0}, 1e-11, "guide");
}

/// Every joint type, every kind of force, joints written from child to parent, a massless frame.
const char* const everything = R"toml(
gravity = [0.3, -0.2, -9.81]
[inputs]
u = 0.8
[states]
e = { start = 0.2, rate = "A - e" }
[body.a]
mass = 2.0
center = [0.3, 0.1, -0.05]
inertia = [0.2, 0.3, 0.25, 0.01, -0.02, 0.03]
points.tip = [0.6, 0, 0.1]
[body.b]
mass = 1.5
center = [0.1, 0.2, 0.05]
inertia = [0.11, 0.07, 0.09]
points.end = [0.1, 0.5, 0]
[body.c]
mass = 0.7
center = [0, 0.1, 0.1]
inertia = [0.02, 0.03, 0.04]
[body.frame]
[body.d]
mass = 0.4
center = [0.05, 0, 0.1]
inertia = [0.01, 0.02, 0.015]
[body.e]
mass = 0.6
inertia = [0.03, 0.02, 0.04]
[body.f]
mass = 0.9
center = [0, 0.1, 0]
inertia = [0.04, 0.03, 0.02]
[body.g]
mass = 0.5
center = [0, 0, 0.2]
inertia = [0.01, 0.01, 0.02]
[body.h]
mass = 0.3
inertia = [0.01, 0.012, 0.015]
[body.p]
kind = "particle"
mass = 0.2
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
at = [[0, 0, 1], [0, 0, 0]]
axis = [0, 1, 1]
effort = "2*u - 0.1*A' + 0.3*a.tip.x"
damping = 0.2
stiffness = 3
rest = 0.1
armature = 0.05
[joint.B]
type = "spherical"
bodies = ["a", "b"]
at = ["a.tip", [0, 0, 0]]
damping = [0.1, 0.2, 0.3]
[joint.C]
type = "universal"
bodies = ["b", "c"]
at = ["b.end", [0, 0, 0]]
axes = [[0, 0, 1], [1, 0, 0]]
friction = [0.2, [0.3, 0.4]]
friction_width = [0.5, 0.5]
[joint.W]
type = "fixed"
bodies = ["c", "frame"]
at = [[0, 0.2, 0.1], [0, 0, 0]]
rotation = { rpy = [0.3, -0.2, 0.5] }
[joint.D]
type = "cylindrical"
bodies = ["frame", "d"]
at = [[0, 0, 0], [0.1, 0, 0]]
axis = [1, 1, 0]
effort = ["0.2*u", "e"]
[joint.E]
type = "gimbal"
sequence = "zxy"
bodies = ["a", "e"]
at = [[0.1, 0, 0], [0, 0, 0.1]]
stiffness = [1, 2, 3]
armature = [0.01, 0.02, 0.03]
start = [0.2, 0.3, -0.4]
[joint.F]
type = "screw"
pitch = 0.05
bodies = ["f", "a"]
at = [[0, 0, 0], [0, 0.2, 0]]
axis = [0, 0, 1]
damping = 0.1
[joint.G]
type = "planar"
bodies = ["ground", "g"]
at = [[1, 0, 0], [0, 0, 0]]
effort = { angle = "0.4" }
stiffness = [4, 5, 0]
[joint.H]
type = "prismatic"
bodies = ["g", "h"]
at = [[0.1, 0, 0.2], [0, 0, 0]]
axis = [0, 2, 1]
stiffness = 20
armature = 0.3
[force.push]
type = "force"
body = "d"
at = [0.1, 0, 0.2]
value = ["0.5*t", 2, "-c.center.vx"]
frame = "body"
[force.twist]
type = "torque"
body = "frame"
value = [0.1, -0.2, 0.3]
[force.rope]
type = "spring"
points = ["c.center", ["h", [0.1, 0.2, 0]]]
stiffness = 25
damping = 2
actuator = "u"
[force.coil]
type = "rotational-spring"
joint = "A"
stiffness = 2
damping = 0.3
actuator = 0.2
)toml";

TEST(BodyDynamics, open_chains_move_as_the_recursive_algorithm_says) { expect_agreement(everything); }

TEST(BodyDynamics, planar_chains_move_as_the_recursive_algorithm_says) {
  expect_agreement(R"toml(
space = "planar"
gravity = [1, -9.81]
[body.cart]
mass = 2
[body.rod]
mass = 1
center = [0.3, 0.05]
inertia = 0.04
[body.arm]
mass = 0.7
center = [0.2, 0]
inertia = 0.02
[body.plate]
mass = 0.5
center = [0.1, 0.1]
inertia = 0.01
[body.bob]
kind = "particle"
mass = 0.3
[joint.X]
type = "prismatic"
bodies = ["ground", "cart"]
at = [[0, 0], [0, 0]]
axis = [1, 0.2]
damping = 0.3
effort = "2*sin(t)"
[joint.A]
type = "revolute"
bodies = ["cart", "rod"]
at = [[0, 0.1], [0, 0]]
friction = 0.1
friction_width = 0.3
[joint.B]
type = "revolute"
bodies = ["arm", "rod"]
at = [[0, 0], [0.6, 0]]
armature = 0.02
[joint.W]
type = "fixed"
bodies = ["arm", "plate"]
at = [[0.4, 0], [0, 0]]
[force.coil]
type = "rotational-spring"
bodies = ["cart", "plate"]
stiffness = 3
damping = 0.2
[force.band]
type = "spring"
points = ["bob.origin", "arm.center"]
stiffness = 8
length = 0.1
)toml");
}

/// Links in a plane, each pinned to the one before, hanging at rest: every pin carries what is below it.
TEST(BodyDynamics, a_long_chain_carries_its_weight) {
  const int links = 2000;
  const std::string count = "count = " + std::to_string(links) + "\n";
  Both both("space = \"planar\"\ngravity = [0, -10]\n[ground]\npoints.tip = [0, 0]\n[body.link]\n" + count +
            R"toml(mass = 0.5
center = [0.05, 0]
inertia = 0.001
points.tip = [0.1, 0]
[joint.J]
)toml" + count +
            R"toml(type = "revolute"
bodies = ["link[#-1]", "link[#]"]
at = ["link[#-1].tip", [0, 0]]
start = "if(# == 0, -pi/2, 0)"
)toml");
  both.solve();
  ASSERT_TRUE(both.report.solved);
  for (const int i : {0, 1, links / 2, links - 1}) {
    const JointReaction& reaction = both.bodies.reactions()[static_cast<std::size_t>(i)];
    // The condition number grows with the square of the length.
    EXPECT_NEAR(reaction.force.y, 5.0 * (links - i), 1e-8 * links);
    EXPECT_NEAR(reaction.force.x, 0.0, 1e-8 * links);
  }
}

}  // namespace
}  // namespace alembert::body_dynamics_test
