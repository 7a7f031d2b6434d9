// Robot: names, limits, errors, and moving on its configurations.
#include "alembert/workbench/robot/robot.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "workbench/robot_models.h"

namespace alembert::robot_test {
namespace {

using testing::example;
using testing::Numbers;
using testing::rich_robot;
using testing::robot_from;

template <class F>
void expect_error(F&& f, Error::Code code, const std::string& message, const std::string& hint) {
  try {
    f();
    ADD_FAILURE() << "no error; wanted: " << message;
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    EXPECT_EQ(error.message(), message);
    EXPECT_NE(error.hint().find(hint), std::string::npos) << error.what();
  }
}

TEST(Robot, NamesOfAUrdf) {
  const Robot robot = example("small-arm.urdf");
  EXPECT_EQ(robot.name(), "small_arm");
  ASSERT_EQ(robot.nq(), 2U);
  ASSERT_EQ(robot.nv(), 2U);
  EXPECT_EQ(robot.coordinates()[0].name, "shoulder");
  EXPECT_EQ(robot.coordinates()[0].unit, "rad");
  EXPECT_EQ(robot.speeds()[1].name, "elbow'");
  EXPECT_EQ(robot.speeds()[1].unit, "rad/s");
  EXPECT_EQ(robot.coordinate("elbow"), 1U);
  EXPECT_EQ(robot.speed("elbow'"), 1U);
  EXPECT_EQ(robot.speed("elbow"), 1U);
  EXPECT_EQ(robot.limits()[0].lower, -2.0);
  EXPECT_EQ(robot.limits()[1].upper, 2.5);
  EXPECT_EQ(robot.limits()[1].speed, 3.0);
  EXPECT_EQ(robot.limits()[0].effort, 40.0);
  EXPECT_DOUBLE_EQ(robot.mass(), 2.0 + 1.2 + 0.6);
  EXPECT_EQ(robot.moving_bodies(), (std::vector<std::string>{"upper", "fore"}));
}

TEST(Robot, FreeBaseComesFirst) {
  LoadOptions options;
  options.free_base = true;
  const Robot robot = example("small-arm.urdf", options);
  EXPECT_EQ(robot.nq(), 9U);
  EXPECT_EQ(robot.nv(), 8U);
  EXPECT_EQ(robot.coordinate("shoulder"), 7U);
  EXPECT_EQ(robot.speed("shoulder"), 6U);
  EXPECT_EQ(robot.start_q()[3], 1.0);  // the quaternion of no turn
}

TEST(Robot, JointsOfSeveralCoordinates) {
  const Robot robot = rich_robot();
  const RobotJoint &free = robot.joint("float"), &ball = robot.joint("ball"), &wrist = robot.joint("wrist");
  EXPECT_EQ(free.type, JointType::free);
  EXPECT_EQ(free.nq, 7U);
  EXPECT_EQ(free.nv, 6U);
  EXPECT_EQ(ball.first_q, 7U);
  EXPECT_EQ(ball.nq, 4U);
  EXPECT_EQ(ball.first_v, 6U);
  EXPECT_EQ(ball.nv, 3U);
  EXPECT_EQ(wrist.first_v, 9U);
  EXPECT_EQ(wrist.nv, 2U);
  EXPECT_EQ(robot.speed("ball.wy"), 7U);
  EXPECT_EQ(robot.coordinate("wrist.second"), 12U);
  EXPECT_TRUE(std::isinf(robot.limits()[11].upper));
  // The universal joint has a massless body between its axes.
  EXPECT_EQ(robot.moving_bodies(), (std::vector<std::string>{"base", "left", "", "right", "slide"}));
}

TEST(Robot, SettingsChangeParameters) {
  const std::vector<std::string> settings{"kp=7"};
  const Robot robot(std::string(ALEMBERT_SOURCE_DIR) + "/examples/arm-7.toml", {}, settings);
  RobotState state(robot);
  Numbers q = robot.start_q(), tau(robot.nv());
  q[0] += 0.1;
  state.set(q);
  state.passive_forces(tau);
  EXPECT_NEAR(tau[0], -0.7, 1e-15);
}

TEST(Robot, UnknownNames) {
  const Robot robot = example("small-arm.urdf");
  const auto unknown = Error::Code::unknown_name;
  expect_error([&] { robot.coordinate("elbo"); }, unknown, "there is no coordinate 'elbo'", "did you mean 'elbow'?");
  expect_error([&] { robot.speed("wrist"); }, unknown, "there is no speed 'wrist'", "shoulder'");
  expect_error([&] { static_cast<void>(robot.joint("sholder")); }, unknown, "there is no joint 'sholder'",
               "'shoulder'");
  expect_error([&] { robot.frame("for"); }, unknown, "there is no body or frame 'for'", "did you mean 'fore'?");
}

TEST(Robot, FilesThatAreNoRobots) {
  expect_error([] { example("double-pendulum.toml"); }, Error::Code::unsupported,
               "the file gives a system by its energies, which is no robot", "bodies and joints");
  expect_error([] { example("missing.urdf"); }, Error::Code::unreadable,
               "cannot read '" ALEMBERT_SOURCE_DIR "/examples/missing.urdf': No such file or directory", "");
}

TEST(Robot, CouplingsAreRefusedWithTheirPlace) {
  const std::string file = std::string(ALEMBERT_SOURCE_DIR) + "/tests/data/gripper.urdf";
  try {
    const Robot robot(file);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Error::Code::unsupported);
    EXPECT_EQ(error.at().file, file);
    EXPECT_GT(error.at().line, 0);
    EXPECT_NE(error.hint().find("independent_mimic"), std::string::npos);
  }
  LoadOptions options;
  options.independent_mimic = true;
  EXPECT_GT(Robot(file, options).nv(), 1U);
}

TEST(Robot, WrongSizes) {
  const Robot robot = example("small-arm.urdf");
  RobotState state(robot);
  Numbers one(1), two(2), three(3), four(4);
  const auto bad = Error::Code::bad_value;
  expect_error([&] { state.set(three, two); }, bad, "set: q has 3 numbers, 2 are needed", "");
  expect_error([&] { state.set(two, one); }, bad, "set: v has 1 number, 2 are needed", "");
  expect_error([&] { state.inverse_dynamics(two, one); }, bad, "inverse_dynamics: tau has 1 number, 2 are needed", "");
  expect_error([&] { state.mass_matrix(three); }, bad, "mass_matrix: M has 3 numbers, 4 are needed", "");
  expect_error([&] { state.coriolis_matrix(four, three); }, bad, "coriolis_matrix: M has 3 numbers, 4 are needed", "");
  expect_error([&] { state.regressor({}, four); }, bad, "regressor: Y has 4 numbers, 40 are needed", "");
  expect_error([&] { robot.step(two, three, two); }, bad, "step: dq has 3 numbers, 2 are needed", "");
  expect_error(
      [&] {
        state.pose({9, Transform<double>::identity()});
      },
      bad, "the frame is on a body that this robot does not have", "Robot::frame()");
}

TEST(Robot, StepsOnTheManifold) {
  const Robot robot = robot_from("[body.b]\nmass = 1\ninertia = [1, 1, 1]\n");  // free
  const double right = std::numbers::pi / 2, half = std::sqrt(0.5);
  // Turned by 90 deg about z: its x axis is the world's y.
  const Numbers turned{1, 2, 3, half, 0, 0, half};
  const Numbers move{right, 0, 0, 0.5, 0, 0};  // about its own x, along its own x
  Numbers q(7), dq(6), rate(7);
  robot.step(turned, move, q);
  // Rot(z, 90) Rot(x, 90) by the product of quaternions.
  const Numbers expected{1, 2.5, 3, 0.5, 0.5, 0.5, 0.5};
  for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(q[i], expected[i], 1e-15) << i;
  robot.difference(turned, q, dq);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(dq[i], move[i], 1e-15) << i;
  // qdot = (R v, q (0, w) / 2)
  robot.coordinate_rates(turned, Numbers{0, 0, 2, 0, 3, 0}, rate);
  const Numbers rates{-3, 0, 0, -half, 0, 0, half};
  for (std::size_t i = 0; i < 7; ++i) EXPECT_NEAR(rate[i], rates[i], 1e-15) << i;
  Numbers longer{1, 2, 3, 0, 3, 0, 4};
  robot.normalize(longer);
  EXPECT_DOUBLE_EQ(longer[4], 0.6);
  EXPECT_DOUBLE_EQ(longer[6], 0.8);
}

}  // namespace
}  // namespace alembert::robot_test
