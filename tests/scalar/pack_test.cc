// Pack<N> and Mask<N>: lanes are independent numbers that behave as double does.
#include "alembert/scalar/pack.h"

#include <gtest/gtest.h>

#include <array>
#include <type_traits>
#include <vector>

#include "alembert/core/random.h"
#include "scalar/ulp.h"

namespace alembert::pack_test {
namespace {

using testing::eps;
using testing::identical;
using testing::inf;
using testing::nan;
using testing::tol;

template <class P>
class PackTest : public ::testing::Test {
 protected:
  P random(double low, double high) {
    P p;
    for (int i = 0; i < P::size; ++i) p.set(i, generator_.uniform(low, high));
    return p;
  }

  Random generator_{20240601};
};

using Widths = ::testing::Types<Pack<2>, Pack<4>, Pack<8>, Pack<16>, Pack<32>>;
TYPED_TEST_SUITE(PackTest, Widths);

// Pairs of numbers where comparison, min, max and sign have something to get wrong.
constexpr std::array<double, 9> special = {0.0, -0.0, 1.0, -1.0, inf, -inf, nan, 5e-324, -1e308};

TYPED_TEST(PackTest, HasNoPadding) {
  static_assert(sizeof(TypeParam) == TypeParam::size * sizeof(double));
  static_assert(std::is_trivially_copyable_v<TypeParam>);
  static_assert(!std::is_convertible_v<Mask<TypeParam::size>, bool>);
  static_assert(!std::is_constructible_v<bool, Mask<TypeParam::size>>);
  static_assert(!std::is_constructible_v<double, TypeParam>);
}

TYPED_TEST(PackTest, StartsAtZeroAndBroadcasts) {
  const TypeParam zero, minus_zero = -0.0, seven = 7;
  for (int i = 0; i < TypeParam::size; ++i) {
    EXPECT_TRUE(identical(zero[i], 0.0));
    EXPECT_TRUE(identical(minus_zero[i], -0.0));
    EXPECT_EQ(seven[i], 7.0);
  }
}

TYPED_TEST(PackTest, LoadsAndStores) {
  constexpr int N = TypeParam::size;
  alignas(256) std::array<double, 3 * N + 1> from{}, to{};
  for (int i = 0; i <= 3 * N; ++i) from[static_cast<std::size_t>(i)] = i + 0.5;

  const TypeParam unaligned = TypeParam::load(from.data() + 1);
  const TypeParam aligned = TypeParam::load_aligned(from.data() + N);
  for (int i = 0; i < N; ++i) {
    EXPECT_EQ(unaligned[i], i + 1.5);
    EXPECT_EQ(aligned[i], i + N + 0.5);
  }

  aligned.store_aligned(to.data());
  unaligned.store(to.data() + N + 1);
  for (std::size_t i = 0; i < N; ++i) {
    EXPECT_EQ(to[i], from[i + N]);
    EXPECT_EQ(to[i + N + 1], from[i + 1]);
  }
  EXPECT_EQ(to[N], 0.0) << "store wrote outside its N numbers";
  EXPECT_EQ(to[2 * N + 1], 0.0) << "store wrote outside its N numbers";
}

TYPED_TEST(PackTest, SetChangesOneLane) {
  TypeParam p = 3.0;
  p.set(TypeParam::size - 1, 4.0);
  for (int i = 0; i < TypeParam::size; ++i) EXPECT_EQ(p[i], i == TypeParam::size - 1 ? 4.0 : 3.0);
}

TYPED_TEST(PackTest, ArithmeticIsThatOfDouble) {
  for (int repeat = 0; repeat < 100; ++repeat) {
    const TypeParam a = this->random(-1e3, 1e3), b = this->random(-1e3, 1e3);
    TypeParam sum = a, difference = a, product = a, quotient = a;
    sum += b;
    difference -= b;
    product *= b;
    quotient /= b;
    for (int i = 0; i < TypeParam::size; ++i) {
      EXPECT_EQ((a + b)[i], a[i] + b[i]);
      EXPECT_EQ((a - b)[i], a[i] - b[i]);
      EXPECT_EQ((a * b)[i], a[i] * b[i]);
      EXPECT_EQ((a / b)[i], a[i] / b[i]);
      EXPECT_EQ((-a)[i], -a[i]);
      EXPECT_EQ((2.0 - a)[i], 2.0 - a[i]);
      EXPECT_EQ((a * 3)[i], a[i] * 3);
      EXPECT_EQ(sum[i], a[i] + b[i]);
      EXPECT_EQ(difference[i], a[i] - b[i]);
      EXPECT_EQ(product[i], a[i] * b[i]);
      EXPECT_EQ(quotient[i], a[i] / b[i]);
    }
  }
}

TYPED_TEST(PackTest, ComparisonAndChoiceAreThoseOfDouble) {
  for (double x : special) {
    for (double y : special) {
      // One odd lane, so that a mask that mixes lanes up is caught.
      TypeParam a = 2.0, b = 1.0;
      a.set(1, x);
      b.set(1, y);
      for (int i = 0; i < TypeParam::size; ++i) {
        EXPECT_EQ(less(a, b)[i], less(a[i], b[i]));
        EXPECT_EQ(less_equal(a, b)[i], less_equal(a[i], b[i]));
        EXPECT_TRUE(identical(min(a, b)[i], min(a[i], b[i]))) << a[i] << " " << b[i];
        EXPECT_TRUE(identical(max(a, b)[i], max(a[i], b[i]))) << a[i] << " " << b[i];
        EXPECT_TRUE(identical(select(less(a, b), a, b)[i], select(less(a[i], b[i]), a[i], b[i])));
        EXPECT_TRUE(identical(sign(a)[i], sign(a[i])));
        EXPECT_TRUE(identical(abs(a)[i], std::abs(a[i])));
      }
    }
  }
}

// Oracle: IEEE 754-2008 minNum and maxNum, which are fmin and fmax.
TEST(DoubleScalar, MinMaxAreThoseOfLibm) {
  for (double x : special)
    for (double y : special) {
      EXPECT_TRUE(min(x, y) == std::fmin(x, y) || identical(min(x, y), std::fmin(x, y))) << x << " " << y;
      EXPECT_TRUE(max(x, y) == std::fmax(x, y) || identical(max(x, y), std::fmax(x, y))) << x << " " << y;
    }
}

TEST(DoubleScalar, Sign) {
  EXPECT_EQ(sign(3.0), 1.0);
  EXPECT_EQ(sign(-inf), -1.0);
  EXPECT_EQ(sign(0.0), 0.0);
  EXPECT_TRUE(identical(sign(-0.0), -0.0));
  EXPECT_TRUE(std::isnan(sign(nan)));
}

TYPED_TEST(PackTest, MasksCombine) {
  constexpr int N = TypeParam::size;
  TypeParam ramp;
  for (int i = 0; i < N; ++i) ramp.set(i, i);
  const Mask<N> low = less(ramp, N / 2), first = less_equal(ramp, 0.0);
  for (int i = 0; i < N; ++i) {
    EXPECT_EQ((low & first)[i], i == 0);
    EXPECT_EQ((first | !low)[i], i >= N / 2 || i == 0);
    EXPECT_EQ((!first)[i], i != 0);
  }
  EXPECT_FALSE(any(Mask<N>()));
  EXPECT_TRUE(all(!Mask<N>()));
  for (int lane = 0; lane < N; ++lane) {
    TypeParam p = 1.0;
    p.set(lane, -1.0);
    EXPECT_TRUE(any(less(p, 0.0)));
    EXPECT_FALSE(all(less(0.0, p)));
  }
}

// Each of the |n| or fewer products rounds once, and so does 1/y: |n| + 1 half-ulps.
TYPED_TEST(PackTest, IntegerPower) {
  for (int n = -9; n <= 9; ++n) {
    const TypeParam x = this->random(-3.0, 3.0);
    for (int i = 0; i < TypeParam::size; ++i) {
      const double exact = std::pow(x[i], n);
      EXPECT_NEAR(pow(x, n)[i], exact, tol((std::abs(n) + 1) * 0.5 * eps * std::abs(exact) + eps * std::abs(exact)));
    }
  }
  EXPECT_EQ(pow(TypeParam(nan), 0)[0], 1.0);
  EXPECT_EQ(pow(TypeParam(0.0), 0)[1], 1.0);
  EXPECT_EQ(pow(TypeParam(-0.0), -1)[0], -inf);
  EXPECT_EQ(pow(TypeParam(2.0), std::numeric_limits<int>::min())[0], 0.0);
  EXPECT_EQ(pow(TypeParam(2.0), 10U)[0], 1024.0);
}

TYPED_TEST(PackTest, AlignedInsideAVector) {
  std::vector<TypeParam> many(5, TypeParam(2.0));
  TypeParam sum;
  for (const TypeParam& p : many) sum += p;
  EXPECT_EQ(sum[0], 10.0);
}

}  // namespace
}  // namespace alembert::pack_test
