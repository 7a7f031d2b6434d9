#include "alembert/linalg/column_dependence.h"

#include <gtest/gtest.h>

#include <cmath>

#include "alembert/core/random.h"

namespace alembert::testing {
namespace {

using Rows = std::vector<std::vector<double>>;

VanishingSums sums_of(const Rows& rows, std::span<const double> scale = {}) {
  std::vector<int> first{0}, column;
  std::vector<double> value;
  for (const std::vector<double>& row : rows) {
    for (std::size_t j = 0; j < row.size(); ++j)
      if (row[j] != 0.0) {
        column.push_back(static_cast<int>(j));
        value.push_back(row[j]);
      }
    first.push_back(static_cast<int>(column.size()));
  }
  return vanishing_sums(static_cast<int>(rows.front().size()), first, column, value, scale);
}

TEST(ColumnDependence, SumsNameTheRowsThatTakePart) {
  // The third row is twice the first less the second; the fourth stands alone.
  const VanishingSums sums = sums_of({{1, 0, 2, 0}, {0, 1, -1, 0}, {2, -1, 5, 0}, {0, 0, 0, 3}});
  ASSERT_EQ(sums.size(), 1);
  EXPECT_EQ(sums.takes_part(), (std::vector<bool>{true, true, true, false}));
  const std::vector<double> y = sums.weights(0);
  // Proportional to (2, -1, -1, 0); rounding of numbers of order one.
  EXPECT_NEAR(y[0] / y[2], -2.0, 1e-14);
  EXPECT_NEAR(y[1] / y[2], 1.0, 1e-14);
  EXPECT_EQ(y[3], 0.0);
}

TEST(ColumnDependence, UnitsOfRowsDoNotMatter) {
  const VanishingSums sums = sums_of({{1e-9, 0, 2e-9}, {1e6, 0, 2e6}, {0, 1e-9, 0}});
  ASSERT_EQ(sums.size(), 1);
  EXPECT_EQ(sums.takes_part(), (std::vector<bool>{true, true, false}));
}

TEST(ColumnDependence, ScaleToldByColumns) {
  // A slide of a watch beside an angle: the second column in lengths of 1e-9.
  const std::vector<double> scale{1.0, 1e-9};
  EXPECT_EQ(sums_of({{1e-9, 1.0}, {0.0, 1.0}}, scale).size(), 0);
  // What must not move counts as nothing.
  const std::vector<double> kept{1.0, 0.0};
  EXPECT_EQ(sums_of({{1.0, 1.0}, {1.0, 2.0}}, kept).size(), 1);
}

TEST(ColumnDependence, RowsOfZerosAreSumsAlone) {
  const VanishingSums sums = sums_of({{0, 0}, {1, 0}});
  ASSERT_EQ(sums.size(), 1);
  EXPECT_EQ(sums.takes_part(), (std::vector<bool>{true, false}));
}

TEST(ColumnDependence, NothingIsSaidOfNumbersThatAreNone) {
  EXPECT_EQ(sums_of({{std::nan(""), 1.0}, {1.0, 1.0}}).size(), 0);
}

/// Blocks of four rows in three columns, of which the fourth is a sum of others in every second block.
Rows blocks(int count) {
  Random random(7);
  Rows rows;
  for (int b = 0; b < count; ++b) {
    Rows block(4, std::vector<double>(static_cast<std::size_t>(4 * count), 0.0));
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < 4; ++j) block[i][static_cast<std::size_t>(4 * b) + j] = random.uniform(-1.0, 1.0);
    if (b % 2 == 0)
      for (std::size_t j = 0; j < block[3].size(); ++j) block[3][j] = block[0][j] + 0.5 * block[2][j];
    rows.insert(rows.end(), block.begin(), block.end());
  }
  return rows;
}

TEST(ColumnDependence, LargeMatricesStaySparseAndSayTheSame) {
  for (const int count : {50, 300}) {  // 200 rows in full, 1200 sparse
    const Rows rows = blocks(count);
    const VanishingSums sums = sums_of(rows);
    EXPECT_EQ(sums.size(), (count + 1) / 2);
    const std::vector<bool> part = sums.takes_part();
    for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(part[i], i / 4 % 2 == 0 && i % 4 != 1) << i;
    for (int k = 0; k < sums.size(); ++k) {
      const std::vector<double> y = sums.weights(k);
      std::vector<double> sum(rows.front().size(), 0.0);
      for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; y[i] != 0.0 && j < sum.size(); ++j) sum[j] += y[i] * rows[i][j];
      for (const double x : sum) ASSERT_NEAR(x, 0.0, 1e-12);  // a few terms of order one, well conditioned blocks
    }
  }
}

TEST(ColumnDependence, LeastSquaresWhereColumnsDepend) {
  // Fitting a + b t + c (1 + t) to 1 + 2 t: any answer has a + c = 1, b + c = 2. The dense and the sparse way.
  for (const int rows : {10, 1000}) {
    std::vector<double> ones, times, both, right;
    for (int i = 0; i < rows; ++i) {
      const double t = static_cast<double>(i) / rows;
      ones.push_back(1.0);
      times.push_back(t);
      both.push_back(1.0 + t);
      right.push_back(1.0 + 2.0 * t);
    }
    SparseColumns A(rows);
    for (const auto& column : {ones, times, both}) A.add(column);
    const ColumnDependence qr(A, 1e-9);
    EXPECT_EQ(qr.rank(), 2);
    const std::vector<double> x = qr.least_squares(right);
    EXPECT_NEAR(x[0] + x[2], 1.0, 1e-11);  // condition about 4 times rounding of 1000 terms
    EXPECT_NEAR(x[1] + x[2], 2.0, 1e-11);
    const SparseColumns null = qr.null_space();
    ASSERT_EQ(null.size(), 1);
    EXPECT_NEAR(null.values_of(0)[0] / null.values_of(0)[2], -1.0, 1e-11);
  }
}

}  // namespace
}  // namespace alembert::testing
