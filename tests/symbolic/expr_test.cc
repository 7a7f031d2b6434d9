/// Canonical form: equal formulas are the same node, whatever way and order they were built in.
#include "alembert/symbolic/expr.h"

#include <gtest/gtest.h>

#include "alembert/core/error.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/round_numbers.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/tape_machine.h"
#include "symbolic/formulas.h"

namespace alembert::expr_test {
namespace {

using testing::coordinate;
using testing::number;
using testing::square;

class ExprTest : public testing::WithGraph {
 protected:
  static void expect_same(Expr a, Expr b) { EXPECT_TRUE(identical(a, b)) << to_text(a) << "  and  " << to_text(b); }
  static void expect_different(Expr a, Expr b) { EXPECT_FALSE(identical(a, b)) << to_text(a); }
};

/// The text of a tree built in its own graph, its symbols made known in a random order first.
std::string text_of(const testing::Tree& tree, std::uint64_t seed, bool simplified) {
  Graph graph;
  const GraphScope scope(graph);
  Random order(seed);
  for (int i = 0; i < 12; ++i) {
    const testing::Tree other = testing::random_tree(order, {}, 1);
    testing::build_tree(other, order);
  }
  const Expr e = testing::build_tree(tree, order);
  return to_text(simplified ? simplify(e) : e);
}

TEST(Canonical, SameTextForEveryOrderOfBuilding) {
  Random random(7);
  testing::Recipe recipe;
  recipe.functions = {"sin", "cos", "exp", "tan"};
  recipe.exponents = {2, 3, -1, -2, Rational(1, 2), Rational(-3, 2)};
  for (int k = 0; k < 300; ++k) {
    const testing::Tree tree = testing::random_tree(random, recipe, 3);
    const std::string first = text_of(tree, 1, false);
    for (std::uint64_t seed = 2; seed < 6; ++seed) ASSERT_EQ(text_of(tree, seed, false), first) << "tree " << k;
  }
}

TEST(Canonical, SimplifiedTextDoesNotDependOnOrderEither) {
  Random random(8);
  testing::Recipe recipe;
  recipe.exponents = {2, 2, -1};
  for (int k = 0; k < 150; ++k) {
    const testing::Tree tree = testing::random_tree(random, recipe, 3);
    const std::string first = text_of(tree, 1, true);
    for (std::uint64_t seed = 2; seed < 5; ++seed) ASSERT_EQ(text_of(tree, seed, true), first) << "tree " << k;
  }
}

TEST_F(ExprTest, SumsFold) {
  expect_same(x + y, y + x);
  expect_same(x + (y + z), (z + x) + y);
  expect_same(x + x, number(2) * x);
  expect_same(x - x, number(0));
  expect_same(number(2) * (x + y), number(2) * x + number(2) * y);
  expect_same(-(x - y), y - x);
  expect_same(x + number(0), x);
  expect_same(number(1, 3) + number(2, 3), number(1));
  expect_same(m * x + x * m, number(2) * m * x);
}

TEST_F(ExprTest, ProductsFold) {
  expect_same(x * y, y * x);
  expect_same(x * x, square(x));
  expect_same(x / x, number(1));
  expect_same(number(0) * x, number(0));
  expect_same(x * (number(2) * y + number(2) * z), number(2) * x * (y + z));
  expect_same(x * (y - z), -x * (z - y));
  expect_same((x * y) / (y * x), number(1));
  expect_same(pow(x, number(3)) / x, square(x));
  expect_same((number(2) * x + number(2) * y) / (x + y), number(2));
  expect_same(number(2) * x * (y + z) / x, number(2) * y + number(2) * z);
  expect_same(pow(x * y, number(3)), pow(x, number(3)) * pow(y, number(3)));
  expect_same(pow(number(2) * x - number(2) * y, number(2)), number(4) * square(x - y));
  expect_same(square(x - y), square(y - x));
}

TEST_F(ExprTest, PowersOfZeroAndOne) {
  expect_same(pow(x, number(0)), number(1));
  expect_same(pow(number(0), number(0)), number(1));
  expect_same(pow(number(0), number(5)), number(0));
  expect_same(pow(number(1), x), number(1));
  EXPECT_EQ(pow(number(0), number(-1)).op(), Op::power);  // kept: undefined, not a number
  expect_same(pow(number(0), number(-1)) * pow(number(0), number(-2)), pow(number(0), number(-3)));
  expect_same(number(0) / number(0), number(0) * pow(number(0), number(-1)));
}

TEST_F(ExprTest, RootsFoldOnlyWhereThatIsTrue) {
  expect_same(sqrt(number(12)), number(2) * sqrt(number(3)));
  expect_same(sqrt(number(9, 4)), number(3, 2));
  expect_same(sqrt(number(2)) * sqrt(number(2)), number(2));
  expect_same(number(1) / sqrt(number(2)), sqrt(number(2)) / number(2));
  expect_same(sqrt(number(4) * x), number(2) * sqrt(x));
  expect_same(square(sqrt(x)), x);
  expect_same(sqrt(sqrt(x)), pow(x, number(1, 4)));
  expect_same(sqrt(exp(x)), exp(x / number(2)));
  expect_different(sqrt(square(x)), x);                               // |x|
  expect_different(pow(pow(x, number(4)), number(1, 2)), square(x));  // equal, but not folded: no unsound rule needed
  expect_different(sqrt(x * y), sqrt(x) * sqrt(y));                   // not for two negative numbers
  EXPECT_EQ(sqrt(number(-4)).op(), Op::power);                        // not real: kept
  expect_same(sqrt(number(-4)) * sqrt(number(-4)), number(-4));
}

TEST_F(ExprTest, HugeExponentsAreKeptNotComputed) {
  const Rational huge = *Rational::from_decimal("1e18"), beyond = *Rational::from_decimal("1e40");
  EXPECT_EQ(to_text(pow(x, Expr(huge))), "x^1000000000000000000");
  expect_same(pow(x, Expr(huge)) * pow(x, Expr(-huge)), number(1));
  expect_same(pow(x, Expr(beyond)) * pow(x, Expr(-beyond)), number(1));
  EXPECT_EQ(pow(number(2), number(1'000'000'000)).op(), Op::power);
  expect_same(pow(number(2), number(1'000'000'000)) * pow(number(2), number(-999'999'999)), number(2));
  expect_same(pow(number(-1), number(1'000'000'001)), number(-1));
  expect_same(pow(pow(x, Expr(huge)), Expr(huge)), pow(x, Expr(huge * huge)));
}

TEST_F(ExprTest, LowestMachineIntegerIsOneNode) {
  const Rational lowest = std::numeric_limits<std::int64_t>::min();
  expect_same(Expr(lowest), Expr(*Rational::from_decimal("-9223372036854775808")));
  expect_same(-Expr(lowest), Expr(*Rational::from_decimal("9223372036854775808")));
  expect_same(Expr(lowest) * x, -(Expr(*Rational::from_decimal("9223372036854775808")) * x));
  expect_same(pow(pow(x, Expr(lowest)), number(-1)), pow(x, -Expr(lowest)));
}

TEST_F(ExprTest, NumbersThatAreNotFiniteAreRefused) {
  EXPECT_THROW(static_cast<void>(Expr(std::numeric_limits<double>::infinity())), Error);
  EXPECT_THROW(static_cast<void>(Expr(std::numeric_limits<double>::quiet_NaN())), Error);
}

TEST_F(ExprTest, SineAndCosineOfMultiplesOfPiAreExact) {
  const Expr pi = Expr::pi();
  const testing::Point<double> none;
  for (const int d : {1, 2, 3, 4, 5, 6, 8, 12}) {
    for (int n = -30; n <= 30; ++n) {
      const double angle = M_PI * n / d;
      const Expr s = sin(number(n, d) * pi), c = cos(number(n, d) * pi);
      // The angle up to 30 pi is off by 30 ulp of pi, and so are its sine and cosine.
      EXPECT_NEAR(testing::value_of(s, none), std::sin(angle), testing::tol(2e-14)) << n << "/" << d;
      EXPECT_NEAR(testing::value_of(c, none), std::cos(angle), testing::tol(2e-14)) << n << "/" << d;
      if (24 % d != 0 || ((24 / d * n) % 4 != 0 && (24 / d * n) % 6 != 0)) continue;
      EXPECT_NE(s.op(), Op::sin) << n << "/" << d;  // multiples of pi/6 and pi/4 have closed forms
      EXPECT_NE(c.op(), Op::cos) << n << "/" << d;
    }
  }
  expect_same(sin(pi / number(6)), number(1, 2));
  expect_same(cos(pi / number(4)), sqrt(number(2)) / number(2));
  expect_same(cos(pi / number(5)), sin(number(3, 10) * pi));
  expect_same(sin(Expr(*Rational::from_decimal("1e40")) * pi), number(0));
}

TEST_F(ExprTest, TrigonometricFunctionsFoldSignsAndTurns) {
  const Expr pi = Expr::pi(), third = pi / number(3);
  expect_same(sin(-x), -sin(x));
  expect_same(cos(-x), cos(x));
  expect_same(cos(y - x), cos(x - y));
  expect_same(sin(x + pi), -sin(x));
  expect_same(sin(x + pi / number(2)), cos(x));
  expect_same(cos(x - pi / number(2)), sin(x));
  expect_same(sin(pi - x), sin(x));
  expect_same(sin(x - third), -sin(third - x));
  expect_same(cos(x - third), cos(third - x));
  expect_same(sin(third - x), cos(x + pi / number(6)));
  expect_same(tan(-x), -tan(x));
  expect_same(asin(number(-1)), -asin(number(1)));
  expect_same(atan(number(-1)), -atan(number(1)));
  expect_same(acos(number(-1)), pi);
  expect_same(asin(number(1)), pi / number(2));
  // Shifts by any part of pi, against values.
  Random random(3);
  for (int k = 0; k < 200; ++k) {
    const Expr shift =
        number(static_cast<std::int64_t>(random.bits() % 81) - 40, 1 + static_cast<std::int64_t>(random.bits() % 7)) *
        pi;
    const Expr base = random.bits() % 2 == 0 ? x - y : y - number(2) * x;
    const auto at = testing::random_point<double>({x, y}, random);
    const double angle = testing::value_of(base + shift, at);
    // Folding moves the angle by up to 40 pi, known to a few ulp of 40 pi.
    EXPECT_NEAR(testing::value_of(sin(base + shift), at), std::sin(angle), testing::tol(1e-13));
    EXPECT_NEAR(testing::value_of(cos(base + shift), at), std::cos(angle), testing::tol(1e-13));
  }
}

TEST_F(ExprTest, OtherFunctionsFold) {
  expect_same(exp(log(x)), x);
  expect_same(log(exp(x)), x);
  expect_same(exp(x) * exp(x), exp(number(2) * x));
  expect_same(abs(-x), abs(x));
  expect_same(abs(number(-3) * x), number(3) * abs(x));
  expect_same(abs(abs(x)), abs(x));
  expect_same(sign(number(-3) * x), -sign(x));
  expect_same(min(x, y), min(y, x));
  expect_same(max(number(1), number(2)), number(2));
  expect_same(less(x, x), number(0));
  expect_same(less_equal(x, x), number(1));
  expect_same(select(number(1), x, y), x);
  expect_same(select(less(x, y), z, z), z);
}

TEST_F(ExprTest, SymbolsAreToldApartByNameKindAndDerivative) {
  expect_different(coordinate("q"), testing::parameter("q"));
  std::vector<Expr> rates;
  for (int order = 0; order < 300; ++order) rates.push_back(coordinate("q", order));
  for (std::size_t i = 0; i < rates.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) ASSERT_FALSE(identical(rates[i], rates[j])) << i << " and " << j;
  expect_different(coordinate("q1", 0), coordinate("q", 10));
}

TEST_F(ExprTest, OrderOfSymbolsDoesNotDependOnWhenTheyCame) {
  std::vector<std::string> names;
  for (int i = 0; i < 2000; ++i) names.push_back("v" + std::to_string(i));
  const auto order = [&](std::uint64_t seed) {
    Graph own;
    const GraphScope own_scope(own);
    std::vector<std::string> shuffled = names;
    Random random(seed);
    for (std::size_t i = shuffled.size(); i > 1; --i) std::swap(shuffled[i - 1], shuffled[testing::pick(random, i)]);
    if (seed == 0) shuffled.assign(names.rbegin(), names.rend());
    std::vector<Expr> terms;
    for (const std::string& name : shuffled) terms.push_back(coordinate(name));
    std::string text;
    for (const Expr e : sum(terms).args()) text += e.name() + " ";
    return text;
  };
  std::string expected;
  for (const std::string& name : names) expected += name + " ";
  for (const std::uint64_t seed : {0U, 1U, 2U}) EXPECT_EQ(order(seed), expected);
}

TEST_F(ExprTest, CompareIsATotalOrder) {
  Random random(5);
  std::vector<Expr> list;
  testing::Recipe recipe;
  recipe.exponents = {2, -1, Rational(1, 2)};
  for (int k = 0; k < 60; ++k) list.push_back(testing::build_tree(testing::random_tree(random, recipe, 2), random));
  Expr deep = x;
  for (int k = 0; k < 80; ++k) list.push_back(deep = sin(deep + (k % 3 == 0 ? y : number(1))));
  for (const Expr a : list) {
    for (const Expr b : list) {
      ASSERT_EQ(compare(a, b) < 0, compare(b, a) > 0);
      ASSERT_EQ(compare(a, b) == 0, identical(a, b));
      for (const Expr c : list) {
        ASSERT_TRUE(compare(a, b) >= 0 || compare(b, c) >= 0 || compare(a, c) < 0);
      }
    }
  }
}

/// Numbers that are rounding of others stand beside them in sums: coprime integers grow with every product.
TEST_F(ExprTest, SumsWithWhatRoundingLeavesHaveDoubles) {
  Expr of_x = Expr(1.25), of_y = Expr(1.25);
  for (int k = 0; k < 10; ++k) {
    of_x = of_x * Expr(0.12345678901234567);
    of_y = of_y * Expr(3.4567890123456789e-16);
  }
  const Expr sum = of_x * x + of_y * y;
  const std::array<Expr, 1> quotient{of_x * of_x * x / (sum * sum)};
  std::array<double, 1> out{};
  TapeMachine<double>(Tape(std::array<Expr, 2>{x, y}, quotient)).run(std::array<double, 2>{0.8, 1.2}, out);
  EXPECT_NEAR(out[0], 1.0 / 0.8, 1e-12);
}

/// Sums are kept with coprime integers, of measured numbers those with all their digits: nested in each other they
/// would soon be beyond all doubles, and a quotient of two of them no number.
TEST_F(ExprTest, NestedSumsOfMeasuredNumbersStayNumbers) {
  const auto measured = [](int k) { return 0.3333333333333333 + 0.0714285714285714 * (k % 5); };
  constexpr double at_x = 1.3, at_y = 0.7;
  Expr p = Expr(measured(0)) * x + Expr(measured(1)) * y;
  double value = measured(0) * at_x + measured(1) * at_y;
  for (int k = 0; k < 7; ++k) {
    const double a = measured(k), b = measured(k + 1), c = measured(k + 2);
    p = p * (Expr(a) * x + Expr(b) * y) + Expr(c) * p * p;
    value = value * (a * at_x + b * at_y) + c * value * value;
  }
  Expr quotient = (p + Expr(measured(3)) * x) / (p - Expr(measured(2)) * y);
  round_numbers(std::vector<Expr*>{&quotient});
  TapeMachine<double> machine(Tape(std::vector<Expr>{x, y}, std::vector<Expr>{quotient}));
  std::vector<double> out(1);
  machine.run(std::vector<double>{at_x, at_y}, out);
  EXPECT_NEAR(out[0], (value + measured(3) * at_x) / (value - measured(2) * at_y), 1e-12);
  // Still one node, whatever factor it was built with.
  expect_same(scaled(p, 7) * y, scaled(p * y, 7));
  expect_same(pow(scaled(p, Rational(3, 7)), Expr(-1)), scaled(pow(p, Expr(-1)), Rational(7, 3)));
}

}  // namespace
}  // namespace alembert::expr_test
