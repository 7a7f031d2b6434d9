// Random states of a certificate: of the kind that the start describes, and spread all the same.
#include "alembert/analysis/certificate/oracles/mechanism_samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "alembert/analysis/certificate/regular_states.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"

namespace alembert::mechanism_samples_test {
namespace {

/// Three cranks of one length and angle with a rod across: it moves as they turn together. At unlike angles the loops
/// close as well, as a structure.
const char* const cranks = R"toml(
space = "planar"
gravity = [0, -9.81]
[body.a]
mass = 1
inertia = 0.01
[body.b]
mass = 2
inertia = 0.01
[body.c]
mass = 1.5
inertia = 0.01
[body.rod]
mass = 0.6
inertia = 0.04
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
start = 0.4
[joint.B]
type = "revolute"
bodies = ["ground", "b"]
at = [[0.4, 0.1], [0, 0]]
start = 0.4
[joint.C]
type = "revolute"
bodies = ["ground", "c"]
at = [[0.9, 0.2], [0, 0]]
start = 0.4
[joint.D]
type = "revolute"
bodies = ["a", "rod"]
at = [[0.3, 0], [0, 0]]
start = -0.4
[joint.E]
type = "revolute"
bodies = ["b", "rod"]
at = [[0.3, 0], [0.4, 0.1]]
[joint.F]
type = "revolute"
bodies = ["c", "rod"]
at = [[0.3, 0], [0.9, 0.2]]
)toml";

struct Sampled {
  explicit Sampled(const std::string& text)
      : model(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))),
        setup(model),
        samples(mechanism_samples(setup, 20, 1)) {}

  Mechanism model;
  MechanismSetup setup;
  std::vector<MechanismSample> samples;
};

TEST(MechanismSamples, LoopsCloseAsAtTheStart) {
  const Sampled s(cranks);
  ASSERT_EQ(s.samples.size(), 21u);
  for (const MechanismSample& sample : s.samples)
    for (const std::size_t crank : {1u, 2u})
      EXPECT_NEAR(std::remainder(sample.x.q[crank] - sample.x.q[0], 2.0 * M_PI), 0.0, 1e-8);
}

TEST(MechanismSamples, TheySpreadAndMove) {
  const Sampled s(cranks);
  std::vector<double> angles;
  for (const MechanismSample& sample : s.samples) {
    angles.push_back(sample.x.q[0]);
    const bool is_start = &sample == &s.samples.front();
    EXPECT_TRUE(is_start || std::abs(sample.x.v[0]) > 1e-6);
  }
  const auto [least, most] = std::ranges::minmax(angles);
  EXPECT_GT(most - least, 1.0);
  std::ranges::sort(angles);
  EXPECT_EQ(std::ranges::adjacent_find(angles, [](double a, double b) { return b - a < 1e-6; }), angles.end());
}

TEST(MechanismSamples, StructuresAreNoStatesOfAMechanism) {
  const Sampled s(cranks);
  const RegularStates regular(s.setup);
  Point x = s.samples.front().x;
  EXPECT_TRUE(regular.at(x, RegularStates::clearly));
  x.q = {0.251, 0.208, 0.156, -0.282};  // closed to 1e-3
  const ConstraintSystem rows(s.setup.kinematics());
  const AssembleOptions options = sample_options(s.setup);
  std::vector<double> v(x.v.size());
  ASSERT_FALSE(assemble(rows, 0.0, options, x.q, v));
  ASSERT_GT(std::abs(x.q[0] - x.q[1]), 0.03);
  EXPECT_FALSE(regular.at({0.0, x.q, v, {}}, RegularStates::clearly));
}

}  // namespace
}  // namespace alembert::mechanism_samples_test
