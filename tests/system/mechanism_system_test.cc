// A mechanism as a System: derivatives of its accelerations, steps on its manifold, energy account, assembly.
#include "alembert/system/mechanism/mechanism_system.h"

#include <gtest/gtest.h>

#include <cmath>

#include "alembert/core/random.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"

namespace alembert::mechanism_system_test {
namespace {

Mechanism mechanism_from(const std::string& text) {
  return std::get<Mechanism>(read_model(parse_toml(text, "model.toml")));
}

/// Every kind of force, a free body, a ball joint, an input, an extra state and a coupling.
const char* const everything = R"toml(
gravity = [0.3, -0.2, -9.81]
[parameters]
k = 40
[inputs]
u = "sin(3*t) + 0.5"
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
inertia = [0.03, 0.02, 0.04]
[body.d]
mass = 0.4
inertia = [0.01, 0.01, 0.01]
[body.f]
mass = 3
inertia = [0.4, 0.5, 0.6, 0.02, 0.01, 0.03]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
at = [[0.1, 0, 0], [0, 0, 0]]
axis = [0, 1, 1]
damping = 0.3
stiffness = 5
rest = 0.1
armature = 0.02
friction = [0.4, 0.6]
friction_width = 0.2
effort = "u - 0.5*A' + e*cos(A)"
[joint.S]
type = "spherical"
bodies = ["a", "b"]
at = ["a.tip", [0, 0, 0]]
damping = [0.1, 0.2, 0.3]
effort = ["0.1*S.wy", 0, "sin(S.qx)"]
[joint.P]
type = "prismatic"
bodies = ["b", "c"]
at = ["b.end", [0, 0, 0]]
axis = [1, 2, 0]
stiffness = "k"
[joint.D]
type = "revolute"
bodies = ["c", "d"]
at = [[0, 0.2, 0], [0, 0, 0.1]]
axis = [1, 0, 0]
effort = "0.2*P'"
[joint.F]
type = "free"
bodies = ["ground", "f"]
[force.push]
type = "force"
body = "b"
at = [0.1, 0.1, 0.2]
value = ["2*t", "b.end.vx", "-3"]
[force.jet]
type = "force"
body = "f"
frame = "body"
at = [0, 0.1, 0]
value = [1, "0.3*f.center.z", 0.5]
[force.twist]
type = "torque"
body = "c"
value = ["0.1*T", 0.2, "A*D"]
[force.spring]
type = "spring"
points = ["f.origin", "b.end"]
stiffness = 30
damping = 2
length = 0.4
actuator = "2*cos(t)"
[constraint.gear]
holonomic = "D - 3*A + 0.2"
)toml";

struct Motion {
  std::vector<double> q, v, z;
};

Motion random_motion(const MechanismSystem& system, const MechanismSetup& setup, std::uint64_t seed) {
  Random random(seed);
  Motion m{setup.q0, setup.v0, {0.3}};
  std::vector<double> dq(m.v.size());
  for (double& x : dq) x = random.uniform(-1.0, 1.0);
  system.step(m.q, dq, m.q);
  for (double& x : m.v) x = random.uniform(-1.0, 1.0);
  return m;
}

TEST(MechanismSystem, JacobianOfTheAccelerationsMatchesDifferencesOnTheGroup) {
  Mechanism model = mechanism_from(everything);
  const MechanismSetup setup(model);
  const MechanismSystem system(setup);
  const std::size_t nv = static_cast<std::size_t>(system.sizes().nv);
  const double t = 0.7;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Motion m = random_motion(system, setup, seed);
    std::vector<double> u(1), by_q(nv * nv), by_v(nv * nv), by_z(nv), by_u(nv), plus(nv), minus(nv), zdot(1), lambda(1);
    system.inputs(t, u);
    ASSERT_TRUE(system.accelerate_jacobian({t, m.q, m.v, m.z}, u, by_q, by_v, by_z, by_u).good());
    const double h = 1e-6;
    // Central differences of accelerations of some hundreds: rounding 1e-16 * 1e3 / h and truncation h^2 * 1e4.
    double scale = 1.0;
    for (const double x : by_q) scale = std::max(scale, std::abs(x));
    const double tolerance = 1e-7 * scale;
    for (std::size_t c = 0; c < nv; ++c) {
      const auto moved = [&](double step, std::vector<double>& result) {
        std::vector<double> dq(nv, 0.0), q(m.q);
        dq[c] = step;
        system.step(m.q, dq, q);
        ASSERT_TRUE(system.accelerate({t, q, m.v, m.z}, u, result, zdot, lambda).good());
      };
      moved(h, plus);
      moved(-h, minus);
      for (std::size_t i = 0; i < nv; ++i)
        EXPECT_NEAR(by_q[i * nv + c], (plus[i] - minus[i]) / (2 * h), tolerance) << i << " by displacement " << c;
      const auto faster = [&](double step, std::vector<double>& result) {
        std::vector<double> v(m.v);
        v[c] += step;
        ASSERT_TRUE(system.accelerate({t, m.q, v, m.z}, u, result, zdot, lambda).good());
      };
      faster(h, plus);
      faster(-h, minus);
      for (std::size_t i = 0; i < nv; ++i)
        EXPECT_NEAR(by_v[i * nv + c], (plus[i] - minus[i]) / (2 * h), tolerance) << i << " by speed " << c;
    }
    const auto other = [&](double dz, double du, std::vector<double>& result) {
      std::vector<double> z{m.z[0] + dz}, input{u[0] + du};
      ASSERT_TRUE(system.accelerate({t, m.q, m.v, z}, input, result, zdot, lambda).good());
    };
    other(h, 0, plus);
    other(-h, 0, minus);
    for (std::size_t i = 0; i < nv; ++i) EXPECT_NEAR(by_z[i], (plus[i] - minus[i]) / (2 * h), tolerance);
    other(0, h, plus);
    other(0, -h, minus);
    for (std::size_t i = 0; i < nv; ++i) EXPECT_NEAR(by_u[i], (plus[i] - minus[i]) / (2 * h), tolerance);
  }
}

TEST(MechanismSystem, PowerIsTheRateOfTheEnergy) {
  Mechanism model = mechanism_from(everything);
  const MechanismSetup setup(model);
  const MechanismSystem system(setup);
  Motion m = random_motion(system, setup, 5);
  // On the coupling, where its force does no work.
  m.v[5] = 3 * m.v[0];
  std::vector<double> u(1), vdot(m.v.size()), zdot(1), lambda(1);
  const double t = 0.4, h = 1e-5;
  system.inputs(t, u);
  ASSERT_TRUE(system.accelerate({t, m.q, m.v, m.z}, u, vdot, zdot, lambda).good());
  const auto energy_after = [&](double step) {
    // Second order along the motion, so that the central difference is.
    std::vector<double> dq(m.v.size()), q(m.q), v(m.v);
    for (std::size_t i = 0; i < v.size(); ++i) {
      dq[i] = step * (m.v[i] + 0.5 * step * vdot[i]);
      v[i] += step * vdot[i];
    }
    system.step(m.q, dq, q);
    return system.energies({t + step, q, v, m.z}, u).conserved;
  };
  const Energies now = system.energies({t, m.q, m.v, m.z}, u);
  EXPECT_NEAR(now.power, (energy_after(h) - energy_after(-h)) / (2 * h), 1e-6 * (1 + std::abs(now.power)));
  EXPECT_NEAR(now.conserved, now.kinetic + now.potential, 1e-13 * std::abs(now.conserved));
}

TEST(MechanismSystem, DifferenceUndoesStep) {
  Mechanism model = mechanism_from(everything);
  const MechanismSetup setup(model);
  const MechanismSystem system(setup);
  Random random(9);
  const Motion m = random_motion(system, setup, 8);
  std::vector<double> dq(m.v.size()), q(m.q.size()), found(m.v.size());
  for (double& x : dq) x = random.uniform(-1.0, 1.0);
  system.step(m.q, dq, q);
  system.difference(m.q, q, found);
  for (std::size_t i = 0; i < dq.size(); ++i) EXPECT_NEAR(found[i], dq[i], 1e-14);
}

TEST(MechanismSystem, StartIsAssembledOntoCouplingsByTheSmallestChange) {
  const char* const text = R"toml(
[body.a]
mass = 1
inertia = [1, 1, 1]
[body.b]
mass = 1
inertia = [1, 1, 1]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
start = 0.3
rate = 1
[joint.B]
type = "revolute"
bodies = ["ground", "b"]
[constraint.gear]
holonomic = "A - 2*B"
)toml";
  Mechanism model = mechanism_from(text);
  const MechanismSetup setup(model);
  // What is written stays where the other can follow.
  EXPECT_EQ(setup.q0[0], 0.3);
  EXPECT_NEAR(setup.q0[1], 0.15, 1e-15);
  EXPECT_EQ(setup.v0[0], 1.0);
  EXPECT_NEAR(setup.v0[1], 0.5, 1e-15);
  EXPECT_TRUE(setup.start_changes.empty());
  // Where both are written: least change of (0.3, 0) onto a = 2 b, along (1, -2), by 0.3/5.
  Mechanism both =
      mechanism_from(std::string(text).replace(std::string(text).find("[constraint"), 0, "start = 0\nrate = 0\n"));
  const MechanismSetup shared(both);
  EXPECT_NEAR(shared.q0[0], 0.3 - 0.06, 1e-15);
  EXPECT_NEAR(shared.q0[1], 0.12, 1e-15);
  EXPECT_NEAR(shared.v0[0], 1 - 0.2, 1e-15);
  EXPECT_NEAR(shared.v0[1], 0.4, 1e-15);
  EXPECT_EQ(shared.start_changes.size(), 4U);
  Mechanism kept =
      mechanism_from(std::string(text).replace(std::string(text).find("start = 0.3"), 11, "start = 0.3\nfixed = true"));
  const MechanismSetup fixed(kept);
  EXPECT_EQ(fixed.q0[0], 0.3);
  EXPECT_NEAR(fixed.q0[1], 0.15, 1e-15);
}

}  // namespace
}  // namespace alembert::mechanism_system_test
