/// Verdicts: proved only for what is true, refuted only with a witness that anybody can check.
#include "alembert/symbolic/zero_test.h"

#include <gtest/gtest.h>

#include "alembert/symbolic/print.h"
#include "symbolic/rewriting.h"

namespace alembert::zero_test_test {
namespace {

using testing::number;
using testing::square;

class ZeroTest : public testing::WithGraph {
 protected:
  static Verdict verdict(Expr a, Expr b) { return compare_values(a, b).verdict; }

  /// Refuted, with a witness at which the independent evaluator sees the same two different values.
  static void expect_refuted(Expr a, Expr b, double separation = 1e-9) {
    const Comparison c = compare_values(a, b);
    ASSERT_EQ(c.verdict, Verdict::refuted) << to_text(a) << "  =  " << to_text(b) << "  by " << c.method;
    testing::Point<double> at;
    for (const auto& [symbol, value] : c.witness) at[symbol.id()] = testing::to_scalar<double>(value);
    const double left = testing::value_of(a, at), right = testing::value_of(b, at);
    const double size = std::max({1.0, std::abs(left), std::abs(right)});
    // Double evaluation of formulas of a few dozen operations: 1e-10 of their size is generous, 1e-9 still separates.
    EXPECT_NEAR(c.left, left, testing::tol(1e-10) * size) << to_text(a);
    EXPECT_NEAR(c.right, right, testing::tol(1e-10) * size) << to_text(b);
    EXPECT_GT(std::abs(left - right), separation * std::max(std::abs(left), std::abs(right)))
        << to_text(a) << "  =  " << to_text(b);
  }
};

TEST_F(ZeroTest, ProvesAndSaysHow) {
  const Comparison c = compare_values(square(sin(x)), number(1) - square(cos(x)));
  EXPECT_EQ(c.verdict, Verdict::proved);
  EXPECT_EQ(c.method, "normal form");
  EXPECT_TRUE(c.witness.empty());
  EXPECT_TRUE(proved_zero(sin(x + y) - sin(x) * cos(y) - cos(x) * sin(y)));
  EXPECT_FALSE(proved_zero(sin(x) - x));
}

TEST_F(ZeroTest, NearIdentitiesAreRefuted) {
  expect_refuted(sin(x + y), sin(x) * cos(y) - cos(x) * sin(y));
  expect_refuted(square(sin(x)) + square(cos(x)), number(1) + Expr(1e-7), 1e-8);
  expect_refuted(m * square(l), m * l);
  expect_refuted(sqrt(square(x)), x);
  expect_refuted(abs(x + y), abs(x) + abs(y));
  expect_refuted(log(square(x)), log(x) + log(x + number(1)));
  expect_refuted(x, -x);
  expect_refuted(x, number(0), -1.0);
  expect_refuted(cos(number(8) * x), pow(cos(x), number(8)));
}

TEST_F(ZeroTest, TinyDifferencesAreFoundToo) {
  const Comparison c =
      compare_values(sqrt(x * x + number(1)), sqrt(x * x + number(1)) + Expr(*Rational::from_decimal("1e-40")));
  EXPECT_EQ(c.verdict, Verdict::refuted);
}

TEST_F(ZeroTest, OutsideTheClassItIsOnlyProbable) {
  EXPECT_EQ(verdict(log(m * l), log(m) + log(l)), Verdict::probable);
  EXPECT_EQ(verdict(sqrt(square(x)), abs(x)), Verdict::probable);
  EXPECT_EQ(verdict(asin(x) + acos(x), Expr::pi() / number(2)), Verdict::probable);
  EXPECT_EQ(verdict(max(x, y) + min(x, y), x + y), Verdict::probable);
  EXPECT_EQ(verdict(atan2(y, x) - atan2(number(2) * y, number(2) * x), number(0)), Verdict::probable);
}

TEST_F(ZeroTest, UndecidedWhereNothingIsDefined) {
  EXPECT_EQ(verdict(log(-square(x)), log(-square(x) - number(1))), Verdict::undecided);
  EXPECT_EQ(verdict(sqrt(-number(1) - square(x)), x), Verdict::undecided);
  EXPECT_EQ(verdict(pow(number(0), number(-1)) + x, x), Verdict::undecided);
}

TEST_F(ZeroTest, SamplePointsAreNotAllSpecial) {
  // Zero at all multiples of 1/8 and of 1/101; different only for large x.
  EXPECT_NE(verdict(sin(number(8) * Expr::pi() * x), number(0)), Verdict::probable);
  EXPECT_NE(verdict(sin(number(808) * Expr::pi() * x), number(0)), Verdict::probable);
  EXPECT_EQ(verdict(max(x, number(100)), number(100)), Verdict::refuted);
}

TEST_F(ZeroTest, RoundOffIsNotADifference) {
  // True and not provable here; the terms are of size e^(90 m), which at m = 3 has more digits than are carried.
  const Expr large = exp(number(90) * m);
  EXPECT_EQ(verdict(large * log(exp(x) * exp(y)) - large * x - large * y, number(0)), Verdict::probable);
  EXPECT_NE(verdict(log(exp(m) * exp(l)) + sin(exp(exp(m))), m + l + sin(exp(exp(m)))), Verdict::refuted);
}

TEST_F(ZeroTest, EdgeCases) {
  EXPECT_EQ(verdict(pow(number(0), number(0)), number(1)), Verdict::proved);
  EXPECT_EQ(verdict(number(0), number(0)), Verdict::proved);
  EXPECT_EQ(verdict(number(1), number(2)), Verdict::refuted);
  EXPECT_EQ(verdict(pow(number(2), number(1'000'000'000)), pow(number(2), number(999'999'999))), Verdict::refuted);
  EXPECT_EQ(verdict(pow(number(2), number(600)), pow(number(2), number(300)) * pow(number(2), number(300))),
            Verdict::proved);
  EXPECT_NE(verdict(pow(x, Expr(*Rational::from_decimal("1e18"))), x), Verdict::proved);
  EXPECT_EQ(verdict(sqrt(number(2)) * sqrt(number(3)), sqrt(number(6))), Verdict::probable);
}

testing::Recipe identity_recipe() {
  testing::Recipe recipe;
  recipe.symbols = {"a", "b", "c"};
  recipe.functions = {"sin", "cos", "sin", "cos", "tan", "exp", "sinh", "cosh"};
  recipe.exponents = {2};
  return recipe;
}

TEST_F(ZeroTest, RandomTrueIdentitiesAreProved) {
  Random random(41);
  int made = 0;
  for (int k = 0; made < 200; ++k) {
    ASSERT_LT(k, 2000);
    const Expr e = testing::build_tree(testing::random_tree(random, identity_recipe(), 2), random);
    const Expr other = testing::rewritten(testing::rewritten(e, random), random);
    if (identical(e, other)) continue;
    ++made;
    const auto at = testing::random_point<testing::Digits50>({e, other}, random);
    const auto left = testing::value_of(e, at), right = testing::value_of(other, at);
    // The rewriting itself is checked by value: 50 digits less what cancels.
    ASSERT_LT(testing::relative_difference(left, right), testing::tol(1e-30))
        << to_text(e) << "  =  " << to_text(other);
    EXPECT_EQ(verdict(e, other), Verdict::proved) << to_text(e) << "  =  " << to_text(other);
  }
}

TEST_F(ZeroTest, RandomFalseIdentitiesAreNeverProved) {
  Random random(42);
  int made = 0;
  for (int k = 0; made < 200; ++k) {
    ASSERT_LT(k, 2000);
    const Expr e = testing::build_tree(testing::random_tree(random, identity_recipe(), 2), random);
    const Expr a = testing::coordinate("a"), b = testing::coordinate("b");
    const std::array<Expr, 5> changes{sin(a) / number(1000), number(1, 100000), a - b, square(cos(a)) - square(sin(b)),
                                      (exp(a) - number(1)) * number(1, 50)};
    const Expr other = testing::rewritten(e, random) + changes[testing::pick(random, changes.size())];
    const auto at = testing::random_point<testing::Digits50>({e, other}, random);
    const auto difference = testing::value_of(e, at) - testing::value_of(other, at);
    if (!(abs(difference) > 1e-12)) continue;  // false beyond doubt, by 50 digits
    ++made;
    const Comparison c = compare_values(e, other);
    ASSERT_EQ(c.verdict, Verdict::refuted) << to_text(e) << "  =  " << to_text(other) << " " << c.method;
    testing::Point<testing::Digits50> witness;
    for (const auto& [symbol, value] : c.witness) witness[symbol.id()] = testing::to_scalar<testing::Digits50>(value);
    EXPECT_GT(abs(testing::Digits50(testing::value_of(e, witness) - testing::value_of(other, witness))), 1e-12);
  }
}

}  // namespace
}  // namespace alembert::zero_test_test
