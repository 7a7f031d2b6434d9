// Sparse saddle-point systems against a dense decomposition, with dependent and contradicting rows, and at size.
#include "alembert/linalg/sparse_kkt.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "alembert/core/index.h"
#include "alembert/core/random.h"
#include "alembert/linalg/rank.h"

namespace alembert::sparse_kkt_test {
namespace {

using Numbers = std::vector<double>;
using Place = SparseKkt::Place;

/// A system that is built place by place and solved both ways.
struct Problem {
  int n = 0, m = 0;
  std::vector<Place> mass_places, row_places;
  Numbers mass, rows, f, c;
  Numbers x, lambda;

  Problem(int unknowns, int constraints)
      : n(unknowns),
        m(constraints),
        f(index(unknowns)),
        c(index(constraints)),
        x(index(unknowns)),
        lambda(index(constraints)) {}

  void add_mass(int i, int j, double value) {
    mass_places.push_back({i, j});
    mass.push_back(value);
  }
  void add_row(int i, int j, double value) {
    row_places.push_back({i, j});
    rows.push_back(value);
  }

  SparseKkt::Report solve() {
    SparseKkt kkt(n, m, mass_places, row_places);
    EXPECT_TRUE(kkt.factor(mass, rows));
    return kkt.solve(f, c, x, lambda);
  }

  /// x and lambda of least norm from the dense matrix.
  Numbers dense() const {
    const std::size_t size = index(n + m);
    Numbers k(size * size, 0.0), right(f);
    right.insert(right.end(), c.begin(), c.end());
    for (std::size_t e = 0; e < mass.size(); ++e) {
      const std::size_t i = index(mass_places[e].row), j = index(mass_places[e].col);
      k[i * size + j] += mass[e];
      if (i != j) k[j * size + i] += mass[e];
    }
    for (std::size_t e = 0; e < rows.size(); ++e) {
      const std::size_t i = index(n + row_places[e].row), j = index(row_places[e].col);
      k[i * size + j] += rows[e];
      k[j * size + i] += rows[e];
    }
    return least_squares(n + m, n + m, k, right);
  }

  /// Both parts against the dense solution, each relative to its largest element.
  void expect_dense(double tolerance_x, double tolerance_lambda) const {
    const Numbers z = dense();
    double size_x = 0.0, size_lambda = 0.0;
    for (int i = 0; i < n + m; ++i) {
      double& size = i < n ? size_x : size_lambda;
      size = std::max(size, std::abs(z[index(i)]));
    }
    for (int i = 0; i < n; ++i) EXPECT_NEAR(x[index(i)], z[index(i)], tolerance_x * size_x) << i;
    for (int j = 0; j < m; ++j) EXPECT_NEAR(lambda[index(j)], z[index(n + j)], tolerance_lambda * size_lambda) << j;
  }
};

/// Blocks of three with masses between 0.01 and 100, each row on two blocks.
Problem random_problem(int blocks, int constraints, std::uint64_t seed) {
  Random random(seed);
  Problem p(3 * blocks, constraints);
  for (int b = 0; b < blocks; ++b) {
    const double mass = std::pow(10.0, random.uniform(-2, 2));
    const double u[3] = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j <= i; ++j) p.add_mass(3 * b + i, 3 * b + j, mass * (u[i] * u[j] + (i == j ? 0.5 : 0.0)));
  }
  for (int r = 0; r < constraints; ++r)
    for (const int b : {r % blocks, (r * 7 + 3) % blocks})
      for (int i = 0; i < 3; ++i) p.add_row(r, 3 * b + i, random.uniform(-1, 1));
  for (double& value : p.f) value = random.uniform(-10, 10);
  for (double& value : p.c) value = random.uniform(-10, 10);
  return p;
}

TEST(SparseKkt, equals_a_dense_decomposition) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const int blocks = 4 + static_cast<int>(seed);
    Problem p = random_problem(blocks, 2 * blocks - 3, seed);
    const auto report = p.solve();
    EXPECT_TRUE(report.solved);
    EXPECT_LT(report.violation, 1e-14);
    // The condition of these matrices is up to 1e7.
    p.expect_dense(1e-9, 1e-9);
  }
}

TEST(SparseKkt, has_no_rows) {
  Problem p = random_problem(3, 0, 5);
  EXPECT_TRUE(p.solve().solved);
  p.expect_dense(1e-12, 0.0);
}

TEST(SparseKkt, gives_multipliers_of_least_norm_for_dependent_rows) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Problem p = random_problem(6, 8, seed);
    // Three more rows: the sum of the first two, the third twice as large, the fourth once more.
    const std::vector<std::vector<std::pair<int, double>>> made_of = {{{0, 1.0}, {1, 1.0}}, {{2, 2.0}}, {{3, 1.0}}};
    const std::size_t own = p.rows.size();
    for (const auto& terms : made_of) {
      p.c.push_back(0.0);
      for (const auto& [row, factor] : terms) {
        p.c.back() += factor * p.c[index(row)];
        for (std::size_t e = 0; e < own; ++e)
          if (p.row_places[e].row == row) p.add_row(p.m, p.row_places[e].col, factor * p.rows[e]);
      }
      ++p.m;
    }
    p.lambda.resize(index(p.m));
    const auto report = p.solve();
    EXPECT_TRUE(report.solved);
    EXPECT_LT(report.violation, 1e-13);
    // Rounding errors of c, 1e-16, over the regularization, 1e-8, are what of lambda is not determined otherwise.
    p.expect_dense(1e-9, 1e-6);
  }
}

TEST(SparseKkt, moves_what_has_no_mass_by_constraints) {
  // Two masses joined through a massless one: x0 = x1, x1 = x2. A force on the middle one.
  Problem p(3, 2);
  p.add_mass(0, 0, 2.0);
  p.add_mass(1, 1, 0.0);
  p.add_mass(2, 2, 3.0);
  for (int r = 0; r < 2; ++r) {
    p.add_row(r, r, 1.0);
    p.add_row(r, r + 1, -1.0);
  }
  p.f = {0.0, 10.0, 0.0};
  const auto report = p.solve();
  EXPECT_TRUE(report.solved);
  for (const double x : p.x) EXPECT_NEAR(x, 2.0, 1e-14);
  EXPECT_NEAR(p.lambda[0], -4.0, 1e-13);
  EXPECT_NEAR(p.lambda[1], 6.0, 1e-13);
}

TEST(SparseKkt, shares_the_load_of_equal_rows_on_a_massless_body) {
  // A massless body held twice by the same row and carrying a mass.
  Problem p(2, 3);
  p.add_mass(0, 0, 0.0);
  p.add_mass(1, 1, 5.0);
  p.add_row(0, 0, 1.0);
  p.add_row(1, 0, 1.0);
  p.add_row(2, 0, 1.0);
  p.add_row(2, 1, -1.0);
  p.f = {1.0, -9.0};
  p.c = {0.5, 0.5, 0.0};
  const auto report = p.solve();
  EXPECT_TRUE(report.solved);
  EXPECT_NEAR(p.x[0], 0.5, 1e-14);
  EXPECT_NEAR(p.x[1], 0.5, 1e-14);
  EXPECT_NEAR(p.lambda[2], 11.5, 1e-12);
  EXPECT_NEAR(p.lambda[0], -5.25, 1e-6);
  EXPECT_NEAR(p.lambda[1], -5.25, 1e-6);
}

TEST(SparseKkt, says_which_rows_contradict_each_other) {
  Problem p = random_problem(5, 6, 3);
  const std::size_t own = p.rows.size();
  for (std::size_t e = 0; e < own; ++e)
    if (p.row_places[e].row == 4) p.add_row(6, p.row_places[e].col, p.rows[e]);
  p.c.push_back(p.c[4] + 1.0);
  p.lambda.push_back(0.0);
  p.m = 7;
  auto report = p.solve();
  EXPECT_TRUE(report.solved);
  EXPECT_GT(report.violation, SparseKkt::consistent);
  EXPECT_TRUE(report.worst_row == 4 || report.worst_row == 6) << report.worst_row;

  // x is that of the mean of both: least squares, since the rows are equal. So are the multipliers.
  const Numbers x = p.x, lambda = p.lambda;
  p.c[4] = p.c[6] = p.c[4] + 0.5;
  report = p.solve();
  EXPECT_LT(report.violation, 1e-14);
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(x[i], p.x[i], 1e-7 * (1 + std::abs(x[i])));
  for (std::size_t j = 0; j < lambda.size(); ++j) EXPECT_NEAR(lambda[j], p.lambda[j], 1e-5 * (1 + std::abs(lambda[j])));
}

TEST(SparseKkt, refuses_what_is_not_a_number_or_a_mass) {
  Problem p = random_problem(2, 1, 7);
  SparseKkt kkt(p.n, p.m, p.mass_places, p.row_places);
  Numbers mass = p.mass;
  mass[0] = std::nan("");
  EXPECT_FALSE(kkt.factor(mass, p.rows));
  mass[0] = -1.0;
  EXPECT_FALSE(kkt.factor(mass, p.rows));
  EXPECT_TRUE(kkt.factor(p.mass, p.rows));
}

/// A chain of equal masses hanging from a wall: a_i - a_(i-1) = 0, a force of gravity on each.
TEST(SparseKkt, solves_a_chain_of_a_hundred_thousand_bodies) {
  const int n = 100000;
  Problem p(n, n);
  for (int i = 0; i < n; ++i) {
    p.add_mass(i, i, 0.5);
    p.add_row(i, i, 1.0);
    if (i > 0) p.add_row(i, i - 1, -1.0);
    p.f[index(i)] = -0.5 * 10.0;
  }
  const auto report = p.solve();
  EXPECT_TRUE(report.solved);
  EXPECT_LT(report.violation, 1e-13);
  // Each row carries what hangs below it. The condition number is (2 n / pi)^2.
  for (const int i : {0, 1, n / 2, n - 1}) EXPECT_NEAR(p.lambda[index(i)], -5.0 * (n - i), 1e-5 * n) << i;
  for (const int i : {0, n / 2, n - 1}) EXPECT_NEAR(p.x[index(i)], 0.0, 1e-5);
}

}  // namespace
}  // namespace alembert::sparse_kkt_test
