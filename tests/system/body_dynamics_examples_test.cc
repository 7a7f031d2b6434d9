// Closed chains and other constraints in body coordinates against joint coordinates: accelerations and reactions.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "alembert/system/reactions/reaction_solver.h"
#include "system/both_coordinates.h"

namespace alembert::body_dynamics_examples_test {
namespace {

std::string example(const std::string& name) {
  std::ifstream file(std::string(ALEMBERT_SOURCE_DIR) + "/examples/" + name + ".toml");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Closed chains and other constraints: examples, from their start on.
class BodyDynamicsOf : public ::testing::TestWithParam<const char*> {};

TEST_P(BodyDynamicsOf, moves_as_joint_coordinates_say) { expect_agreement(example(GetParam())); }

/// Where no row depends on others, reactions are unique: those handed down the tree, with multipliers of closing joints
/// alone, are the same.
TEST_P(BodyDynamicsOf, has_the_reactions_of_joint_coordinates) {
  Both both(example(GetParam()));
  both.solve();
  ReactionSolver solver(both.setup);
  const Reactions<double>& expected =
      solver.at(both.dynamics, both.t, both.q, both.v, both.z, both.u, both.vdot, both.lambda, {});
  double size = 1.0;
  for (const Vec3<double>& force : expected.force) size = std::max(size, norm(force));
  for (const Vec3<double>& moment : expected.moment) size = std::max(size, norm(moment));
  for (std::size_t j = 0; j < both.model.joints.size(); ++j) {
    const std::string& name = both.model.joints[j].name;
    if (std::ranges::count(solver.undetermined(), name) > 0) continue;
    // Both solve equations whose condition is up to 1e6.
    expect_near(both.bodies.reactions()[j].force, expected.force[j], 1e-9 * size, name);
    expect_near(both.bodies.reactions()[j].moment, expected.moment[j], 1e-9 * size, name);
  }
}

INSTANTIATE_TEST_SUITE_P(examples, BodyDynamicsOf,
                         ::testing::Values("andrews", "bennett", "bricard", "differential", "excavator", "flyball",
                                           "four-bar", "knife-edge", "parallel-cranks", "particles-on-rod",
                                           "rod-on-moving-base", "rolling-disc", "slider-crank", "spatial-slider-crank",
                                           "stewart", "two-wheeled-cart", "manipulator", "chaplygin-sleigh"),
                         [](const auto& of) {
                           std::string name = of.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace alembert::body_dynamics_examples_test
