// CVODE as a stepper, on problems with closed-form or published solutions.
#include "alembert/integrate/cvode_stepper.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "problems.h"

namespace alembert::cvode_stepper_test {
namespace {

using namespace testing_problems;
constexpr double pi = std::numbers::pi;

/// A problem with derivatives.
class Differentiable : public Problem {
 public:
  using Jacobian = std::function<void(double, In, Out)>;
  Differentiable(int n, Rhs rhs, Jacobian jacobian) : Problem(n, std::move(rhs)), jacobian_(std::move(jacobian)) {}
  bool has_jacobian() const override { return true; }
  Status jacobian(double t, In y, Out J) override {
    jacobian_(t, y, J);
    return {};
  }

 private:
  Jacobian jacobian_;
};

/// Robertson's chemical reaction.
Status robertson_rates(double, In y, Out f) {
  f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
  f[2] = 3e7 * y[1] * y[1];
  f[1] = -f[0] - f[2];
  return {};
}

void robertson_slopes(double, In y, Out J) {
  const Numbers first = {-0.04, 1e4 * y[2], 1e4 * y[1]}, last = {0, 6e7 * y[1], 0};
  for (std::size_t k = 0; k < 3; ++k) {
    J[k] = first[k];
    J[6 + k] = last[k];
    J[3 + k] = -first[k] - last[k];
  }
}

/// y' = -rate (y - cos t) - sin t, with y = cos t after a first moment (Prothero and Robinson 1974).
Problem follower(double rate) {
  return {1, [rate](double t, In y, Out f) {
            f[0] = -rate * (y[0] - std::cos(t)) - std::sin(t);
            return Status{};
          }};
}

// Eigenvalues -1 and -1e6 along (1, 1) and (1, -1), both excited: an explicit method would need 3e7 evaluations.
TEST(Cvode, LinearAndStiff) {
  constexpr double slow = 1.0, fast = 1e6;
  Problem problem(2, [](double, In y, Out f) {
    const double a = -slow * (y[0] + y[1]) / 2, b = -fast * (y[0] - y[1]) / 2;
    f[0] = a + b;
    f[1] = a - b;
    return Status{};
  });
  CvodeStepper method(problem, tolerance(1e-8));
  ASSERT_TRUE(method.start(0.0, Numbers{2, 0}, 10.0).good());
  double error = 0.0;
  while (!method.done()) {
    ASSERT_TRUE(method.step().good());
    const double a = std::exp(-slow * method.t()), b = std::exp(-fast * method.t());
    error = std::max(error, distance(method.y(), Numbers{a + b, a - b}));
  }
  EXPECT_LT(error, 1e-6);  // measured 3e-7: some tens of tolerances, as many as steps have one sign of error
  EXPECT_LT(method.counts().evaluations, 2000);
  EXPECT_GT(method.counts().jacobians, 0);
}

// The error of a stiff component does not add up: it is that of one step.
TEST(Cvode, ProtheroRobinson) {
  for (const double tol : {1e-4, 1e-6, 1e-8, 1e-10}) {
    Problem problem = follower(1e6);
    CvodeStepper method(problem, tolerance(tol));
    ASSERT_TRUE(method.start(0.0, Numbers{2}, 10.0).good());
    double error = 0.0;
    while (!method.done()) {
      ASSERT_TRUE(method.step().good());
      if (method.t() > 1e-3) error = std::max(error, std::abs(method.y()[0] - std::cos(method.t())));
    }
    EXPECT_LT(error, 3 * tol);
    EXPECT_LT(method.counts().evaluations, 1500);
  }
}

// Oracle: Mazzia and Magherini 2008, Test Set for Initial Value Problem Solvers, problem ROBER, solution at t = 1e11.
TEST(Cvode, RobertsonOverElevenDecades) {
  Differentiable problem(3, robertson_rates, robertson_slopes);
  StepControl control = tolerance(1e-8);
  control.absolute = 1e-18;
  CvodeStepper method(problem, control);
  ASSERT_TRUE(method.start(0.0, Numbers{1, 0, 0}, 1e11).good());
  ASSERT_TRUE(run_to_end(method).good());
  const Numbers published = {0.2083340149701255e-07, 0.8333360770334713e-13, 0.9999999791665050};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(method.y()[i], published[i], 1e-5 * published[i]);
  EXPECT_LT(method.counts().steps, 4000);
}

// Derivatives given and derivatives by difference quotients lead to the same solution; given ones save evaluations.
TEST(Cvode, GivenAndDifferencedDerivatives) {
  Differentiable given(3, robertson_rates, robertson_slopes);
  Problem differenced(3, robertson_rates);
  StepControl control = tolerance(1e-8);
  control.absolute = 1e-12;
  CvodeStepper a(given, control), b(differenced, control);
  for (CvodeStepper* method : {&a, &b}) {
    ASSERT_TRUE(method->start(0.0, Numbers{1, 0, 0}, 1e3).good());
    ASSERT_TRUE(run_to_end(*method).good());
  }
  EXPECT_LT(distance(a.y(), b.y()), 1e-6);
  EXPECT_LT(a.counts().evaluations, b.counts().evaluations);
}

// Ten periods of an undamped oscillator, the hardest for these formulas: with steps of a hundredth of the tolerance the
// error is 1 to 20 tolerances (measured), inside the steps as at their ends.
TEST(Cvode, ToleranceIsHonoured) {
  for (const double tol : {1e-4, 1e-6, 1e-8, 1e-10}) {
    Problem problem = oscillator();
    CvodeStepper method(problem, tolerance(0.01 * tol));
    ASSERT_TRUE(method.start(0.0, Numbers{1, 0}, 20 * pi).good());
    double error = 0.0;
    Numbers y(2);
    while (!method.done()) {
      ASSERT_TRUE(method.step().good());
      for (const double x : {0.0, 0.3, 0.5, 0.9, 1.0}) {
        const double t = x < 1.0 ? method.t_before() + x * (method.t() - method.t_before()) : method.t();
        ASSERT_TRUE(method.interpolate(t, y).good());
        error = std::max(error, distance(y, Numbers{std::cos(t), -std::sin(t)}));
      }
    }
    EXPECT_LT(error, 40 * tol);
    EXPECT_GT(error, 0.1 * tol) << "work is not wasted";
  }
}

// One turn of an orbit of eccentricity 0.6: Kepler's equation gives the state.
TEST(Cvode, KeplerOrbit) {
  for (const double tol : {1e-6, 1e-9}) {
    Problem problem = kepler();
    CvodeStepper method(problem, tolerance(0.01 * tol));
    ASSERT_TRUE(method.start(0.0, kepler_start(0.6), 2 * pi - 1.0).good());
    ASSERT_TRUE(run_to_end(method).good());
    EXPECT_LT(distance(method.y(), kepler_exact(0.6, 2 * pi - 1.0)), 50 * tol);
    EXPECT_NEAR(kepler_energy(method.y()), -0.5, 20 * tol);
  }
}

TEST(Cvode, StepsMeetAndEndsAreExact) {
  Problem problem = oscillator();
  CvodeStepper method(problem, tolerance(1e-7));
  ASSERT_TRUE(method.start(0.0, Numbers{1, 0}, 3.0).good());
  Numbers y(2), end = {1, 0};
  while (!method.done()) {
    ASSERT_TRUE(method.step().good());
    ASSERT_TRUE(method.interpolate(method.t_before(), y).good());
    EXPECT_EQ(y, end);
    const double h = method.t() - method.t_before();
    ASSERT_TRUE(method.interpolate(method.t_before() + 1e-9 * h, y).good());
    EXPECT_LT(distance(y, end), 1e-8 * h + 1e-14);
    end.assign(method.y().begin(), method.y().end());
    ASSERT_TRUE(method.interpolate(method.t(), y).good());
    EXPECT_EQ(y, end);
  }
  EXPECT_EQ(method.t(), 3.0);
}

TEST(Cvode, BackwardInTime) {
  Problem problem = oscillator();
  CvodeStepper method(problem, tolerance(1e-10));
  ASSERT_TRUE(method.start(7.0, Numbers{std::cos(7.0), -std::sin(7.0)}, -3.0).good());
  Numbers y(2);
  while (!method.done()) {
    ASSERT_TRUE(method.step().good());
    EXPECT_LT(method.t(), method.t_before());
    const double t = 0.5 * (method.t() + method.t_before());
    ASSERT_TRUE(method.interpolate(t, y).good());
    EXPECT_LT(distance(y, Numbers{std::cos(t), -std::sin(t)}), 1e-7);
  }
  EXPECT_EQ(method.t(), -3.0);
}

// A new history each time: whatever a stepper has done before, from equal arguments follow equal steps.
TEST(Cvode, RestartIsBitIdentical) {
  Differentiable problem(3, robertson_rates, robertson_slopes);
  const StepControl control = tolerance(1e-9);
  CvodeStepper used(problem, control), fresh(problem, control);
  ASSERT_TRUE(used.start(0.0, Numbers{1, 0, 0}, 1e3).good());
  while (used.t() < 40.0) ASSERT_TRUE(used.step().good());
  const Numbers y(used.y().begin(), used.y().end()), memory = used.memory();
  const double t = used.t();
  const long steps_before = used.counts().steps;
  ASSERT_TRUE(used.restart(t, y, 1e3, memory).good());
  ASSERT_TRUE(fresh.restart(t, y, 1e3, memory).good());
  Numbers inside(3), as_well(3);
  while (!fresh.done()) {
    ASSERT_TRUE(used.step().good() && fresh.step().good());
    ASSERT_EQ(used.t(), fresh.t());
    ASSERT_EQ(distance(used.y(), fresh.y()), 0.0);
    const double middle = 0.5 * (fresh.t() + fresh.t_before());
    ASSERT_TRUE(used.interpolate(middle, inside).good() && fresh.interpolate(middle, as_well).good());
    ASSERT_EQ(inside, as_well);
  }
  EXPECT_EQ(used.counts().steps, steps_before + fresh.counts().steps) << "counts go on";
}

// y at rest, W' = exp(sin 40 t) with W not steering: W is allowed a hundred tolerances in a step, and no more.
TEST(Cvode, AccountsAreKeptWhileTheRestRests) {
  const auto power = [](double t) { return std::exp(std::sin(40 * t)); };
  Problem problem(
      2,
      [&](double t, In, Out f) {
        f[0] = 0.0;
        f[1] = power(t);
        return Status{};
      },
      1);
  CvodeStepper method(problem, tolerance(1e-7));
  ASSERT_TRUE(method.start(0.0, Numbers{1, 0}, 10.0).good());
  ASSERT_TRUE(run_to_end(method).good());
  double exact = 0.0;  // Simpson's rule, error far below 1e-9: 500 points a turn
  constexpr int n = 40'000;
  for (int k = 0; k <= n; ++k)
    exact += (k == 0 || k == n ? 1 : k % 2 == 1 ? 4 : 2) * power(10.0 * k / n) * 10.0 / n / 3;
  const auto steps = static_cast<double>(method.counts().steps);
  EXPECT_NEAR(method.y()[1], exact, 100 * 1e-7 * (1 + exact) * steps);
  EXPECT_LT(std::abs(method.y()[1] - exact), 1e-2 * exact);
}

/// A pendulum of 1 m in Cartesian coordinates (x, y, vx, vy): the rod's force from x vx' + ..., then projection.
class CartesianPendulum : public Problem {
 public:
  CartesianPendulum()
      : Problem(4, [](double, In y, Out f) {
          const double tension = (y[2] * y[2] + y[3] * y[3] - 9.81 * y[1]) / (y[0] * y[0] + y[1] * y[1]);
          f[0] = y[2];
          f[1] = y[3];
          f[2] = -tension * y[0];
          f[3] = -tension * y[1] - 9.81;
          return Status{};
        }) {}
  Status project(double, Out y, bool& moved) override {
    const double length = std::hypot(y[0], y[1]);
    y[0] /= length;
    y[1] /= length;
    const double off = y[0] * y[2] + y[1] * y[3];
    y[2] -= off * y[0];
    y[3] -= off * y[1];
    moved = true;
    return {};
  }
};

// Oracle: x = sin th, sin(th/2) = -k cd(sqrt(g) t), k^2 = 1/2, in Jacobi's elliptic functions, at t = 10. Measured
// 3e-7: errors in phase add up over four periods.
TEST(Cvode, StaysOnConstraints) {
  CartesianPendulum problem;
  CvodeStepper method(problem, tolerance(1e-10));
  ASSERT_TRUE(method.start(0.0, Numbers{-1, 0, 0, 0}, 10.0).good());
  Numbers y(4), before = {-1, 0, 0, 0};
  while (!method.done()) {
    ASSERT_TRUE(method.step().good());
    EXPECT_NEAR(std::hypot(method.y()[0], method.y()[1]), 1.0, 1e-15);
    EXPECT_NEAR(method.y()[0] * method.y()[2] + method.y()[1] * method.y()[3], 0.0, 1e-14);
    const double h = method.t() - method.t_before();
    ASSERT_TRUE(method.interpolate(method.t_before() + 1e-9 * h, y).good());
    EXPECT_LT(distance(y, before), 1e-7 * h + 1e-14) << "the solution is continuous in spite of projections";
    before.assign(method.y().begin(), method.y().end());
  }
  EXPECT_LT(distance(method.y().first(2), Numbers{-0.275087462576, -0.961419205099}), 1e-6);
}

TEST(Cvode, MaxStepAndFirstStepHold) {
  Problem problem = oscillator();
  StepControl control = tolerance(1e-3);
  control.max_step = 0.0625;
  control.first_step = 1e-5;
  CvodeStepper method(problem, control);
  ASSERT_TRUE(method.start(0.0, Numbers{1, 0}, 5.0).good());
  ASSERT_TRUE(method.step().good());
  EXPECT_NEAR(method.t(), 1e-5, 1e-12);
  while (!method.done()) {
    ASSERT_TRUE(method.step().good());
    EXPECT_LE(method.t() - method.t_before(), 0.0625 * (1 + 1e-12));
  }
}

TEST(Cvode, NothingToDo) {
  Problem problem = oscillator(), empty(0, [](double, In, Out) { return Status{}; });
  CvodeStepper method(problem, tolerance(1e-9)), no_state(empty, tolerance(1e-9));
  ASSERT_TRUE(method.start(3.0, Numbers{1, 0}, 3.0).good());
  EXPECT_TRUE(method.done() && method.step().good());
  Numbers y(2);
  EXPECT_TRUE(method.interpolate(3.0, y).good());
  EXPECT_EQ(y, (Numbers{1, 0}));

  ASSERT_TRUE(no_state.start(0.0, {}, 10.0).good());
  EXPECT_TRUE(run_to_end(no_state).good());
  EXPECT_EQ(no_state.t(), 10.0);
  EXPECT_TRUE(no_state.interpolate(5.0, {}).good());
}

// An interval of a few units in the last place of t.
TEST(Cvode, TheShortestInterval) {
  Problem problem = oscillator();
  CvodeStepper method(problem, tolerance(1e-9));
  const double t = 100.0, next = std::nextafter(t, 200.0);
  for (const double end : {next, t + 1e-13}) {
    ASSERT_TRUE(method.start(t, Numbers{1, 0}, end).good());
    ASSERT_TRUE(run_to_end(method).good());
    EXPECT_EQ(method.t(), end);
    EXPECT_NEAR(method.y()[0], 1.0, 1e-12);
  }
}

}  // namespace
}  // namespace alembert::cvode_stepper_test
