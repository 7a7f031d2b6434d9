// The functions of Pack<N>: accuracy against long double libm, special values against libm, no mixing of lanes.
#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "alembert/core/random.h"
#include "alembert/scalar/pack.h"
#include "scalar/ulp.h"

namespace alembert::pack_math_test {
namespace {

using testing::identical;
using testing::inf;
using testing::nan;
using testing::tol;
using testing::ulps;

static_assert(std::numeric_limits<long double>::digits >= 64, "the reference needs more digits than double");

using Points = std::vector<double>;
using Reference = std::function<long double(long double)>;

// Promised in pack.h for sin, cos, exp and log.
constexpr double promised_ulps = 1.0;

Points uniform(double low, double high, int count, std::uint64_t seed) {
  Random random(seed);
  Points x;
  for (int i = 0; i < count; ++i) x.push_back(random.uniform(low, high));
  return x;
}

// Either sign, logarithms uniform.
Points log_uniform(double low, double high, int count, std::uint64_t seed) {
  Random random(seed);
  Points x;
  for (int i = 0; i < count; ++i) {
    const double size = std::exp(random.uniform(std::log(low), std::log(high)));
    x.push_back(random.bits() % 2 == 0 ? size : -size);
  }
  return x;
}

// The doubles around n pi/2, where sin or cos nearly vanishes and the reduction must keep every digit.
Points near_half_turns(int n_low, int n_high, int step) {
  Points x;
  for (int n = n_low; n <= n_high; n += step) {
    double at = static_cast<double>(n * (std::numbers::pi_v<long double> / 2));
    x.insert(x.end(), {at, std::nextafter(at, inf), std::nextafter(at, -inf), -at});
  }
  return x;
}

template <class P, class F>
Points evaluate(const Points& x, F f) {
  Points padded = x, y;
  while (padded.size() % P::size != 0) padded.push_back(1.0);
  y.resize(padded.size());
  for (std::size_t i = 0; i < padded.size(); i += P::size) f(P::load(&padded[i])).store(&y[i]);
  y.resize(x.size());
  return y;
}

template <class P, class F>
void expect_accurate(const std::string& what, const Points& x, F f, const Reference& exact, double limit) {
  const Points y = evaluate<P>(x, f);
  double worst = 0, worst_x = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double error = ulps(y[i], exact(x[i]));
    if (!(error <= worst)) {
      worst = error;
      worst_x = x[i];
    }
  }
  ::testing::Test::RecordProperty(what, std::to_string(worst));
  if (std::getenv("ALEMBERT_PRINT_ULPS") != nullptr) std::printf("%-28s %.4f ulp\n", what.c_str(), worst);
  EXPECT_LE(worst, tol(limit)) << what << ": ulps at x = " << std::hexfloat << worst_x;
}

// One of the points per pack, in each lane in turn, among harmless lanes: the others must not notice.
template <class P, class F>
void expect_as_libm(const Points& x, F f, const std::function<double(double)>& libm) {
  const double harmless = 0.75;
  const double usual = f(P(harmless))[0];
  for (double value : x)
    for (int lane = 0; lane < P::size; ++lane) {
      P p = harmless;
      p.set(lane, value);
      const P y = f(p);
      for (int i = 0; i < P::size; ++i)
        EXPECT_TRUE(identical(y[i], i == lane ? libm(value) : usual)) << value << " -> " << y[i] << " in lane " << i;
    }
}

template <class P>
class PackMath : public ::testing::Test {};

using Widths = ::testing::Types<Pack<2>, Pack<4>, Pack<8>, Pack<16>>;
TYPED_TEST_SUITE(PackMath, Widths);

template <class P>
P cos_of_sincos(P x) {
  P s, c;
  sincos(x, s, c);
  return c;
}

template <class P>
P sin_of_sincos(P x) {
  P s, c;
  sincos(x, s, c);
  return s;
}

template <class P>
void expect_sincos_accurate(const std::string& range, const Points& x, double limit) {
  const Reference sine = [](long double u) { return std::sin(u); };
  const Reference cosine = [](long double u) { return std::cos(u); };
  expect_accurate<P>(
      "sin_" + range, x, [](P u) { return sin(u); }, sine, limit);
  expect_accurate<P>(
      "cos_" + range, x, [](P u) { return cos(u); }, cosine, limit);
  expect_accurate<P>("sincos_sin_" + range, x, sin_of_sincos<P>, sine, limit);
  expect_accurate<P>("sincos_cos_" + range, x, cos_of_sincos<P>, cosine, limit);
}

TYPED_TEST(PackMath, SineAndCosine) {
  expect_sincos_accurate<TypeParam>("first_turn", uniform(-3.2, 3.2, 50000, 1), promised_ulps);
  expect_sincos_accurate<TypeParam>("hundred", uniform(-100, 100, 50000, 2), promised_ulps);
  expect_sincos_accurate<TypeParam>("1e5", uniform(-1e5, 1e5, 50000, 3), promised_ulps);
  expect_sincos_accurate<TypeParam>("all_sizes", log_uniform(1e-310, 1e5, 50000, 4), promised_ulps);
}

TYPED_TEST(PackMath, SineAndCosineNearHalfTurns) {
  expect_sincos_accurate<TypeParam>("half_turns", near_half_turns(0, 2000, 1), promised_ulps);
  expect_sincos_accurate<TypeParam>("half_turns_1e5", near_half_turns(2001, 63661, 7), promised_ulps);
  expect_sincos_accurate<TypeParam>("half_turns_beyond", near_half_turns(63000, 70000, 1), promised_ulps);
}

// Every half turn of the fast range: slow, so for one width only.
TEST(PackMath8, SineAndCosineNearEveryHalfTurn) {
  expect_sincos_accurate<Pack<8>>("every_half_turn", near_half_turns(0, 63661, 1), promised_ulps);
}

TYPED_TEST(PackMath, SineAndCosineBeyondTheFastRange) {
  expect_sincos_accurate<TypeParam>("beyond", log_uniform(1e5, 1e300, 20000, 5), promised_ulps);
  const Points x = {std::nextafter(1e5, inf), -1e5 - 1, 1e22, 1e308, -1.7e308, inf, -inf, nan};
  expect_as_libm<TypeParam>(
      x, [](TypeParam u) { return sin(u); }, [](double u) { return std::sin(u); });
  expect_as_libm<TypeParam>(
      x, [](TypeParam u) { return cos(u); }, [](double u) { return std::cos(u); });
  expect_as_libm<TypeParam>(x, sin_of_sincos<TypeParam>, [](double u) { return std::sin(u); });
  expect_as_libm<TypeParam>(x, cos_of_sincos<TypeParam>, [](double u) { return std::cos(u); });
}

TYPED_TEST(PackMath, SineAndCosineOfZeroAndTinyNumbers) {
  const Points x = {0.0, -0.0, 5e-324, -5e-324, 1e-310, 0x1p-1022, -1e-200, 1e-30};
  expect_as_libm<TypeParam>(
      x, [](TypeParam u) { return sin(u); }, [](double u) { return u; });
  expect_as_libm<TypeParam>(
      x, [](TypeParam u) { return cos(u); }, [](double) { return 1.0; });
}

TYPED_TEST(PackMath, SincosMayOverwriteItsArgument) {
  TypeParam x = 0.5, c;
  sincos(x, x, c);
  EXPECT_EQ(x[0], sin(TypeParam(0.5))[0]);
  EXPECT_EQ(c[0], cos(TypeParam(0.5))[0]);
}

TYPED_TEST(PackMath, Exponential) {
  const Reference exact = [](long double u) { return std::exp(u); };
  const auto f = [](TypeParam u) { return exp(u); };
  expect_accurate<TypeParam>("exp_unit", uniform(-1, 1, 50000, 6), f, exact, promised_ulps);
  expect_accurate<TypeParam>("exp_all", uniform(-708, 708, 100000, 7), f, exact, promised_ulps);
  expect_accurate<TypeParam>("exp_tiny", log_uniform(1e-300, 1e-3, 20000, 8), f, exact, promised_ulps);
  expect_accurate<TypeParam>("exp_subnormal", uniform(-745, -700, 20000, 9), f, exact, promised_ulps);
  expect_accurate<TypeParam>("exp_edge", {708.0, -708.0, std::nextafter(708.0, 709.0), 0.34657359, -0.34657359}, f,
                             exact, promised_ulps);
  expect_as_libm<TypeParam>({709.78, 709.79, 1e5, 1e308, inf, -708.5, -745.0, -746.0, -inf, nan, 0.0, -0.0, 5e-324}, f,
                            [](double u) { return std::exp(u); });
}

TYPED_TEST(PackMath, Logarithm) {
  const Reference exact = [](long double u) { return std::log(u); };
  const auto f = [](TypeParam u) { return log(abs(u)); };
  const Reference exact_abs = [&](long double u) { return exact(std::abs(u)); };
  expect_accurate<TypeParam>("log_all", log_uniform(2.3e-308, 1.7e308, 100000, 10), f, exact_abs, promised_ulps);
  expect_accurate<TypeParam>("log_near_1", uniform(0.7, 1.42, 50000, 11), f, exact_abs, promised_ulps);
  Points around_1;
  for (int k = 1; k < 53; ++k) around_1.insert(around_1.end(), {1.0 + std::ldexp(1.0, -k), 1.0 - std::ldexp(1.0, -k)});
  expect_accurate<TypeParam>("log_around_1", around_1, f, exact_abs, promised_ulps);
  expect_as_libm<TypeParam>(
      {0.0, -0.0, -1.0, -inf, inf, nan, 5e-324, 1e-310, 1.0}, [](TypeParam u) { return log(u); },
      [](double u) { return std::log(u); });
  EXPECT_LE(ulps(log(TypeParam(0x1p-1022))[0], exact(0x1p-1022L)), tol(promised_ulps));
  EXPECT_LE(ulps(log(TypeParam(1.7976931348623157e308))[0], exact(1.7976931348623157e308L)), tol(promised_ulps));
}

TYPED_TEST(PackMath, SquareRootIsCorrectlyRounded) {
  const Points x = log_uniform(1e-320, 1e308, 20000, 12);
  const Points y = evaluate<TypeParam>(x, [](TypeParam u) { return sqrt(abs(u)); });
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_EQ(y[i], std::sqrt(std::abs(x[i])));
  expect_as_libm<TypeParam>(
      {0.0, -0.0, -1.0, inf, -inf, nan, 5e-324}, [](TypeParam u) { return sqrt(u); },
      [](double u) { return std::sqrt(u); });
}

TYPED_TEST(PackMath, TheOthersAreLibm) {
  using P = TypeParam;
  const Points x = {-2.0, -1.0, -0.3, -0.0, 0.0, 0.2, 1.0, 1.5, 30.0, 800.0, inf, -inf, nan, 5e-324};
  expect_as_libm<P>(
      x, [](P u) { return tan(u); }, [](double u) { return std::tan(u); });
  expect_as_libm<P>(
      x, [](P u) { return asin(u); }, [](double u) { return std::asin(u); });
  expect_as_libm<P>(
      x, [](P u) { return acos(u); }, [](double u) { return std::acos(u); });
  expect_as_libm<P>(
      x, [](P u) { return atan(u); }, [](double u) { return std::atan(u); });
  expect_as_libm<P>(
      x, [](P u) { return sinh(u); }, [](double u) { return std::sinh(u); });
  expect_as_libm<P>(
      x, [](P u) { return cosh(u); }, [](double u) { return std::cosh(u); });
  expect_as_libm<P>(
      x, [](P u) { return tanh(u); }, [](double u) { return std::tanh(u); });
  for (double b : x) {
    expect_as_libm<P>(
        x, [&](P u) { return atan2(u, b); }, [&](double u) { return std::atan2(u, b); });
    expect_as_libm<P>(
        x, [&](P u) { return atan2(b, u); }, [&](double u) { return std::atan2(b, u); });
    expect_as_libm<P>(
        x, [&](P u) { return pow(u, b); }, [&](double u) { return std::pow(u, b); });
    expect_as_libm<P>(
        x, [&](P u) { return pow(b, u); }, [&](double u) { return std::pow(b, u); });
  }
}

}  // namespace
}  // namespace alembert::pack_math_test
