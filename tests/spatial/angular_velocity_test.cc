/// Angular velocity: the rate of a rotation matrix by Dual numbers, and its sum along a chain.
#include "alembert/spatial/angular_velocity.h"

#include <gtest/gtest.h>

#include <vector>

#include "alembert/spatial/exponential.h"
#include "spatial/motion_in_time.h"

namespace alembert::angular_velocity_test {
namespace {

using testing::expect_equal;
using testing::rate;
using testing::Sampler;
using testing::Timed;
using testing::value;

template <class S>
class AngularVelocity : public testing::Laws<S> {};
TYPED_TEST_SUITE(AngularVelocity, testing::Scalars);

// Roundings: sums of up to 9 products; rates up to 3, and derivatives of them up to 12.
constexpr double many = 256;

template <class S>
Timed<S> turning(Sampler<S>& sample) {
  Timed<S> angle(sample.scalar(-3, 3));
  angle.d.set(0, sample.scalar());
  return angle;
}

// An angle that grows at the rate r about a fixed axis u is the angular velocity r u, in both frames.
TYPED_TEST(AngularVelocity, AboutAFixedAxis) {
  Sampler<TypeParam> sample(1);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto u = sample.unit_vector();
    const auto angle = turning(sample);
    const auto R = rotation_about(testing::constant(u), angle);
    expect_equal(spatial_angular_velocity(value(R), rate(R)), angle.d[0] * u, many, "spatial");
    expect_equal(body_angular_velocity(value(R), rate(R)), angle.d[0] * u, many, "body");
    expect_equal(rate(R), rotation_rate(angle.d[0] * u, value(R)), many, "Rdot = [w]x R");
  }
}

// Euler angles: each angle's rate is an angular velocity about its own axis, and these add.
TYPED_TEST(AngularVelocity, OfEulerAnglesAddsUp) {
  Sampler<TypeParam> sample(2);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto a = turning(sample), b = turning(sample), c = turning(sample);
    const auto R = rotation_z(a) * rotation_y(b) * rotation_x(c);
    // Printed: Lynch and Park 2017, app. B.1; axes z, y turned by a, x turned by a and b.
    const TypeParam ca = cos(a.x), sa = sin(a.x), cb = cos(b.x), sb = sin(b.x);
    const Vec3<TypeParam> w{c.d[0] * ca * cb - b.d[0] * sa, c.d[0] * sa * cb + b.d[0] * ca, a.d[0] - c.d[0] * sb};
    expect_equal(spatial_angular_velocity(value(R), rate(R)), w, many, "printed");
    expect_equal(rate(R), rotation_rate(w, value(R)), many, "Rdot = [w]x R");
    expect_equal(rate(R), value(R) * skew(body_angular_velocity(value(R), rate(R))), many, "Rdot = R [w_B]x");
    expect_equal(value(R) * body_angular_velocity(value(R), rate(R)), w, many, "w_A = R w_B");

    const TypeParam zero(0.0);
    const std::vector<Mat3<TypeParam>> rotations{rotation_z(a.x), rotation_y(b.x), rotation_x(c.x)};
    const std::vector<Vec3<TypeParam>> velocities{{zero, zero, a.d[0]}, {zero, b.d[0], zero}, {c.d[0], zero, zero}};
    expect_equal(chain_angular_velocity<TypeParam>(rotations, velocities), w, many, "chain");
  }
}

template <class S>
class AngularVelocityOfNumbers : public testing::Laws<S> {};
TYPED_TEST_SUITE(AngularVelocityOfNumbers, testing::Numbers);

// Four frames that turn about axes of their own: the sum against the rate of the whole product.
TYPED_TEST(AngularVelocityOfNumbers, AddsAlongAChain) {
  Sampler<TypeParam> sample(3);
  for (int i = 0; i < sample.repeats; ++i) {
    auto whole = Mat3<Timed<TypeParam>>::identity();
    std::vector<Mat3<TypeParam>> R;
    std::vector<Vec3<TypeParam>> w;
    for (int k = 0; k < 4; ++k) {
      const auto u = sample.unit_vector();
      const auto angle = turning(sample);
      whole = whole * rotation_about(testing::constant(u), angle);
      R.push_back(rotation_about(u, angle.x));
      w.push_back(angle.d[0] * u);
    }
    const auto sum = chain_angular_velocity<TypeParam>(R, w);
    expect_equal(rate(whole), skew(sum) * value(whole), 4 * many, "Rdot = [sum w]x R");
    expect_equal(added_angular_velocity(
                     w[0], R[0], chain_angular_velocity<TypeParam>(std::span(R).subspan(1), std::span(w).subspan(1))),
                 sum, many, "w_AC = w_AB + w_BC");
  }
  EXPECT_EQ(testing::largest(chain_angular_velocity<TypeParam>({}, {}).x), 0.0);
}

// Of R = exp [phi]x: J_left phidot in the fixed frame, J_right phidot in the body.
TYPED_TEST(AngularVelocityOfNumbers, AngularVelocityThroughTheJacobians) {
  Sampler<TypeParam> sample(4);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto x = turning(sample), y = turning(sample), z = turning(sample);
    const Vec3<Timed<TypeParam>> phi{x, y, z};
    const auto R = exp_so3(phi);
    expect_equal(rate(R), rotation_rate(left_jacobian(value(phi)) * rate(phi), value(R)), many, "J_left");
    expect_equal(rate(R), value(R) * skew(right_jacobian(value(phi)) * rate(phi)), many, "J_right");
  }
}

}  // namespace
}  // namespace alembert::angular_velocity_test
