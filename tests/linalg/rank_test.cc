// Rank, null space, least squares and symmetric eigenvalues on matrices where they are known.
#include "alembert/linalg/rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "alembert/core/random.h"
#include "alembert/linalg/symmetric_eigen.h"

namespace alembert::rank_test {
namespace {

using Numbers = std::vector<double>;

/// rows x cols of rank r: product of random rows x r and r x cols factors.
Numbers random_of_rank(int rows, int cols, int r, Random& random) {
  Numbers a(static_cast<std::size_t>(rows * cols), 0.0);
  for (int k = 0; k < r; ++k) {
    Numbers left(static_cast<std::size_t>(rows)), right(static_cast<std::size_t>(cols));
    for (double& x : left) x = random.uniform(-1, 1);
    for (double& x : right) x = random.uniform(-1, 1);
    for (std::size_t i = 0; i < left.size(); ++i)
      for (std::size_t j = 0; j < right.size(); ++j) a[i * right.size() + j] += left[i] * right[j];
  }
  return a;
}

/// The rows x inner matrix a times the inner x cols matrix b.
Numbers product(int rows, int inner, int cols, const Numbers& a, const Numbers& b) {
  const auto m = static_cast<std::size_t>(rows), p = static_cast<std::size_t>(inner),
             n = static_cast<std::size_t>(cols);
  Numbers c(m * n, 0.0);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t k = 0; k < p; ++k)
      for (std::size_t j = 0; j < n; ++j) c[i * n + j] += a[i * p + k] * b[k * n + j];
  return c;
}

double largest(const Numbers& x) {
  double most = 0.0;
  for (const double value : x) most = std::max(most, std::abs(value));
  return most;
}

// Laws on random matrices of known rank; entries are of order 1, so residuals are rounding error: 1e-12.
TEST(Rank, RandomMatricesOfKnownRank) {
  Random random(3);
  for (const auto& [rows, cols, r] : {std::tuple{4, 4, 4}, {6, 4, 2}, {3, 8, 3}, {9, 7, 5}, {5, 5, 0}, {1, 6, 1}}) {
    const Numbers a = random_of_rank(rows, cols, r, random);
    const RankResult found = find_rank(rows, cols, a);
    ASSERT_EQ(found.rank, r);
    const int free = cols - r;
    ASSERT_EQ(found.null_space.size(), static_cast<std::size_t>(cols * free));
    EXPECT_LT(largest(product(rows, cols, free, a, found.null_space)), 1e-12);
    EXPECT_EQ(std::set<int>(found.pivots.begin(), found.pivots.end()).size(), static_cast<std::size_t>(cols));

    // The null space is orthonormal.
    Numbers transposed(found.null_space.size());
    for (int i = 0; i < cols; ++i)
      for (int j = 0; j < free; ++j)
        transposed[static_cast<std::size_t>(j * cols + i)] = found.null_space[static_cast<std::size_t>(i * free + j)];
    Numbers gram = product(free, cols, free, transposed, found.null_space);
    for (int i = 0; i < free; ++i) gram[static_cast<std::size_t>(i * free + i)] -= 1.0;
    EXPECT_LT(largest(gram), 1e-14);

    // The pivot columns alone have the same rank.
    Numbers chosen(static_cast<std::size_t>(rows * r));
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < r; ++j)
        chosen[static_cast<std::size_t>(i * r + j)] =
            a[static_cast<std::size_t>(i * cols + found.pivots[static_cast<std::size_t>(j)])];
    EXPECT_EQ(find_rank(rows, r, chosen).rank, r);
  }
}

// Columns 0 and 2 are parallel: the longer one is chosen, the other is dependent.
TEST(Rank, PivotsNameIndependentColumns) {
  const RankResult found = find_rank(2, 3, Numbers{1, 0, 3, 1, 1, 3});
  ASSERT_EQ(found.rank, 2);
  EXPECT_EQ(found.pivots, (std::vector<int>{2, 1, 0}));
}

// diag(1, t): the second pivot counts when t is above the stated tolerance, not below.
TEST(Rank, ToleranceIsRelative) {
  for (const double scale : {1e-30, 1.0, 1e30}) {
    EXPECT_EQ(find_rank(2, 2, Numbers{scale, 0, 0, 2e-10 * scale}).rank, 2);
    EXPECT_EQ(find_rank(2, 2, Numbers{scale, 0, 0, 0.5e-10 * scale}).rank, 1);
    EXPECT_EQ(find_rank(2, 2, Numbers{scale, 0, 0, 0.5e-10 * scale}, 1e-12).rank, 2);
  }
}

TEST(Rank, EmptyMatrices) {
  EXPECT_EQ(find_rank(3, 0, {}).rank, 0);
  const RankResult found = find_rank(0, 2, {});
  EXPECT_EQ(found.rank, 0);
  EXPECT_EQ(found.null_space, (Numbers{1, 0, 0, 1}));
  EXPECT_EQ(least_squares(0, 2, {}, {}), (Numbers{0, 0}));
  EXPECT_TRUE(least_squares(2, 0, {}, Numbers{1, 2}).empty());
}

// By hand. Redundant rows x + y = 2 (twice): the shortest solution is (1, 1). Contradicting rows x = 1, x = 3: x = 2.
TEST(LeastSquares, ShortestOfTheBest) {
  const Numbers x = least_squares(2, 2, Numbers{1, 1, 1, 1}, Numbers{2, 2});
  EXPECT_NEAR(x[0], 1.0, 1e-15);
  EXPECT_NEAR(x[1], 1.0, 1e-15);
  EXPECT_NEAR(least_squares(2, 1, Numbers{1, 1}, Numbers{1, 3})[0], 2.0, 1e-15);
}

// The chain of n unit masses and springs between walls: lambda_k = 2 - 2 cos(k pi / (n + 1)), at most 4; errors n
// eps 4.
TEST(SymmetricEigen, SpringChain) {
  constexpr std::size_t n = 9;
  Numbers a(n * n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    a[i * n + i] = 2.0;
    if (i > 0) a[i * n + i - 1] = -1.0;  // lower triangle only: the upper one is not read
  }
  const SymmetricEigen found = symmetric_eigen(static_cast<int>(n), a);
  for (std::size_t k = 0; k < n; ++k) {
    const double angle = static_cast<double>(k + 1) * std::numbers::pi / static_cast<double>(n + 1);
    EXPECT_NEAR(found.values[k], 2.0 - 2.0 * std::cos(angle), 1e-14);
  }
  // The slowest mode is sin(i pi / (n + 1)), largest in the middle, and the sign rule makes it positive.
  const double norm = std::sqrt(2.0 / static_cast<double>(n + 1));
  for (std::size_t i = 0; i < n; ++i)
    EXPECT_NEAR(found.vectors[i * n], norm * std::sin(static_cast<double>(i + 1) * std::numbers::pi / (n + 1)), 1e-13);
}

TEST(SymmetricEigen, SmallSizes) {
  EXPECT_TRUE(symmetric_eigen(0, {}).values.empty());
  const SymmetricEigen one = symmetric_eigen(1, Numbers{-3});
  EXPECT_EQ(one.values, Numbers{-3});
  EXPECT_EQ(one.vectors, Numbers{1});
}

}  // namespace
}  // namespace alembert::rank_test
