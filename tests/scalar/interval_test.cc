// Intervals hold every value that functions have on their numbers, and with Dual every slope.
#include "alembert/scalar/interval.h"

#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <random>

namespace alembert {
namespace {

struct Function {
  const char* name;
  std::function<double(double)> of_number;
  std::function<Enclosure(Enclosure)> of_bounds;
  double low, high;  ///< where it is tried
};

template <class F>
Function function(const char* name, const F& f, double low, double high) {
  return {name, f, f, low, high};
}

std::vector<Function> functions() {
  return {function(
              "sin", [](auto x) { return sin(x); }, -20, 20),
          function(
              "cos", [](auto x) { return cos(3.0 * x); }, -20, 20),
          function(
              "tan", [](auto x) { return tan(x); }, -1.5, 1.5),
          function(
              "exp", [](auto x) { return exp(-x * x); }, -3, 3),
          function(
              "log", [](auto x) { return log(x); }, 0.01, 5),
          function(
              "sqrt", [](auto x) { return sqrt(x); }, 0.01, 5),
          function(
              "cube", [](auto x) { return pow(x, 3); }, -2, 2),
          function(
              "square", [](auto x) { return pow(x, 2); }, -2, 2),
          function(
              "root", [](auto x) { return pow(x, 1.5); }, 0.01, 2),
          function(
              "quotient", [](auto x) { return (1.0 + x) / (2.0 + x * x); }, -3, 3),
          function(
              "negative power", [](auto x) { return pow(x, -2); }, 0.1, 3),
          function(
              "tanh", [](auto x) { return tanh(x) + cosh(x) - sinh(x); }, -2, 2),
          function(
              "inverse", [](auto x) { return asin(x) + 2.0 * acos(x) + atan(x); }, -0.9, 0.9),
          function(
              "angle", [](auto x) { return atan2(1.0 + x, 2.0 - x); }, -5, 5),
          function(
              "absolute", [](auto x) { return abs(x) * x; }, -2, 2)};
}

TEST(Interval, HoldsValuesAndSlopes) {
  std::mt19937 chance(5);
  for (const Function& f : functions()) {
    std::uniform_real_distribution<double> place(f.low, f.high), share(0.0, 1.0);
    for (int n = 0; n < 200; ++n) {
      double a = place(chance), b = place(chance);
      if (a > b) std::swap(a, b);
      if (n % 2 == 0) b = a + 0.01 * (b - a);
      const Enclosure bounds = f.of_bounds(Enclosure::variable(Interval(a, b), 0));
      for (int k = 0; k < 20; ++k) {
        const double x = a + share(chance) * (b - a), y = f.of_number(x), h = 1e-5;
        const double slope = (f.of_number(x + h) - f.of_number(x - h)) / (2.0 * h);
        const double rounding = 1e-13 * (1.0 + std::abs(y));
        EXPECT_TRUE(bounds.x.lo - rounding <= y && y <= bounds.x.hi + rounding) << f.name << " at " << x;
        // Differences are right to the third slope times h^2 / 6 and rounding over h.
        const double error = 1e-5 * (1.0 + std::abs(y) + std::abs(slope));
        EXPECT_TRUE(bounds.d[0].lo - error <= slope && slope <= bounds.d[0].hi + error) << f.name << "' at " << x;
      }
    }
  }
}

TEST(Interval, IsCloseWhereItCanBe) {
  const Interval turn = sin(Interval(0.0, 7.0));
  EXPECT_EQ(turn.lo, -1.0);
  EXPECT_EQ(turn.hi, 1.0);
  const Interval rising = sin(Interval(0.1, 0.2));
  EXPECT_EQ(rising.lo, std::sin(0.1));
  EXPECT_EQ(rising.hi, std::sin(0.2));
  EXPECT_EQ(pow(Interval(-2.0, 1.0), 2).lo, 0.0);
  EXPECT_EQ(pow(Interval(-2.0, 1.0), 2).hi, 4.0);
  EXPECT_EQ((Interval(1.0, 2.0) / Interval(4.0, 8.0)).lo, 0.125);
  EXPECT_EQ((Interval(1.0, 2.0) / Interval(4.0, 8.0)).hi, 0.5);
  EXPECT_EQ((Interval(-1.0, 2.0) * Interval(-3.0, 1.0)).lo, -6.0);
  EXPECT_EQ((Interval(-1.0, 2.0) * Interval(-3.0, 1.0)).hi, 3.0);
}

TEST(Interval, IsTheWholeLineWhereSomethingIsNotDefined) {
  for (const Interval& x : {sqrt(Interval(-1.0, 1.0)), log(Interval(-1.0, 1.0)), Interval(1.0) / Interval(-1.0, 1.0),
                            asin(Interval(0.0, 2.0)), tan(Interval(1.0, 2.0)), pow(Interval(-1.0, 1.0), 0.5)}) {
    EXPECT_TRUE(std::isinf(x.lo) && std::isinf(x.hi));
  }
}

TEST(Interval, ComparesForAllNumbersOrForSome) {
  EXPECT_TRUE(less(Interval(0, 1), Interval(2, 3)).may_hold);
  EXPECT_FALSE(less(Interval(0, 1), Interval(2, 3)).may_fail);
  EXPECT_TRUE(less(Interval(0, 2), Interval(1, 3)).may_fail);
  const Interval either = select(less(Interval(0, 2), Interval(1)), Interval(5), Interval(7, 8));
  EXPECT_EQ(either.lo, 5.0);
  EXPECT_EQ(either.hi, 8.0);
}

}  // namespace
}  // namespace alembert
