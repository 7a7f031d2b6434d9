// Matrices whose parts have nothing to do with each other, against the whole.
#include "alembert/linalg/connected_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "alembert/core/random.h"
#include "alembert/linalg/rank.h"
#include "alembert/linalg/singular_values.h"

namespace alembert::connected_blocks_test {
namespace {

using Numbers = std::vector<double>;
constexpr int rows = 9, cols = 11;

/// Three parts, one of them with two equal rows, in a random order; a row and a column of zeros.
Numbers scattered(Random& random) {
  std::vector<int> row(rows), col(cols);
  for (int i = 0; i < rows; ++i) row[static_cast<std::size_t>(i)] = i;
  for (int j = 0; j < cols; ++j) col[static_cast<std::size_t>(j)] = j;
  for (auto* list : {&row, &col})
    for (std::size_t i = list->size(); i > 1; --i) std::swap((*list)[i - 1], (*list)[random.bits() % i]);
  Numbers a(rows * cols, 0.0);
  const auto at = [&](int i, int j) -> double& {
    return a[static_cast<std::size_t>(row[static_cast<std::size_t>(i)] * cols + col[static_cast<std::size_t>(j)])];
  };
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j) at(i, j) = random.symmetric();
  for (int i = 3; i < 6; ++i)
    for (int j = 4; j < 8; ++j) at(i, j) = i == 5 ? at(4, j) : random.symmetric();
  for (int i = 6; i < 8; ++i)
    for (int j = 8; j < 10; ++j) at(i, j) = random.symmetric();
  return a;
}

TEST(ConnectedBlocks, EveryRowAndColumnIsInOne) {
  Random random(3);
  const Numbers a = scattered(random);
  const auto blocks = connected_blocks(rows, cols, a);
  std::vector<int> seen_rows, seen_cols;
  std::size_t largest = 0;
  for (const ConnectedBlock& block : blocks) {
    seen_rows.insert(seen_rows.end(), block.rows.begin(), block.rows.end());
    seen_cols.insert(seen_cols.end(), block.cols.begin(), block.cols.end());
    largest = std::max(largest, block.rows.size() * block.cols.size());
    for (int i = 0; i < rows; ++i)
      for (const int j : block.cols)
        if (std::ranges::find(block.rows, i) == block.rows.end()) {
          EXPECT_EQ(a[static_cast<std::size_t>(i * cols + j)], 0.0);
        }
  }
  std::ranges::sort(seen_rows);
  std::ranges::sort(seen_cols);
  for (int i = 0; i < rows; ++i) EXPECT_EQ(seen_rows[static_cast<std::size_t>(i)], i);
  for (int j = 0; j < cols; ++j) EXPECT_EQ(seen_cols[static_cast<std::size_t>(j)], j);
  EXPECT_EQ(seen_rows.size() + seen_cols.size(), static_cast<std::size_t>(rows + cols));
  EXPECT_EQ(largest, 12U);
}

// Singular vectors by their definition, the null space by A N = 0 and N^T N = 1, ranks by how the matrix was made.
TEST(ConnectedBlocks, DecompositionsOfTheWhole) {
  Random random(5);
  for (int k = 0; k < 20; ++k) {
    const Numbers a = scattered(random);
    const SingularVectors s = singular_vectors(rows, cols, a);
    ASSERT_EQ(s.values.size(), static_cast<std::size_t>(rows));
    EXPECT_TRUE(std::ranges::is_sorted(s.values, std::ranges::greater()));
    EXPECT_EQ(std::ranges::count_if(s.values, [](double x) { return x > 1e-12; }), 7);
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < cols; ++j) {
        double sum = 0.0;
        for (std::size_t l = 0; l < rows; ++l) sum += s.left[i * rows + l] * s.values[l] * s.right[j * cols + l];
        EXPECT_NEAR(sum, a[i * cols + j], 1e-13);
      }
    for (const auto& [size, vectors] : {std::pair<std::size_t, const Numbers&>(rows, s.left), {cols, s.right}})
      for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = 0; j < size; ++j) {
          double sum = 0.0;
          for (std::size_t l = 0; l < size; ++l) sum += vectors[l * size + i] * vectors[l * size + j];
          EXPECT_NEAR(sum, i == j ? 1.0 : 0.0, 1e-13);
        }
    const RankResult rank = find_rank(rows, cols, a);
    EXPECT_EQ(rank.rank, 7);
    for (const Numbers& N : {null_space(rows, cols, a, 1e-10), rank.null_space}) {
      const std::size_t free = N.size() / cols;
      ASSERT_EQ(free, 4U);
      for (std::size_t f = 0; f < free; ++f) {
        for (std::size_t i = 0; i < rows; ++i) {
          double sum = 0.0;
          for (std::size_t j = 0; j < cols; ++j) sum += a[i * cols + j] * N[j * free + f];
          EXPECT_NEAR(sum, 0.0, 1e-13);
        }
        for (std::size_t g = 0; g < free; ++g) {
          double sum = 0.0;
          for (std::size_t j = 0; j < cols; ++j) sum += N[j * free + f] * N[j * free + g];
          EXPECT_NEAR(sum, f == g ? 1.0 : 0.0, 1e-13);
        }
      }
    }
    // Least squares: what is left stands at right angles to all columns.
    Numbers b(rows);
    for (double& x : b) x = random.symmetric();
    const Numbers x = least_squares(rows, cols, a, b);
    for (std::size_t j = 0; j < cols; ++j) {
      double sum = 0.0;
      for (std::size_t i = 0; i < rows; ++i) {
        double left = b[i];
        for (std::size_t l = 0; l < cols; ++l) left -= a[i * cols + l] * x[l];
        sum += a[i * cols + j] * left;
      }
      EXPECT_NEAR(sum, 0.0, 1e-12);
    }
  }
}

}  // namespace
}  // namespace alembert::connected_blocks_test
