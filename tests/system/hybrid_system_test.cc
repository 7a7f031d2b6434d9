// Stops, dry friction and held comparisons at single instants: impacts, what rests and what sticks, rows and forces.
#include "alembert/system/events/hybrid_system.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"

namespace alembert::hybrid_system_test {
namespace {

using Numbers = std::vector<double>;

/// A mechanism with its hybrid system at the start.
struct Bench {
  explicit Bench(const std::string& text)
      : model(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))),
        setup(model),
        base(setup),
        system(base),
        q(setup.q0),
        v(setup.v0),
        z(static_cast<std::size_t>(base.sizes().nz)) {}

  /// The start, and the impacts that it runs into.
  Status begin() {
    const Status status = system.begin(t, q, v, z);
    const std::vector<int> met = system.met_at_start();
    return met.empty() || !status.good() ? status : system.happened(met, t, q, v, z);
  }
  State state() const { return {t, q, v, z}; }
  Numbers inputs() const {
    Numbers u(static_cast<std::size_t>(base.sizes().nu));
    system.inputs(t, u);
    return u;
  }
  Numbers accelerations() const {
    Numbers vdot(v.size()), zdot(z.size());
    EXPECT_TRUE(system.accelerate(state(), inputs(), vdot, zdot, {}).good());
    return vdot;
  }
  Numbers multipliers() const {
    Numbers vdot(v.size()), zdot(z.size()), lambda(static_cast<std::size_t>(system.sizes().na));
    EXPECT_TRUE(system.accelerate(state(), inputs(), vdot, zdot, lambda).good());
    return lambda;
  }
  Numbers events() const {
    Numbers values(static_cast<std::size_t>(system.sizes().events));
    system.event_values(state(), inputs(), values);
    return values;
  }

  Mechanism model;
  MechanismSetup setup;
  MechanismSystem base;
  HybridSystem system;
  double t = 0.0;
  Numbers q, v, z;
};

std::string slider(const std::string& more) {
  return R"toml(
space = "planar"
[body.b]
mass = 2
[joint.x]
type = "prismatic"
bodies = ["ground", "b"]
axis = [0, 1]
)toml" + more;
}

TEST(HybridSystem, NothingToWatchInASmoothModel) {
  EXPECT_FALSE(Bench(slider("")).system.needed());
  EXPECT_FALSE(Bench(slider("limits = [0, 1]\n")).system.needed()) << "limits without restitution are only watched";
  EXPECT_FALSE(Bench(slider("friction = 3\n")).system.needed()) << "friction with a width is smooth";
  EXPECT_EQ(Bench(slider("limits = [0, 1]\nrestitution = 0.5\n")).system.own_events(), 2);
}

TEST(HybridSystem, RestsAtAStopWithItsWeight) {
  Bench bench(slider("limits = [0, 1]\nrestitution = 0.5\n"));
  ASSERT_TRUE(bench.begin().good());
  EXPECT_EQ(bench.system.sizes().na, 1);
  EXPECT_EQ(bench.system.sizes().nc, 1);
  EXPECT_EQ(bench.accelerations()[0], 0.0);
  // M vdot + g + lambda = 0 with vdot = 0: the multiplier is minus the force that holds the weight.
  EXPECT_NEAR(bench.multipliers()[0], -2 * 9.81, 1e-12);
  EXPECT_EQ(bench.system.row_name(0), "x stop");
  EXPECT_NEAR(bench.events()[0], 2 * 9.81, 1e-9) << "released where the force becomes negative";
}

/// M x + A^T lambda = f with A x = c, the stop's row among them.
TEST(HybridSystem, SolvesWithTheRowOfAStop) {
  Bench bench(slider("limits = [0, 1]\nrestitution = 0.5\n"));
  ASSERT_TRUE(bench.begin().good());
  ASSERT_EQ(bench.system.sizes().na, 1);
  SparseRows A;
  bench.system.constraint_jacobian(bench.t, bench.q, A);
  const Numbers f{-3.0}, c{0.0};
  Numbers x(1), lambda(1);
  ASSERT_TRUE(bench.system.constrained_solve(bench.t, bench.q, f, c, x, lambda).good());
  EXPECT_NEAR(x[0], 0.0, 1e-12);
  EXPECT_NEAR(A.value[0] * lambda[0], f[0], 1e-12);
}

TEST(HybridSystem, ReboundsWithItsRestitution) {
  Bench bench(slider("limits = [0, 1]\nrestitution = 0.5\nrate = -3\n"));
  ASSERT_TRUE(bench.begin().good());
  EXPECT_NEAR(bench.v[0], 1.5, 1e-15);
  EXPECT_EQ(bench.system.sizes().na, 0);
  EXPECT_NEAR(bench.system.energy_jump(), 0.5 * 2 * (1.5 * 1.5 - 9), 1e-13);
  ASSERT_EQ(bench.system.happenings().size(), 1u);
  EXPECT_EQ(bench.system.describe(bench.system.happenings()[0]), "x hits its lower stop at speed 3");
  EXPECT_EQ(bench.system.happenings()[0].energy, bench.system.energy_jump());
}

TEST(HybridSystem, AStartThatRunsIntoAStopIsTheStateBeforeTheImpact) {
  Bench bench(slider("limits = [0, 1]\nrestitution = 0.5\nrate = -3\n"));
  ASSERT_TRUE(bench.system.begin(bench.t, bench.q, bench.v, bench.z).good());
  EXPECT_EQ(bench.v[0], -3.0);
  EXPECT_EQ(bench.system.energy_jump(), 0.0);
  EXPECT_EQ(bench.system.met_at_start(), std::vector<int>{0});
  EXPECT_TRUE(bench.system.happenings().empty());
}

TEST(HybridSystem, StopsDeadWithoutRestitution) {
  Bench bench(slider("limits = [0, 1]\nrestitution = 0\nrate = -3\n"));
  ASSERT_TRUE(bench.begin().good());
  EXPECT_EQ(bench.v[0], 0.0);
  EXPECT_EQ(bench.system.sizes().na, 1);
}

TEST(HybridSystem, AStartBeyondAStopIsLeftAlone) {
  Bench bench(slider("limits = [0, 1]\nrestitution = 0.5\nstart = -2\nrate = -1\n"));
  ASSERT_TRUE(bench.begin().good());
  EXPECT_EQ(bench.v[0], -1.0);
  EXPECT_NEAR(bench.accelerations()[0], -9.81, 1e-13);
  ASSERT_EQ(bench.system.warnings().size(), 1u);
  EXPECT_NE(bench.system.warnings()[0].find("x starts beyond its lower limit 0"), std::string::npos);
  EXPECT_GT(bench.events()[0], 0.0);
  bench.q[0] = 0.1;
  EXPECT_LT(bench.events()[0], 0.0) << "noticed when it comes inside";
  const std::vector<int> crossed{0};
  ASSERT_TRUE(bench.system.happened(crossed, 0.0, bench.q, bench.v, bench.z).good());
  EXPECT_EQ(bench.q[0], 0.1);
  EXPECT_NEAR(bench.events()[0], 0.1, 1e-15) << "from now on a gap";
}

TEST(HybridSystem, FrictionHoldsUpToItsBoundAndNoFurther) {
  for (const double share : {0.2, 0.999, 1.0, 1.001, 3.0}) {
    Bench bench(slider("friction = " + std::to_string(2 * 9.81 / share) + "\nfriction_width = 0\n"));
    ASSERT_TRUE(bench.begin().good());
    const double bound = bench.system.frictions()[0].forward;
    const bool holds = 2 * 9.81 <= bound * (1 + 1e-13);
    EXPECT_EQ(bench.system.sizes().na, holds ? 1 : 0) << share;
    EXPECT_NEAR(bench.accelerations()[0], holds ? 0.0 : -9.81 + bound / 2, 1e-13) << share;
  }
}

TEST(HybridSystem, FrictionOfEachDirectionHasItsOwnBound) {
  // Weight pulls down: friction for negative speed, 10 N of the 19.62 N, acts upwards.
  Bench bench(slider("friction = [30, 10]\nfriction_width = 0\n"));
  ASSERT_TRUE(bench.begin().good());
  EXPECT_EQ(bench.system.frictions()[0].mode, DryFriction::Mode::backward);
  EXPECT_NEAR(bench.accelerations()[0], -9.81 + 5, 1e-13);
  // Past the event, in the same step, the force stays what it is.
  bench.v[0] = 0.01;
  EXPECT_NEAR(bench.accelerations()[0], -9.81 + 5, 1e-13);
  EXPECT_LT(bench.events()[0], 0.0);
}

TEST(HybridSystem, SlidingFrictionIsTheModelsOwn) {
  Bench bench(slider("friction = 4\nfriction_width = 0\nrate = 2\n"));
  ASSERT_TRUE(bench.begin().good());
  EXPECT_NEAR(bench.accelerations()[0], -9.81 - 2, 1e-13);
  const Energies e = bench.system.energies(bench.state(), bench.inputs());
  EXPECT_NEAR(e.power, -4 * 2, 1e-13);
  EXPECT_NEAR(e.dissipation, 4 * 2, 1e-13);
}

/// Two masses on the same line, one carried by the other: both have stops.
const char* const stacked = R"toml(
space = "planar"
gravity = [0, -10]
[body.a]
mass = 3
[body.b]
mass = 1
[joint.A]
type = "prismatic"
bodies = ["ground", "a"]
axis = [0, 1]
limits = [0, 5]
restitution = 0.25
rate = -2
[joint.B]
type = "prismatic"
bodies = ["a", "b"]
axis = [0, 1]
limits = [0, 5]
restitution = 0.5
rate = 0
)toml";

TEST(HybridSystem, SimultaneousImpactsObeyNewtonsLawAtEachStop) {
  // Both move down at 2 m/s and the lower one hits the ground. Relative to the ground: A rebounds at 0.5 m/s. B had no
  // speed relative to A; it is carried along with at least that of A: v_B >= 0 and no impulse unless needed. The
  // ground's impulse alone would give A +0.5 and leave b falling at 2 m/s, B' = -2.5: so B's stop acts too, B' = 0.
  Bench bench(stacked);
  ASSERT_TRUE(bench.begin().good());
  EXPECT_NEAR(bench.v[0], 0.5, 1e-14);
  EXPECT_NEAR(bench.v[1], 0.0, 1e-14);
}

TEST(HybridSystem, AnImpactKeepsTheRowsOfTheMechanism) {
  // A rod of two prismatic joints coupled by a gear: x + 2 y = const. Stop on x; masses 1 and 3:
  // effective mass along x is 1 + 3/4; the impulse reverses x' with e, and y' follows.
  Bench bench(R"toml(
space = "planar"
gravity = [0, 0]
[body.a]
mass = 1
[body.b]
mass = 3
[joint.x]
type = "prismatic"
bodies = ["ground", "a"]
rate = -4
fixed = true
limits = [0, 9]
restitution = 0.5
[joint.y]
type = "prismatic"
bodies = ["ground", "b"]
[constraint.gear]
holonomic = "x + 2*y"
)toml");
  ASSERT_NEAR(bench.v[1], 2.0, 1e-12);
  ASSERT_TRUE(bench.begin().good());
  EXPECT_NEAR(bench.v[0], 2.0, 1e-12);
  EXPECT_NEAR(bench.v[1], -1.0, 1e-12);
  EXPECT_NEAR(bench.system.energy_jump(), 0.5 * 1.75 * (4 - 16), 1e-11);
}

TEST(HybridSystem, AStopOfAJointThatClosesALoopActsLikeThatOfOneInTheTree) {
  // A parallelogram of cranks; the stop is on the second crank's joint, in the tree or cut. Equal angles, equal motion.
  const auto cranks = [](const std::string& first, const std::string& second) {
    return R"toml(
space = "planar"
gravity = [0, -9.81]
[body.a]
mass = 1
inertia = 0.1
center = [0.5, 0]
[body.c]
mass = 2
inertia = 0.3
center = [0.5, 0]
[body.b]
mass = 1
inertia = 0.2
center = [0.5, 0]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
at = [[0, 0], [0, 0]]
start = 1
rate = -3
)toml" + first +
           R"toml(
[joint.B]
type = "revolute"
bodies = ["ground", "b"]
at = [[2, 0], [0, 0]]
start = 1
rate = -3
)toml" + second +
           R"toml(
[joint.P]
type = "revolute"
bodies = ["a", "c"]
at = [[1, 0], [0, 0]]
start = -1
rate = 3
[joint.Q]
type = "revolute"
bodies = ["b", "c"]
at = [[1, 0], [2, 0]]
start = -1
rate = 3
)toml";
  };
  Bench tree(cranks("limits = [1, 3]\nrestitution = 0.6\n", "cut = true\n"));
  Bench closing(cranks("", "cut = true\nlimits = [1, 3]\nrestitution = 0.6\n"));
  ASSERT_TRUE(tree.begin().good());
  ASSERT_TRUE(closing.begin().good());
  EXPECT_NEAR(tree.v[0], 1.8, 1e-10);
  for (std::size_t i = 0; i < tree.v.size(); ++i) EXPECT_NEAR(closing.v[i], tree.v[i], 1e-10);

  // At rest on the stop the same force is needed, and nothing moves.
  std::ranges::fill(tree.v, 0.0);
  std::ranges::fill(closing.v, 0.0);
  ASSERT_TRUE(tree.begin().good());
  ASSERT_TRUE(closing.begin().good());
  ASSERT_EQ(closing.system.sizes().na, closing.base.sizes().na + 1);
  for (const double a : closing.accelerations()) EXPECT_NEAR(a, 0.0, 1e-10);
  EXPECT_NEAR(closing.events()[0], tree.events()[0], 1e-9 * std::abs(tree.events()[0]));
}

TEST(HybridSystem, AStopThatADriveRunsIntoGivesWay) {
  // The loop is driven at A; B follows and is carried through its stop: said, not obeyed.
  Bench bench(R"toml(
space = "planar"
gravity = [0, 0]
[body.a]
mass = 1
[body.b]
mass = 1
[joint.x]
type = "prismatic"
bodies = ["ground", "a"]
motion = "-t - t^2"
[joint.y]
type = "prismatic"
bodies = ["ground", "b"]
limits = [0, 1]
restitution = 0.5
[constraint.gear]
holonomic = "x - y"
)toml");
  const Status status = bench.begin();
  EXPECT_TRUE(status.good()) << static_cast<int>(status.trouble);
  EXPECT_NEAR(bench.v[1], -1.0, 1e-12);
  EXPECT_FALSE(bench.system.warnings().empty());
}

TEST(HybridSystem, HeldComparisonsGoOnSmoothly) {
  Bench bench(slider("effort = \"if(x < 0.5, 7, 100) + 3*abs(x)\"\nstart = 0.2\nrate = 1\n"));
  ASSERT_TRUE(bench.begin().good());
  ASSERT_EQ(bench.system.own_events(), 2);
  EXPECT_GT(std::ranges::min(bench.events()), 0.0);
  bench.q[0] = 0.7;
  EXPECT_NEAR(bench.accelerations()[0], -9.81 + (7 + 2.1) / 2, 1e-13);
  Numbers values = bench.events();
  std::vector<int> crossed;
  for (int i = 0; i < 2; ++i)
    if (values[static_cast<std::size_t>(i)] < 0.0) crossed.push_back(i);
  ASSERT_EQ(crossed.size(), 1u);
  EXPECT_NEAR(values[static_cast<std::size_t>(crossed[0])], -0.2, 1e-15);
  ASSERT_TRUE(bench.system.happened(crossed, 0.0, bench.q, bench.v, bench.z).good());
  EXPECT_TRUE(bench.system.only_switched());
  EXPECT_NEAR(bench.accelerations()[0], -9.81 + (100 + 2.1) / 2, 1e-13);
  EXPECT_GT(std::ranges::min(bench.events()), 0.0);
}

TEST(HybridSystem, EqualSidesAreDecidedByTheMotion) {
  Bench up(slider("effort = \"sign(x)\"\nrate = 1\n"));
  ASSERT_TRUE(up.begin().good());
  EXPECT_NEAR(up.accelerations()[0], -9.81 + 0.5, 1e-13);
  Bench falling(slider("effort = \"sign(x)\"\n"));
  ASSERT_TRUE(falling.begin().good());
  EXPECT_NEAR(falling.accelerations()[0], -9.81 - 0.5, 1e-13);
}

TEST(HybridSystem, MemoryBringsBackEverySwitch) {
  const std::string text =
      slider("limits = [0, 1]\nrestitution = 0.5\nfriction = 3\nfriction_width = 0\neffort = \"-abs(x - 1)\"\n");
  Bench first(text), second(text);
  ASSERT_TRUE(first.begin().good());
  second.system.recall(first.system.memory());
  EXPECT_EQ(second.system.sizes().na, first.system.sizes().na);
  EXPECT_EQ(second.events(), first.events());
  EXPECT_EQ(second.system.memory(), first.system.memory());
}

}  // namespace
}  // namespace alembert::hybrid_system_test
