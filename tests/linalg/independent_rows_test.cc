// Independent rows of sparse matrices.
#include "alembert/linalg/independent_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace alembert::independent_rows_test {
namespace {

struct Rows {
  std::vector<int> first{0}, column;
  std::vector<double> value;

  void add(std::initializer_list<std::pair<int, double>> row) {
    for (const auto& [c, v] : row) {
      column.push_back(c);
      value.push_back(v);
    }
    first.push_back(static_cast<int>(column.size()));
  }
  std::vector<int> independent(int cols, int preferred) const {
    return independent_rows(cols, first, column, value, preferred).rows;
  }
};

TEST(IndependentRows, AllAreKeptWhereNoneDepends) {
  Rows rows;
  rows.add({{0, 1e-3}});
  rows.add({{0, 1}, {1, 1}});
  rows.add({{1, 5}, {2, 1e3}});
  EXPECT_EQ(rows.independent(3, 3), (std::vector{0, 1, 2}));
}

TEST(IndependentRows, RoundingIsNoRow) {
  Rows rows;
  rows.add({{0, 1e-17}, {1, 3e-17}});  // where one is much, this is nothing
  rows.add({{0, 1}, {1, 1}});
  EXPECT_EQ(rows.independent(2, 2), std::vector{1});
}

TEST(IndependentRows, ZeroRowsAndCopiesAreLeftOut) {
  Rows rows;
  rows.add({{0, 0.0}});
  rows.add({{0, 1}, {1, 2}});
  rows.add({{0, -1}, {1, -2}});
  EXPECT_EQ(rows.independent(2, 3), std::vector{1});
}

TEST(IndependentRows, SayHowFarApartTheyAre) {
  Rows rows;
  rows.add({{0, 2}});
  rows.add({{0, 1}, {1, 0.01}});
  // Across the first, 0.01 is left of the second.
  EXPECT_NEAR(independent_rows(2, rows.first, rows.column, rows.value, 2).least, 0.01, 1e-15);
}

TEST(IndependentRows, PreferredOnesStay) {
  Rows rows;
  rows.add({{0, 1}, {1, 1}});
  rows.add({{0, 1}});
  rows.add({{1, 1}});
  EXPECT_EQ(rows.independent(2, 1), (std::vector{0, 1}));
  EXPECT_EQ(rows.independent(2, 0).size(), 2u);
}

/// A chain of n differences, and a row that is their sum: one too many. With `preferred` < n + 1 the sum is last.
TEST(IndependentRows, LargeMatricesLoseWhatTheySay) {
  for (const int n : {300, 3000}) {
    Rows rows;
    for (int i = 0; i < n; ++i) rows.add({{i, -1}, {i + 1, 1}});
    rows.add({{0, -1}, {n, 1}});
    const std::vector<int> kept = rows.independent(n + 1, n);
    ASSERT_EQ(kept.size(), static_cast<std::size_t>(n));
    EXPECT_EQ(kept.back(), n - 1);
    EXPECT_EQ(rows.independent(n + 1, n + 1).size(), static_cast<std::size_t>(n));
  }
}

}  // namespace
}  // namespace alembert::independent_rows_test
