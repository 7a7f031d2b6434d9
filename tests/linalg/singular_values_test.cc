#include "alembert/linalg/singular_values.h"

#include <gtest/gtest.h>

#include <cmath>

#include "alembert/core/random.h"

namespace alembert::singular_values_test {
namespace {

TEST(SingularValues, OfAMatrixWithKnownOnes) {
  // [3 0; 4 5]: A^T A = [25 20; 20 25] has the eigenvalues 45 and 5.
  const std::vector<double> a{3, 0, 4, 5};
  const std::vector<double> values = singular_values(2, 2, a);
  EXPECT_NEAR(values[0], std::sqrt(45.0), 1e-14);
  EXPECT_NEAR(values[1], std::sqrt(5.0), 1e-14);
}

TEST(SingularValues, VectorsGiveTheMatrixBack) {
  Random random(3);
  for (const auto& [rows, cols] : {std::pair{3, 5}, std::pair{5, 3}, std::pair{4, 4}, std::pair{1, 6}}) {
    std::vector<double> a(static_cast<std::size_t>(rows * cols));
    for (double& x : a) x = random.uniform(-1.0, 1.0);
    const SingularVectors svd = singular_vectors(rows, cols, a);
    ASSERT_EQ(svd.left.size(), static_cast<std::size_t>(rows * rows));
    ASSERT_EQ(svd.right.size(), static_cast<std::size_t>(cols * cols));
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < cols; ++j) {
        double sum = 0.0;
        for (std::size_t k = 0; k < svd.values.size(); ++k)
          sum += svd.left[static_cast<std::size_t>(i * rows) + k] * svd.values[k] *
                 svd.right[static_cast<std::size_t>(j * cols) + k];
        // Products of a few numbers below one: some units in the last place.
        EXPECT_NEAR(sum, a[static_cast<std::size_t>(i * cols + j)], 1e-14);
      }
  }
}

TEST(SingularValues, NullSpaceIsTakenToZero) {
  // The third row is the sum of the others; the second column is twice the first.
  const std::vector<double> a{1, 2, 0, 0, 0, 3, 1, 2, 3};
  const std::vector<double> space = null_space(3, 3, a, 1e-12);
  ASSERT_EQ(space.size(), 3U);
  EXPECT_NEAR(space[0] + 2 * space[1], 0.0, 1e-15);
  EXPECT_NEAR(space[2], 0.0, 1e-15);
  EXPECT_NEAR(space[0] * space[0] + space[1] * space[1], 1.0, 1e-15);
}

TEST(SingularValues, WithoutRowsEverythingIsInTheNullSpace) {
  EXPECT_TRUE(singular_values(0, 3, {}).empty());
  EXPECT_EQ(null_space(0, 2, {}, 1e-12), (std::vector<double>{1, 0, 0, 1}));
  EXPECT_TRUE(null_space(2, 0, {}, 1e-12).empty());
}

}  // namespace
}  // namespace alembert::singular_values_test
