/// Laws of the adjoint: it represents poses and twists on spatial vectors, and keeps power.
#include "alembert/spatial/adjoint.h"

#include <gtest/gtest.h>

#include "spatial/samples.h"

namespace alembert::adjoint_test {
namespace {

using testing::expect_equal;
using testing::Sampler;

template <class S>
class Adjoint : public testing::Laws<S> {};
TYPED_TEST_SUITE(Adjoint, testing::Scalars);

// Roundings: sums of up to 12 products of numbers up to 1 with derivatives up to 3, and products of two such sums.
constexpr double some = 128, many = 256;

// (w; v) as a 4x4 matrix with rows ([w]x v), conjugated by X: X [V] X^-1, read back as a motion.
template <class S>
Motion<S> conjugated(const Transform<S>& X, const Motion<S>& V) {
  const Mat3<S> W = X.R * skew(V.w) * X.R.transposed();
  return {unskew(W), X.R * V.v - W * X.p};
}

TYPED_TEST(Adjoint, IsConjugationOfTwistMatrices) {
  Sampler<TypeParam> sample(1);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto X = sample.pose();
    const auto V = sample.motion();
    expect_equal(adjoint(X) * V, conjugated(X, V), some, "Ad_X V = X [V] X^-1");
    expect_equal(X.to_parent(V), conjugated(X, V), some, "to_parent");
    expect_equal(X.to_child(conjugated(X, V)), V, many, "to_child");
  }
}

TYPED_TEST(Adjoint, RepresentsPoses) {
  Sampler<TypeParam> sample(2);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto X = sample.pose(), Y = sample.pose();
    const auto p = sample.vector();
    expect_equal((X * Y).point(p), X.point(Y.point(p)), some, "(X Y) p = X (Y p)");
    expect_equal(X * X.inverse(), Transform<TypeParam>::identity(), some, "X X^-1 = 1");
    expect_equal(adjoint(X * Y), adjoint(X) * adjoint(Y), many, "Ad_XY = Ad_X Ad_Y");
    expect_equal(adjoint(X) * adjoint(X.inverse()), Mat6<TypeParam>::identity(), many, "Ad_X Ad_X^-1 = 1");
  }
}

TYPED_TEST(Adjoint, OfTwistIsALieBracket) {
  Sampler<TypeParam> sample(3);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto U = sample.motion(), V = sample.motion(), W = sample.motion();
    const Motion<TypeParam> zero;
    expect_equal(ad(U) * V, cross(U, V), some, "ad_U V = U x V");
    expect_equal(ad(U) * V + ad(V) * U, zero, some, "antisymmetric");
    expect_equal(cross(U, cross(V, W)) + cross(V, cross(W, U)) + cross(W, cross(U, V)), zero, some, "Jacobi");
    expect_equal(ad(cross(U, V)), ad(U) * ad(V) - ad(V) * ad(U), some, "ad_[U,V] = [ad_U, ad_V]");
    const auto X = sample.pose();
    expect_equal(X.to_parent(cross(U, V)), cross(X.to_parent(U), X.to_parent(V)), many, "Ad_X [U, V]");
  }
}

TYPED_TEST(Adjoint, TransposedActsOnForcesAndKeepsPower) {
  Sampler<TypeParam> sample(4);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto X = sample.pose();
    const auto V = sample.motion(), U = sample.motion();
    const auto F = sample.force();
    expect_equal(adjoint(X).transpose_times(F), X.to_child(F), some, "Ad_X^T F_A = F_B");
    expect_equal(dot(X.to_parent(V), X.to_parent(F)), dot(V, F), many, "power in A and B");
    expect_equal(X.to_child(X.to_parent(F)), F, many, "to_child undoes to_parent");
    const Force<TypeParam> zero;
    expect_equal(cross(U, F) + ad(U).transpose_times(F), zero, some, "U x* F = -ad_U^T F");
    expect_equal(dot(cross(U, V), F) + dot(V, cross(U, F)), TypeParam(0.0), some, "carried along, power is constant");
  }
}

// A moment and a force at a point: by the definition n = p x f, turned and moved by hand.
TYPED_TEST(Adjoint, MovesAForceAtAPoint) {
  Sampler<TypeParam> sample(5);
  for (int i = 0; i < sample.repeats; ++i) {
    const auto X = sample.pose();
    const auto at_B = sample.vector(), f_B = sample.vector();
    const Vec3<TypeParam> at_A = X.R * at_B + X.p, f_A = X.R * f_B;
    expect_equal(X.to_parent(Force<TypeParam>{cross(at_B, f_B), f_B}), Force<TypeParam>{cross(at_A, f_A), f_A}, some,
                 "p x f");
  }
}

}  // namespace
}  // namespace alembert::adjoint_test
