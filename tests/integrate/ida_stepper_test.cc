// IDA on constrained systems: closed forms, published motions, rows that depend on each other, quaternions.
#include "alembert/integrate/ida_stepper.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "alembert/integrate/method.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/system/energies/lagrange_system.h"
#include "alembert/system/mechanism/mechanism_system.h"
#include "integrate/problems.h"
#include "model_text.h"

namespace alembert::ida_stepper_test {
namespace {

using Numbers = std::vector<double>;
using testing_problems::tolerance;

std::string example(const std::string& name) {
  std::ifstream file(std::string(ALEMBERT_SOURCE_DIR) + "/examples/" + name + ".toml");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

struct Lagrange {
  explicit Lagrange(const std::string& text)
      : model(model_from(text)), scope(*model.graph), system(model, derive_lagrange(model)) {}
  Lagrangian model;
  GraphScope scope;
  LagrangeSystem system;
};

struct Machine {
  explicit Machine(const std::string& text)
      : model(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))), setup(model), system(setup) {
    start = setup.q0;
    start.insert(start.end(), setup.v0.begin(), setup.v0.end());
    for (const ExtraState& state : model.states) start.push_back(setup.real(state.start));
    start.push_back(0.0);
  }
  Mechanism model;
  MechanismSetup setup;
  MechanismSystem system;
  Numbers start;  ///< (q, v, z, W)
};

Status run_to_end(Stepper& method) {
  Status status;
  while (status.good() && !method.done()) status = method.step();
  return status;
}

/// y at the end with the tolerances that a user asks for.
Numbers run(const System& system, const Numbers& start, double time, double tolerance, Method method = Method::ida) {
  SystemOde ode(system);
  StepControl control;
  control.relative = control.absolute = tolerance;
  const std::unique_ptr<Stepper> stepper = make_stepper(method, ode, control);
  EXPECT_TRUE(stepper->start(0.0, start, time).good());
  const Status status = run_to_end(*stepper);
  EXPECT_TRUE(status.good()) << static_cast<int>(status.trouble) << " at " << status.time;
  return {stepper->y().begin(), stepper->y().end()};
}

/// Largest error of q, v and z, each relative to 1 + |value|.
double error(const Numbers& got, const Numbers& expected) {
  double most = 0.0;
  for (std::size_t i = 0; i + 1 < expected.size(); ++i)
    most = std::max(most, std::abs(got[i] - expected[i]) / (1.0 + std::abs(expected[i])));
  return most;
}

/// Angle and rate of a pendulum of length 1 that falls from the horizontal (angle pi/2), by classical Runge-Kutta steps
/// in the angle: with 20000 steps a second the error is 1e-17 h^-1 ... 1e-13.
std::pair<double, double> pendulum(double time) {
  const double g = 9.81;
  const int steps = static_cast<int>(20000 * time);
  const double h = time / steps;
  double a = std::numbers::pi / 2, w = 0.0;
  for (int k = 0; k < steps; ++k) {
    const double a1 = w, w1 = -g * std::sin(a), a2 = w + h / 2 * w1, w2 = -g * std::sin(a + h / 2 * a1);
    const double a3 = w + h / 2 * w2, w3 = -g * std::sin(a + h / 2 * a2);
    const double a4 = w + h * w3, w4 = -g * std::sin(a + h * a3);
    a += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    w += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4);
  }
  return {a, w};
}

const char* const pendulum_in_x_and_y =
    "[parameters]\ng = 9.81\n[coordinates]\nx = 1\ny = 0\n[energy]\nkinetic = \"(x'^2 + y'^2)/2\"\n"
    "potential = \"g*y\"\n[constraint.rod]\nholonomic = \"x^2 + y^2 - 1\"\n";

TEST(Ida, PendulumInXAndYFollowsItsAngle) {
  const Lagrange pendulum_xy(pendulum_in_x_and_y);
  const auto [a, w] = pendulum(5.0);
  const Numbers exact{std::sin(a), -std::cos(a), w * std::cos(a), w * std::sin(a), 0.0};
  for (const double tol : {1e-4, 1e-6, 1e-9})
    EXPECT_LT(error(run(pendulum_xy.system, {1, 0, 0, 0, 0}, 5.0, tol), exact), 30 * tol) << tol;
}

TEST(Ida, EveryStepEndsOnTheConstraintsOfPositionsAndSpeeds) {
  const Lagrange pendulum_xy(pendulum_in_x_and_y);
  SystemOde ode(pendulum_xy.system);
  IdaStepper method(ode, tolerance(1e-7));
  ASSERT_TRUE(method.start(0.0, Numbers{1, 0, 0, 0, 0}, 10.0).good());
  while (!method.done()) {
    ASSERT_TRUE(method.step().good());
    const auto y = method.y();
    // Newton's method stops within a share of the tolerance.
    EXPECT_NEAR(y[0] * y[0] + y[1] * y[1], 1.0, 4e-7);
    EXPECT_NEAR(y[0] * y[2] + y[1] * y[3], 0.0, 4e-6);  // speeds up to 4.4
  }
}

// Haug, Intermediate Dynamics, example 6.1.8, as SUNDIALS' example solves it; the numbers at 10 s were computed with
// other programs to 1e-15.
TEST(Ida, SliderCrankWithSpringAndDamper) {
  const Lagrange crank(R"toml(
    [parameters]
    a = 0.5
    [let]
    l = "sqrt(x^2 - x*(cos(p) + a*cos(q)) + (1 + a^2)/4 + a/2*cos(p - q))"
    [coordinates]
    q = "pi/2"
    x = "sqrt(3)/2"
    p = "-pi/6"
    [energy]
    kinetic = "q'^2/2 + x'^2/2 + p'^2"
    potential = "(l - 1)^2/2"
    dissipation = "l'^2/2"
    [work]
    x = 1
    p = "-sin(p)"
    [constraint.along]
    holonomic = "x - cos(p) - a*cos(q)"
    [constraint.across]
    holonomic = "sin(p) + a*sin(q)"
  )toml");
  const Numbers start{std::numbers::pi / 2, std::sqrt(0.75), -std::numbers::pi / 6, 0, 0, 0, 0};
  for (const double tol : {1e-4, 1e-6, 1e-8}) {
    const Numbers y = run(crank.system, start, 10.0, tol);
    EXPECT_NEAR(y[0], 1.27567584865023908, 100 * tol);
    EXPECT_NEAR(y[1], 1.02357855897983963, 100 * tol);
    EXPECT_NEAR(y[2], -0.498813049182498882, 100 * tol);
    EXPECT_NEAR(y[3], -0.239914997196000877, 100 * tol);
  }
}

// The test set's car axis: a rheonomic constraint, stiff springs; end values computed with other programs to 1e-14.
TEST(Ida, CarAxis) {
  const Lagrange car(example("car-axis"));
  const Numbers expected{0.04934557842752443, 0.4969894602300080,   1.041742524885426,
                         0.3739110272653659,  -0.07705836840359228, 0.007446866592064,
                         0.017556815753541,   0.770341043779594,    0.0};
  for (const double tol : {1e-5, 1e-8})
    EXPECT_LT(error(run(car.system, {0, 0.5, 1, 0.5, -0.5, 0, -0.5, 0, 0}, 3.0, tol), expected), 30 * tol) << tol;
}

// Seven bodies, six closed loops; end values computed with other programs to 1e-13.
TEST(Ida, AndrewsSqueezingMechanism) {
  const Machine andrews(example("andrews"));
  const Numbers y = run(andrews.system, andrews.start, 0.03, 1e-8);
  const Numbers reference = run(andrews.system, andrews.start, 0.03, 1e-12, Method::rk8);
  EXPECT_LT(error(y, reference), 1e-6);
  EXPECT_NEAR(y[0], 15.81077119515371, 1e-6);  // the crank's angle beta
}

TEST(Ida, RowsThatDependOnEachOtherNeedNothingFromTheUser) {
  for (const char* const name : {"bennett", "parallel-cranks"}) {  // 3 of 5 and 3 of 8 rows say nothing new
    const Machine machine(example(name));
    const Numbers reference = run(machine.system, machine.start, 1.0, 1e-11, Method::rk8);
    for (const double tol : {1e-4, 1e-6, 1e-8})
      EXPECT_LT(error(run(machine.system, machine.start, 1.0, tol), reference), 100 * tol) << name << " " << tol;
  }
}

TEST(Ida, PassesAConfigurationThatLosesRank) {
  // Cranks that fall through the line on which the parallelogram could fold the other way.
  const Machine cranks(example("parallel-cranks"));
  const Numbers reference = run(cranks.system, cranks.start, 1.5, 1e-11, Method::rk8);
  EXPECT_LT(reference[0], -std::numbers::pi / 2);
  EXPECT_LT(error(run(cranks.system, cranks.start, 1.5, 1e-8), reference), 1e-5);
}

TEST(Ida, SpatialMechanismsKeepUnitQuaternions) {
  for (const char* const name : {"heavy-top", "rolling-disc", "stewart"}) {
    const Machine machine(example(name));
    SystemOde ode(machine.system);
    IdaStepper method(ode, tolerance(1e-7));
    ASSERT_TRUE(method.start(0.0, machine.start, 0.5).good());
    Numbers inside(machine.start.size());
    while (!method.done()) {
      ASSERT_TRUE(method.step().good()) << name;
      ASSERT_TRUE(method.interpolate(0.5 * (method.t_before() + method.t()), inside).good());
      for (const int at : machine.system.quaternions())
        for (const std::span<const double> y : {method.y(), std::span<const double>(inside)}) {
          double square = 0.0;
          for (std::size_t k = 0; k < 4; ++k) square += std::pow(y[static_cast<std::size_t>(at) + k], 2);
          ASSERT_NEAR(square, 1.0, 1e-14);
        }
    }
    const Numbers reference = run(machine.system, machine.start, 0.5, 1e-11, Method::rk8);
    EXPECT_LT(error(run(machine.system, machine.start, 0.5, 1e-7), reference), 3e-6) << name;
  }
}

TEST(Ida, WorkAndEnergyKeepTheirAccount) {
  const Machine machine(example("slider-crank"));
  SystemOde ode(machine.system);
  IdaStepper method(ode, tolerance(1e-9));
  ASSERT_TRUE(method.start(0.0, machine.start, 1.0).good());
  const auto conserved = [&](double t, std::span<const double> y) {
    machine.system.inputs(t, ode.inputs());
    return machine.system.energies(ode.state(t, y), ode.inputs()).conserved;
  };
  const double before = conserved(0.0, machine.start);
  Numbers inside(machine.start.size());
  while (!method.done()) {
    ASSERT_TRUE(method.step().good());
    // Rates of some 10 W in errors of some 100 tolerances.
    ASSERT_NEAR(conserved(method.t(), method.y()) - before, method.y().back(), 1e-5);
    const double middle = 0.5 * (method.t_before() + method.t());
    ASSERT_TRUE(method.interpolate(middle, inside).good());
    ASSERT_NEAR(conserved(middle, inside) - before, inside.back(), 1e-5);
  }
}

TEST(Ida, RunsBackwardsInTime) {
  const Lagrange pendulum_xy(pendulum_in_x_and_y);
  SystemOde ode(pendulum_xy.system);
  IdaStepper method(ode, tolerance(1e-10));
  const auto [a, w] = pendulum(1.0);
  const Numbers there{std::sin(a), -std::cos(a), w * std::cos(a), w * std::sin(a), 0.0};
  ASSERT_TRUE(method.start(1.0, there, 0.0).good());
  ASSERT_TRUE(run_to_end(method).good());
  EXPECT_LT(error({method.y().begin(), method.y().end()}, {1, 0, 0, 0, 0}), 1e-7);
}

TEST(Ida, RestartsFromEqualStatesGiveEqualSteps) {
  const Machine machine(example("slider-crank"));
  SystemOde ode(machine.system);
  IdaStepper first(ode, tolerance(1e-6)), second(ode, tolerance(1e-6));
  ASSERT_TRUE(first.start(0.0, machine.start, 1.0).good());
  for (int k = 0; k < 40; ++k) ASSERT_TRUE(first.step().good());
  const double t = first.t();
  const Numbers y(first.y().begin(), first.y().end()), memory = first.memory();
  ASSERT_TRUE(first.restart(t, y, 1.0, memory).good());
  ASSERT_TRUE(second.restart(t, y, 1.0, memory).good());
  for (int k = 0; k < 60; ++k) {
    ASSERT_TRUE(first.step().good());
    ASSERT_TRUE(second.step().good());
    ASSERT_EQ(first.t(), second.t());
    ASSERT_TRUE(std::ranges::equal(first.y(), second.y()));
  }
}

TEST(Ida, StopsAtTheEndExactlyAndCounts) {
  const Lagrange pendulum_xy(pendulum_in_x_and_y);
  SystemOde ode(pendulum_xy.system);
  IdaStepper method(ode, tolerance(1e-5));
  ASSERT_TRUE(method.start(0.0, Numbers{1, 0, 0, 0, 0}, 0.7).good());
  ASSERT_TRUE(run_to_end(method).good());
  EXPECT_EQ(method.t(), 0.7);
  EXPECT_GT(method.counts().steps, 10);
  EXPECT_GT(method.counts().evaluations, method.counts().steps);
  EXPECT_GT(method.counts().jacobians, 0);
  ASSERT_TRUE(method.start(0.7, method.y(), 0.7).good());  // nothing to do
  EXPECT_TRUE(method.done());
}

TEST(Ida, ReportsWhereAForceIsNotANumber) {
  // The force ends at x = 2, which the motion reaches at t = 2.
  const Lagrange runner(
      "[coordinates]\nx = { start = 0, rate = 1 }\ny = 0\n[energy]\nkinetic = \"(x'^2 + y'^2)/2\"\n"
      "[work]\ny = \"sqrt(2 - x)\"\n");
  SystemOde ode(runner.system);
  IdaStepper method(ode, tolerance(1e-6));
  ASSERT_TRUE(method.start(0.0, Numbers{0, 0, 1, 0, 0}, 10.0).good());
  const Status status = run_to_end(method);
  EXPECT_EQ(status.trouble, Trouble::not_finite);
  EXPECT_EQ(status.index, 3);  // y'
  EXPECT_NEAR(method.t(), 2.0, 1e-3);
}

TEST(Ida, ReportsTooManySteps) {
  const Lagrange pendulum_xy(pendulum_in_x_and_y);
  SystemOde ode(pendulum_xy.system);
  StepControl control = tolerance(1e-8);
  control.max_steps = 50;
  IdaStepper method(ode, control);
  ASSERT_TRUE(method.start(0.0, Numbers{1, 0, 0, 0, 0}, 10.0).good());
  const Status status = run_to_end(method);
  EXPECT_EQ(status.trouble, Trouble::too_many_steps);
  EXPECT_LE(method.counts().steps + method.counts().rejected, 51);
}

TEST(Ida, ReportsAStartThatIsNotANumber) {
  const Lagrange pendulum_xy(pendulum_in_x_and_y);
  SystemOde ode(pendulum_xy.system);
  IdaStepper method(ode, tolerance(1e-8));
  const Status status = method.start(0.0, Numbers{1, NAN, 0, 0, 0}, 10.0);
  EXPECT_EQ(status.trouble, Trouble::not_finite);
  EXPECT_EQ(status.index, 1);
}

TEST(Ida, WithoutMotionTimePasses) {
  // A driven crank and nothing else: the rows hold all there is.
  const Machine crank(
      "space = \"planar\"\n[body.a]\nmass = 1\ninertia = 1\n[joint.A]\ntype = \"revolute\"\nbodies = [\"ground\", "
      "\"a\"]\nmotion = \"sin(t)\"\n");
  const Numbers y = run(crank.system, crank.start, 2.0, 1e-6);
  EXPECT_NEAR(y[0], std::sin(2.0), 1e-6);
  EXPECT_NEAR(y[1], std::cos(2.0), 1e-6);
  EXPECT_NEAR(y[2], 0.5 * std::pow(std::cos(2.0), 2) - 0.5, 1e-5);  // the drive's work is the kinetic energy's change
}

}  // namespace
}  // namespace alembert::ida_stepper_test
