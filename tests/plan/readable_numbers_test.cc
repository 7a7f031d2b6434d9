// Numbers of formulas as people write them.
#include "alembert/plan/readable_numbers.h"

#include <gtest/gtest.h>

#include <array>

#include "io/mechanism_text.h"

namespace alembert::readable_numbers_test {
namespace {

TEST(ReadableNumbers, ElementsOfRotationsThatAreNearlyWholeAreWhole) {
  const Mechanism model = read_mechanism_text("[body.a]\nmass = 1\n");
  const GraphScope scope(*model.graph);
  const ReadableNumbers readable(model);
  constexpr double rounding = 2.0e-16;
  const std::array<double, 3> whole{1.0, -1.0, 0.0};
  for (std::size_t row = 0; row < 3; ++row) {
    Transform<Expr> X;
    const std::array<Vec3<Expr>*, 3> rows{&X.R.r0, &X.R.r1, &X.R.r2};
    for (std::size_t k = 0; k < 3; ++k) *rows[k] = {Expr(0.6), Expr(0.8), Expr(0.1234567890123456)};
    *rows[row] = {Expr(whole[0] - rounding), Expr(whole[1] + rounding), Expr(whole[2] + rounding / 4)};
    readable.tidy(X);
    EXPECT_TRUE(rows[row]->x.is_one()) << row;
    EXPECT_TRUE((-rows[row]->y).is_one()) << row;
    EXPECT_TRUE(rows[row]->z.is_zero()) << row;
    const Vec3<Expr>& other = *rows[(row + 1) % 3];
    EXPECT_TRUE(identical(other.x, Expr(0.6))) << "what is not nearly whole stays";
  }
}

}  // namespace
}  // namespace alembert::readable_numbers_test
