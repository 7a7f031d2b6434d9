/// Rotations: laws of Rodrigues' formula and of quaternions, and conversions for every rotation.
#include "alembert/spatial/rotations.h"

#include <gtest/gtest.h>

#include <vector>

#include "spatial/samples.h"
#include "spatial/series.h"

namespace alembert::rotations_test {
namespace {

using testing::eps;
using testing::expect_equal;
using testing::pi;
using testing::Sampler;
using testing::tol;

template <class S>
class RotationLaws : public testing::Laws<S> {};
TYPED_TEST_SUITE(RotationLaws, testing::Scalars);

template <class S>
class RotationConversions : public testing::Laws<S> {};
TYPED_TEST_SUITE(RotationConversions, testing::Numbers);

// Roundings: sums of up to 9 products of numbers up to 1 with derivatives up to 4, and products of two such sums.
constexpr double some = 64, many = 256;

TYPED_TEST(RotationLaws, RodriguesIsARotation) {
  Sampler<TypeParam> sample(1);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto u = sample.unit_vector();
    const auto a = sample.scalar(-4, 4), b = sample.scalar(-4, 4);
    const TypeParam one(1.0), two(2.0);
    const auto R = rotation_about(u, a);
    expect_equal(R.transposed() * R, Mat3<TypeParam>::identity(), some, "R^T R = 1");
    expect_equal(determinant(R), one, some, "det R = 1");
    expect_equal(R * u, u, some, "R u = u");
    expect_equal(trace(R), one + two * cos(a), some, "trace R = 1 + 2 cos");
    expect_equal(unskew(R), sin(a) * u, some, "antisymmetric part");
    expect_equal(R * rotation_about(u, b), rotation_about(u, a + b), many, "angles add");
    expect_equal(R, Mat3<TypeParam>::identity() + skew(sin(a) * u) + (one - cos(a)) * (skew(u) * skew(u)), some,
                 "Rodrigues");
  }
}

TYPED_TEST(RotationLaws, RodriguesAboutTheAxesIsElementary) {
  Sampler<TypeParam> sample(2);
  const TypeParam zero(0.0), one(1.0);
  const auto a = sample.scalar(-4, 4);
  expect_equal(rotation_about({one, zero, zero}, a), rotation_x(a), 8, "x");
  expect_equal(rotation_about({zero, one, zero}, a), rotation_y(a), 8, "y");
  expect_equal(rotation_about({zero, zero, one}, a), rotation_z(a), 8, "z");
  // Right-hand rule: a quarter turn about an axis takes the next axis to the one after.
  const TypeParam s = sin(a), c = cos(a);
  expect_equal(rotation_x(a) * Vec3<TypeParam>{zero, one, zero}, Vec3<TypeParam>{zero, c, s}, 8, "y to z");
  expect_equal(rotation_y(a) * Vec3<TypeParam>{zero, zero, one}, Vec3<TypeParam>{s, zero, c}, 8, "z to x");
  expect_equal(rotation_z(a) * Vec3<TypeParam>{one, zero, zero}, Vec3<TypeParam>{c, s, zero}, 8, "x to y");
}

// R a = q a q*, by Hamilton's product of the vector as a quaternion.
TYPED_TEST(RotationLaws, QuaternionSandwich) {
  Sampler<TypeParam> sample(3);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto q = sample.unit_quaternion();
    const auto a = sample.vector();
    const auto R = rotation(q);
    const Quaternion<TypeParam> turned = q * Quaternion<TypeParam>{TypeParam(0.0), a.x, a.y, a.z} * q.conjugate();
    expect_equal(turned, Quaternion<TypeParam>{TypeParam(0.0), (R * a).x, (R * a).y, (R * a).z}, many, "q a q*");
    expect_equal(R.transposed() * R, Mat3<TypeParam>::identity(), many, "R^T R = 1");
    expect_equal(determinant(R), TypeParam(1.0), many, "det R = 1");
    const auto u = sample.unit_vector();
    const auto angle = sample.scalar(-4, 4);
    expect_equal(rotation(quaternion(u, angle)), rotation_about(u, angle), many, "half angles");
  }
}

TYPED_TEST(RotationConversions, QuaternionProductIsMatrixProduct) {
  Sampler<TypeParam> sample(4);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto a = sample.unit_quaternion(), b = sample.unit_quaternion();
    expect_equal(rotation(a * b), rotation(a) * rotation(b), many, "R(a b) = R(a) R(b)");
  }
}

// Random unit quaternions are seldom near two pivots of equal size; both kinds are wanted, with derivatives.
TYPED_TEST(RotationConversions, QuaternionOfMatrix) {
  Sampler<TypeParam> sample(5);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto q = sample.unit_quaternion();
    expect_equal(quaternion(rotation(q)), with_positive_w(q), many, "random");
  }
  for (const double w : {1.0, 1e-3, 1e-9, 0.0})
    for (const double x : {-1.0, -1e-5, 0.0, 1.0})
      for (const double y : {-1.0, 0.0, 1e-12, 1.0})
        for (const double z : {0.0, 1.0}) {
          if (std::abs(w) + std::abs(x) + std::abs(y) + std::abs(z) < 0.5) continue;
          const auto q = normalized(Quaternion<TypeParam>{TypeParam(w), TypeParam(x), TypeParam(y), TypeParam(z)});
          const auto R = rotation(q);
          const auto back = quaternion(R);
          EXPECT_TRUE(all(less_equal(TypeParam(0.0), back.w)));
          expect_equal(rotation(back), R, some, "special");
          expect_equal(squared_norm(back), TypeParam(1.0), some, "unit");
          if (w > 0) expect_equal(back, q, some, "special, sign known");
        }
}

// The 24 turns of a cube are exact in double, and so must be their quaternions' rotations.
TEST(RotationCases, TurnsOfTheCube) {
  std::vector<Mat3<double>> turns;
  const Vec3<double> axes[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (const auto& a : axes)
    for (const auto& b : axes)
      if (dot(a, b) == 0) turns.push_back(Mat3<double>::columns(a, b, cross(a, b)));
  ASSERT_EQ(turns.size(), 24U);
  for (const auto& R : turns) {
    expect_equal(rotation(quaternion(R)), R, 8, "cube, quaternion");
    const auto turn = axis_angle(R);
    expect_equal(rotation(turn), R, 16, "cube, axis and angle");
    EXPECT_NEAR(norm(turn.axis), 1.0, tol(4 * eps));
    // The angle by the trace, which is 3, 1, 0 or -1.
    EXPECT_NEAR(turn.angle, std::acos((trace(R) - 1) / 2), tol(4 * eps * pi));
  }
}

// One lane an angle, so that a Pack takes all branches at once.
TEST(RotationCases, AxisAngleOfSmallAndHalfTurns) {
  const double angles[] = {0, 1e-200, 1e-12, 1e-8, 1e-4, 1, pi - 1e-8, pi};
  const Pack<8> angle = Pack<8>::load(angles);
  Sampler<double> sample(6);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const auto u = sample.unit_vector();
    const Vec3<Pack<8>> axis{u.x, u.y, u.z};
    const auto turn = axis_angle(quaternion(axis, angle));
    for (int lane = 0; lane < 8; ++lane) {
      // Relative for small angles; near pi the angle is 2 atan2 of a quaternion good to a rounding.
      EXPECT_NEAR(turn.angle[lane], angles[lane], tol(8 * eps * angles[lane])) << angles[lane];
      if (lane == 0) continue;
      const double sense = lane == 7 && turn.axis.x[lane] * u.x < 0 ? -1 : 1;  // of a half turn either sign may come
      EXPECT_NEAR(sense * turn.axis.x[lane], u.x, tol(8 * eps)) << angles[lane];
      EXPECT_NEAR(sense * turn.axis.y[lane], u.y, tol(8 * eps)) << angles[lane];
      EXPECT_NEAR(sense * turn.axis.z[lane], u.z, tol(8 * eps)) << angles[lane];
    }
    EXPECT_EQ(turn.axis.x[0], 1.0);  // the stated axis of no turn
    EXPECT_EQ(turn.axis.y[0], 0.0);
    expect_equal(axis_angle(rotation_about(u, 1.0)).axis, u, 16, "from a matrix");
  }
}

TYPED_TEST(RotationConversions, AxisAngleRoundTripWithDerivatives) {
  Sampler<TypeParam> sample(7);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto u = sample.unit_vector();
    const auto angle = sample.scalar(0.1, 3.0);
    // Derivatives of the axis grow as 1/sin(angle/2), 20 at most.
    const auto turn = axis_angle(rotation(AxisAngle<TypeParam>{u, angle}));
    expect_equal(turn.axis, u, 20 * some, "axis");
    expect_equal(turn.angle, angle, 20 * some, "angle");
  }
}

// Constant angular velocity: many steps are one step, the rate at dt = 0 is q (0, w)/2, and the matrix is the series.
TEST(RotationCases, QuaternionStep) {
  Sampler<double> sample(8);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const auto q = sample.unit_quaternion();
    const auto w = sample.vector();
    Quaternion<double> stepped = q;
    for (int i = 0; i < 100; ++i) stepped = quaternion_step(stepped, w, 0.02);
    expect_equal(stepped, quaternion_step(q, w, 2.0), 100 * 8, "100 steps");
    const auto R = rotation(q) * testing::block(testing::exponential_series(testing::cross_matrix(2.0 * w)));
    expect_equal(rotation(stepped), R, 100 * 16, "series");

    using D = Dual<1>;
    const Vec3<D> wd{w.x, w.y, w.z};
    const auto moved = quaternion_step(Quaternion<D>{q.w, q.x, q.y, q.z}, wd, D::variable(0.0, 0));
    // dq/dt = q (0, w)/2, written out from Hamilton's product.
    EXPECT_NEAR(moved.w.d[0], -0.5 * (q.x * w.x + q.y * w.y + q.z * w.z), tol(8 * eps));
    EXPECT_NEAR(moved.x.d[0], 0.5 * (q.w * w.x + q.y * w.z - q.z * w.y), tol(8 * eps));
    EXPECT_NEAR(moved.y.d[0], 0.5 * (q.w * w.y + q.z * w.x - q.x * w.z), tol(8 * eps));
    EXPECT_NEAR(moved.z.d[0], 0.5 * (q.w * w.z + q.x * w.y - q.y * w.x), tol(8 * eps));
    const auto rate = quaternion_rate(q, w);
    expect_equal(rate, Quaternion<double>{moved.w.d[0], moved.x.d[0], moved.y.d[0], moved.z.d[0]}, 8, "rate");
  }
}

}  // namespace
}  // namespace alembert::rotations_test
