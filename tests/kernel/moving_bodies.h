/// Bodies that move as given functions of time, for the tests of kernel/rows/: poses, velocities and accelerations come
/// from differentiating the functions, not from any formula of rigid-body kinematics beyond w = R' R^T.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include "alembert/core/random.h"
#include "alembert/kernel/rows/row_set.h"
#include "alembert/scalar/dual.h"
#include "scalar/ulp.h"

namespace alembert::testing {

/// A number with its time derivative in direction 0, and one that knows its second derivative as well.
using Timed = Dual<8>;
using Twice = Dual<1, Timed>;

inline Twice time_at(double t) {
  Twice time(Timed::variable(t, 0));
  time.d.set(0, Timed(1.0));
  return time;
}
inline double rate(const Timed& x) { return x.d[0]; }
inline Vec3<double> value(const Vec3<Timed>& a) { return {a.x.x, a.y.x, a.z.x}; }
inline Vec3<double> rate(const Vec3<Timed>& a) { return {rate(a.x), rate(a.y), rate(a.z)}; }

/// A function of time without zeros, poles or symmetry.
inline Twice wave(Random& random, double size, const Twice& t) {
  const double a = random.uniform(-size, size), b = random.uniform(-size, size), c = random.uniform(-size, size);
  return a + b * sin(random.uniform(0.5, 1.5) * t + random.uniform(0.0, 6.0)) + c * t * t;
}
inline Vec3<Twice> wave_vector(Random& random, double size, const Twice& t, bool planar) {
  const Twice x = wave(random, size, t), y = wave(random, size, t);
  return {x, y, planar ? Twice(0.0) : wave(random, size, t)};
}
inline Transform<Twice> wave_pose(Random& random, const Twice& t, bool planar) {
  const Vec3<Twice> p = wave_vector(random, 0.7, t, planar);
  const Twice turn = wave(random, 1.0, t);
  if (planar) return {rotation_z(turn), p};
  const Twice roll = wave(random, 1.0, t), pitch = wave(random, 1.0, t);
  return {rotation_rpy(roll, pitch, turn), p};
}

inline Vec3<Timed> lower(const Vec3<Twice>& a) { return {a.x.x, a.y.x, a.z.x}; }
inline Vec3<Timed> derivative(const Vec3<Twice>& a) { return {a.x.d[0], a.y.d[0], a.z.d[0]}; }
inline Mat3<Timed> lower(const Mat3<Twice>& a) { return {lower(a.r0), lower(a.r1), lower(a.r2)}; }
inline Mat3<Timed> derivative(const Mat3<Twice>& a) { return {derivative(a.r0), derivative(a.r1), derivative(a.r2)}; }

inline BodyMotion<Timed> motion_of(const Transform<Twice>& X) {
  const Mat3<Timed> R = lower(X.R);
  return {{R, lower(X.p)}, unskew(derivative(X.R) * R.transposed()), derivative(X.p)};
}

template <Scalar S>
Transform<S> constant_pose(const Transform<double>& X) {
  const auto cast = [](const Vec3<double>& a) { return Vec3<S>{S(a.x), S(a.y), S(a.z)}; };
  return {{cast(X.R.r0), cast(X.R.r1), cast(X.R.r2)}, cast(X.p)};
}
inline Transform<double> random_pose(Random& random, bool planar) {
  const auto any = [&](double size) { return random.uniform(-size, size); };
  const Vec3<double> p{any(0.5), any(0.5), planar ? 0.0 : any(0.5)};
  if (planar) return {rotation_z(any(3.0)), p};
  return {rotation_rpy(any(3.0), any(3.0), any(3.0)), p};
}

/// Both sides of what a row claims at one instant. Scales are sums of the sizes of the terms: rounding grows with them.
struct RowClaims {
  double speed = 0.0;               ///< sum of entries . velocity - b
  double acceleration = 0.0;        ///< sum of entries . acceleration - c
  double position_fault = 0.0;      ///< |d phi/dt - speed| / scale
  double acceleration_fault = 0.0;  ///< |d speed/dt - acceleration| / scale
};

/// @param bodies  [body], the first is the ground
inline RowClaims claims(const RowSet<Timed>& rows, int row, std::span<const BodyMotion<Timed>> bodies) {
  const auto i = static_cast<std::size_t>(row);
  Timed speed = -rows.b[i];
  double acceleration = -rows.c[i].x;
  double scale = 1.0 + std::abs(rows.b[i].x) + std::abs(rows.c[i].x) + std::abs(rate(rows.b[i]));
  for (const RowEntry<Timed>& entry : rows.of(row)) {
    EXPECT_NE(entry.body, 0);
    const BodyMotion<Timed>& body = bodies[static_cast<std::size_t>(entry.body)];
    const Timed n = dot(entry.n, body.w), f = dot(entry.f, body.v);
    speed += n + f;
    const double alpha = dot(value(entry.n), rate(body.w)), a = dot(value(entry.f), rate(body.v));
    acceleration += alpha + a;
    scale += std::abs(n.x) + std::abs(f.x) + std::abs(alpha) + std::abs(a) + std::abs(rate(n)) + std::abs(rate(f));
  }
  return {speed.x, acceleration, std::abs(rate(rows.phi[i]) - speed.x) / scale,
          std::abs(rate(speed) - acceleration) / scale};
}

/// Rounding of a few dozen products of sizes up to 10, relative to `scale` above.
inline double claim_tolerance() { return tol(2e-13); }

/// Every row's coefficients are the derivative of its value (holonomic rows) and its c that of its coefficients.
inline void expect_derivatives(const RowSet<Timed>& rows, std::span<const BodyMotion<Timed>> bodies,
                               const std::vector<bool>& holonomic, const std::string& what) {
  ASSERT_EQ(static_cast<std::size_t>(rows.size()), holonomic.size()) << what;
  for (int i = 0; i < rows.size(); ++i) {
    const RowClaims c = claims(rows, i, bodies);
    if (holonomic[static_cast<std::size_t>(i)]) {
      EXPECT_LE(c.position_fault, claim_tolerance()) << what << " row " << i;
    }
    EXPECT_LE(c.acceleration_fault, claim_tolerance()) << what << " row " << i;
  }
}

/// Coefficients of the rows on one body, [rows x 6] (planar: x, y, angle) row-major.
inline std::vector<double> dense(const RowSet<Timed>& rows, int body, bool planar) {
  std::vector<double> a;
  for (int i = 0; i < rows.size(); ++i) {
    Vec3<double> n, f;
    for (const RowEntry<Timed>& entry : rows.of(i))
      if (entry.body == body) {
        n += value(entry.n);
        f += value(entry.f);
      }
    if (planar) {
      // Nothing may point out of the plane.
      EXPECT_EQ(n.x, 0.0);
      EXPECT_EQ(n.y, 0.0);
      EXPECT_EQ(f.z, 0.0);
      a.insert(a.end(), {f.x, f.y, n.z});
    } else {
      a.insert(a.end(), {n.x, n.y, n.z, f.x, f.y, f.z});
    }
  }
  return a;
}

}  // namespace alembert::testing
