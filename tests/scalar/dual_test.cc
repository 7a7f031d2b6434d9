// Dual<N, S>: first and second derivatives against closed forms, and laws of differentiation.
#include "alembert/scalar/dual.h"

#include <gtest/gtest.h>

#include "alembert/core/random.h"
#include "scalar/ulp.h"

namespace alembert::dual_test {
namespace {

using testing::eps;
using testing::tol;
using Long = long double;

// |got - exact| within `count` roundings of a number of size max(|exact|, scale).
void expect_close(double got, Long exact, double count, double scale, const char* what) {
  const double size = std::max(static_cast<double>(std::abs(exact)), scale);
  EXPECT_LE(std::abs(static_cast<double>(got - exact)), tol(count * eps * size)) << what << ": " << got;
}

// f generic over Scalar; df and ddf closed forms in long double. libm's functions are good to 1 ulp, and each
// derivative is at most eight roundings of such values, whose largest term has the size `scale` where terms cancel.
template <class F, class DF, class DDF>
void expect_derivatives(const char* what, double low, double high, F f, DF df, DDF ddf, double scale = 0.0) {
  constexpr double roundings = 8;
  Random random(77);
  for (int repeat = 0; repeat < 200; ++repeat) {
    const double at = random.uniform(low, high);
    const Long d1 = df(static_cast<Long>(at)), d2 = ddf(static_cast<Long>(at));
    const double value = f(at);

    // One direction, and several scaled ones of which one is zero. Values are not tested for equality, for the compiler
    // may fuse a * b + c for one scalar and not for another.
    const auto one = f(Dual<1>::variable(at, 0));
    expect_close(one.x, value, roundings, scale, what);
    expect_close(one.d[0], d1, roundings, scale, what);
    const auto four = f(Dual<4>(at, Dual<4>::variable(0.0, 1).d * 2.0 + Dual<4>::variable(0.0, 3).d * -0.5));
    expect_close(four.x, value, roundings, scale, what);
    EXPECT_EQ(four.d[0], 0.0) << what;
    EXPECT_EQ(four.d[2], 0.0) << what;
    expect_close(four.d[1], 2 * d1, roundings, 2 * scale, what);
    expect_close(four.d[3], -d1 / 2, roundings, scale / 2, what);

    // Second derivatives by nesting.
    using Inner = Dual<1>;
    const auto nested = f(Dual<2, Inner>::variable(Inner::variable(at, 0), 1));
    expect_close(nested.x.x, value, roundings, scale, what);
    expect_close(nested.x.d[0], d1, roundings, scale, what);
    expect_close(nested.d[1].x, d1, roundings, scale, what);
    expect_close(nested.d[1].d[0], d2, 2 * roundings, scale, what);
    EXPECT_EQ(nested.d[0].x, 0.0) << what;

    // Eight points at once; sin, cos, exp and log of Pack differ from libm by an ulp.
    Pack<8> points = at;
    points.set(3, 0.5 * (low + high));
    const auto lanes = f(Dual<2, Pack<8>>::variable(points, 0));
    const Long d1_middle = df(static_cast<Long>(points[3]));
    expect_close(lanes.d[0][7], d1, roundings, scale, what);
    expect_close(lanes.d[0][3], d1_middle, roundings, scale, what);
    EXPECT_EQ(lanes.d[1][3], 0.0) << what;
  }
}

TEST(DualFunctions, Trigonometric) {
  expect_derivatives(
      "sin", -4, 4, [](auto x) { return sin(x); }, [](Long x) { return cos(x); }, [](Long x) { return -sin(x); });
  expect_derivatives(
      "cos", -4, 4, [](auto x) { return cos(x); }, [](Long x) { return -sin(x); }, [](Long x) { return -cos(x); });
  expect_derivatives(
      "tan", -1.5, 1.5, [](auto x) { return tan(x); }, [](Long x) { return 1 / (cos(x) * cos(x)); },
      [](Long x) { return 2 * tan(x) / (cos(x) * cos(x)); });
  const auto s = [](auto x) {
    decltype(x) sine, cosine;
    sincos(x, sine, cosine);
    return sine;
  };
  const auto c = [](auto x) {
    decltype(x) sine, cosine;
    sincos(x, sine, cosine);
    return cosine;
  };
  expect_derivatives(
      "sincos.s", -4, 4, s, [](Long x) { return cos(x); }, [](Long x) { return -sin(x); });
  expect_derivatives(
      "sincos.c", -4, 4, c, [](Long x) { return -sin(x); }, [](Long x) { return -cos(x); });
}

TEST(DualFunctions, InverseTrigonometric) {
  // The derivative of (1 - x)(1 + x) is a difference of numbers near 1 for small x.
  const auto root = [](Long x) { return sqrt((1 - x) * (1 + x)); };
  expect_derivatives(
      "asin", -0.999, 0.999, [](auto x) { return asin(x); }, [&](Long x) { return 1 / root(x); },
      [&](Long x) { return x / pow(root(x), 3); }, 1.0);
  expect_derivatives(
      "acos", -0.999, 0.999, [](auto x) { return acos(x); }, [&](Long x) { return -1 / root(x); },
      [&](Long x) { return -x / pow(root(x), 3); }, 1.0);
  expect_derivatives(
      "atan", -5, 5, [](auto x) { return atan(x); }, [](Long x) { return 1 / (1 + x * x); },
      [](Long x) { return -2 * x / ((1 + x * x) * (1 + x * x)); });
}

TEST(DualFunctions, Hyperbolic) {
  expect_derivatives(
      "sinh", -4, 4, [](auto x) { return sinh(x); }, [](Long x) { return cosh(x); }, [](Long x) { return sinh(x); });
  expect_derivatives(
      "cosh", -4, 4, [](auto x) { return cosh(x); }, [](Long x) { return sinh(x); }, [](Long x) { return cosh(x); });
  // 1 - tanh cancels for large x: documented as absolute accuracy.
  expect_derivatives(
      "tanh", -20, 20, [](auto x) { return tanh(x); }, [](Long x) { return 1 / (cosh(x) * cosh(x)); },
      [](Long x) { return -2 * tanh(x) / (cosh(x) * cosh(x)); }, 1.0);
}

TEST(DualFunctions, ExponentialAndPowers) {
  expect_derivatives(
      "exp", -5, 5, [](auto x) { return exp(x); }, [](Long x) { return exp(x); }, [](Long x) { return exp(x); });
  expect_derivatives(
      "log", 0.1, 9, [](auto x) { return log(x); }, [](Long x) { return 1 / x; }, [](Long x) { return -1 / (x * x); });
  expect_derivatives(
      "sqrt", 0.1, 9, [](auto x) { return sqrt(x); }, [](Long x) { return 1 / (2 * sqrt(x)); },
      [](Long x) { return -1 / (4 * x * sqrt(x)); });
  expect_derivatives(
      "x^3", -3, 3, [](auto x) { return pow(x, 3); }, [](Long x) { return 3 * x * x; }, [](Long x) { return 6 * x; });
  expect_derivatives(
      "x^-2", -3, -0.5, [](auto x) { return pow(x, -2); }, [](Long x) { return -2 / (x * x * x); },
      [](Long x) { return 6 / (x * x * x * x); });
  expect_derivatives(
      "x^2.5", 0.1, 9, [](auto x) { return pow(x, 2.5); }, [](Long x) { return 2.5L * pow(x, 1.5L); },
      [](Long x) { return 3.75L * sqrt(x); });
  // ln 3 = 1.0986 is rounded, and multiplies.
  expect_derivatives(
      "3^x", -3, 3, [](auto x) { return pow(decltype(x)(3.0), x); }, [](Long x) { return log(3.0L) * pow(3.0L, x); },
      [](Long x) { return log(3.0L) * log(3.0L) * pow(3.0L, x); });
  expect_derivatives(
      "x^x", 0.2, 3, [](auto x) { return pow(x, x); }, [](Long x) { return pow(x, x) * (log(x) + 1); },
      [](Long x) { return pow(x, x) * ((log(x) + 1) * (log(x) + 1) + 1 / x); }, 10.0);
}

TEST(DualFunctions, Arithmetic) {
  expect_derivatives(
      "quotient", 0.2, 3, [](auto x) { return (x * x - 1.0) / (2 + x); },
      [](Long x) { return (x * x + 4 * x + 1) / ((x + 2) * (x + 2)); },
      [](Long x) { return 6 / ((x + 2) * (x + 2) * (x + 2)); }, 1.0);
  expect_derivatives(
      "with constants", 0.2, 3, [](auto x) { return 3 / x - x / 4 + (1.0 - x) * 2 - (x - 5); },
      [](Long x) { return -3 / (x * x) - 3.25L; }, [](Long x) { return 6 / (x * x * x); }, 4.0);
  const auto compound = [](auto x) {
    auto y = x;
    y += 1.0;
    y *= x;
    y -= x;
    y /= 2;
    y *= 2.0;
    return -y;
  };
  expect_derivatives(
      "compound", 0.2, 3, compound, [](Long x) { return -2 * x; }, [](Long) { return -2.0L; }, 7.0);
}

// Every quadrant and every half axis but the origin: d atan2 = (x dy - y dx) / (x^2 + y^2).
TEST(DualFunctions, Atan2) {
  for (double b : {-2.0, -0.7, 0.0, 1.3})
    for (double a : {-1.1, 0.0, 0.4}) {
      if (a == 0.0 && b == 0.0) continue;
      const Long rr = static_cast<Long>(a) * a + static_cast<Long>(b) * b;
      const auto angle = atan2(Dual<2>::variable(b, 1), Dual<2>::variable(a, 0));
      EXPECT_EQ(angle.x, std::atan2(b, a));
      expect_close(angle.d[0], -b / rr, 4, 0, "atan2 by x");
      expect_close(angle.d[1], a / rr, 4, 0, "atan2 by y");

      using Inner = Dual<2>;
      using Outer = Dual<2, Inner>;
      const auto second = atan2(Outer::variable(Inner::variable(b, 1), 1), Outer::variable(Inner::variable(a, 0), 0));
      const double size = static_cast<double>(1 / rr);
      expect_close(second.d[0].d[0], 2 * a * b / (rr * rr), 16, size, "atan2 by xx");
      expect_close(second.d[0].d[1], (static_cast<Long>(b) * b - a * a) / (rr * rr), 16, size, "atan2 by xy");
      expect_close(second.d[1].d[1], -2 * a * b / (rr * rr), 16, size, "atan2 by yy");
    }
  EXPECT_EQ(atan2(Dual<2>::variable(1.0, 0), 2.0).d[1], 0.0);
  EXPECT_EQ(atan2(Dual<2>(0.0), Dual<2>(0.0)).d[0], 0.0);  // constants stay constants
}

// f = exp(x sin y) / (1 + x^2), gradient and Hessian in closed form.
template <class S>
S composed(const S& x, const S& y) {
  return exp(x * sin(y)) / (1.0 + x * x);
}

TEST(DualComposed, GradientAndHessian) {
  Random random(5);
  using Inner = Dual<2>;
  using Outer = Dual<2, Inner>;
  for (int repeat = 0; repeat < 100; ++repeat) {
    const double x = random.uniform(-2, 2), y = random.uniform(-3, 3);
    const auto f = composed(Outer::variable(Inner::variable(x, 0), 0), Outer::variable(Inner::variable(y, 1), 1));

    const Long s = std::sin(static_cast<Long>(y)), c = std::cos(static_cast<Long>(y)), q = 1 + static_cast<Long>(x) * x;
    const Long v = std::exp(x * s) / q;
    const Long a = s - 2 * x / q;  // d ln f / dx
    const Long fxx = v * (a * a - 2 / q + 4 * x * x / (q * q));
    const double size = 10 * static_cast<double>(v);
    expect_close(f.x.x, v, 8, 0, "f");
    expect_close(f.d[0].x, v * a, 8, size, "fx");
    expect_close(f.d[1].x, v * x * c, 8, size, "fy");
    expect_close(f.d[0].d[0], fxx, 8, size, "fxx");
    expect_close(f.d[0].d[1], v * (x * c * a + c), 8, size, "fxy");
    expect_close(f.d[1].d[0], v * (x * c * a + c), 8, size, "fyx");
    expect_close(f.d[1].d[1], v * (x * x * c * c - x * s), 8, size, "fyy");
    expect_close(f.x.d[0], v * a, 8, size, "fx, inner");
    expect_close(f.x.d[1], v * x * c, 8, size, "fy, inner");
  }
}

// The widths and nestings that the library uses compile and agree with Dual<1>.
TEST(DualComposed, EveryNestingAgrees) {
  const double x = 0.8, y = -1.1;
  const double fx = composed(Dual<1>::variable(x, 0), Dual<1>(y)).d[0];
  const double near = 8 * eps * std::abs(fx);

  using Wide = Dual<8, Dual<8>>;
  const auto wide = composed(Wide::variable(Dual<8>::variable(x, 7), 6), Wide(y));
  EXPECT_NEAR(wide.d[6].x, fx, tol(near));
  EXPECT_NEAR(wide.x.d[7], fx, tol(near));
  EXPECT_EQ(wide.d[5].d[7], 0.0);

  EXPECT_NEAR(composed(Dual<3>::variable(x, 2), Dual<3>(y)).d[2], fx, tol(near));
  EXPECT_NEAR((composed(Dual<4, Dual<1>>::variable(x, 3), Dual<4, Dual<1>>(y)).d[3].x), fx, tol(near));
  EXPECT_NEAR((composed(Dual<2, Pack<8>>::variable(x, 0), Dual<2, Pack<8>>(y)).d[0][5]), fx, tol(near));

  using Deep = Dual<1, Dual<1, Dual<1>>>;  // third derivative of x^5 is 60 x^2
  const Deep z = Deep::variable(Dual<1, Dual<1>>::variable(Dual<1>::variable(x, 0), 0), 0);
  EXPECT_NEAR(pow(z, 5).d[0].d[0].d[0], 60 * x * x, tol(16 * eps * 60 * x * x));
}

// Laws on random numbers with random derivatives, for S = double and S = Dual<2> alike.
template <class S>
class DualLaws : public ::testing::Test {};
using Inners = ::testing::Types<double, Dual<2>>;
TYPED_TEST_SUITE(DualLaws, Inners);

double plain(double x) { return x; }
double plain(const Dual<2>& x) { return x.x + 0.25 * x.d[0] - 0.5 * x.d[1]; }  // mixes all parts

void randomise(double& x, Random& random) { x = random.uniform(0.5, 2.0); }
template <int N, class S>
void randomise(Dual<N, S>& a, Random& random) {
  randomise(a.x, random);
  for (int i = 0; i < N; ++i) {
    S part;
    randomise(part, random);
    a.d.set(i, part);
  }
}

TYPED_TEST(DualLaws, ProductQuotientAndChainRules) {
  Random random(11);
  for (int repeat = 0; repeat < 100; ++repeat) {
    Dual<4, TypeParam> f, g;
    randomise(f, random);
    randomise(g, random);
    const auto product = f * g, quotient = f / g, chained = sin(exp(f));
    const TypeParam e = exp(f.x);
    for (int i = 0; i < 4; ++i) {
      // Sums of a few products of numbers below 2 e^2 < 16: 8 roundings of that size.
      const double near = tol(8 * 16 * 16 * eps);
      EXPECT_NEAR(plain(product.d[i]), plain(f.d[i] * g.x + f.x * g.d[i]), near);
      EXPECT_NEAR(plain(quotient.d[i]), plain((f.d[i] * g.x - f.x * g.d[i]) / (g.x * g.x)), near);
      EXPECT_NEAR(plain(chained.d[i]), plain(cos(e) * e * f.d[i]), near);
    }
  }
}

TYPED_TEST(DualLaws, IdentitiesHoldWithDerivatives) {
  Random random(12);
  const double near = tol(64 * eps);
  for (int repeat = 0; repeat < 100; ++repeat) {
    Dual<2, TypeParam> a;
    randomise(a, random);
    const Dual<2, TypeParam> one = sin(a) * sin(a) + cos(a) * cos(a), same = log(exp(a)), squared = sqrt(a) * sqrt(a),
                             power = pow(a, Dual<2, TypeParam>(2.0)) - pow(a, 2), zero = a - a;
    EXPECT_NEAR(plain(one.x), plain(TypeParam(1.0)), near);
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(plain(one.d[i]), 0.0, near);
      EXPECT_NEAR(plain(same.d[i]), plain(a.d[i]), near);
      EXPECT_NEAR(plain(squared.d[i]), plain(a.d[i]), near);
      EXPECT_NEAR(plain(power.d[i]), 0.0, near);
      EXPECT_EQ(plain(zero.d[i]), 0.0);
    }
  }
}

}  // namespace
}  // namespace alembert::dual_test
