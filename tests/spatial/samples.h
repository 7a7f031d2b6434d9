/// Random spatial quantities over any scalar, and comparison of them, for the tests of spatial/.
///
/// A law is written once and tested on numbers and proved on formulas: for Expr a random number is a fresh symbol, and
/// "equal" means that the difference has the normal form 0.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>
#include <string>

#include "alembert/core/random.h"
#include "alembert/scalar/dual.h"
#include "alembert/spatial/adjoint.h"
#include "alembert/spatial/inertia.h"
#include "alembert/spatial/quaternion.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/zero_test.h"
#include "scalar/ulp.h"

namespace alembert::testing {

inline constexpr double pi = std::numbers::pi;

using Numbers = ::testing::Types<double, Pack<4>, Pack<8>, Dual<8>>;
using Scalars = ::testing::Types<double, Pack<4>, Pack<8>, Dual<8>, Expr>;

/// Fixture: formulas live as long as the test.
template <class S>
class Laws : public ::testing::Test {
  Graph graph_;
  GraphScope scope_{graph_};
};

// The largest number in a scalar: over lanes, and over value and derivatives. A NaN counts as infinite.
inline double largest(double x) { return std::isnan(x) ? inf : std::abs(x); }
template <int N>
double largest(Pack<N> x) {
  double most = 0;
  for (int i = 0; i < N; ++i) most = std::max(most, largest(x[i]));
  return most;
}
template <int N, class S>
double largest(const Dual<N, S>& x) {
  double most = largest(x.x);
  for (int i = 0; i < N; ++i) most = std::max(most, largest(x.d[i]));
  return most;
}

/// |a - b| is at most `size` roundings: the number of operations that round, times the size of what they round.
template <class S>
void expect_equal(const S& a, const S& b, double size, const char* what) {
  EXPECT_LE(largest(S(a - b)), tol(size * eps)) << what;
}
inline void expect_equal(Expr a, Expr b, double /*size*/, const char* what) { EXPECT_TRUE(proved_zero(a - b)) << what; }

template <class S>
void expect_equal(const Vec3<S>& a, const Vec3<S>& b, double size, const char* what) {
  expect_equal(a.x, b.x, size, what);
  expect_equal(a.y, b.y, size, what);
  expect_equal(a.z, b.z, size, what);
}
template <class S>
void expect_equal(const Mat3<S>& a, const Mat3<S>& b, double size, const char* what) {
  expect_equal(a.r0, b.r0, size, what);
  expect_equal(a.r1, b.r1, size, what);
  expect_equal(a.r2, b.r2, size, what);
}
template <class S>
void expect_equal(const Sym3<S>& a, const Sym3<S>& b, double size, const char* what) {
  expect_equal(full(a), full(b), size, what);
}
template <class S>
void expect_equal(const Quaternion<S>& a, const Quaternion<S>& b, double size, const char* what) {
  expect_equal(a.w, b.w, size, what);
  expect_equal(Vec3<S>{a.x, a.y, a.z}, Vec3<S>{b.x, b.y, b.z}, size, what);
}
template <class S>
void expect_equal(const Motion<S>& a, const Motion<S>& b, double size, const char* what) {
  expect_equal(a.w, b.w, size, what);
  expect_equal(a.v, b.v, size, what);
}
template <class S>
void expect_equal(const Force<S>& a, const Force<S>& b, double size, const char* what) {
  expect_equal(a.n, b.n, size, what);
  expect_equal(a.f, b.f, size, what);
}
template <class S>
void expect_equal(const Transform<S>& a, const Transform<S>& b, double size, const char* what) {
  expect_equal(a.R, b.R, size, what);
  expect_equal(a.p, b.p, size, what);
}
template <class S>
void expect_equal(const Mat6<S>& a, const Mat6<S>& b, double size, const char* what) {
  expect_equal(a.ww, b.ww, size, what);
  expect_equal(a.wv, b.wv, size, what);
  expect_equal(a.vw, b.vw, size, what);
  expect_equal(a.vv, b.vv, size, what);
}

/// Draws quantities with elements in [-1, 1], derivatives too.
template <class S>
class Sampler {
 public:
  explicit Sampler(std::uint64_t seed) : random_(seed) {}

  /// How often a law is to be tried: once where it is proved.
  static constexpr int repeats = std::same_as<S, Expr> ? 1 : 50;

  S scalar(double low = -1.0, double high = 1.0) {
    S x(0.0);
    draw(x, low, high);
    return x;
  }
  Vec3<S> vector(double size = 1.0) { return {scalar(-size, size), scalar(-size, size), scalar(-size, size)}; }
  Mat3<S> matrix() { return {vector(), vector(), vector()}; }
  /// By its angles on the sphere, so that a formula's squares sum to 1 by sin^2 + cos^2.
  Vec3<S> unit_vector() {
    const S a = scalar(0.0, pi), b = scalar(-pi, pi);
    return {sin(a) * cos(b), sin(a) * sin(b), cos(a)};
  }
  Quaternion<S> unit_quaternion() {
    const S a = scalar(0.0, pi);
    const Vec3<S> u = unit_vector();
    return {cos(a), sin(a) * u.x, sin(a) * u.y, sin(a) * u.z};
  }
  Mat3<S> rotation() { return rotation_z(scalar(-pi, pi)) * rotation_y(scalar(-pi, pi)) * rotation_x(scalar(-pi, pi)); }
  Motion<S> motion() { return {vector(), vector()}; }
  Force<S> force() { return {vector(), vector()}; }
  Transform<S> pose() { return {rotation(), vector()}; }

 private:
  void draw(double& x, double low, double high) { x = random_.uniform(low, high); }
  template <int N>
  void draw(Pack<N>& x, double low, double high) {
    for (int i = 0; i < N; ++i) x.set(i, random_.uniform(low, high));
  }
  template <int N, class T>
  void draw(Dual<N, T>& x, double low, double high) {
    draw(x.x, low, high);
    for (int i = 0; i < N; ++i) {
      T d;
      draw(d, -1.0, 1.0);
      x.d.set(i, d);
    }
  }
  void draw(Expr& x, double /*low*/, double /*high*/) {
    x = Expr::symbol(std::string("s").append(std::to_string(++symbols_)), SymbolKind::coordinate);
  }

  Random random_;
  int symbols_ = 0;
};

}  // namespace alembert::testing
