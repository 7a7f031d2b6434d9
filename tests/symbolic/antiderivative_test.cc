/// Indefinite integrals: whatever comes back has the integrand as its derivative, proved or by value.
#include "alembert/symbolic/antiderivative.h"

#include <gtest/gtest.h>

#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/zero_test.h"
#include "symbolic/formulas.h"

namespace alembert::antiderivative_test {
namespace {

using testing::number;
using testing::square;

class AntiderivativeTest : public testing::WithGraph {
 protected:
  /// The integral exists; its derivative is proved to be e, and agrees by central differences of our own evaluator.
  void expect_integral(Expr e) {
    const std::optional<Expr> F = antiderivative(e, x);
    ASSERT_TRUE(F) << to_text(e);
    EXPECT_TRUE(proved_zero(derivative(*F, x) - e)) << to_text(e) << "  gave  " << to_text(*F);
    using testing::Digits50;
    Random random(61);
    auto at = testing::random_point<Digits50>({e, *F, x}, random);
    const Digits50 expected = testing::value_of(e, at), step("1e-16"), middle = at[x.id()];
    at[x.id()] = middle + step;
    const Digits50 up = testing::value_of(*F, at);
    at[x.id()] = middle - step;
    const Digits50 slope = (up - testing::value_of(*F, at)) / (2 * step);
    // Truncation 1e-32 times third derivatives below 1e6, round-off 1e-34 times the size of F below 1e6.
    EXPECT_LT(testing::relative_difference(slope, expected), testing::tol(1e-24)) << to_text(e);
  }
};

TEST_F(AntiderivativeTest, ClosedForms) {
  const auto expect_form = [&](Expr e, Expr expected) {
    const auto F = antiderivative(e, x);
    ASSERT_TRUE(F) << to_text(e);
    EXPECT_TRUE(identical(*F, expected)) << to_text(*F) << "  not  " << to_text(expected);
  };
  expect_form(number(0), number(0));
  expect_form(m, m * x);
  expect_form(square(x), pow(x, number(3)) / number(3));
  expect_form(cos(x), sin(x));
  expect_form(sin(m * x), -cos(m * x) / m);
  expect_form(exp(number(2) * x), exp(number(2) * x) / number(2));
  expect_form(pow(x, number(-2)), -number(1) / x);
}

TEST_F(AntiderivativeTest, Substitutions) {
  const Expr r2 = square(x) + square(y);
  for (const Expr e :
       {x / (r2 + number(1)), x * exp(-r2), x / sqrt(r2), x * pow(r2, number(-3, 2)), cos(x) * exp(sin(x)),
        m * x * sin(square(x) + y), sqrt(m * x + l), exp(x) / (exp(x) + number(1)), x / (r2 + number(1)) + x * sin(x)})
    expect_integral(e);
}

/// Integrals of what bends and jumps go on without a jump: by their own differences across the place, and against
/// the midpoint rule on a side of it.
TEST_F(AntiderivativeTest, AbsoluteValuesAndChoices) {
  const Expr u = number(2) * x - y;
  for (const Expr e : {x * abs(x), max(x, number(0)), min(x, y), abs(u) * square(x), sign(u) * cos(x),
                       max(number(0), x - number(1, 3)) + x, m * x * max(u, x + number(1))}) {
    const auto F = antiderivative(e, x);
    ASSERT_TRUE(F) << to_text(e);
    const auto at = [&](Expr f, double value) {
      return testing::value_of<double>(f, {{x.id(), value}, {y.id(), 0.4}, {m.id(), 1.7}});
    };
    constexpr int cells = 20000;
    constexpr double from = -1.7, to = 1.9, step = (to - from) / cells;
    double area = 0.0;
    for (int k = 0; k < cells; ++k) area += step * at(e, from + (k + 0.5) * step);
    // The rule's error is step^2/24 per unit of slope, and step times the jump in the cell that holds one.
    EXPECT_NEAR(at(*F, to) - at(*F, from), area, testing::tol(1e-3)) << to_text(e) << "  gave  " << to_text(*F);
  }
  EXPECT_FALSE(antiderivative(sign(x) / x, x));  // it would begin at a pole
}

TEST_F(AntiderivativeTest, SumsOfPowersTimesTrigonometricFunctions) {
  for (const Expr e :
       {m * g * sin(x), square(sin(x)), pow(sin(x), number(3)) * cos(x), sin(x) * cos(y), x * sin(x),
        pow(x, number(5)) * cos(number(3) * x + y), sin(x + y) * cos(number(2) * x), square(x + y) * sin(z),
        x * square(cos(m * x)), cos(x / number(2)) * sin(x / number(3)), pow(x, number(20)),
        (x + number(1)) * (x - y) * m, sin(m * x + l * y) * x, number(3) / square(x) + x})
    expect_integral(e);
}

TEST_F(AntiderivativeTest, Exponentials) {
  for (const Expr e : {exp(x), x * exp(-x), pow(x, number(4)) * exp(m * x + y), exp(x) * exp(y) * square(y), sinh(x),
                       cosh(number(2) * x) * x, exp(x + y) * sin(y)})
    expect_integral(e);
}

TEST_F(AntiderivativeTest, LogarithmByValue) {
  const auto F = antiderivative(m / x, x);
  ASSERT_TRUE(F);
  for (const double at : {0.7, -1.3}) {
    // d/dx log|x| = 1/x on both sides of zero; central difference, step 1e-5: error 1e-10 times third derivative 6.
    const auto value = [&](double where) {
      return testing::value_of(*F, testing::Point<double>{{x.id(), where}, {m.id(), 2.0}});
    };
    EXPECT_NEAR((value(at + 1e-5) - value(at - 1e-5)) / 2e-5, 2.0 / at, testing::tol(1e-8));
  }
}

TEST_F(AntiderivativeTest, ComesBackEmptyWhereThereIsNoneOfTheKind) {
  for (const Expr e : {sin(x) / x, exp(square(x)), sin(square(x)), number(1) / cos(x),
                       number(1) / (number(1) + square(x)), sqrt(number(1) + pow(x, number(3))), log(x), exp(x) / x,
                       atan2(y, x), pow(x, x), exp(x) * sin(x), select(less(x, y), x, y), sin(sin(x))})
    EXPECT_FALSE(antiderivative(e, x)) << to_text(e);
}

TEST_F(AntiderivativeTest, WhatHoldsNoXIsConstant) {
  for (const Expr e : {sqrt(y), log(y), number(1) / (y + z), abs(y), atan2(y, z)}) {
    const auto F = antiderivative(e * x, x);
    ASSERT_TRUE(F) << to_text(e);
    EXPECT_TRUE(proved_zero(*F - e * square(x) / number(2))) << to_text(*F);
  }
}

TEST_F(AntiderivativeTest, RandomPolynomialsInXSinAndCos) {
  Random random(62);
  testing::Recipe recipe;
  recipe.symbols = {"x", "y"};
  recipe.exponents = {2};
  for (int k = 0; k < 60; ++k) {
    const Expr u = number(1 + static_cast<std::int64_t>(testing::pick(random, 3))) * x + y;
    const Expr e = pow(x, number(static_cast<std::int64_t>(testing::pick(random, 4)))) *
                       pow(sin(u), number(static_cast<std::int64_t>(testing::pick(random, 3)))) * cos(x) +
                   number(static_cast<std::int64_t>(testing::pick(random, 9)) - 4, 3) * y * sin(u);
    expect_integral(e);
  }
}

TEST_F(AntiderivativeTest, TooLargeIsEmptyNotEndless) {
  EXPECT_FALSE(antiderivative(pow(x + y + z + m + l, number(100)), x));
  EXPECT_FALSE(antiderivative(pow(x, Expr(*Rational::from_decimal("1e18"))), x));
}

}  // namespace
}  // namespace alembert::antiderivative_test
