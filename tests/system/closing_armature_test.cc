// Armatures on joints that close loops: the same mechanism, cut at one joint or another, must move alike.
#include <gtest/gtest.h>

#include <algorithm>

#include <map>

#include "alembert/scalar/dual.h"
#include "alembert/system/mechanism/mechanism_system.h"
#include "alembert/system/reactions/reaction_solver.h"
#include "system/both_coordinates.h"

namespace alembert::closing_armature_test {
namespace {

/// A four-bar linkage with an armature at every joint, opened at `cut`.
std::string four_bar(const std::string& cut, const std::string& coupler = "mass = 1.2\ninertia = 0.013") {
  const auto joint = [&](const std::string& name, const std::string& rest) {
    return "[joint." + name + "]\ntype = \"revolute\"\n" + rest + (name == cut ? "\ncut = true\n" : "\n");
  };
  return R"toml(
space = "planar"
[body.crank]
mass = 0.5
center = [0.05, 0]
inertia = 4.2e-4
[body.coupler]
center = [0.17, 0.04]
)toml" + coupler +
         R"toml(
[body.rocker]
mass = 0.9
center = [0.12, 0]
inertia = 4.7e-3
)toml" + joint("O", "bodies = [\"ground\", \"crank\"]\narmature = 0.002\nstart = 0.3\nrate = 4") +
         joint("A", "bodies = [\"crank\", \"coupler\"]\nat = [[0.1, 0], [0, 0]]\narmature = 0.003\nstart = 1.0") +
         joint("C", "bodies = [\"ground\", \"rocker\"]\nat = [[0.3, 0], [0, 0]]\narmature = 0.004\nstart = 1.7") +
         joint("B", "bodies = [\"coupler\", \"rocker\"]\nat = [[0.35, 0], [0.25, 0]]\narmature = 0.05\nstart = 0.7");
}

/// Crank, rod and slider in space, with revolute, gimbal, universal and prismatic joints; no row is redundant.
std::string spatial_slider(const std::string& cut) {
  const auto joint = [&](const std::string& name, const std::string& rest) {
    return "[joint." + name + "]\n" + rest + (name == cut ? "\ncut = true\n" : "\n");
  };
  return R"toml(
[body.crank]
mass = 0.6
center = [0.04, 0.01, 0]
inertia = [0.002, 0.003, 0.004]
[body.rod]
mass = 0.8
center = [0.2, 0.01, -0.02]
inertia = [0.003, 0.02, 0.019]
[body.slider]
mass = 1.1
inertia = [0.004, 0.005, 0.006]
)toml" +
         joint("R",
               "type = \"revolute\"\nbodies = [\"ground\", \"crank\"]\nat = [[0, 0.1, 0.12], [0, 0, 0]]\n"
               "axis = [1, 0.2, 0]\narmature = 0.01\nstart = 0.4\nrate = 3") +
         joint(
             "G",
             "type = \"gimbal\"\nsequence = \"zyx\"\nbodies = [\"crank\", \"rod\"]\nat = [[0.02, 0.08, 0], [0, 0, 0]]\n"
             "armature = [0.003, 0.002, 0.004]\nstart = [-0.4, 0.3, 0.1]") +
         joint("U",
               "type = \"universal\"\nbodies = [\"rod\", \"slider\"]\nat = [[0.4, 0, 0], [0, 0, 0]]\n"
               "axes = [[0, 0, 1], [0, 1, 0]]\narmature = [0.02, 0.03]\nstart = [0.2, -0.2]") +
         joint("P",
               "type = \"prismatic\"\nbodies = [\"ground\", \"slider\"]\naxis = [1, 0, 0]\narmature = 0.7\n"
               "start = 0.35");
}

/// Coordinates and speeds of all joints by name, closing ones included.
std::map<std::string, double> state_of(Both& both) {
  std::map<std::string, double> values;
  both.dynamics.at(both.t, both.q, both.v, both.z, both.u);
  const ClosingReadings<double>& closing = both.dynamics.closing();
  const auto add = [&](const std::vector<MechanismCoordinate>& names, const std::vector<double>& list,
                       const std::string& what) {
    for (std::size_t i = 0; i < names.size(); ++i) values[names[i].name + what] = list[i];
  };
  add(both.model.coordinates, both.q, "");
  add(both.model.dependent_coordinates, closing.q, "");
  add(both.model.speeds, both.v, " speed");
  add(both.model.dependent_speeds, closing.v, " speed");
  return values;
}

void put(Both& both, const std::map<std::string, double>& state) {
  for (std::size_t i = 0; i < both.q.size(); ++i) both.q[i] = state.at(both.model.coordinates[i].name);
  for (std::size_t i = 0; i < both.v.size(); ++i) both.v[i] = state.at(both.model.speeds[i].name + " speed");
}

Reactions<double> reactions_of(Both& both) {
  ReactionSolver solver(both.setup);
  return solver.at(both.dynamics, both.t, both.q, both.v, both.z, both.u, both.vdot, both.lambda, {});
}

void expect_same_motion(Both& one, Both& other, const std::string& what) {
  put(other, state_of(one));
  one.solve();
  other.solve();
  ASSERT_TRUE(one.report.solved && other.report.solved) << what;
  double size = 1.0;
  for (const auto& a : one.bodies.accelerations()) size = std::max({size, norm(a.angular), norm(a.linear)});
  for (int b = 1; b < static_cast<int>(one.model.bodies.size()); ++b) {
    // States are on the constraints to 1e-12, and equations have a condition of up to 1e5.
    expect_near(one.recursive(b).angular, other.recursive(b).angular, 1e-8 * size, what);
    expect_near(one.recursive(b).linear, other.recursive(b).linear, 1e-8 * size, what);
    const BodyAcceleration<double>& in_bodies = one.bodies.accelerations()[static_cast<std::size_t>(b)];
    expect_near(one.recursive(b).angular, in_bodies.angular, 1e-9 * size, what + ", bodies");
    expect_near(one.recursive(b).linear, in_bodies.linear, 1e-9 * size, what + ", bodies");
  }
  const double energy = one.dynamics.kinetic();
  EXPECT_NEAR(energy, other.dynamics.kinetic(), 1e-10 * energy) << what;
  const Reactions<double> a = reactions_of(one), b = reactions_of(other);
  double force = 1.0;
  for (const Vec3<double>& f : a.force) force = std::max(force, norm(f));
  for (std::size_t j = 0; j < one.model.joints.size(); ++j) {
    const std::string& name = one.model.joints[j].name;
    expect_near(a.force[j], b.force[j], 1e-7 * force, what + ", " + name);
    expect_near(a.moment[j], b.moment[j], 1e-7 * force, what + ", " + name);
  }
}

TEST(ClosingArmature, FourBarMovesAlikeWhereverItIsCut) {
  Random random(3);
  for (int state = 0; state < 4; ++state) {
    Both first(four_bar("B"));
    if (state > 0) disturb(first, random);
    for (const char* cut : {"O", "A", "C"}) {
      Both other(four_bar(cut));
      ASSERT_EQ(other.model.dependent_speeds.size(), 1U);
      expect_same_motion(first, other, cut);
    }
  }
}

TEST(ClosingArmature, SpatialChainMovesAlikeWhereverItIsCut) {
  Random random(4);
  for (int state = 0; state < 4; ++state) {
    Both first(spatial_slider("U"));
    if (state > 0) disturb(first, random);
    for (const char* cut : {"R", "G", "P"}) {
      Both other(spatial_slider(cut));
      expect_same_motion(first, other, cut);
    }
  }
}

// A coupler without mass, cut where it ends: only the loop and the armature hold it.
TEST(ClosingArmature, BelongsToMotionsThatTheTreeHasNoInertiaFor) {
  Both first(four_bar("B", "mass = 0\ninertia = 0")), other(four_bar("C", "mass = 0\ninertia = 0"));
  const std::string weightless = four_bar("B", "mass = 0\ninertia = 0");
  // Without armature A the coupler's own motion in the tree has no inertia at all.
  for (Both* both : {&first, &other}) EXPECT_FALSE(both->setup.massless);
  expect_same_motion(first, other, "armature at A");
  const auto without = [](std::string text) {
    const std::string armature = "armature = 0.003\n";
    return text.erase(text.find(armature), armature.size());
  };
  Both loose(without(weightless)), held(without(four_bar("C", "mass = 0\ninertia = 0")));
  EXPECT_TRUE(loose.setup.massless);
  EXPECT_FALSE(held.setup.massless);
  expect_same_motion(loose, held, "no armature at A");
}

/// M from the kinetic energy alone: T(e_i + e_j) - T(e_i) - T(e_j).
std::vector<double> mass_by_energy(Both& both) {
  const std::size_t n = both.v.size();
  std::vector<double> v(n, 0.0), M(n * n);
  const auto energy = [&](std::size_t i, std::size_t j) {
    std::ranges::fill(v, 0.0);
    v[i] = 1.0;
    if (j < n) v[j] += 1.0;
    both.dynamics.at(both.t, both.q, v, both.z, both.u);
    return both.dynamics.kinetic();
  };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) M[i * n + j] = energy(i, j) - energy(i, n) - energy(j, n);
  return M;
}

TEST(ClosingArmature, IsInTheMassMatrixOfConstrainedSolve) {
  for (const std::string& text : {four_bar("B"), spatial_slider("U"), spatial_slider("P")}) {
    Both both(text);
    const std::vector<double> M = mass_by_energy(both);
    const MechanismSystem system(both.setup);
    const std::size_t n = both.v.size(), rows = static_cast<std::size_t>(system.sizes().na);
    Random random(5);
    std::vector<double> f(n), c(rows), x(n), lambda(rows);
    for (double& value : f) value = random.uniform(-1, 1);
    for (double& value : c) value = random.uniform(-1, 1);
    ASSERT_TRUE(system.constrained_solve(0.0, both.q, f, c, x, lambda).good());
    SparseRows A;
    system.constraint_jacobian(0.0, both.q, A);
    std::vector<double> rest(n);
    double size = 1.0;
    for (std::size_t i = 0; i < n; ++i) {
      rest[i] = -f[i];
      for (std::size_t j = 0; j < n; ++j) {
        rest[i] += M[i * n + j] * x[j];
        size = std::max(size, std::abs(M[i * n + j] * x[j]));
      }
    }
    for (std::size_t r = 0; r < rows; ++r) {
      double reached = 0.0;
      for (auto k = static_cast<std::size_t>(A.first[r]); k < static_cast<std::size_t>(A.first[r + 1]); ++k) {
        rest[static_cast<std::size_t>(A.column[k])] += A.value[k] * lambda[r];
        reached += A.value[k] * x[static_cast<std::size_t>(A.column[k])];
      }
      EXPECT_NEAR(reached, c[r], 1e-9);
    }
    for (const double value : rest) EXPECT_NEAR(value, 0.0, 1e-9 * size);
  }
}

// Nothing takes energy away: T + V, as dual numbers along the motion, has no rate.
TEST(ClosingArmature, ConservesEnergy) {
  using D = Dual<8>;
  for (const std::string& text : {four_bar("B"), spatial_slider("U"), spatial_slider("R"), spatial_slider("P")}) {
    Both both(text);
    both.solve();
    std::vector<double> qdot(both.q.size());
    both.dynamics.coordinate_rates(qdot);
    std::vector<D> q(both.q.begin(), both.q.end()), v(both.v.begin(), both.v.end());
    for (std::size_t i = 0; i < q.size(); ++i) q[i].d.set(0, qdot[i]);
    for (std::size_t i = 0; i < v.size(); ++i) v[i].d.set(0, both.vdot[i]);
    MechanismDynamics<D> moving(both.setup);
    moving.at(D(0.0), q, v, {}, {});
    const D kinetic = moving.kinetic(), potential = moving.potential();
    const double size = std::abs(kinetic.d[0]) + std::abs(potential.d[0]);
    ASSERT_GT(size, 1e-2);
    EXPECT_NEAR(kinetic.d[0] + potential.d[0], 0.0, 1e-9 * size);
  }
}

TEST(ClosingArmature, IsInTheDerivativesOfAccelerations) {
  for (const std::string& text : {four_bar("B"), spatial_slider("U")}) {
    Both both(text);
    const MechanismSystem system(both.setup);
    const std::size_t n = both.v.size();
    std::vector<double> by_q(n * n), by_v(n * n), plus(n), minus(n),
        lambda(static_cast<std::size_t>(system.sizes().na));
    ASSERT_TRUE(system.accelerate_jacobian({0.0, both.q, both.v, {}}, {}, by_q, by_v, {}, {}).good());
    double size = 1.0;
    for (const double slope : by_q) size = std::max(size, std::abs(slope));
    constexpr double h = 1e-6;  // central differences keep about ten digits of the accelerations
    for (std::size_t k = 0; k < n; ++k)
      for (const bool speeds : {false, true}) {
        const auto moved = [&](double step, std::vector<double>& vdot) {
          std::vector<double> q = both.q, v = both.v;
          (speeds ? v : q)[k] += step;
          ASSERT_TRUE(system.accelerate({0.0, q, v, {}}, {}, vdot, {}, lambda).good());
        };
        moved(h, plus);
        moved(-h, minus);
        for (std::size_t i = 0; i < n; ++i)
          EXPECT_NEAR((plus[i] - minus[i]) / (2 * h), (speeds ? by_v : by_q)[i * n + k], 1e-6 * size);
      }
  }
}

}  // namespace
}  // namespace alembert::closing_armature_test
