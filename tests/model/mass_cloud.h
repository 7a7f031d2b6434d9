/// Solids as weighted points: an independent way to their mass properties. Gauss quadrature along lines and circles is
/// exact for the polynomials in these integrals, so sums over the points equal the volume integrals up to rounding.
#pragma once
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "alembert/core/random.h"
#include "alembert/model/mass_properties.h"

namespace alembert {

struct WeightedPoint {
  double w = 0.0;
  Vec3<double> p;
};
using Cloud = std::vector<WeightedPoint>;

/// Nodes and weights on [a, b], exact up to degree 2n - 1.
inline std::vector<std::pair<double, double>> gauss(int n, double a, double b) {
  std::vector<std::pair<double, double>> result;
  for (int i = 1; i <= n; ++i) {
    double x = std::cos(std::numbers::pi * (i - 0.25) / (n + 0.5)), slope = 0.0;
    for (int step = 0; step < 50; ++step) {
      double now = 1.0, before = 0.0;
      for (int k = 1; k <= n; ++k) {
        const double next = ((2 * k - 1) * x * now - (k - 1) * before) / k;
        before = now;
        now = next;
      }
      slope = n * (x * now - before) / (x * x - 1.0);
      x -= now / slope;
    }
    result.emplace_back((a + b) / 2 + (b - a) / 2 * x, (b - a) / ((1.0 - x * x) * slope * slope));
  }
  return result;
}

inline Cloud box_cloud(double a, double b, double c) {
  Cloud cloud;
  for (const auto& [x, wx] : gauss(3, -a / 2, a / 2))
    for (const auto& [y, wy] : gauss(3, -b / 2, b / 2))
      for (const auto& [z, wz] : gauss(3, -c / 2, c / 2)) cloud.push_back({wx * wy * wz, {x, y, z}});
  return cloud;
}

/// Between z = low and high, from radius inner to outer(z), whose even powers are polynomials in z.
inline Cloud turned_cloud(double low, double high, double inner, const std::function<double(double)>& outer) {
  Cloud cloud;
  constexpr int around = 8;
  for (const auto& [z, wz] : gauss(6, low, high))
    for (const auto& [r, wr] : gauss(4, inner, outer(z)))
      for (int i = 0; i < around; ++i) {
        const double angle = 2.0 * std::numbers::pi * (i + 0.3) / around;
        cloud.push_back({wz * wr * r * 2.0 * std::numbers::pi / around, {r * std::cos(angle), r * std::sin(angle), z}});
      }
  return cloud;
}

inline Cloud cylinder_cloud(double radius, double length, double inner = 0.0) {
  return turned_cloud(-length / 2, length / 2, inner, [=](double) { return radius; });
}

inline Cloud operator+(Cloud a, const Cloud& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
inline Cloud operator*(double k, Cloud cloud) {
  for (WeightedPoint& point : cloud) point.w *= k;
  return cloud;
}
inline Cloud moved(const Transform<double>& X, Cloud cloud) {
  for (WeightedPoint& point : cloud) point.p = X.point(point.p);
  return cloud;
}

/// The inertia about p straight from its definition, the integral of |r|^2 1 - r r^T.
inline Sym3<double> inertia_about(const Cloud& cloud, const Vec3<double>& p) {
  Sym3<double> I;
  for (const WeightedPoint& point : cloud) {
    const Vec3<double> r = point.p - p;
    const double rr = dot(r, r);
    I += point.w * Sym3<double>{rr - r.x * r.x, rr - r.y * r.y, rr - r.z * r.z, -r.x * r.y, -r.x * r.z, -r.y * r.z};
  }
  return I;
}

inline MassProperties<double> properties_of(const Cloud& cloud) {
  MassProperties<double> result;
  Vec3<double> moment;
  for (const WeightedPoint& point : cloud) {
    result.mass += point.w;
    moment += point.w * point.p;
  }
  result.center = (1.0 / result.mass) * moment;
  result.inertia = inertia_about(cloud, result.center);
  return result;
}

inline double largest(const Sym3<double>& a) {
  double most = 0.0;
  for (const double x : {a.xx, a.yy, a.zz, a.xy, a.xz, a.yz}) most = std::max(most, std::abs(x));
  return most;
}

inline void expect_near(const Sym3<double>& a, const Sym3<double>& b, double tolerance) {
  EXPECT_LE(largest(a - b), tolerance) << a.xx << ' ' << a.yy << ' ' << a.zz << ' ' << a.xy << ' ' << a.xz << ' '
                                       << a.yz << "\n"
                                       << b.xx << ' ' << b.yy << ' ' << b.zz << ' ' << b.xy << ' ' << b.xz << ' '
                                       << b.yz;
}

/// Equal up to `relative`: of the mass, of the distances in the body, and of the inertia, each in its own scale.
inline void expect_near(const MassProperties<double>& a, const MassProperties<double>& b, double relative) {
  EXPECT_NEAR(a.mass, b.mass, relative * std::abs(b.mass));
  const double size = std::sqrt(largest(b.inertia) / std::abs(b.mass)) + norm(b.center);
  EXPECT_LE(norm(a.center - b.center), relative * size) << a.center.x << ' ' << a.center.y << ' ' << a.center.z << "\n"
                                                        << b.center.x << ' ' << b.center.y << ' ' << b.center.z;
  expect_near(a.inertia, b.inertia, relative * largest(b.inertia));
}

inline Transform<double> random_pose(Random& random) {
  const auto number = [&] { return random.uniform(-2.0, 2.0); };
  return {rotation_rpy(number(), number(), number()), {number(), number(), number()}};
}

}  // namespace alembert
