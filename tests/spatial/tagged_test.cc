/// Vectors with frames: they compute what the plain structs do, at no cost, and do not mix. That mixed frames do not
/// compile is tested in tests/nocompile.
#include "alembert/spatial/tagged.h"

#include <gtest/gtest.h>

#include "alembert/spatial/tagged_spatial.h"
#include "spatial/samples.h"

namespace alembert::tagged_test {
namespace {

using testing::expect_equal;
using testing::Sampler;

struct World {};
struct Body {};
struct Hand {};

template <class S>
class Tagged : public testing::Laws<S> {};
TYPED_TEST_SUITE(Tagged, testing::Scalars);

constexpr double many = 256;  // as in the tests of the adjoint

TYPED_TEST(Tagged, CostsNothing) {
  using S = TypeParam;
  static_assert(spatial_detail::costs_nothing<Vector<S, World>, Vec3<S>> &&
                spatial_detail::costs_nothing<Position<S, World>, Vec3<S>>);
  static_assert(spatial_detail::costs_nothing<Rotation<S, World, Body>, Mat3<S>> &&
                spatial_detail::costs_nothing<Pose<S, World, Body>, Transform<S>>);
  static_assert(spatial_detail::costs_nothing<Twist<S, World>, Motion<S>> &&
                spatial_detail::costs_nothing<Wrench<S, World>, Force<S>>);
  // Nothing turns into a vector of a frame unless one says so.
  static_assert(!std::is_convertible_v<Vector<S, Body>, Vector<S, World>>);
  static_assert(!std::is_constructible_v<Vector<S, World>, Vector<S, Body>>);
  static_assert(!std::is_assignable_v<Vector<S, World>&, Vector<S, Body>>);
  static_assert(!std::is_convertible_v<Vec3<S>, Vector<S, World>>);
  static_assert(!std::is_convertible_v<Vector<S, World>, Vec3<S>>);
  static_assert(!std::is_convertible_v<Position<S, World>, Vector<S, World>>);
  static_assert(!std::is_assignable_v<Rotation<S, World, Body>&, Rotation<S, Body, World>>);
  static_assert(!std::is_assignable_v<Pose<S, World, Body>&, Pose<S, World, Hand>>);
  static_assert(!std::is_assignable_v<Twist<S, World>&, Twist<S, Body>>);
  static_assert(!std::is_assignable_v<Wrench<S, World>&, Wrench<S, Body>>);
}

TYPED_TEST(Tagged, VectorsComputeElementByElement) {
  using S = TypeParam;
  Sampler<S> sample(1);
  const Vec3<S> u = sample.vector(), v = sample.vector();
  const Vector<S, World> a(u), b(v.x, v.y, v.z);
  expect_equal((a + b).plain(), Vec3<S>{u.x + v.x, u.y + v.y, u.z + v.z}, 1, "sum");
  expect_equal((a - b).plain(), Vec3<S>{u.x - v.x, u.y - v.y, u.z - v.z}, 1, "difference");
  expect_equal((-a).plain(), Vec3<S>{-u.x, -u.y, -u.z}, 0, "negative");
  expect_equal((2.0 * a).plain(), Vec3<S>{u.x + u.x, u.y + u.y, u.z + u.z}, 1, "multiple");
  expect_equal(dot(a, b), u.x * v.x + u.y * v.y + u.z * v.z, 8, "dot");
  expect_equal(dot(cross(a, b), a), S(0.0), 16, "cross");
  expect_equal(cross(a, b).z(), u.x * v.y - u.y * v.x, 8, "cross");
  // The square, for formulas with roots have no proof.
  expect_equal(norm(a) * norm(a), dot(a, a), 16, "norm");
  Vector<S, World> c = a;
  c += b;
  c -= a;
  expect_equal(c.plain(), v, 8, "in place");
  const Position<S, World> p(u), q(v);
  expect_equal((p + (q - p)).plain(), q.plain(), 8, "positions");
}

TYPED_TEST(Tagged, RotationsAndPosesChain) {
  using S = TypeParam;
  Sampler<S> sample(2);
  for (int i = 0; i < sample.repeats; ++i) {
    const Rotation<S, World, Body> R_WB(sample.rotation());
    const Rotation<S, Body, Hand> R_BH(sample.rotation());
    const Vector<S, Hand> a(sample.vector());
    const Rotation<S, World, Hand> R_WH = R_WB * R_BH;
    const Vector<S, World> a_W = R_WH * a;
    expect_equal(a_W.plain(), (R_WB * (R_BH * a)).plain(), many, "(R R) a = R (R a)");
    const Vector<S, Hand> back = R_WH.inverse() * a_W;
    expect_equal(back.plain(), a.plain(), many, "inverse");
    expect_equal(dot(a_W, a_W), dot(a, a), many, "length");

    const Pose<S, World, Body> X_WB(R_WB, Position<S, World>(sample.vector()));
    const Pose<S, Body, Hand> X_BH(R_BH, Position<S, Body>(sample.vector()));
    const Position<S, Hand> p(sample.vector()), q(sample.vector());
    const Pose<S, World, Hand> X_WH = X_WB * X_BH;
    // Independent: turn and move, twice.
    const Position<S, Body> p_B(X_BH.origin().plain() + R_BH.plain() * p.plain());
    const Position<S, World> p_W = X_WB.origin() + R_WB * Vector<S, Body>(p_B.plain());
    expect_equal((X_WH * p).plain(), p_W.plain(), many, "X p");
    expect_equal((X_WH * q - X_WH * p).plain(), (X_WH * (q - p)).plain(), many, "vectors are only turned");
    const Position<S, Hand> p_back = X_WH.inverse() * p_W;
    expect_equal(p_back.plain(), p.plain(), many, "inverse");
    expect_equal(X_WH.rotation().plain(), R_WH.plain(), many, "rotation");
  }
  const Pose<S, World, Body> same;
  const Rotation<S, World, Body> parallel;
  expect_equal((same * Position<S, Body>(S(1.0), S(2.0), S(3.0))).plain(), Vec3<S>{S(1.0), S(2.0), S(3.0)}, 0, "1");
  expect_equal((parallel * Vector<S, Body>(S(1.0), S(2.0), S(3.0))).z(), S(3.0), 0, "1");
}

TYPED_TEST(Tagged, TwistsAndWrenches) {
  using S = TypeParam;
  Sampler<S> sample(3);
  for (int i = 0; i < sample.repeats; ++i) {
    const Pose<S, World, Body> X(sample.pose());
    const Twist<S, Body> V(Vector<S, Body>(sample.vector()), Vector<S, Body>(sample.vector()));
    const Position<S, Body> p(sample.vector());
    const Vector<S, Body> f(sample.vector());
    const auto F = Wrench<S, Body>::at(p, f);
    // The power of a force is force times velocity of its point, in every frame.
    expect_equal(power(V, F), dot(f, V.at(p)), many, "f.v");
    const Twist<S, World> V_W = X * V;
    const Wrench<S, World> F_W = X * F;
    expect_equal(power(V_W, F_W), power(V, F), many, "power in W");
    expect_equal(V_W.at(X * p).plain(), (X * V.at(p)).plain(), many, "velocity of a point");
    expect_equal(V_W.angular().plain(), (X * V.angular()).plain(), many, "angular");
    expect_equal(F_W.moment().plain(), cross((X * p).plain(), (X * f).plain()), many, "moment");
    expect_equal(F_W.force().plain(), (X * f).plain(), many, "force");
    const Twist<S, Body> twice = V + V, none = twice - 2.0 * V;
    expect_equal(none.linear().plain(), Vec3<S>{}, 8, "linear");
    const Wrench<S, Body> both = F + F, zero = both - 2.0 * F;
    expect_equal(zero.moment().plain(), Vec3<S>{}, 8, "linear");
  }
}

}  // namespace
}  // namespace alembert::tagged_test
