// The smallest step onto rows, in dense and in sparse matrices.
#include "alembert/system/assembly/least_step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

namespace alembert::least_step_test {
namespace {

using Numbers = std::vector<double>;

/// Differences of neighbours, x_i - x_{i+1}: the smallest step with given ones has no mean.
SparseRows differences(std::size_t rows) {
  SparseRows A;
  A.first = {0};
  for (std::size_t i = 0; i < rows; ++i) {
    A.column.insert(A.column.end(), {static_cast<int>(i), static_cast<int>(i + 1)});
    A.value.insert(A.value.end(), {1.0, -1.0});
    A.first.push_back(static_cast<int>(A.column.size()));
  }
  return A;
}

TEST(LeastStep, HasTheEffectAndIsTheSmallest) {
  for (const std::size_t rows : {3U, 20U, 300U}) {
    Numbers r(rows), dx(rows + 1);
    for (std::size_t i = 0; i < rows; ++i) r[i] = std::sin(1.0 + static_cast<double>(i));
    const std::vector<bool> keep;
    const Numbers scale;
    LeastStep least(keep, scale, {}, Numbers(rows, 1.0));
    least.solve(differences(rows), r, dx);
    for (std::size_t i = 0; i < rows; ++i) EXPECT_NEAR(dx[i] - dx[i + 1], r[i], 1e-9) << rows;
    EXPECT_NEAR(std::accumulate(dx.begin(), dx.end(), 0.0), 0.0, 1e-9) << rows;
  }
}

TEST(LeastStep, KeepsWhatIsKept) {
  constexpr std::size_t rows = 150;
  Numbers r(rows, 0.0), dx(rows + 1);
  r[40] = 1.0;
  std::vector<bool> keep(rows + 1, false);
  keep[0] = true;
  const Numbers scale;
  LeastStep least(keep, scale, {}, Numbers(rows, 1.0));
  least.solve(differences(rows), r, dx);
  // Nothing moves before the difference, everything behind it does.
  for (std::size_t i = 0; i <= rows; ++i) EXPECT_NEAR(dx[i], i <= 40 ? 0.0 : -1.0, 1e-9) << i;
}

}  // namespace
}  // namespace alembert::least_step_test
