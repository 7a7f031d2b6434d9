// Trouble in CVODE's steps is reported with its kind, its time and the component of y.
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "alembert/integrate/cvode_stepper.h"
#include "problems.h"

namespace alembert::cvode_trouble_test {
namespace {

using namespace testing_problems;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(CvodeTrouble, NotFiniteAtTheStart) {
  Problem problem(3, [](double, In, Out f) {
    f[0] = f[1] = 0.0;
    f[2] = nan;
    return Status{};
  });
  CvodeStepper method(problem, tolerance(1e-8));
  ASSERT_TRUE(method.start(1.5, Numbers{0, 0, 0}, 2.0).good());
  const Status status = method.step();
  EXPECT_EQ(status.trouble, Trouble::not_finite);
  EXPECT_EQ(status.index, 2);
  EXPECT_EQ(status.time, 1.5);
  EXPECT_EQ(method.t(), 1.5);
  EXPECT_EQ(method.start(1.5, Numbers{0, nan, 0}, 2.0).index, 1) << "in the state itself";
}

// A rate that ceases to exist at t = 1: smaller steps go up to it, then the run stops there. y = 2 t until then.
TEST(CvodeTrouble, NotFiniteOnTheWay) {
  Problem problem(2, [](double t, In, Out f) {
    f[0] = 1.0;
    f[1] = t < 1.0 ? 2.0 : nan;
    return Status{};
  });
  CvodeStepper method(problem, tolerance(1e-8));
  ASSERT_TRUE(method.start(0.0, Numbers{0, 0}, 5.0).good());
  const Status status = run_to_end(method);
  EXPECT_EQ(status.trouble, Trouble::not_finite);
  EXPECT_EQ(status.index, 1);
  EXPECT_NEAR(status.time, 1.0, 1e-12);
  EXPECT_LE(method.t(), 1.0);
  EXPECT_NEAR(method.y()[1], 2.0, 1e-10);
  EXPECT_LT(method.counts().steps + method.counts().rejected, 1000);
}

// An iteration that strays outside the domain of sqrt is cured by a smaller step: y' = -sqrt(y), y = (1 - t/2)^2.
TEST(CvodeTrouble, StrayingIterationIsCured) {
  Problem problem(1, [](double, In y, Out f) {
    f[0] = -std::sqrt(y[0]);
    return Status{};
  });
  StepControl control = tolerance(1e-8);
  control.first_step = 1.9;  // far outside
  CvodeStepper method(problem, control);
  ASSERT_TRUE(method.start(0.0, Numbers{1}, 1.9).good());
  ASSERT_TRUE(run_to_end(method).good());
  EXPECT_GT(method.counts().rejected, 0);
  EXPECT_NEAR(method.y()[0], 0.0025, 1e-5);
}

TEST(CvodeTrouble, SingularIsPassedOn) {
  Problem problem(2, [](double t, In, Out f) {
    f[0] = f[1] = 1.0;
    return t > 0.5 ? Status{Trouble::singular, 1} : Status{};
  });
  CvodeStepper method(problem, tolerance(1e-8));
  ASSERT_TRUE(method.start(0.0, Numbers{0, 0}, 1.0).good());
  const Status status = run_to_end(method);
  EXPECT_EQ(status.trouble, Trouble::singular);
  EXPECT_EQ(status.index, 1);
  EXPECT_NEAR(status.time, 0.5, 1e-12);
}

TEST(CvodeTrouble, InterruptedIsNotRepeated) {
  int calls = 0;
  Problem problem(1, [&calls](double, In, Out f) {
    f[0] = 1.0;
    return ++calls > 10 ? Status{Trouble::interrupted} : Status{};
  });
  CvodeStepper method(problem, tolerance(1e-8));
  ASSERT_TRUE(method.start(0.0, Numbers{0}, 1.0).good());
  EXPECT_EQ(run_to_end(method).trouble, Trouble::interrupted);
  EXPECT_EQ(calls, 11);
}

// The solver between is written in C; what a problem throws arrives all the same.
TEST(CvodeTrouble, ExceptionsArrive) {
  Problem problem(1, [](double t, In, Out f) -> Status {
    if (t > 0.5) throw std::runtime_error("no more");
    f[0] = 1.0;
    return {};
  });
  CvodeStepper method(problem, tolerance(1e-8));
  ASSERT_TRUE(method.start(0.0, Numbers{0}, 1.0).good());
  EXPECT_THROW(run_to_end(method), std::runtime_error);
}

// y' = y^2 from 1 is 1 / (1 - t): no step reaches t = 1. Component 1 is the one that blows up.
TEST(CvodeTrouble, StepTooSmall) {
  Problem problem(2, [](double, In y, Out f) {
    f[0] = 1.0;
    f[1] = y[1] * y[1];
    return Status{};
  });
  CvodeStepper method(problem, tolerance(1e-8));
  ASSERT_TRUE(method.start(0.0, Numbers{0, 1}, 2.0).good());
  const Status status = run_to_end(method);
  EXPECT_TRUE(status.trouble == Trouble::step_too_small) << static_cast<int>(status.trouble);
  EXPECT_EQ(status.index, 1);
  EXPECT_NEAR(status.time, 1.0, 1e-5);  // the solution's own sensitivity: dt = dy / y^2 of the first steps' errors
}

// A tolerance of zero cannot be met: it is held as well as doubles can, and never hangs.
TEST(CvodeTrouble, ZeroTolerance) {
  Problem problem = kepler();
  CvodeStepper method(problem, tolerance(0.0));
  ASSERT_TRUE(method.start(0.0, kepler_start(0.6), 6.0).good());
  ASSERT_TRUE(run_to_end(method).good());
  // Errors of 1e-15 in each of some thousand steps, which a close passage magnifies by ten or so.
  EXPECT_LT(distance(method.y(), kepler_exact(0.6, 6.0)), 1e-10);
}

// Purely relative control with a component that stays zero: no error, no division of zero by zero.
TEST(CvodeTrouble, RelativeToleranceWithZeroComponent) {
  Problem problem(2, [](double, In y, Out f) {
    f[0] = -y[0];
    f[1] = 0.0;
    return Status{};
  });
  StepControl control = tolerance(1e-9);
  control.absolute = 0.0;
  CvodeStepper method(problem, control);
  ASSERT_TRUE(method.start(0.0, Numbers{1, 0}, 1.0).good());
  ASSERT_TRUE(run_to_end(method).good());
  EXPECT_NEAR(method.y()[0], std::exp(-1.0), 1e-7);
  EXPECT_EQ(method.y()[1], 0.0);
}

// A fast oscillation next to a slow one; the budget stops the run and names the component.
TEST(CvodeTrouble, TooManySteps) {
  Problem problem(3, [](double, In y, Out f) {
    f[0] = -y[0];
    f[1] = 1e5 * y[2];
    f[2] = -1e5 * y[1];
    return Status{};
  });
  StepControl control = tolerance(1e-8);
  control.max_steps = 500;
  CvodeStepper method(problem, control);
  ASSERT_TRUE(method.start(0.0, Numbers{1, 1, 0}, 10.0).good());
  const Status status = run_to_end(method);
  EXPECT_EQ(status.trouble, Trouble::too_many_steps);
  EXPECT_GE(status.index, 1);
  EXPECT_EQ(status.time, method.t());
  EXPECT_GE(method.counts().steps + method.counts().rejected, 500);
  EXPECT_GT(status.time, 0.0);
}

TEST(CvodeTrouble, Overflow) {
  Problem problem(1, [](double, In y, Out f) {
    f[0] = 100.0 * y[0];
    return Status{};
  });
  CvodeStepper method(problem, tolerance(1e-6));
  ASSERT_TRUE(method.start(0.0, Numbers{1}, 10.0).good());
  const Status status = run_to_end(method);
  EXPECT_EQ(status.trouble, Trouble::not_finite);
  EXPECT_EQ(status.index, 0);
  EXPECT_NEAR(status.time, std::log(std::numeric_limits<double>::max()) / 100.0, 0.1);
}

/// y' = 1 on a manifold that ends at y = 1.
class EndOfTheWorld : public Problem {
 public:
  EndOfTheWorld()
      : Problem(1, [](double, In, Out f) {
          f[0] = 1.0;
          return Status{};
        }) {}
  Status project(double t, Out y, bool& moved) override {
    moved = false;
    return y[0] > 1.0 ? Status{Trouble::lost, 0, t} : Status{};
  }
};

TEST(CvodeTrouble, LostIsPassedOn) {
  EndOfTheWorld problem;
  CvodeStepper method(problem, tolerance(1e-8));
  ASSERT_TRUE(method.start(0.0, Numbers{0}, 2.0).good());
  const Status status = run_to_end(method);
  EXPECT_EQ(status.trouble, Trouble::lost);
  EXPECT_EQ(status.index, 0);
  EXPECT_NEAR(method.t(), 1.0, 1e-6);
}

// Rounding of many numbers exceeds such a tolerance: y_i = cos(w_i t), which error control then holds as well as it
// can.
TEST(CvodeTrouble, TolerancesBelowRounding) {
  constexpr int pairs = 20;
  Problem problem(2 * pairs, [](double, In y, Out f) {
    for (std::size_t i = 0; i < pairs; ++i) {
      const double w = 1.0 + 0.1 * static_cast<double>(i);
      f[2 * i] = w * y[2 * i + 1];
      f[2 * i + 1] = -w * y[2 * i];
    }
    return Status{};
  });
  Numbers y(2 * pairs);
  for (std::size_t i = 0; i < pairs; ++i) y[2 * i] = 1.0;
  CvodeStepper method(problem, tolerance(1e-17));
  ASSERT_TRUE(method.start(0.0, y, 1.0).good());
  ASSERT_TRUE(run_to_end(method).good());
  // Steps of order 5 at the rounding of 40 numbers, some 3e-15, add up over a thousand of them or more.
  for (std::size_t i = 0; i < pairs; ++i)
    EXPECT_NEAR(method.y()[2 * i], std::cos(1.0 + 0.1 * static_cast<double>(i)), 3e-11);
}

// Noise of 1e-13 in the rates, which smaller steps do not lessen, is allowed for; y = sin t.
TEST(CvodeTrouble, NoiseAboveTheTolerance) {
  int calls = 0;
  Problem problem(1, [&calls](double t, In, Out f) {
    f[0] = std::cos(t) + (++calls % 2 == 0 ? 1e-13 : -1e-13);
    return Status{};
  });
  CvodeStepper method(problem, tolerance(1e-16));
  ASSERT_TRUE(method.start(0.0, Numbers{0}, 3.0).good());
  ASSERT_TRUE(run_to_end(method).good());
  EXPECT_NEAR(method.y()[0], std::sin(3.0), 1e-9);
  const std::vector<double> memory = method.memory();
  ASSERT_TRUE(method.restart(0.0, Numbers{0}, 0.5, memory).good());
  ASSERT_TRUE(run_to_end(method).good());
  EXPECT_EQ(method.memory(), memory) << "what was learnt stays";
}

}  // namespace
}  // namespace alembert::cvode_trouble_test
