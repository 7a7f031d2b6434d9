// Dual<N, S> where functions are not smooth, or their derivatives infinite or defined on one side only.
#include <gtest/gtest.h>

#include "alembert/scalar/dual.h"
#include "scalar/ulp.h"

namespace alembert::dual_corners_test {
namespace {

using testing::eps;
using testing::inf;
using testing::nan;
using testing::tol;

TEST(DualCorners, Piecewise) {
  for (double at : {-2.0, 0.0, 3.0}) {
    const auto x = Dual<2>::variable(at, 0);
    EXPECT_EQ(abs(x).x, std::abs(at));
    EXPECT_EQ(abs(x).d[0], sign(at));
    EXPECT_EQ(sign(x).x, sign(at));
    EXPECT_EQ(sign(x).d[0], 0.0);
    EXPECT_EQ(max(x, 1.0).x, std::max(at, 1.0));
    EXPECT_EQ(max(x, 1.0).d[0], at > 1.0 ? 1.0 : 0.0);
    EXPECT_EQ(min(1.0, x).d[0], at < 1.0 ? 1.0 : 0.0);
    EXPECT_EQ(select(less(x, 1.0), 5.0 * x, -x).d[0], at < 1.0 ? 5.0 : -1.0);
    EXPECT_EQ(select(less_equal(0.0, x), x * x, 0.0).d[0], at >= 0.0 ? 2 * at : 0.0);
  }
  // As for double, a NaN loses against a number.
  const auto y = Dual<2>::variable(4.0, 1);
  EXPECT_EQ(min(y, Dual<2>(nan)).d[1], 1.0);
  EXPECT_EQ(max(Dual<2>(nan), y).d[1], 1.0);
}

TEST(DualCorners, PiecewiseByLane) {
  Pack<8> at;
  for (int i = 0; i < 8; ++i) at.set(i, i - 4.0);
  const auto x = Dual<2, Pack<8>>::variable(at, 1);
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(abs(x).d[1][i], sign(i - 4.0));
    EXPECT_EQ(max(x, 0.5).d[1][i], i - 4.0 > 0.5 ? 1.0 : 0.0);
    EXPECT_EQ(select(less(x, 1.0) & less(-2.0, x), x * 3.0, x).d[1][i], i - 4.0 < 1.0 && -2.0 < i - 4.0 ? 3.0 : 1.0);
  }
}

// A constant exponent leaves the base free: powers of zero and of negative numbers have finite derivatives.
TEST(DualPow, ConstantExponentAtZeroAndBelow) {
  struct Case {
    double base, exponent, slope;
  };
  const Case cases[] = {{0, 0, 0},  {0, 1, 1},   {0, 2, 0},       {0, 3, 0},
                        {-2, 0, 0}, {-2, 3, 12}, {-2, -1, -0.25}, {-2, 2, -4}};
  for (const auto& [base, exponent, slope] : cases) {
    const auto x = Dual<4>::variable(base, 2);
    const auto as_dual = pow(x, Dual<4>(exponent)), as_double = pow(x, exponent),
               as_int = pow(x, static_cast<int>(exponent));
    EXPECT_EQ(as_dual.x, std::pow(base, exponent));
    for (int i = 0; i < 4; ++i) {
      EXPECT_EQ(as_dual.d[i], i == 2 ? slope : 0.0) << base << "^" << exponent;
      EXPECT_EQ(as_double.d[i], i == 2 ? slope : 0.0) << base << "^" << exponent;
      EXPECT_EQ(as_int.d[i], i == 2 ? slope : 0.0) << base << "^" << exponent;
    }
    const auto by_lane = pow(Dual<2, Pack<8>>::variable(base, 0), Dual<2, Pack<8>>(exponent));
    EXPECT_EQ(by_lane.d[0][5], slope);
    EXPECT_EQ(by_lane.d[1][5], 0.0);
  }
}

TEST(DualPow, SecondDerivativesAtZero) {
  using Outer = Dual<2, Dual<2>>;
  const auto x = Outer::variable(Dual<2>::variable(0.0, 0), 0);
  const double expected[] = {0, 0, 2, 0, 0};  // of x^0, ..., x^4
  for (int n = 0; n < 5; ++n) {
    EXPECT_EQ(pow(x, n).d[0].d[0], expected[n]) << n;
    EXPECT_EQ(pow(x, Outer(n)).d[0].d[0], expected[n]) << n;
    EXPECT_EQ(pow(x, Outer(n)).d[0].d[1], 0.0) << n;
  }
}

TEST(DualPow, VariableExponent) {
  const auto y = Dual<2>::variable(2.0, 1);
  EXPECT_NEAR(pow(Dual<2>(3.0), y).d[1], 9 * std::log(3.0), tol(4 * eps * 10));
  EXPECT_EQ(pow(Dual<2>(3.0), y).d[0], 0.0);
  EXPECT_EQ(pow(Dual<2>(0.0), y).d[1], 0.0);
  EXPECT_TRUE(std::isnan(pow(Dual<2>(-3.0), y).d[1]));  // no real power next to it
  EXPECT_EQ(pow(Dual<2>(-3.0), y).d[0], 0.0);
}

// Infinite slopes stay in the directions that move the argument.
TEST(DualCorners, InfiniteSlopesDoNotSpread) {
  const auto zero = Dual<4>::variable(0.0, 1), one = Dual<4>::variable(1.0, 1);
  for (int i = 0; i < 4; ++i) {
    const double expected = i == 1 ? inf : 0.0;
    EXPECT_EQ(sqrt(zero).d[i], expected);
    EXPECT_EQ(pow(zero, 0.5).d[i], expected);
    EXPECT_EQ(pow(zero, Dual<4>(0.5)).d[i], expected);
    EXPECT_EQ(asin(one).d[i], expected);
    EXPECT_EQ(acos(one).d[i], -expected);
    EXPECT_EQ(log(zero).d[i], expected);
    EXPECT_EQ(sqrt(Dual<4>(0.0)).d[i], 0.0);
  }
  EXPECT_EQ((sqrt(Dual<2, Pack<8>>::variable(0.0, 1)).d[1][3]), inf);
  EXPECT_EQ((sqrt(Dual<2, Pack<8>>::variable(0.0, 1)).d[0][3]), 0.0);
  // A derivative that is zero here but changes is not a constant: sqrt(1 + x^2) at 0 has second derivative 1.
  const auto x = Dual<1, Dual<1>>::variable(Dual<1>::variable(0.0, 0), 0);
  EXPECT_EQ(sqrt(1.0 + x * x).d[0].d[0], 1.0);
}

TEST(DualCorners, TanhOfLargeArguments) {
  const auto t = tanh(Dual<1, Dual<1>>::variable(Dual<1>::variable(1000.0, 0), 0));
  EXPECT_EQ(t.d[0].x, 0.0);
  EXPECT_EQ(t.d[0].d[0], 0.0);
}

TEST(DualCorners, SincosMayOverwriteItsArgument) {
  auto x = Dual<2>::variable(0.5, 0);
  Dual<2> c;
  sincos(x, x, c);
  EXPECT_EQ(x.d[0], std::cos(0.5));
  EXPECT_EQ(c.d[0], -std::sin(0.5));
}

}  // namespace
}  // namespace alembert::dual_corners_test
