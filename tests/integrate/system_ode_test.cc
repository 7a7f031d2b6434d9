// A system as a first-order problem: the derivatives of its rates, and CVODE on mechanisms.
#include "alembert/integrate/system_ode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "alembert/core/random.h"
#include "alembert/integrate/cvode_stepper.h"
#include "alembert/integrate/method.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/system/energies/lagrange_system.h"
#include "alembert/system/mechanism/mechanism_system.h"
#include "model_text.h"

namespace alembert::system_ode_test {
namespace {

using Numbers = std::vector<double>;

Mechanism mechanism_from(const std::string& text) {
  return std::get<Mechanism>(read_model(parse_toml(text, "model.toml")));
}

/// A free body, a ball joint, a coupling, an input and two extra states that read everything.
const char* const everything = R"toml(
gravity = [0.3, -0.2, -9.81]
[inputs]
u = "sin(3*t) + 0.5"
[states]
e = { start = 0.2, rate = "A - 3*e + 0.2*f" }
f = { start = -0.1, rate = "b.end.vx + S.wy*D - e^2 + u" }
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
[body.d]
mass = 0.4
inertia = [0.01, 0.01, 0.01]
[body.f]
mass = 3
inertia = [0.4, 0.5, 0.6, 0.02, 0.01, 0.03]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
axis = [0, 1, 1]
damping = 0.3
effort = "u - 0.5*A' + e*cos(A) + f"
[joint.S]
type = "spherical"
bodies = ["a", "b"]
at = ["a.tip", [0, 0, 0]]
damping = [0.1, 0.2, 0.3]
effort = ["0.1*S.wy", 0, "sin(S.qx)"]
[joint.D]
type = "revolute"
bodies = ["b", "d"]
at = ["b.end", [0, 0, 0.1]]
axis = [1, 0, 0]
[joint.F]
type = "free"
bodies = ["ground", "f"]
[force.spring]
type = "spring"
points = ["f.origin", "b.end"]
stiffness = 30
damping = 2
length = 0.4
[constraint.gear]
holonomic = "D - 3*A + 0.2"
)toml";

Numbers on_constraints(SystemOde& ode, const MechanismSetup& setup, double t, std::uint64_t seed) {
  Random random(seed);
  const Sizes n = ode.sizes();
  Numbers y(static_cast<std::size_t>(ode.size()));
  Numbers dq(static_cast<std::size_t>(n.nv));
  for (double& x : dq) x = random.uniform(-0.5, 0.5);
  ode.system().step(setup.q0, dq, std::span(y).first(static_cast<std::size_t>(n.nq)));
  for (double& x : std::span(y).subspan(static_cast<std::size_t>(n.nq))) x = random.uniform(-0.5, 0.5);
  bool moved = false;
  EXPECT_TRUE(ode.project(t, y, moved).good());
  return y;
}

/// Central differences of rates of order 100 with h = 1e-5: rounding 1e-16 * 100 / h and truncation h^2 * 1e4, relative
/// to the largest derivative below 1e-7.
void expect_differences(SystemOde& ode, double t, const Numbers& y) {
  constexpr double h = 1e-5;
  const std::size_t n = y.size();
  Numbers J(n * n, 1e300), plus(n), minus(n);
  ASSERT_TRUE(ode.jacobian(t, y, J).good());
  double scale = 1.0;
  for (const double x : J) scale = std::max(scale, std::abs(x));
  for (std::size_t j = 0; j < n; ++j) {
    Numbers moved = y;
    moved[j] = y[j] + h;
    ASSERT_TRUE(ode.rhs(t, moved, plus).good());
    moved[j] = y[j] - h;
    ASSERT_TRUE(ode.rhs(t, moved, minus).good());
    for (std::size_t i = 0; i + 1 < n; ++i)
      EXPECT_NEAR(J[i * n + j], (plus[i] - minus[i]) / (2 * h), 1e-7 * scale) << i << " by " << j;
    EXPECT_EQ(J[(n - 1) * n + j], 0.0) << "the account of work";
  }
}

TEST(SystemOde, JacobianOfAMechanismMatchesDifferences) {
  Mechanism model = mechanism_from(everything);
  const MechanismSetup setup(model);
  const MechanismSystem system(setup);
  SystemOde ode(system);
  for (std::uint64_t seed = 1; seed <= 3; ++seed) expect_differences(ode, 0.7, on_constraints(ode, setup, 0.7, seed));
}

TEST(SystemOde, JacobianOfALagrangianMatchesDifferences) {
  const Lagrangian rich = rich_model();
  const LagrangeSystem system(rich, derive_lagrange(rich));
  SystemOde ode(system);
  expect_differences(ode, 0.3, {0.2, 0.6, 0.1, -0.4, 0.3, 0.0});

  const Lagrangian pendulum = model_from(R"toml(
    [coordinates]
    x = { start = -0.6 }
    y = { start = -0.8 }
    [energy]
    kinetic = "(x'^2 + y'^2)/2"
    potential = "9.81*y"
    [constraint.rod]
    holonomic = "x^2 + y^2 - 1"
  )toml");
  const LagrangeSystem held(pendulum, derive_lagrange(pendulum));
  SystemOde on_rod(held);
  expect_differences(on_rod, 0.0, {-0.6, -0.8, 0.4, -0.3, 0.0});
}

/// A four-bar linkage that falls, with a damper on one joint.
const char* const four_bar = R"toml(
space = "planar"
[body.crank]
mass = 0.5
center = [0.05, 0]
inertia = 4.2e-4
points.tip = [0.1, 0]
[body.coupler]
mass = 1.2
center = [0.175, 0.04]
inertia = 0.013
points.tip = [0.35, 0]
[body.rocker]
mass = 0.9
center = [0.125, 0]
inertia = 4.7e-3
points.tip = [0.25, 0]
[joint.O]
type = "revolute"
bodies = ["ground", "crank"]
start = "20 deg"
damping = 0.01
[joint.A]
type = "revolute"
bodies = ["crank", "coupler"]
at = ["crank.tip", [0, 0]]
start = "40 deg"
[joint.C]
type = "revolute"
bodies = ["ground", "rocker"]
at = [[0.3, 0], [0, 0]]
start = "100 deg"
[joint.B]
type = "revolute"
bodies = ["coupler", "rocker"]
at = ["coupler.tip", "rocker.tip"]
start = "40 deg"
)toml";

/// q, v, z and W after `end` seconds.
Numbers final_state(const MechanismSystem& system, const MechanismSetup& setup, Method method, double tolerance,
                    double end, StepCounts* counts = nullptr) {
  SystemOde ode(system);
  Numbers y(static_cast<std::size_t>(ode.size()), 0.0);
  std::ranges::copy(setup.q0, y.begin());
  std::ranges::copy(setup.v0, y.begin() + ode.sizes().nq);
  StepControl control;
  control.relative = control.absolute = tolerance;
  const std::unique_ptr<Stepper> stepper = make_stepper(method, ode, control);
  Status status = stepper->start(0.0, y, end);
  while (status.good() && !stepper->done()) status = stepper->step();
  EXPECT_TRUE(status.good()) << name_of(method);
  if (counts != nullptr) *counts = stepper->counts();
  return {stepper->y().begin(), stepper->y().end()};
}

// Oracle: explicit Runge-Kutta steps of order 8 at 1e-12, a method that shares nothing but the accelerations.
TEST(SystemOde, CvodeFollowsAClosedChain) {
  Mechanism model = mechanism_from(four_bar);
  const MechanismSetup setup(model);
  const MechanismSystem system(setup);
  const Numbers reference = final_state(system, setup, Method::rk8, 1e-12, 1.0);
  for (const double tolerance : {1e-5, 1e-8}) {
    const Numbers y = final_state(system, setup, Method::cvode, tolerance, 1.0);
    for (std::size_t i = 0; i < y.size(); ++i)
      EXPECT_NEAR(y[i], reference[i], 100 * tolerance * (1 + std::abs(reference[i]))) << i;
    const State x = SystemOde(system).state(1.0, y);
    Numbers phi(static_cast<std::size_t>(system.sizes().nc));
    system.constraint(1.0, x.q, phi);
    for (const double miss : phi) EXPECT_NEAR(miss, 0.0, 1e-12);
  }
}

/// A pendulum on a slide that a spring of 1e8 N/m and a damper hold: nothing is seen to move, explicit steps feel it.
const char* const stiff = R"toml(
space = "planar"
[body.slide]
mass = 1
[body.bob]
mass = 1
center = [0, -1]
inertia = 0.01
[joint.x]
type = "prismatic"
bodies = ["ground", "slide"]
axis = [1, 0]
stiffness = 1e8
damping = 1e6
[joint.th]
type = "revolute"
bodies = ["slide", "bob"]
start = 1.0
)toml";

// The pendulum of a fixed pin within 1e-6 or so; the damper's rate 1e6 / s would cost an explicit method 3e6 steps.
TEST(SystemOde, CvodeDoesNotFeelAStiffDamper) {
  Mechanism model = mechanism_from(stiff);
  const MechanismSetup setup(model);
  const MechanismSystem system(setup);
  StepCounts counts;
  const Numbers y = final_state(system, setup, Method::cvode, 1e-7, 2.0, &counts);
  EXPECT_LT(counts.steps, 3000);
  // Oracle: energy of a pendulum on a pin, I = 1.01 kg m^2.
  const double th = y[1], rate = y[3];
  const double now = 0.5 * 1.01 * rate * rate - 9.81 * std::cos(th), before = -9.81 * std::cos(1.0);
  EXPECT_NEAR(now, before, 1e-4);
}

}  // namespace
}  // namespace alembert::system_ode_test
