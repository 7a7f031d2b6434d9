// The Runge-Kutta driver on problems with closed-form solutions.
#include "alembert/integrate/runge_kutta.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "problems.h"

namespace alembert::runge_kutta_test {
namespace {

using namespace testing_problems;
constexpr double pi = std::numbers::pi;

class BothMethods : public ::testing::TestWithParam<const Tableau*> {};
INSTANTIATE_TEST_SUITE_P(All, BothMethods, ::testing::Values(&dormand_prince_5(), &dormand_prince_8()),
                         [](const auto& test) { return "Order" + std::to_string(test.param->order); });

/// Error after one turn with n equal steps.
double error_of_fixed_steps(const Tableau& tableau, Problem problem, const Numbers& start, int n) {
  RungeKutta method(problem, tableau, fixed_step(2 * pi / n));
  EXPECT_TRUE(method.start(0.0, start, 2 * pi).good());
  EXPECT_TRUE(run_to_end(method).good());
  EXPECT_EQ(method.counts().steps, n);
  return distance(method.y(), start);
}

// Halving the step divides the error by 2^order. Measured: 4.8 and 7.99 (oscillator), 4.8 and 7.7 (orbit, e = 0.3); the
// sizes keep the errors between 1e-3 and 1e-12, where neither higher terms nor rounding dominate.
TEST_P(BothMethods, ObservedOrder) {
  const Tableau& tableau = *GetParam();
  const int n = tableau.order == 5 ? 16 : 8;
  const Numbers rest = {1, 0}, pericentre = kepler_start(0.3);
  const double oscillator_order = std::log2(error_of_fixed_steps(tableau, oscillator(), rest, n) /
                                            error_of_fixed_steps(tableau, oscillator(), rest, 2 * n));
  const double kepler_order = std::log2(error_of_fixed_steps(tableau, kepler(), pericentre, 64) /
                                        error_of_fixed_steps(tableau, kepler(), pericentre, 128));
  EXPECT_NEAR(oscillator_order, tableau.order, 0.3);
  EXPECT_NEAR(kepler_order, tableau.order, tableau.order == 5 ? 0.35 : 0.85);
}

// A continuous extension of order p - 1 adds h^p to a solution that is wrong by h^p: the order stays that of the steps.
TEST_P(BothMethods, DenseOutputFollowsTheSolution) {
  const Tableau& tableau = *GetParam();
  Numbers errors;
  for (const int n : {16, 32}) {
    Problem problem = oscillator();
    RungeKutta method(problem, tableau, fixed_step(2 * pi / n));
    ASSERT_TRUE(method.start(0.0, Numbers{1, 0}, 2 * pi).good());
    double error = 0.0;
    Numbers y(2);
    while (!method.done()) {
      ASSERT_TRUE(method.step().good());
      for (const double x : {0.0, 0.1, 0.4, 0.7, 1.0}) {
        const double t = x < 1.0 ? method.t_before() + x * (method.t() - method.t_before()) : method.t();
        ASSERT_TRUE(method.interpolate(t, y).good());
        error = std::max(error, distance(y, Numbers{std::cos(t), -std::sin(t)}));
      }
      EXPECT_EQ(distance(y, method.y()), 0.0) << "the end of a step is exact";
    }
    errors.push_back(error);
  }
  EXPECT_GT(std::log2(errors[0] / errors[1]), tableau.order - 0.3);
}

// Tolerance proportionality: over ten periods the steps' errors add up to a fixed multiple of the tolerance.
// Measured 15 to 24 (order 5) and 4 to 5 (order 8); rows from the dense output are as good.
TEST_P(BothMethods, ErrorIsOfTheOrderOfTheTolerance) {
  const double multiple = GetParam()->order == 5 ? 30 : 8;
  for (const double tol : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
    Problem problem = oscillator();
    RungeKutta method(problem, *GetParam(), tolerance(tol));
    ASSERT_TRUE(method.start(0.0, Numbers{1, 0}, 20 * pi).good());
    double error = 0.0;
    Numbers y(2);
    for (int k = 1; k <= 200; ++k) {
      const double t = k < 200 ? 0.1 * pi * k : 20 * pi;
      while (method.t() < t) ASSERT_TRUE(method.step().good());
      ASSERT_TRUE(method.interpolate(t, y).good());
      error = std::max(error, distance(y, Numbers{std::cos(t), -std::sin(t)}));
    }
    EXPECT_LT(error, multiple * tol);
    EXPECT_GT(error, 0.1 * tol) << "work is not wasted";
  }
}

// Orbit of eccentricity 0.6, ten turns: Kepler's equation gives the state. The error in phase grows with the square of
// time (3/2 t dE/E): measured 5000 to 28000 tolerances in position, 7 to 60 in energy.
TEST_P(BothMethods, KeplerOrbit) {
  for (const double tol : {1e-8, 1e-11}) {
    Problem problem = kepler();
    RungeKutta method(problem, *GetParam(), tolerance(tol));
    ASSERT_TRUE(method.start(0.0, kepler_start(0.6), 20 * pi - 1.0).good());
    ASSERT_TRUE(run_to_end(method).good());
    EXPECT_LT(distance(method.y(), kepler_exact(0.6, 20 * pi - 1.0)), 3e4 * tol);
    EXPECT_NEAR(kepler_energy(method.y()), -0.5, 30 * tol);
  }
}

// Oracle: the periodic orbit of the restricted three-body problem in Hairer, Norsett and Wanner I, eq. (0.1) - (0.2),
// with their start and period. It amplifies errors about a thousandfold: measured 3e-9 (8) and 1e-8 (5).
TEST_P(BothMethods, ArenstorfOrbitCloses) {
  constexpr double mu = 0.012277471, period = 17.0652165601579625588917206249;
  Problem problem(4, [](double, In y, Out f) {
    const double to_earth = std::pow(std::hypot(y[0] + mu, y[1]), 3),
                 to_moon = std::pow(std::hypot(y[0] - 1 + mu, y[1]), 3);
    f[0] = y[2];
    f[1] = y[3];
    f[2] = y[0] + 2 * y[3] - (1 - mu) * (y[0] + mu) / to_earth - mu * (y[0] - 1 + mu) / to_moon;
    f[3] = y[1] - 2 * y[2] - (1 - mu) * y[1] / to_earth - mu * y[1] / to_moon;
    return Status{};
  });
  const Numbers start = {0.994, 0, 0, -2.00158510637908252240537862224};
  RungeKutta method(problem, *GetParam(), tolerance(1e-10));
  ASSERT_TRUE(method.start(0.0, start, period).good());
  ASSERT_TRUE(run_to_end(method).good());
  EXPECT_EQ(method.t(), period);
  EXPECT_LT(distance(method.y().first(2), In(start).first(2)), 3e-8);
  EXPECT_LT(method.counts().evaluations, GetParam()->order == 5 ? 7000 : 3500);
}

// There and back again: the way back undoes the way there up to both errors.
TEST_P(BothMethods, BackwardInTime) {
  Problem problem = oscillator();
  RungeKutta method(problem, *GetParam(), tolerance(1e-10));
  ASSERT_TRUE(method.start(7.0, Numbers{std::cos(7.0), -std::sin(7.0)}, -3.0).good());
  Numbers y(2);
  while (!method.done()) {
    ASSERT_TRUE(method.step().good());
    EXPECT_LT(method.t(), method.t_before());
    const double t = 0.5 * (method.t() + method.t_before());
    ASSERT_TRUE(method.interpolate(t, y).good());
    EXPECT_LT(distance(y, Numbers{std::cos(t), -std::sin(t)}), 1e-9);
  }
  EXPECT_EQ(method.t(), -3.0);
}

// y' = cos t, W' = exp(sin 40 t) with W not steering: the steps are those of y alone, though W turns 40 times faster.
TEST_P(BothMethods, AccountsRideAlong) {
  long steps[2] = {};
  for (const bool account : {false, true}) {
    Problem problem(
        2,
        [account](double t, In, Out f) {
          f[0] = std::cos(t);
          f[1] = account ? std::exp(std::sin(40 * t)) : 0.0;
          return Status{};
        },
        1);
    RungeKutta method(problem, *GetParam(), tolerance(1e-7));
    ASSERT_TRUE(method.start(0.0, Numbers{0, 0}, 10.0).good());
    ASSERT_TRUE(run_to_end(method).good());
    steps[account] = method.counts().steps;
  }
  EXPECT_EQ(steps[0], steps[1]);
}

// The evaluations of one run: one to start, one for the first step size, then `stages` a step ("first same as last").
TEST_P(BothMethods, EvaluationsArePredictable) {
  Problem problem = oscillator();
  RungeKutta method(problem, *GetParam(), tolerance(1e-9));
  ASSERT_TRUE(method.start(0.0, Numbers{1, 0}, 20.0).good());
  ASSERT_TRUE(run_to_end(method).good());
  ASSERT_EQ(method.counts().rejected, 0);
  EXPECT_EQ(method.counts().evaluations, 2 + GetParam()->stages * method.counts().steps);
}

TEST_P(BothMethods, NothingToDo) {
  Problem problem = oscillator(), empty(0, [](double, In, Out) { return Status{}; });
  RungeKutta method(problem, *GetParam(), tolerance(1e-9)), no_state(empty, *GetParam(), tolerance(1e-9));
  ASSERT_TRUE(method.start(3.0, Numbers{1, 0}, 3.0).good());
  EXPECT_TRUE(method.done() && method.step().good());
  Numbers y(2);
  EXPECT_TRUE(method.interpolate(3.0, y).good());
  EXPECT_EQ(y, (Numbers{1, 0}));

  ASSERT_TRUE(no_state.start(0.0, {}, 10.0).good());
  EXPECT_TRUE(run_to_end(no_state).good());
  EXPECT_EQ(no_state.t(), 10.0);
  EXPECT_LT(no_state.counts().steps, 20);
}

// Enormous tolerances: steps grow by the largest factor only, and the result is finite.
TEST_P(BothMethods, EnormousTolerance) {
  Problem problem = oscillator();
  RungeKutta method(problem, *GetParam(), tolerance(1e300));
  ASSERT_TRUE(method.start(0.0, Numbers{1, 0}, 1.0).good());
  ASSERT_TRUE(run_to_end(method).good());
  EXPECT_EQ(method.counts().rejected, 0);
  EXPECT_NEAR(method.y()[0], std::cos(1.0), 1e-2);
}

TEST_P(BothMethods, MaxStepHolds) {
  Problem problem(1, [](double, In, Out f) {
    f[0] = 1.0;
    return Status{};
  });
  StepControl control = tolerance(1e-6);
  control.max_step = 0.125;
  RungeKutta method(problem, *GetParam(), control);
  ASSERT_TRUE(method.start(0.0, Numbers{0}, 10.0).good());
  while (!method.done()) {
    ASSERT_TRUE(method.step().good());
    EXPECT_LE(method.t() - method.t_before(), 0.125 * 1.01);  // the last step may stretch by 1 %
  }
  EXPECT_NEAR(method.y()[0], 10.0, 1e-13);
}

}  // namespace
}  // namespace alembert::runge_kutta_test
