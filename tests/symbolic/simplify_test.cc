/// Simplification: never another function, never longer, and what people expect where people know the answer.
#include "alembert/symbolic/simplify.h"

#include <gtest/gtest.h>

#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/operations.h"
#include "alembert/symbolic/print.h"
#include "symbolic/rewriting.h"

namespace alembert::simplify_test {
namespace {

using testing::Digits50;
using testing::number;
using testing::square;

class SimplifyTest : public testing::WithGraph {
 protected:
  static void expect_simple(Expr e, Expr expected) {
    const Expr s = simplify(e);
    EXPECT_TRUE(identical(s, expected)) << to_text(e) << "  gave  " << to_text(s) << "  not  " << to_text(expected);
  }

  /// The same function, and no longer to read.
  static void expect_kept(Expr e, Random& random) {
    const Expr s = simplify(e);
    EXPECT_LE(reading_cost(s), reading_cost(e)) << to_text(e) << "  gave  " << to_text(s);
    for (int k = 0; k < 3; ++k) {
      const auto at = testing::random_point<Digits50>({e, s}, random);
      const Digits50 value = testing::value_of(e, at);
      if (!isfinite(value) || abs(value) > 1e20) continue;  // 1/(1 - 2 sin^2 - cos 2) is round-off
      // 50 digits; expanding and collecting again loses a few by cancellation.
      EXPECT_LT(testing::relative_difference(testing::value_of(s, at), value), testing::tol(1e-30))
          << to_text(e) << "  gave  " << to_text(s);
    }
  }
};

TEST_F(SimplifyTest, KnownResults) {
  expect_simple(sin(x) * cos(y) + cos(x) * sin(y), sin(x + y));
  expect_simple(cos(x) * cos(y) + sin(x) * sin(y), cos(x - y));
  expect_simple(square(cos(x)) + square(sin(x)), number(1));
  expect_simple(m * square(l) * square(cos(x)) + m * square(l) * square(sin(x)), m * square(l));
  expect_simple(square(sin(x)), square(sin(x)));
  expect_simple(number(1) - square(cos(x)), square(sin(x)));
  expect_simple(number(1) - square(sin(x)), square(cos(x)));
  expect_simple(m * g * l - m * g * l * cos(x), m * g * l * (number(1) - cos(x)));
  expect_simple(x * (y + z) - x * y - x * z, number(0));
  expect_simple(m * x + m * y, m * (x + y));
  expect_simple((square(x) - square(y)) * number(0) + x, x);
  expect_simple(sin(x) * cos(y + z) + cos(x) * sin(y + z), sin(x + y + z));
}

TEST_F(SimplifyTest, FactorsThatAreSinesOfDifferences) {
  const Expr difference = sin(x) * cos(y) - sin(y) * cos(x);
  expect_simple(square(sin(x - y)) / square(difference), number(1));
  expect_simple(sin(x - y) * cos(x - y) / (number(4) * difference) - cos(x - y) / number(4), number(0));
  // The quotient keeps the whole from getting shorter when it is expanded.
  const Expr quotient = (m + square(l)) / (g + number(3) * l + m);
  const Expr e = square(quotient + number(2) * l) + l * (l * square(sin(x)) + l * square(cos(x))) / number(2);
  EXPECT_LE(operations(simplify(e)), operations(square(quotient + number(2) * l) + square(l) / number(2)));
}

TEST_F(SimplifyTest, DoublePendulumMassMatrix) {
  // Textbook entries (Goldstein, ch. 1, exercise 22): the coupling term holds cos(th1 - th2).
  const Expr a = testing::coordinate("th1"), b = testing::coordinate("th2");
  const Expr m2 = testing::parameter("m2"), l2 = testing::parameter("l2");
  expect_simple(m2 * l * l2 * cos(a) * cos(b) + m2 * l * l2 * sin(a) * sin(b), m2 * l * l2 * cos(a - b));
  const Expr first = m * square(l) * (square(cos(a)) + square(sin(a))) + m2 * square(l) * square(cos(a)) +
                     m2 * square(l) * square(sin(a));
  expect_simple(first, square(l) * (m + m2));
}

TEST_F(SimplifyTest, RandomTrigonometricPolynomials) {
  Random random(51);
  testing::Recipe recipe;
  recipe.symbols = {"a", "b", "c"};
  recipe.exponents = {2, 3};
  for (int k = 0; k < 300; ++k)
    expect_kept(testing::build_tree(testing::random_tree(random, recipe, 2 + k % 2), random), random);
}

TEST_F(SimplifyTest, RandomRewrittenFormulas) {
  Random random(52);
  testing::Recipe recipe;
  recipe.functions = {"sin", "cos", "tan", "exp", "sinh", "cosh"};
  recipe.exponents = {2, -1, Rational(1, 2)};
  for (int k = 0; k < 200; ++k) {
    const Expr e = testing::build_tree(testing::random_tree(random, recipe, 2), random);
    const Digits50 value = testing::value_of(e, testing::random_point<Digits50>({e}, random));
    if (!isfinite(value)) continue;  // 1/(x - x), of which only round-off would be compared
    expect_kept(testing::rewritten(e, random), random);
  }
}

TEST_F(SimplifyTest, UndoesRewriting) {
  // What was made longer by identities comes back at least as short as it was.
  Random random(53);
  testing::Recipe recipe;
  recipe.symbols = {"a", "b"};
  recipe.exponents = {2};
  for (int k = 0; k < 100; ++k) {
    const Expr e = testing::build_tree(testing::random_tree(random, recipe, 1), random);
    const Expr longer = testing::rewritten(testing::rewritten(e, random), random);
    EXPECT_LE(reading_cost(simplify(longer)), reading_cost(e) + 1)
        << to_text(longer) << "  gave  " << to_text(simplify(longer)) << "  for  " << to_text(e);
  }
}

TEST_F(SimplifyTest, DoesNotDependOnTheOrderOfBuilding) {
  // Which of two equal candidates becomes a square must not hang on which symbol came first.
  const auto text = [](bool b_first) {
    Graph own;
    const GraphScope own_scope(own);
    const Expr two = number(2);
    std::vector<Expr> terms(2);
    for (const bool is_b : {b_first, !b_first})
      terms[is_b ? 1 : 0] = cos(two * testing::coordinate(is_b ? "b" : "a")) / two;
    return to_text(simplify(number(1, 2) + terms[0] + terms[1]));
  };
  EXPECT_EQ(text(true), text(false));
}

TEST_F(SimplifyTest, LargeFormulasAreLeftAlone) {
  const Expr e = pow(x + y + z + m + l + g, number(30)) + sin(x);
  EXPECT_TRUE(identical(simplify(e), e));
}

TEST_F(SimplifyTest, OperationCounts) {
  EXPECT_EQ(operations(x), 0U);
  EXPECT_EQ(operations(x + y), 1U);
  EXPECT_EQ(operations(-x), 0U);
  EXPECT_EQ(operations(number(2) * x * y), 2U);
  EXPECT_EQ(operations(pow(x, number(8))), 3U);  // three squarings
  EXPECT_EQ(operations(pow(x, number(-1))), 1U);
  EXPECT_EQ(operations(sin(x) + square(sin(x))), 3U);  // the sine once
}

TEST_F(SimplifyTest, RepeatedPartsUseEarlierOnesOnly) {
  const Expr part = exp(x * y), larger = sin(part * z + m);
  const std::vector<Expr> formulas{larger + x + part, larger * y};
  const auto parts = repeated_parts(formulas, 2, "e");
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].first, "e1");
  EXPECT_TRUE(identical(parts[0].second, part)) << to_text(parts[0].second);
  EXPECT_TRUE(identical(parts[1].second, larger)) << to_text(parts[1].second);
}

}  // namespace
}  // namespace alembert::simplify_test
