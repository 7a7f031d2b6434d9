/// All 24 sequences of Euler angles: against products written out, there and back, at and near gimbal lock.
#include "alembert/spatial/euler.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "spatial/samples.h"

namespace alembert::euler_test {
namespace {

using testing::eps;
using testing::expect_equal;
using testing::pi;
using testing::Sampler;
using testing::tol;

const char* const orders[] = {"xyz", "xzy", "yxz", "yzx", "zxy", "zyx", "xyx", "xzx", "yxy", "yzy", "zxz", "zyz"};

std::vector<EulerSequence> all_sequences() {
  std::vector<EulerSequence> all;
  for (const char* order : orders)
    for (const auto kind : {EulerKind::intrinsic, EulerKind::extrinsic}) all.push_back(euler_sequence(order, kind));
  return all;
}
std::string name(const EulerSequence& s) {
  return std::string{static_cast<char>('x' + s.first), static_cast<char>('x' + s.second),
                     static_cast<char>('x' + s.third)} +
         (s.kind == EulerKind::intrinsic ? " intrinsic" : " extrinsic");
}
bool proper(const EulerSequence& s) { return s.first == s.third; }

// A turn about axis `k` in its plane (i, j): e_i -> c e_i + s e_j, and an angle at a time on a vector.
template <class S>
Vec3<S> turned(int axis, const S& angle, const Vec3<S>& a) {
  S v[] = {a.x, a.y, a.z};
  const int i = (axis + 1) % 3, j = (axis + 2) % 3;
  const S p = v[i], q = v[j];
  v[i] = cos(angle) * p - sin(angle) * q;
  v[j] = sin(angle) * p + cos(angle) * q;
  return {v[0], v[1], v[2]};
}

template <class S>
class EulerLaws : public testing::Laws<S> {};
TYPED_TEST_SUITE(EulerLaws, testing::Scalars);

// Fixed axes: the turns act one after the other. Rotating axes: the last listed acts first.
TYPED_TEST(EulerLaws, ActsAsThreeTurns) {
  Sampler<TypeParam> sample(1);
  for (const auto& s : all_sequences()) {
    const std::array<TypeParam, 3> angles{sample.scalar(-4, 4), sample.scalar(-4, 4), sample.scalar(-4, 4)};
    const auto a = sample.vector();
    const auto& [first, second, third] = angles;
    const auto expected = s.kind == EulerKind::extrinsic
                              ? turned(s.third, third, turned(s.second, second, turned(s.first, first, a)))
                              : turned(s.first, first, turned(s.second, second, turned(s.third, third, a)));
    // 27 products of four numbers up to 1, with up to four derivatives.
    expect_equal(euler_rotation(s, angles) * a, expected, 256, name(s).c_str());
    const auto R = euler_rotation(s, angles);
    expect_equal(R.transposed() * R, Mat3<TypeParam>::identity(), 256, name(s).c_str());
  }
}

// Lynch and Park 2017, app. B.1.1, and Goldstein 2002, eq. (4.46) transposed (his matrix takes space to body).
TYPED_TEST(EulerLaws, PrintedMatrices) {
  Sampler<TypeParam> sample(2);
  const auto a = sample.scalar(-4, 4), b = sample.scalar(-4, 4), c = sample.scalar(-4, 4);
  const TypeParam ca = cos(a), sa = sin(a), cb = cos(b), sb = sin(b), cc = cos(c), sc = sin(c);
  const Mat3<TypeParam> zyx{{ca * cb, ca * sb * sc - sa * cc, ca * sb * cc + sa * sc},
                            {sa * cb, sa * sb * sc + ca * cc, sa * sb * cc - ca * sc},
                            {-sb, cb * sc, cb * cc}};
  const Mat3<TypeParam> zxz{{cc * ca - cb * sa * sc, -sc * ca - cb * sa * cc, sb * sa},
                            {cc * sa + cb * ca * sc, -sc * sa + cb * ca * cc, -sb * ca},
                            {sb * sc, sb * cc, cb}};
  expect_equal(euler_rotation<TypeParam>(euler_sequence("zyx"), {a, b, c}), zyx, 64, "zyx");
  expect_equal(euler_rotation<TypeParam>(euler_sequence("xyz", EulerKind::extrinsic), {c, b, a}), zyx, 64, "rpy");
  expect_equal(rotation_rpy(c, b, a), zyx, 64, "rotation_rpy");
  expect_equal(euler_rotation<TypeParam>(euler_sequence("zxz"), {a, b, c}), zxz, 64, "zxz");
}

template <class S>
class EulerAngles : public testing::Laws<S> {};
TYPED_TEST_SUITE(EulerAngles, testing::Numbers);

// Away from gimbal lock the angles come back, and their derivatives with them: the Jacobian of the round trip is 1.
TYPED_TEST(EulerAngles, RoundTrip) {
  Sampler<TypeParam> sample(3);
  for (const auto& s : all_sequences())
    for (int i = 0; i < sample.repeats; ++i) {
      const double low = proper(s) ? 0.1 : -pi / 2 + 0.1, high = proper(s) ? pi - 0.1 : pi / 2 - 0.1;
      const std::array<TypeParam, 3> angles{sample.scalar(-3.1, 3.1), sample.scalar(low, high),
                                            sample.scalar(-3.1, 3.1)};
      const auto back = euler_angles(s, euler_rotation(s, angles));
      // Errors of R, some 32 roundings, grow by 1/sin(0.1) = 10, in derivatives by 100.
      for (std::size_t k = 0; k < 3; ++k) expect_equal(back[k], angles[k], 100 * 32, name(s).c_str());
    }
}

// One lane a distance from gimbal lock, at both ends of the middle angle's interval.
TEST(EulerCases, AtAndNearGimbalLock) {
  const double distances[] = {0, 1e-16, 1e-15, 1e-14, 1e-12, 1e-8, 1e-4, 1e-2};
  Sampler<double> sample(4);
  for (const auto& s : all_sequences())
    for (const double end : {-1.0, 1.0})
      for (int repeat = 0; repeat < 20; ++repeat) {
        const double lock = proper(s) ? (end < 0 ? 0.0 : pi) : end * pi / 2;
        Pack<8> first, middle, third;
        for (int lane = 0; lane < 8; ++lane) {
          first.set(lane, sample.scalar(-3.1, 3.1));
          middle.set(lane, lock - end * distances[lane]);
          third.set(lane, sample.scalar(-3.1, 3.1));
        }
        const auto R = euler_rotation<Pack<8>>(s, {first, middle, third});
        const auto back = euler_angles(s, R);
        const auto again = euler_rotation(s, back);
        for (int lane = 0; lane < 8; ++lane) {
          // Up to 1e-14 the stated freedom is used, and costs no more than stated.
          const double near = lane < 4 ? 3e-14 : 32 * eps;
          const auto check = [&](const Vec3<Pack<8>>& a, const Vec3<Pack<8>>& b) {
            EXPECT_NEAR(a.x[lane], b.x[lane], tol(near)) << name(s) << " " << distances[lane];
            EXPECT_NEAR(a.y[lane], b.y[lane], tol(near)) << name(s) << " " << distances[lane];
            EXPECT_NEAR(a.z[lane], b.z[lane], tol(near)) << name(s) << " " << distances[lane];
          };
          check(again.r0, R.r0);
          check(again.r1, R.r1);
          check(again.r2, R.r2);
          EXPECT_GE(back[1][lane], proper(s) ? 0 : -pi / 2);
          EXPECT_LE(back[1][lane], proper(s) ? pi : pi / 2);
        }
        for (int lane = 0; lane < 3; ++lane) EXPECT_EQ(back[2][lane], 0.0) << name(s) << " " << distances[lane];
        // Far enough the angles are known again, to rounding over distance.
        EXPECT_NEAR(back[2][7], third[7], tol(100 * 32 * eps)) << name(s);
        EXPECT_NEAR(back[0][7], first[7], tol(100 * 32 * eps)) << name(s);
        // The lane's neighbours do not matter: double gives the same.
        const auto alone = euler_angles(s, Mat3<double>{{R.r0.x[0], R.r0.y[0], R.r0.z[0]},
                                                        {R.r1.x[0], R.r1.y[0], R.r1.z[0]},
                                                        {R.r2.x[0], R.r2.y[0], R.r2.z[0]}});
        EXPECT_NEAR(alone[0], back[0][0], tol(8 * eps));
      }
}

// Matrices whose elements are exact, locked for half of the sequences.
TEST(EulerCases, TurnsOfTheCube) {
  const Vec3<double> axes[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (const auto& s : all_sequences())
    for (const auto& a : axes)
      for (const auto& b : axes) {
        if (dot(a, b) != 0) continue;
        const auto R = Mat3<double>::columns(a, b, cross(a, b));
        expect_equal(euler_rotation(s, euler_angles(s, R)), R, 8, name(s).c_str());
      }
}

TEST(EulerCases, DerivativesAreFiniteAtGimbalLock) {
  using D = Dual<8>;
  for (const auto& s : all_sequences()) {
    const double lock = proper(s) ? 0.0 : pi / 2;
    const auto back = euler_angles(s, euler_rotation<D>(s, {D(0.3), D(lock), D::variable(0.4, 1)}));
    // Only a sum or difference of the outer angles is defined, and the first carries it.
    EXPECT_NEAR(std::abs(back[0].d[1]), 1.0, tol(32 * eps)) << name(s);
    EXPECT_EQ(back[2].d[1], 0.0) << name(s);
  }
}

TEST(EulerCases, ParserRefusesWhatIsNoSequence) {
  const EulerSequence s = euler_sequence("zxy", EulerKind::extrinsic);
  EXPECT_EQ(s.first, 2);
  EXPECT_EQ(s.second, 0);
  EXPECT_EQ(s.third, 1);
  EXPECT_EQ(s.kind, EulerKind::extrinsic);
  EXPECT_EQ(euler_sequence("xyx").kind, EulerKind::intrinsic);
  for (const char* bad : {"", "x", "zx", "zxyz", "zzx", "xyy", "ZYX", "123", "xyw", "x\377y", "z y", "xyz "}) {
    try {
      euler_sequence(bad);
      ADD_FAILURE() << bad;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Error::Code::bad_value) << bad;
      EXPECT_NE(error.message().find("'" + std::string(bad) + "'"), std::string::npos) << bad;
      EXPECT_NE(error.hint().find("lower case"), std::string::npos) << bad;
    }
  }
}

}  // namespace
}  // namespace alembert::euler_test
