// Cholesky and LDL^T against matrices with known factors, and as laws over other scalars.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "alembert/core/random.h"
#include "alembert/linalg/cholesky.h"
#include "alembert/linalg/ldlt.h"
#include "alembert/scalar/dual.h"
#include "alembert/scalar/pack.h"

namespace alembert::factor_test {
namespace {

using Numbers = std::vector<double>;

/// B B^T + n I with B uniform in [-1, 1]: condition number below 2 n.
Numbers random_positive(int n, Random& random) {
  const auto size = static_cast<std::size_t>(n);
  Numbers b(size * size), a(size * size);
  for (double& x : b) x = random.uniform(-1, 1);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t j = 0; j < size; ++j) {
      for (std::size_t k = 0; k < size; ++k) a[i * size + j] += b[i * size + k] * b[j * size + k];
      if (i == j) a[i * size + j] += n;
    }
  return a;
}

Numbers times(int n, const Numbers& a, const Numbers& x) {
  const auto size = static_cast<std::size_t>(n);
  Numbers y(size);
  for (std::size_t i = 0; i < size; ++i)
    for (std::size_t k = 0; k < size; ++k) y[i] += a[i * size + k] * x[k];
  return y;
}

// A = L L^T with integer L, so that every intermediate number is exact. 99 marks what must not be touched.
TEST(Cholesky, FindsIntegerFactorExactly) {
  Numbers a = {4, 99, 99, 2, 10, 99, -6, 9, 26};
  cholesky_factor<double>(3, a);
  EXPECT_EQ(a, (Numbers{2, 99, 99, 1, 3, 99, -3, 4, 1}));
  EXPECT_EQ(cholesky_failed_pivot(3, a), -1);
}

// L = [1; 2 1; -1 3 1], D = diag(2, 5, 3): exact for the same reason.
TEST(Ldlt, FindsIntegerFactorExactly) {
  Numbers a = {2, 99, 99, 4, 13, 99, -2, 11, 50};
  EXPECT_EQ(ldlt_factor_checked(3, a), -1);
  EXPECT_EQ(a, (Numbers{2, 99, 99, 2, 5, 99, -1, 3, 3}));
}

// Law: the solution of A x = A x0 is x0. Error bound n eps cond(A), cond < 2 n: 2 n^2 eps < 2e-12 at n = 60.
TEST(Factor, SolvesRandomSystems) {
  Random random(1);
  for (const int n : {1, 2, 3, 7, 20, 60}) {
    const Numbers a = random_positive(n, random);
    Numbers x0(static_cast<std::size_t>(n));
    for (double& x : x0) x = random.uniform(-1, 1);
    const Numbers b = times(n, a, x0);
    Numbers l = a, ld = a, x = b, y = b;
    cholesky_factor<double>(n, l);
    cholesky_solve<double>(n, l, x);
    ASSERT_EQ(ldlt_factor_checked(n, ld), -1);
    ldlt_solve<double>(n, ld, y);
    EXPECT_EQ(cholesky_failed_pivot(n, l), -1);
    for (std::size_t i = 0; i < x0.size(); ++i) {
      EXPECT_NEAR(x[i], x0[i], 2e-12);
      EXPECT_NEAR(y[i], x0[i], 2e-12);
    }
  }
}

// Leading minors decide: the first row whose leading minor is not positive is the one named.
TEST(Factor, NamesFirstBadPivot) {
  const Numbers indefinite = {1, 0, 0, 0, -2, 0, 0, 0, 3};
  const Numbers singular = {1, 2, 3, 2, 4.1, 6.1, 3, 6.1, 9.1};  // row 2 = row 0 + row 1: det = 0, minors 1, 0.1
  const Numbers zero_first = {0, 1, 1, 0};
  for (const auto& [a, n, bad] : {std::tuple{indefinite, 3, 1}, {singular, 3, 2}, {zero_first, 2, 0}}) {
    Numbers l = a, ld = a;
    cholesky_factor<double>(n, l);
    EXPECT_EQ(cholesky_failed_pivot(n, l), bad);
    EXPECT_EQ(ldlt_factor_checked(n, ld), bad);
  }
  Numbers nan = {1, 0, 0, std::nan("")}, nan_l = nan;
  cholesky_factor<double>(2, nan_l);
  EXPECT_EQ(cholesky_failed_pivot(2, nan_l), 1);
  EXPECT_EQ(ldlt_factor_checked(2, nan), 1);
}

TEST(Factor, EmptyMatrixIsFine) {
  Numbers none;
  EXPECT_EQ(ldlt_factor_checked(0, none), -1);
  ldlt_solve<double>(0, none, none);
  cholesky_factor<double>(0, none);
  cholesky_solve<double>(0, none, none);
  EXPECT_EQ(cholesky_failed_pivot(0, none), -1);
}

// LDL^T needs no square root and no positive definiteness, only non-zero leading minors.
TEST(Ldlt, SolvesIndefiniteWithoutZeroMinors) {
  Numbers a = {1, 2, 2, 1}, x = {5, 4};  // x = (1, 2)
  ldlt_factor<double>(2, a);
  ldlt_solve<double>(2, a, x);
  EXPECT_EQ(x, (Numbers{1, 2}));
  EXPECT_EQ(ldlt_failed_pivot(2, a, 0.0), 1);
}

// Each lane of a Pack must do what double does. Only contraction to fused multiply-add may differ: n^2 eps = 2e-14.
TEST(Factor, PackLanesAgreeWithDouble) {
  constexpr int n = 5, lanes = 4;
  Random random(2);
  std::vector<Pack<lanes>> a(n * n), b(n), l, x;
  std::vector<Numbers> expected;
  for (int lane = 0; lane < lanes; ++lane) {
    Numbers m = random_positive(n, random), y(n);
    for (std::size_t i = 0; i < n; ++i) b[i].set(lane, y[i] = random.uniform(-1, 1));
    for (std::size_t i = 0; i < n * n; ++i) a[i].set(lane, m[i]);
    ldlt_factor<double>(n, m);
    ldlt_solve<double>(n, m, y);
    expected.push_back(y);
  }
  l = a, x = b;
  cholesky_factor<Pack<lanes>>(n, l);
  cholesky_solve<Pack<lanes>>(n, l, x);
  ldlt_factor<Pack<lanes>>(n, a);
  ldlt_solve<Pack<lanes>>(n, a, b);
  for (int lane = 0; lane < lanes; ++lane)
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_NEAR(x[i][lane], expected[static_cast<std::size_t>(lane)][i], 2e-14);
      EXPECT_NEAR(b[i][lane], expected[static_cast<std::size_t>(lane)][i], 2e-14);
    }
}

// Oracle: d(A^-1 b) = -A^-1 dA A^-1 b for the change dA = e_1 e_0^T + e_0 e_1^T. Rounding: cond(A) n^2 eps = 1e-13.
TEST(Factor, DualGivesTheDerivativeOfTheSolution) {
  constexpr int n = 4;
  using D = Dual<1>;
  Random random(4);
  const Numbers a = random_positive(n, random), b = {1, -2, 0.5, 3};
  std::vector<D> l(a.begin(), a.end()), x(b.begin(), b.end());
  l[n] = D::variable(a[n], 0);  // element (1, 0), the only copy that is read
  std::vector<D> ld = l, y = x;
  cholesky_factor<D>(n, l);
  cholesky_solve<D>(n, l, x);
  ldlt_factor<D>(n, ld);
  ldlt_solve<D>(n, ld, y);

  Numbers factor = a, solution = b;
  ldlt_factor<double>(n, factor);
  ldlt_solve<double>(n, factor, solution);
  Numbers derivative = {-solution[1], -solution[0], 0, 0};
  ldlt_solve<double>(n, factor, derivative);
  for (std::size_t i = 0; i < n; ++i) {
    EXPECT_NEAR(x[i].x, solution[i], 1e-13);
    EXPECT_NEAR(x[i].d[0], derivative[i], 1e-13);
    EXPECT_NEAR(y[i].d[0], derivative[i], 1e-13);
  }
}

}  // namespace
}  // namespace alembert::factor_test
