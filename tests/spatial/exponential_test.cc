/// Exponential, logarithm and their Jacobians: against power series, there and back from 0 to pi, derivatives at 0.
#include "alembert/spatial/exponential.h"

#include <gtest/gtest.h>

#include "alembert/spatial/adjoint.h"
#include "spatial/samples.h"
#include "spatial/series.h"

namespace alembert::exponential_test {
namespace {

using testing::block;
using testing::eps;
using testing::expect_equal;
using testing::exponential_series;
using testing::pi;
using testing::Sampler;
using testing::tol;

// Where formulas change: series, quotient, half turn; eight, so that one Pack takes all branches at once.
constexpr double angles[] = {0, 1e-12, 1e-8, 1e-4, 1, pi - 1e-4, pi - 1e-8, pi};
// A dozen operations on numbers up to pi^2 round; errors of R, some 8 roundings of 1, reach log at most doubled.
constexpr double some = 64;

template <class S>
Vec3<S> lifted(const Vec3<double>& a) {
  return {S(a.x), S(a.y), S(a.z)};
}
/// Independent variables in three directions, the first of which is given.
template <int N>
Vec3<Dual<N>> variables(const Vec3<double>& a, int first) {
  return {Dual<N>::variable(a.x, first), Dual<N>::variable(a.y, first + 1), Dual<N>::variable(a.z, first + 2)};
}
Vec3<double> derivative(const Vec3<Dual<8>>& a, int i) { return {a.x.d[i], a.y.d[i], a.z.d[i]}; }
Mat3<double> derivative(const Mat3<Dual<8>>& a, int i) {
  return {derivative(a.r0, i), derivative(a.r1, i), derivative(a.r2, i)};
}
template <class T>
Vec3<double> lane(const Vec3<T>& a, int i) {
  return {a.x[i], a.y[i], a.z[i]};
}
template <class T>
Mat3<double> lane(const Mat3<T>& a, int i) {
  return {lane(a.r0, i), lane(a.r1, i), lane(a.r2, i)};
}

TEST(ExpSo3, IsThePowerSeries) {
  Sampler<double> sample(1);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const auto u = sample.unit_vector();
    for (const double angle : {0.0, 1e-12, 1e-8, 1e-4, 0.5, 0.999, 1.0, 1.001, 2.0, pi - 1e-8, pi, 4.0, 6.0}) {
      const Vec3<double> phi = angle * u;
      const auto K = testing::cross_matrix(phi);
      expect_equal(exp_so3(phi), block(exponential_series(K)), some, "exp");
      expect_equal(exp_so3(phi), rotation_about(u, angle), some, "Rodrigues");
      expect_equal(left_jacobian(phi), block(exponential_series(K, 1)), some, "J_left");
      expect_equal(right_jacobian(phi), block(exponential_series(testing::cross_matrix(-phi), 1)), some, "J_right");
      expect_equal(rotation(exp_quaternion(phi)), block(exponential_series(K)), some, "quaternion");
      // The determinant of J is 2 (1 - cos t)/t^2, which is 0.09 at t = 6 and amplifies.
      const double amplified = angle > 4 ? 16 * some : some;
      const auto one = Mat3<double>::identity();
      expect_equal(inverse_left_jacobian(phi) * block(exponential_series(K, 1)), one, amplified, "J^-1 J");
      expect_equal(block(exponential_series(K, 1)).transposed() * inverse_right_jacobian(phi), one, amplified,
                   "right J^-1");
    }
  }
}

TEST(ExpSo3, SmallTurnsKeepTheirDigits) {
  const Vec3<double> phi{3e-9, -2e-9, 6e-9};
  const Mat3<double> R = exp_so3(phi);
  // To first order R = 1 + [phi]x; the next term is 2e-17, but of the diagonal's size only.
  EXPECT_NEAR(R.r2.y, phi.x, tol(1e-17));
  EXPECT_NEAR(R.r0.z, phi.y, tol(1e-17));
  EXPECT_NEAR(R.r1.x, phi.z, tol(2e-17));
  const Vec3<double> back = log_so3(R);
  EXPECT_NEAR(back.x, phi.x, tol(2e-16 * 7e-9));
  EXPECT_NEAR(back.y, phi.y, tol(2e-16 * 7e-9));
  EXPECT_NEAR(back.z, phi.z, tol(2e-16 * 7e-9));
}

TEST(LogSo3, RoundTripFromZeroToPi) {
  Sampler<double> sample(2);
  const Pack<8> lanes = Pack<8>::load(angles);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const auto u = sample.unit_vector();
    const auto in_lanes = log_so3(exp_so3(lanes * lifted<Pack<8>>(u)));
    for (int i = 0; i < 8; ++i) {
      const Vec3<double> phi = angles[i] * u;
      const Mat3<double> R = block(exponential_series(testing::cross_matrix(phi)));
      const Vec3<double> back = log_so3(R);
      // At pi the sign is free.
      const double sense = angles[i] == pi && dot(back, u) < 0 ? -1 : 1;
      expect_equal(sense * back, phi, some, "log exp phi = phi");
      expect_equal(block(exponential_series(testing::cross_matrix(back))), R, some, "exp log R = R");
      EXPECT_LE(norm(back), pi + 4 * eps);
      const double lane_sense = angles[i] == pi && dot(lane(in_lanes, i), u) < 0 ? -1 : 1;
      expect_equal(lane_sense * lane(in_lanes, i), phi, some, "in lanes");
    }
  }
}

TEST(LogSo3, HalfTurnsAboutTheAxes) {
  const Mat3<double> turns[] = {Mat3<double>::diagonal(1, -1, -1), Mat3<double>::diagonal(-1, 1, -1),
                                Mat3<double>::diagonal(-1, -1, 1)};
  for (const auto& R : turns) {
    const Vec3<double> phi = log_so3(R);
    EXPECT_NEAR(norm(phi), pi, tol(2 * eps * pi));
    expect_equal(rotation_about(unit(phi), pi), R, 4, "half turn");
  }
}

// exp(phi + d) = exp(J_left d) exp(phi), J_left by its series; at all angles, 0 included.
TEST(ExpSo3, DerivativesAreTheJacobians) {
  Sampler<double> sample(3);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const auto u = sample.unit_vector();
    for (const double angle : angles) {
      const Vec3<double> phi = angle * u;
      const auto R = exp_so3(variables<8>(phi, 2));
      const auto K = testing::cross_matrix(phi);
      const Mat3<double> J = block(exponential_series(K, 1)), exact = block(exponential_series(K));
      const Vec3<double> columns[] = {J.c0(), J.c1(), J.c2()};
      for (int i = 0; i < 3; ++i) expect_equal(derivative(R, 2 + i), skew(columns[i]) * exact, some, "dexp");
      expect_equal(derivative(R, 0), Mat3<double>{}, 0, "other directions");
    }
  }
}

// The derivative of log exp phi is 1; of log alone, along R(t) = exp(t [e_i]) R, a column of J_left^-1.
TEST(LogSo3, Derivatives) {
  Sampler<double> sample(4);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const auto u = sample.unit_vector();
    for (const double angle : angles) {
      if (angle == pi) continue;  // the sign flips there
      const Vec3<double> phi = angle * u;
      const auto back = log_so3(exp_so3(variables<8>(phi, 0)));
      const Mat3<double> one = Mat3<double>::identity();
      const Vec3<double> axes[] = {one.r0, one.r1, one.r2};
      for (int i = 0; i < 3; ++i) expect_equal(derivative(back, i), axes[i], 4 * some, "dlog dexp = 1");

      const Mat3<double> J = block(exponential_series(testing::cross_matrix(phi), 1));
      const Mat3<double> R = rotation_about(u, angle);
      for (int i = 0; i < 3; ++i) {
        const auto t = Dual<8>::variable(0.0, i);
        const auto turn = i == 0 ? rotation_x(t) : i == 1 ? rotation_y(t) : rotation_z(t);
        const auto moved =
            log_so3(turn * Mat3<Dual<8>>{lifted<Dual<8>>(R.r0), lifted<Dual<8>>(R.r1), lifted<Dual<8>>(R.r2)});
        expect_equal(J * derivative(moved, i), axes[i], 4 * some, "J dlog = 1");
      }
    }
  }
}

// Baker, Campbell and Hausdorff: log(exp(t a) exp(t b)) = t (a + b) + t^2/2 [a, b] + ...; second derivatives at 0.
TEST(LogSo3, SecondDerivativesAtZero) {
  using D = Dual<1, Dual<1>>;
  const D t = D::variable(Dual<1>::variable(0.0, 0), 0);
  Sampler<double> sample(5);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const auto a = sample.vector(), b = sample.vector();
    const Mat3<D> A = exp_so3(t * lifted<D>(a)), B = exp_so3(t * lifted<D>(b));
    const Mat3<double> square = skew(a) * skew(a);
    EXPECT_NEAR(A.r0.y.d[0].d[0], square.r0.y, tol(8 * eps));
    EXPECT_NEAR(A.r2.z.d[0].d[0], square.r2.z, tol(8 * eps));
    const Vec3<D> c = log_so3(A * B);
    const Vec3<double> bracket = cross(a, b);
    EXPECT_NEAR(c.x.d[0].x, a.x + b.x, tol(8 * eps));
    EXPECT_NEAR(c.x.d[0].d[0], bracket.x, tol(16 * eps));
    EXPECT_NEAR(c.y.d[0].d[0], bracket.y, tol(16 * eps));
    EXPECT_NEAR(c.z.d[0].d[0], bracket.z, tol(16 * eps));

    const auto U = sample.motion(), V = sample.motion();
    const auto W = log_se3(exp_se3(Motion<D>{t * lifted<D>(U.w), t * lifted<D>(U.v)}) *
                           exp_se3(Motion<D>{t * lifted<D>(V.w), t * lifted<D>(V.v)}));
    EXPECT_NEAR(W.v.y.d[0].x, U.v.y + V.v.y, tol(8 * eps));
    EXPECT_NEAR(W.w.z.d[0].d[0], U.w.x * V.w.y - U.w.y * V.w.x, tol(16 * eps));
    EXPECT_NEAR(W.v.x.d[0].d[0], U.w.y * V.v.z - U.w.z * V.v.y + U.v.y * V.w.z - U.v.z * V.w.y, tol(32 * eps));
  }
}

TEST(ExpSe3, IsThePowerSeriesAndLogTheWayBack) {
  Sampler<double> sample(6);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const auto u = sample.unit_vector(), v = sample.vector(2.0);
    for (const double angle : angles) {
      const Motion<double> V{angle * u, v};
      const auto E = exponential_series(testing::twist_matrix(V));
      const Transform<double> exact{
          block(E), {static_cast<double>(E[0][3]), static_cast<double>(E[1][3]), static_cast<double>(E[2][3])}};
      expect_equal(exp_se3(V), exact, 2 * some, "exp");
      const auto back = log_se3(exact);
      if (angle == pi && dot(back.w, u) < 0) {
        expect_equal(exp_se3(back), exact, 4 * some, "exp log, other sign");
      } else {
        expect_equal(back, V, 4 * some, "log exp V = V");
      }
      // Ad_exp(V) = exp(ad_V).
      const auto A = exponential_series(testing::ad_matrix(V));
      expect_equal(adjoint(exp_se3(V)), Mat6<double>{block(A, 0, 0), block(A, 0, 3), block(A, 3, 0), block(A, 3, 3)},
                   8 * some, "Ad exp");
    }
  }
}

TEST(ExpSe3, DerivativesOfTheRoundTrip) {
  Sampler<double> sample(7);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const auto u = sample.unit_vector(), v = sample.vector();
    for (const double angle : angles) {
      if (angle == pi) continue;
      const auto back = log_se3(exp_se3(Motion<Dual<8>>{variables<8>(angle * u, 0), variables<8>(v, 3)}));
      const double parts[6][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
      for (int i = 0; i < 6; ++i) {
        const auto& w = parts[i];
        const auto& l = parts[(i + 3) % 6];
        expect_equal(derivative(back.w, i), Vec3<double>{w[0], w[1], w[2]}, 4 * some, "w");
        expect_equal(derivative(back.v, i), Vec3<double>{l[0], l[1], l[2]}, 16 * some, "v");
      }
    }
  }
}

template <class S>
class ExponentialLaws : public testing::Laws<S> {};
TYPED_TEST_SUITE(ExponentialLaws, testing::Numbers);

TYPED_TEST(ExponentialLaws, OneParameterSubgroups) {
  Sampler<TypeParam> sample(8);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto phi = sample.vector(1.5);
    const auto R = exp_so3(phi);
    const TypeParam a = sample.scalar(), b = sample.scalar();
    expect_equal(R.transposed() * R, Mat3<TypeParam>::identity(), 4 * some, "R^T R = 1");
    expect_equal(exp_so3(-phi), R.transposed(), 4 * some, "exp -phi");
    expect_equal(exp_so3((a + b) * phi), exp_so3(a * phi) * exp_so3(b * phi), 16 * some, "exp (a + b) phi");
    expect_equal(log_so3(R), phi, 16 * some, "log exp");  // |phi| < 1.5 sqrt 3 < pi
    expect_equal(left_jacobian(phi), R * right_jacobian(phi), 16 * some, "J_left = R J_right");
    expect_equal(inverse_left_jacobian(phi) * left_jacobian(phi), Mat3<TypeParam>::identity(), 16 * some, "J^-1 J");
    const auto V = sample.motion();
    const auto X = exp_se3(V);
    expect_equal(X.to_parent(V), V, 16 * some, "Ad_exp(V) V = V");
    expect_equal(log_se3(X), V, 16 * some, "log exp V");
    expect_equal(X * exp_se3(TypeParam(-1.0) * V), Transform<TypeParam>::identity(), 16 * some, "exp V exp -V");
    const auto Y = sample.pose();
    expect_equal(Y * X * Y.inverse(), exp_se3(Y.to_parent(V)), 64 * some, "Y exp(V) Y^-1 = exp(Ad_Y V)");
  }
}

}  // namespace
}  // namespace alembert::exponential_test
