#include "alembert/linalg/dense_solve.h"

#include <gtest/gtest.h>

#include <cmath>

namespace alembert::dense_solve_test {
namespace {

using Numbers = std::vector<double>;

// [M A^T; A 0] of two masses that a rod ties together: x1'' = x2'' = F / (m1 + m2), whatever the masses are counted in.
TEST(DenseSolve, FactorsTakeTheUnitsOut) {
  for (const double unit : {1e-21, 1.0, 1e21}) {
    const double m1 = 2.0 * unit, m2 = 3.0 * unit, F = 10.0 * unit;
    const Numbers a = {m1, 0.0, 1.0, 0.0, m2, -1.0, 1.0, -1.0, 0.0};
    const Numbers factors = {1.0 / std::sqrt(m1), 1.0 / std::sqrt(m2), 0.0};
    const DenseSolution s = solve_dense(3, 3, a, Numbers{F, 0.0, 0.0}, {factors, factors});
    EXPECT_TRUE(s.determined);
    EXPECT_NEAR(s.x[0], 2.0, 1e-14);
    EXPECT_NEAR(s.x[1], 2.0, 1e-14);
    EXPECT_NEAR(s.x[2], 6.0 * unit, 1e-13 * unit);
    EXPECT_LE(s.residual, 1e-15 * s.size);
  }
}

// 1 x + 100 y = 101: the shortest is the multiple of (1, 100), although columns are scaled to the same size meanwhile.
TEST(DenseSolve, ShortestInTheUnitsGiven) {
  const DenseSolution s = solve_dense(1, 2, Numbers{1.0, 100.0}, Numbers{101.0});
  EXPECT_FALSE(s.determined);
  EXPECT_NEAR(s.x[0], 101.0 / 10001.0, 1e-14);
  EXPECT_NEAR(s.x[1], 10100.0 / 10001.0, 1e-13);
}

// The second row is twice the first up to rounding: what is left of it must not count as a row of its own.
TEST(DenseSolve, WhatIsDeterminedStaysBesideForcesOfTinyBodies) {
  // m a = f and two forces that share m a, of a body of 1e-15 kg that accelerates with 3e7 m/s^2: rounding of the
  // acceleration is larger than the forces.
  const double m = 1e-15, a = 3e7;
  const std::vector<double> A{m, -1.0, -1.0, 1.0, 0.0, 0.0}, b{0.0, a};
  const DenseSolution solution = solve_dense(2, 3, A, b, {{1.0 / std::sqrt(m), 0.0}, {1.0 / std::sqrt(m), 0.0, 0.0}});
  EXPECT_FALSE(solution.determined);
  EXPECT_NEAR(solution.x[0] / a, 1.0, 1e-14);
  EXPECT_NEAR(solution.x[1] / (m * a), 0.5, 1e-12);
  EXPECT_NEAR(solution.x[2] / (m * a), 0.5, 1e-12);
}

TEST(DenseSolve, NoiseIsNoRow) {
  const DenseSolution s = solve_dense(2, 2, Numbers{1.0, 1.0, 1e-16, -1e-16}, Numbers{2.0, 0.0});
  EXPECT_FALSE(s.determined);
  EXPECT_NEAR(s.x[0], 1.0, 1e-14);
  EXPECT_NEAR(s.x[1], 1.0, 1e-14);
}

// Four masses in a row that bars hold together, light and heavy in turn, one bar counted twice with a right side that
// is off by rounding. All accelerate alike, F over the sum of masses, and each bar pulls what is behind it.
TEST(DenseSolve, DigitsStayWhereMassesAreUnlike) {
  const Numbers mass = {1e-3, 1e6, 1e-3, 1e6};
  constexpr int n = 4, m = 4, all = n + m;
  const int bars[m] = {0, 1, 2, 2};
  Numbers a(all * all, 0.0), b(all, 0.0), factors(all, 0.0);
  for (int i = 0; i < n; ++i) {
    a[static_cast<std::size_t>(i * all + i)] = mass[static_cast<std::size_t>(i)];
    factors[static_cast<std::size_t>(i)] = 1.0 / std::sqrt(mass[static_cast<std::size_t>(i)]);
  }
  for (int k = 0; k < m; ++k)
    for (const int end : {0, 1}) {
      const int i = bars[k] + end, row = n + k;
      a[static_cast<std::size_t>(i * all + row)] = a[static_cast<std::size_t>(row * all + i)] = end == 0 ? 1.0 : -1.0;
    }
  b[0] = 2e7;
  b[all - 1] = 1e-15;
  const DenseSolution s = solve_dense(all, all, a, b, {factors, factors});
  EXPECT_FALSE(s.determined);
  const double expected = b[0] / (2e6 + 2e-3);
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(s.x[i], expected, 1e-14 * expected);
  EXPECT_NEAR(s.x[4], b[0] - mass[0] * expected, 1e-7);
  EXPECT_NEAR(s.x[5], (mass[2] + mass[3]) * expected, 1e-7);
  EXPECT_NEAR(s.x[6] + s.x[7], mass[3] * expected, 1e-7);
  EXPECT_NEAR(s.x[5] - s.x[6] - s.x[7], mass[2] * expected, 2e-9);  // the balance of a light one
}

TEST(DenseSolve, LeastSquaresOfRows) {
  const DenseSolution s = solve_dense(2, 1, Numbers{2.0, 1.0}, Numbers{2.0, 3.0});  // rows as x = 1 and x = 3
  EXPECT_TRUE(s.determined);
  EXPECT_NEAR(s.x[0], 2.0, 1e-14);
  EXPECT_NEAR(s.residual, 1.0, 1e-14);
}

TEST(DenseSolve, Nothing) {
  EXPECT_TRUE(solve_dense(2, 0, {}, Numbers{1.0, 2.0}).determined);
  const DenseSolution s = solve_dense(0, 2, {}, {});
  EXPECT_FALSE(s.determined);
  EXPECT_EQ(s.x, (Numbers{0.0, 0.0}));
}

}  // namespace
}  // namespace alembert::dense_solve_test
