// Rows that depend on each other in every configuration, or in none, are no change of rank along a motion.
#include <gtest/gtest.h>

#include <array>
#include <numbers>
#include <string>
#include <vector>

#include "alembert/integrate/simulate.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/system/mechanism/mechanism_system.h"

namespace alembert::rank_changes_test {
namespace {

/// `angle` takes the first coordinate of the row where rank changes first.
SimulateResult run(const std::string& text, double time, double* angle = nullptr) {
  Mechanism model = std::get<Mechanism>(read_model(parse_toml(text, "model.toml")));
  const MechanismSetup setup(model);
  SimulateOptions options;
  options.relative = options.absolute = 1e-9;
  options.end_time = time;
  options.output_step = time / 100;
  std::vector<std::array<double, 2>> seen;
  const SimulateResult result =
      simulate(MechanismSystem(setup), {0.0, setup.q0, setup.v0, {}}, options, [&](const Row& row) {
        seen.push_back({row.x.t, row.x.q[0]});
        return true;
      });
  for (const auto& [t, q] : seen)
    if (angle != nullptr && t == result.rank_change_time) *angle = q;
  return result;
}

/// Bodies on a ball and on a plane of each other at once: the plane's distance follows from its directions, which row
/// is nearly parallel to which turns with the motion.
constexpr const char* ball_and_plane = R"toml(
[body.b]
mass = 0.8
center = [-0.05, 0.1, 0.03]
inertia = [0.012, 0.013, 0.02]
[body.c]
mass = 0.5
center = [0.03, 0.02, 0.1]
inertia = [0.01, 0.01, 0.008]
[joint.R]
type = "revolute"
bodies = ["ground", "b"]
axis = [1, 0, 0]
rate = 1
[joint.S]
type = "spherical"
bodies = ["b", "c"]
at = [0.4, 0.5, 0.7]
rate = [0.6, 0, -3]
[joint.P]
type = "planar"
bodies = ["b", "c"]
at = [0.4, 0.5, 0.75]
axes = [[0, 1, 0], [1, 0, 0.2]]
cut = true
)toml";

/// Crank, rod with two balls, rocker, in space: one motion and no row too many. The rod is so slender that its turning
/// about itself, which nothing holds, is far lighter than the rest.
constexpr const char* slender_rod = R"toml(
[body.crank]
mass = 0.5
center = [0.05, 0, 0]
inertia = [1e-4, 5e-4, 5e-4]
points.tip = [0.1, 0, 0]
[body.rod]
mass = 0.8
center = [0.2, 0.01, 0]
inertia = [1e-4, 0.01, 0.01]
points.tip = [0.45, 0, 0]
[body.rock]
mass = 0.7
center = [0, 0.1, 0]
inertia = [0.005, 1e-4, 0.005]
points.tip = [0, 0.3, 0]
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
axis = [0, 0, 1]
motion = "4*t"
[joint.B]
type = "spherical"
bodies = ["crank", "rod"]
at = ["crank.tip", "rod.origin"]
[joint.C]
type = "spherical"
bodies = ["rod", "rock"]
at = ["rod.tip", "rock.tip"]
[joint.D]
type = "revolute"
bodies = ["ground", "rock"]
at = [[0.4, 0, 0.1], [0, 0, 0]]
axis = [1, 0, 0]
start = 0.5
stiffness = 3
)toml";

/// A slider-crank with equal rods: at 90 degrees the slider stands over the crank's bearing, and rank is lost.
constexpr const char* isosceles = R"toml(
space = "planar"
gravity = [0, 0]
[body.crank]
mass = 1
[body.rod]
mass = 1
inertia = 0.02
center = [0.25, 0]
[body.slider]
mass = 1
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
start = 1.0
rate = 2.0
fixed = true
armature = 0.1
[joint.B]
type = "revolute"
bodies = ["crank", "rod"]
at = [[0.5, 0], [0, 0]]
start = -2.0
[joint.C]
type = "revolute"
bodies = ["rod", "slider"]
at = [[0.5, 0], [0, 0]]
start = 1.0
[joint.D]
type = "prismatic"
bodies = ["ground", "slider"]
axis = [1, 0]
start = 0.5
)toml";

TEST(RankChanges, ARowThatFollowsFromOthersEverywhereIsNoChange) {
  const SimulateResult result = run(ball_and_plane, 2.0);
  ASSERT_TRUE(result.status.good());
  EXPECT_EQ(result.rank_changes, 0) << "at t = " << result.rank_change_time;
  EXPECT_EQ(result.dependent_rows, 1);
}

TEST(RankChanges, ALightRodBetweenHeavierBodiesIsNoChange) {
  const SimulateResult result = run(slender_rod, 0.3);
  ASSERT_TRUE(result.status.good());
  EXPECT_EQ(result.rank_changes, 0) << "at t = " << result.rank_change_time;
  EXPECT_EQ(result.dependent_rows, 0);
}

TEST(RankChanges, AChangeOfBranchIsOne) {
  double angle = 0.0;
  const SimulateResult result = run(isosceles, 0.6, &angle);
  EXPECT_GT(result.rank_changes, 0);
  EXPECT_NEAR(angle, std::numbers::pi / 2, 0.03);  // rows count as dependent within a hundredth, and 0.012 rad a row
}

}  // namespace
}  // namespace alembert::rank_changes_test
