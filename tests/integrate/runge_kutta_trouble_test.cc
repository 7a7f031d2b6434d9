// Trouble is reported with its kind, its time and the component of y.
#include <gtest/gtest.h>

#include <limits>

#include "alembert/integrate/runge_kutta.h"
#include "problems.h"

namespace alembert::runge_kutta_trouble_test {
namespace {

using namespace testing_problems;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

class Troubled : public ::testing::TestWithParam<const Tableau*> {};
INSTANTIATE_TEST_SUITE_P(All, Troubled, ::testing::Values(&dormand_prince_5(), &dormand_prince_8()),
                         [](const auto& test) { return "Order" + std::to_string(test.param->order); });

TEST_P(Troubled, NotFiniteAtTheStart) {
  Problem problem(3, [](double, In, Out f) {
    f[0] = f[1] = 0.0;
    f[2] = nan;
    return Status{};
  });
  RungeKutta method(problem, *GetParam(), tolerance(1e-8));
  const Status status = method.start(1.5, Numbers{0, 0, 0}, 2.0);
  EXPECT_EQ(status.trouble, Trouble::not_finite);
  EXPECT_EQ(status.index, 2);
  EXPECT_EQ(status.time, 1.5);
  EXPECT_EQ(method.start(1.5, Numbers{0, nan, 0}, 2.0).index, 1) << "in the state itself";
}

// A rate that ceases to exist at t = 1: smaller steps go up to it, then the run stops there. y = 2 t until then.
TEST_P(Troubled, NotFiniteOnTheWay) {
  Problem problem(2, [](double t, In, Out f) {
    f[0] = 1.0;
    f[1] = t < 1.0 ? 2.0 : nan;
    return Status{};
  });
  RungeKutta method(problem, *GetParam(), tolerance(1e-8));
  ASSERT_TRUE(method.start(0.0, Numbers{0, 0}, 5.0).good());
  const Status status = run_to_end(method);
  EXPECT_EQ(status.trouble, Trouble::not_finite);
  EXPECT_EQ(status.index, 1);
  EXPECT_NEAR(status.time, 1.0, 1e-13);
  EXPECT_LE(method.t(), 1.0);
  EXPECT_NEAR(method.y()[1], 2.0, 1e-12);
  EXPECT_LT(method.counts().steps + method.counts().rejected, 300);
}

// A stage that strays outside the domain of sqrt is cured by a smaller step: y' = -sqrt(y) from 1, y = (1 - t/2)^2.
TEST_P(Troubled, StrayingStageIsCured) {
  Problem problem(1, [](double, In y, Out f) {
    f[0] = -std::sqrt(y[0]);
    return Status{};
  });
  StepControl control = tolerance(1e-8);
  control.first_step = 50.0;  // far outside
  RungeKutta method(problem, *GetParam(), control);
  ASSERT_TRUE(method.start(0.0, Numbers{1}, 1.9).good());
  ASSERT_TRUE(run_to_end(method).good());
  EXPECT_GT(method.counts().rejected, 0);
  EXPECT_NEAR(method.y()[0], 0.0025, 1e-6);  // dy/y grows as y falls: 1e-8 / sqrt(0.0025) per step
}

TEST_P(Troubled, SingularIsPassedOn) {
  Problem problem(2, [](double t, In, Out f) {
    f[0] = f[1] = 1.0;
    return t > 0.5 ? Status{Trouble::singular, 1} : Status{};
  });
  RungeKutta method(problem, *GetParam(), tolerance(1e-8));
  ASSERT_TRUE(method.start(0.0, Numbers{0, 0}, 1.0).good());
  const Status status = run_to_end(method);
  EXPECT_EQ(status.trouble, Trouble::singular);
  EXPECT_EQ(status.index, 1);
  EXPECT_NEAR(status.time, 0.5, 1e-13);
}

TEST_P(Troubled, InterruptedIsNotRepeated) {
  int calls = 0;
  Problem problem(1, [&calls](double, In, Out f) {
    f[0] = 1.0;
    return ++calls > 10 ? Status{Trouble::interrupted} : Status{};
  });
  RungeKutta method(problem, *GetParam(), tolerance(1e-8));
  ASSERT_TRUE(method.start(0.0, Numbers{0}, 1.0).good());
  EXPECT_EQ(run_to_end(method).trouble, Trouble::interrupted);
  EXPECT_EQ(calls, 11);
}

// y' = y^2 from 1 is 1 / (1 - t): no step reaches t = 1. Component 1 is the one that blows up.
TEST_P(Troubled, StepTooSmall) {
  Problem problem(2, [](double, In y, Out f) {
    f[0] = 1.0;
    f[1] = y[1] * y[1];
    return Status{};
  });
  RungeKutta method(problem, *GetParam(), tolerance(1e-8));
  ASSERT_TRUE(method.start(0.0, Numbers{0, 1}, 2.0).good());
  const Status status = run_to_end(method);
  EXPECT_EQ(status.trouble, Trouble::step_too_small);
  EXPECT_EQ(status.index, 1);
  EXPECT_NEAR(status.time, 1.0, 1e-6);  // the solution's own sensitivity: dt = dy / y^2 of the first steps' errors
}

// A tolerance of zero cannot be met; it ends as a status, not as a hang.
TEST_P(Troubled, ZeroTolerance) {
  Problem problem = kepler();
  RungeKutta method(problem, *GetParam(), tolerance(0.0));
  ASSERT_TRUE(method.start(0.0, kepler_start(0.6), 6.0).good());
  EXPECT_EQ(run_to_end(method).trouble, Trouble::step_too_small);
}

// Purely relative control with a component that stays zero: no error, no division of zero by zero.
TEST_P(Troubled, RelativeToleranceWithZeroComponent) {
  Problem problem(2, [](double, In y, Out f) {
    f[0] = -y[0];
    f[1] = 0.0;
    return Status{};
  });
  StepControl control = tolerance(1e-9);
  control.absolute = 0.0;
  RungeKutta method(problem, *GetParam(), control);
  ASSERT_TRUE(method.start(0.0, Numbers{1, 0}, 1.0).good());
  ASSERT_TRUE(run_to_end(method).good());
  EXPECT_NEAR(method.y()[0], std::exp(-1.0), 1e-8);
  EXPECT_EQ(method.y()[1], 0.0);
}

// A fast component (rate 1e6) makes an explicit method take many steps; the budget stops it and names the component.
TEST_P(Troubled, TooManySteps) {
  Problem problem(2, [](double, In y, Out f) {
    f[0] = -y[0];
    f[1] = -1e6 * (y[1] - std::cos(y[0]));
    return Status{};
  });
  StepControl control = tolerance(1e-8);
  control.max_steps = 500;
  RungeKutta method(problem, *GetParam(), control);
  ASSERT_TRUE(method.start(0.0, Numbers{1, 0}, 10.0).good());
  const Status status = run_to_end(method);
  EXPECT_EQ(status.trouble, Trouble::too_many_steps);
  EXPECT_EQ(status.index, 1);
  EXPECT_EQ(status.time, method.t());
  EXPECT_EQ(method.counts().steps + method.counts().rejected, 500);
  EXPECT_GT(status.time, 0.0);
}

// Overflow of the state itself.
TEST_P(Troubled, Overflow) {
  Problem problem(1, [](double, In y, Out f) {
    f[0] = 100.0 * y[0];
    return Status{};
  });
  RungeKutta method(problem, *GetParam(), tolerance(1e-6));
  ASSERT_TRUE(method.start(0.0, Numbers{1}, 10.0).good());
  const Status status = run_to_end(method);
  EXPECT_EQ(status.trouble, Trouble::not_finite);
  EXPECT_EQ(status.index, 0);
  EXPECT_NEAR(status.time, std::log(std::numeric_limits<double>::max()) / 100.0, 0.1);  // 100 y overflows a bit before
}

/// y' = 1 that is never content with how a step was made.
class NeverContent : public Problem {
 public:
  NeverContent()
      : Problem(1, [](double, In, Out f) {
          f[0] = 1.0;
          return Status{};
        }) {}
  bool must_repeat() const override { return true; }
};

TEST_P(Troubled, EndlessRepetitionIsTrouble) {
  NeverContent problem;
  RungeKutta method(problem, *GetParam(), tolerance(1e-8));
  ASSERT_TRUE(method.start(0.5, Numbers{0}, 2.0).good());
  const Status status = method.step();
  EXPECT_EQ(status.trouble, Trouble::stalled);
  EXPECT_EQ(status.time, 0.5);
  EXPECT_LT(method.counts().rejected, 10'000);
}

}  // namespace
}  // namespace alembert::runge_kutta_trouble_test
