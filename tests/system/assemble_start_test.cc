// What is written on joints that close loops, at the start.
#include <gtest/gtest.h>

#include <string>

#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert::assemble_start_test {
namespace {

/// A parallelogram on the ground: its cranks turn alike. `on_B` is written on the joint that closes the loop.
std::string parallelogram(const std::string& on_O, const std::string& on_B) {
  const std::string link = "mass = 1\ninertia = 0.1\n";
  return "space = \"planar\"\n[body.left]\n" + link + "[body.bar]\n" + link + "[body.right]\n" + link +
         "[joint.O]\ntype = \"revolute\"\nbodies = [\"ground\", \"left\"]\n" + on_O +
         "[joint.A]\ntype = \"revolute\"\nbodies = [\"left\", \"bar\"]\nat = [[1, 0], [0, 0]]\nstart = -0.8\n"
         "[joint.C]\ntype = \"revolute\"\nbodies = [\"ground\", \"right\"]\nat = [[2, 0], [0, 0]]\nstart = 0.8\n"
         "[joint.B]\ntype = \"revolute\"\nbodies = [\"bar\", \"right\"]\nat = [[2, 0], [1, 0]]\ncut = true\n" +
         on_B;
}

struct Start {
  explicit Start(const std::string& text)
      : model(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))), setup(model) {}
  Mechanism model;
  MechanismSetup setup;
};

constexpr double rounding = 1e-9;  // states are assembled to 1e-12, divided by sines of angles of about 1

TEST(AssembleStart, StartOfAClosingJointLeavesItsSpeedFree) {
  for (const char* on_B : {"", "start = 0.8\n", "start = 0.8\nfixed = true\n"}) {
    const Start start(parallelogram("start = 0.8\nrate = 3\nfixed = true\n", on_B));
    EXPECT_NEAR(start.setup.v0[0], 3.0, rounding) << on_B;
    EXPECT_NEAR(start.setup.v0[1], -3.0, rounding) << on_B;
    EXPECT_NEAR(start.setup.v0[2], 3.0, rounding) << on_B;
  }
}

TEST(AssembleStart, ClosingJointsHaveTheStartAndRateThatIsFixed) {
  const Start start(parallelogram("start = 0.6\n", "start = 0.9\nrate = 2\nfixed = true\n"));
  // The bar stays parallel to the ground: the angle from it to the right crank is that crank's.
  EXPECT_NEAR(start.setup.q0[2], 0.9, rounding);
  EXPECT_NEAR(start.setup.v0[2], 2.0, rounding);
  EXPECT_NEAR(start.setup.v0[0], 2.0, rounding);
}

TEST(AssembleStart, RacksAlongTheAxisOfTheirPinionAreRefused) {
  const std::string rack = R"toml(
[body.pinion]
mass = 1
inertia = [1, 1, 1]
[joint.F]
type = "cylindrical"
bodies = ["ground", "pinion"]
axis = [1, 0, 0]
[constraint.R]
type = "rack"
pinion = "pinion"
radius = 0.2
on = "ground"
line = { point = [0, -0.2, 0], direction = [1, 0, 0] }
axis = )toml";
  EXPECT_NO_THROW(Start(rack + "[0, 1, 0]\n"));
  try {
    const Start start(rack + "[2, 0, 0]\n");
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_NE(error.message().find("rack 'R'"), std::string::npos);
  }
}

// A disc that lies on its plane touches it with all of its rim; a sphere and an ellipsoid may lie in any way.
TEST(AssembleStart, DiscsThatLieFlatAreRefused) {
  const std::string coin = R"toml(
[body.coin]
mass = 1
inertia = [1, 1, 2]
[constraint.touch]
type = "rolling"
body = "coin"
)toml";
  EXPECT_NO_THROW(Start(coin + "radius = 0.3\naxis = [0, 1, 0.2]\n"));
  EXPECT_NO_THROW(Start(coin + "sphere = 0.3\n"));
  EXPECT_NO_THROW(
      Start(coin + "radius = 0.3\naxis = [0, 0, 1]\nplane = { point = [0, 0.3, 0], normal = [0, -1, 0] }\n"));
  for (const char* axis : {"[0, 0, 2]", "[0, 0, -1]"}) {
    try {
      const Start start(coin + "radius = 0.3\naxis = " + axis + "\n");
      FAIL() << "no error for " << axis;
    } catch (const Error& error) {
      EXPECT_NE(error.message().find("'touch' lies flat on its plane"), std::string::npos) << error.message();
      EXPECT_EQ(error.at().line, 5);
    }
  }
}

}  // namespace
}  // namespace alembert::assemble_start_test
