// Unsymmetric saddle-point systems against their own equations.
#include "alembert/linalg/saddle_lu.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace alembert::saddle_lu_test {
namespace {

using Numbers = std::vector<double>;
using Places = std::vector<SaddleLu::Place>;

/// H, A and a solution from random numbers; the last row of A repeats the first one where wanted.
struct Problem {
  Problem(int size, int count, bool repeat, double unit = 1.0) : n(size), m(count) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int i = 0; i < n; ++i)
      for (const int j : {i, (i + 1) % n, (i + 3) % n}) {
        upper.push_back({i, j});
        h.push_back(i == j ? 3 * unit : unit * number(random));
      }
    for (int i = 0; i < m; ++i)
      for (int k = 0; k < 4; ++k) {
        rows.push_back({i, (2 * i + 5 * k) % n});
        a.push_back(number(random));
      }
    const auto last = static_cast<std::size_t>(4 * (m - 1));
    for (std::size_t k = 0; repeat && k < 4; ++k) {
      rows[last + k].col = rows[k].col;
      a[last + k] = a[k];
    }
    for (int i = 0; i < n; ++i) x.push_back(number(random));
    for (int i = 0; i < m; ++i) lambda.push_back(number(random));
    if (repeat) lambda.back() = lambda.front();  // equal shares are the smallest
    f = multiply(upper, h, x, n);
    c = multiply(rows, a, x, m);
    for (std::size_t k = 0; k < rows.size(); ++k)
      f[static_cast<std::size_t>(rows[k].col)] += a[k] * lambda[static_cast<std::size_t>(rows[k].row)];
  }
  static Numbers multiply(const Places& places, const Numbers& values, const Numbers& x, int size) {
    Numbers result(static_cast<std::size_t>(size));
    for (std::size_t k = 0; k < places.size(); ++k)
      result[static_cast<std::size_t>(places[k].row)] += values[k] * x[static_cast<std::size_t>(places[k].col)];
    return result;
  }

  int n, m;
  Places upper, rows;
  Numbers h, a, x, lambda, f, c;
};

double difference(const Numbers& a, const Numbers& b) {
  double most = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) most = std::fmax(most, std::abs(a[i] - b[i]));
  return most;
}

// One solution leaves epsilon^2 = 1e-16 in x and epsilon = 1e-8 in lambda, relative to the eigenvalues of A H^-1 A^T,
// which are between 1e-2 and 10 here.
TEST(SaddleLu, FindsTheSolution) {
  for (const bool repeat : {false, true})
    for (const double unit : {1.0, 1e6, 1e-6})
      for (const int n : {12, 200}) {
        Problem p(n, n / 4, repeat, unit);
        SaddleLu solver(p.n, p.m, p.upper, p.rows);
        ASSERT_TRUE(solver.factor(p.h, p.a));
        Numbers x(p.x.size()), lambda(p.lambda.size());
        solver.solve(p.f, p.c, x, lambda);
        EXPECT_LT(difference(x, p.x), 1e-10 * std::fmax(1.0, 1.0 / unit)) << n << repeat;
        EXPECT_LT(difference(lambda, p.lambda), 1e-5 * std::fmax(1.0, unit)) << n << repeat;
      }
}

// Rows that want 1 and 1 + d for the same number get the mean of both, and the multipliers no part of the quarrel.
TEST(SaddleLu, ContradictionsStayOutOfTheMultipliers) {
  const Places upper = {{0, 0}}, rows = {{0, 0}, {1, 0}};
  SaddleLu solver(1, 2, upper, rows);
  ASSERT_TRUE(solver.factor(Numbers{2.0}, Numbers{1.0, 1.0}));
  Numbers x(1), lambda(2);
  solver.solve(Numbers{3.0}, Numbers{1.0, 1.1}, x, lambda);
  EXPECT_NEAR(x[0], 1.05, 1e-12);
  EXPECT_NEAR(lambda[0], lambda[1], 1e-6);
  EXPECT_NEAR(lambda[0] + lambda[1], 3.0 - 2.1, 1e-6);
}

// A row that repeats another and is vanishing says it with the rounding errors of its small numbers: x = (2, 3).
TEST(SaddleLu, VanishingRowsDoNotCount) {
  constexpr double tiny = 1e-9, rounding = 1e-16;
  const Places upper = {{0, 0}, {1, 1}}, rows = {{0, 0}, {1, 0}, {1, 1}};
  SaddleLu solver(2, 2, upper, rows);
  ASSERT_TRUE(solver.factor(Numbers{1, 1}, Numbers{1, tiny, rounding}));
  Numbers x(2), lambda(2);
  solver.solve(Numbers{7, 3}, Numbers{2, 2 * tiny + rounding}, x, lambda);
  EXPECT_NEAR(x[0], 2.0, 1e-12);
  EXPECT_NEAR(x[1], 3.0, 1e-12);
  EXPECT_NEAR(lambda[0] + tiny * lambda[1], 5.0, 1e-7);  // its relative error is saddle_lu.h's epsilon
}

// Without rows, with a coordinate that only rows hold, and what has no solution.
TEST(SaddleLu, Corners) {
  SaddleLu plain(2, 0, Places{{0, 1}, {1, 0}}, Places{});
  ASSERT_TRUE(plain.factor(Numbers{2.0, 4.0}, Numbers{}));
  Numbers x(2), none;
  plain.solve(Numbers{2.0, 8.0}, Numbers{}, x, none);
  EXPECT_NEAR(x[0], 2.0, 1e-14);
  EXPECT_NEAR(x[1], 1.0, 1e-14);
  EXPECT_FALSE(plain.factor(Numbers{2.0, 0.0}, Numbers{}));
  EXPECT_FALSE(plain.factor(Numbers{2.0, std::numeric_limits<double>::quiet_NaN()}, Numbers{}));

  SaddleLu held(2, 1, Places{{0, 0}}, Places{{0, 1}});
  ASSERT_TRUE(held.factor(Numbers{1.0}, Numbers{0.5}));
  Numbers lambda(1);
  held.solve(Numbers{3.0, 1.0}, Numbers{2.0}, x, lambda);
  EXPECT_NEAR(x[0], 3.0, 1e-12);
  EXPECT_NEAR(x[1], 4.0, 1e-7);
  EXPECT_NEAR(lambda[0], 2.0, 1e-7);
}

}  // namespace
}  // namespace alembert::saddle_lu_test
