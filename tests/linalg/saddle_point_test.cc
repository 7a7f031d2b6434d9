/// Equations with multipliers: residuals and closed forms, on both routes.
#include "alembert/linalg/saddle_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "alembert/core/random.h"

namespace alembert::saddle_point_test {
namespace {

using List = std::vector<double>;

struct Solution {
  List x, lambda;
};

Solution solve(int n, int m, const List& M, const List& A, const List& f, const List& c) {
  SaddlePoint saddle;
  EXPECT_EQ(saddle.factor(n, m, M, A), -1);
  Solution s{List(f.size()), List(c.size())};
  saddle.solve(f, c, s.x, s.lambda);
  return s;
}

/// Largest residual of both lines, each against the sizes of its terms.
double residual(std::size_t n, std::size_t m, const List& M, const List& A, const List& f, const List& c,
                const Solution& s) {
  double worst = 0.0;
  const auto judge = [&](double value, double size) { worst = std::max(worst, std::abs(value) / size); };
  for (std::size_t i = 0; i < n; ++i) {
    double value = -f[i], size = std::abs(f[i]);
    const auto add = [&](double term) {
      value += term;
      size += std::abs(term);
    };
    for (std::size_t j = 0; j < n; ++j) add(M[i * n + j] * s.x[j]);
    for (std::size_t r = 0; r < m; ++r) add(A[r * n + i] * s.lambda[r]);
    judge(value, size);
  }
  for (std::size_t r = 0; r < m; ++r) {
    double value = -c[r], size = std::abs(c[r]);
    for (std::size_t j = 0; j < n; ++j) {
      value += A[r * n + j] * s.x[j];
      size += std::abs(A[r * n + j] * s.x[j]);
    }
    judge(value, size);
  }
  return worst;
}

List random_list(Random& random, std::size_t size) {
  List list(size);
  for (double& x : list) x = random.uniform(-1.0, 1.0);
  return list;
}

/// B B^T + 1, positive definite.
List random_mass(Random& random, std::size_t n) {
  const List B = random_list(random, n * n);
  List M(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      M[i * n + j] = i == j ? 1.0 : 0.0;
      for (std::size_t k = 0; k < n; ++k) M[i * n + j] += B[i * n + k] * B[j * n + k];
    }
  return M;
}

TEST(SaddlePoint, RandomSystemsOfAllScales) {
  Random random(7);
  for (const double unit : {1.0, 1e-9, 1e9})     // of the first coordinate's mass
    for (const double row : {1.0, 1e-12, 1e12})  // of the first row
      for (int k = 0; k < 20; ++k) {
        const std::size_t n = 6, m = 3;
        List M = random_mass(random, n), A = random_list(random, m * n);
        for (std::size_t j = 0; j < n; ++j) M[j] *= std::sqrt(unit);
        for (std::size_t j = 0; j < n; ++j) M[j * n] *= std::sqrt(unit);
        for (std::size_t j = 0; j < n; ++j) A[j] *= row;
        const List f = random_list(random, n), c = random_list(random, m);
        // Some hundred roundings, and the factor 1e5 that elimination may lose.
        EXPECT_LT(residual(n, m, M, A, f, c, solve(6, 3, M, A, f, c)), 1e-9) << unit << " " << row;
      }
}

TEST(SaddlePoint, DependentRowsShareTheMultiplier) {
  // x'' = 5 by the rows; lambda must carry f - M x = 1 - 5 = -4, the shortest (a, b) with a + 3 b = -4 is (-0.4, -1.2).
  const Solution s = solve(2, 2, {1, 0, 0, 1}, {1, 0, 3, 0}, {1, 2}, {5, 15});
  EXPECT_NEAR(s.x[0], 5.0, 1e-14);
  EXPECT_NEAR(s.x[1], 2.0, 1e-14);
  EXPECT_NEAR(s.lambda[0], -0.4, 1e-14);
  EXPECT_NEAR(s.lambda[1], -1.2, 1e-14);
}

TEST(SaddlePoint, MassMayBeSingularWhereRowsHold) {
  // x2 = 2 x1 has no inertia: m x1'' - 2 lambda = 0, f2 = lambda.
  const Solution s = solve(2, 1, {4, 0, 0, 0}, {-2, 1}, {0, 6}, {0});
  EXPECT_NEAR(s.lambda[0], 6.0, 1e-14);
  EXPECT_NEAR(s.x[0], 3.0, 1e-14);
  EXPECT_NEAR(s.x[1], 6.0, 1e-14);
}

TEST(SaddlePoint, RowsMayHoldEverything) {
  const Solution s = solve(1, 1, {0}, {2}, {3}, {8});
  EXPECT_NEAR(s.x[0], 4.0, 1e-15);
  EXPECT_NEAR(s.lambda[0], 1.5, 1e-15);
}

TEST(SaddlePoint, NamesWhatIsNotDetermined) {
  SaddlePoint saddle;
  const List M{1, 0, 0, 0, 0, 0, 0, 0, 2}, A{1, 0, -1};
  EXPECT_EQ(saddle.factor(3, 1, M, A), 1);
}

TEST(SaddlePoint, WithoutRowsItSolvesWithM) {
  // Indefinite but regular: x = (1/3, -2/3) from x + 2 y = -1, 2 x + y = 0.
  const Solution s = solve(2, 0, {1, 2, 2, 1}, {}, {-1, 0}, {});
  EXPECT_NEAR(s.x[0], 1.0 / 3.0, 1e-14);
  EXPECT_NEAR(s.x[1], -2.0 / 3.0, 1e-14);
}

}  // namespace
}  // namespace alembert::saddle_point_test
