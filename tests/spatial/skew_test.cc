/// Laws of the cross product and its matrix, on numbers and proved on formulas.
#include <gtest/gtest.h>

#include "spatial/samples.h"

namespace alembert::skew_test {
namespace {

using testing::expect_equal;
using testing::Sampler;

template <class S>
class Skew : public testing::Laws<S> {};
TYPED_TEST_SUITE(Skew, testing::Scalars);

// Roundings: sums of up to three products of elements up to 1, and of up to nine products of three.
constexpr double few = 16, many = 64;

// a x b by the permutation symbol: (a x b)_i = sum_jk e_ijk a_j b_k.
template <class S>
Vec3<S> cross_by_permutations(const Vec3<S>& a, const Vec3<S>& b) {
  const S u[] = {a.x, a.y, a.z}, v[] = {b.x, b.y, b.z};
  S c[3] = {S(0.0), S(0.0), S(0.0)};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) c[i] += S((i - j) * (j - k) * (k - i) / 2.0) * u[j] * v[k];
  return {c[0], c[1], c[2]};
}

TYPED_TEST(Skew, IsTheCrossProduct) {
  Sampler<TypeParam> sample(1);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto a = sample.vector(), b = sample.vector();
    const Vec3<TypeParam> zero;
    expect_equal(cross(a, b), cross_by_permutations(a, b), few, "a x b");
    expect_equal(skew(a) * b, cross_by_permutations(a, b), few, "[a] b");
    expect_equal(skew(a) * b, -(skew(b) * a), few, "[a] b = -[b] a");
    expect_equal(skew(a) * a, zero, few, "[a] a = 0");
    expect_equal(skew(a).transposed() + skew(a), Mat3<TypeParam>{}, 0, "[a]^T = -[a]");
    expect_equal(unskew(skew(a)), a, few, "unskew");
    expect_equal(skew(a + TypeParam(2.0) * b), skew(a) + TypeParam(2.0) * skew(b), few, "linear");
  }
}

TYPED_TEST(Skew, Products) {
  Sampler<TypeParam> sample(2);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto a = sample.vector(), b = sample.vector(), c = sample.vector();
    const auto one = Mat3<TypeParam>::identity();
    expect_equal(skew(a) * skew(b), outer(b, a) - dot(a, b) * one, few, "[a][b] = b a^T - (a.b) 1");
    expect_equal(skew(cross(a, b)), outer(b, a) - outer(a, b), few, "[a x b] = b a^T - a b^T");
    expect_equal(skew(cross(a, b)), skew(a) * skew(b) - skew(b) * skew(a), few, "commutator");
    expect_equal(skew(a) * skew(a) * skew(a), -dot(a, a) * skew(a), many, "[a]^3 = -|a|^2 [a]");
    expect_equal(trace(skew(a) * skew(b)), TypeParam(-2.0) * dot(a, b), few, "trace");
    expect_equal(cross(a, cross(b, c)), dot(a, c) * b - dot(a, b) * c, many, "bac - cab");
    expect_equal(cross(a, cross(b, c)) + cross(b, cross(c, a)) + cross(c, cross(a, b)), Vec3<TypeParam>{}, many,
                 "Jacobi");
    expect_equal(dot(a, cross(b, c)), determinant(Mat3<TypeParam>{a, b, c}), many, "box product");
    expect_equal(full(point_inertia(a)), skew(a).transposed() * skew(a), few, "point inertia");
  }
}

TYPED_TEST(Skew, UnderLinearMaps) {
  Sampler<TypeParam> sample(3);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto a = sample.vector(), b = sample.vector();
    const auto M = sample.matrix();
    expect_equal(M.transposed() * skew(M * a) * M, determinant(M) * skew(a), 8 * many, "M^T [M a] M = det(M) [a]");
    const auto R = sample.rotation();
    expect_equal(skew(R * a), R * skew(a) * R.transposed(), many, "[R a] = R [a] R^T");
    expect_equal(R * cross(a, b), cross(R * a, R * b), many, "R (a x b)");
  }
}

}  // namespace
}  // namespace alembert::skew_test
