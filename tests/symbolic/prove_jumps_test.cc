/// Proofs about functions that jump: every zero is a case of its own, where it is needed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "alembert/symbolic/parse.h"
#include "alembert/symbolic/zero_test.h"
#include "symbolic/formulas.h"
#include "symbolic/known_names.h"

namespace alembert::prove_jumps_test {
namespace {

using testing::pick;
using testing::Point;

class ProveJumpsTest : public testing::WithGraph {
 protected:
  struct Statement {
    Expr left, right;
    Domain written;
  };
  static Statement statement(const std::string& left, const std::string& right) {
    const KnownNames names({"x", "y"}, {"a"});
    Statement s;
    Domain of_right;
    s.left = parse_expression(left, names, {"test", 1, 1}, &s.written);
    s.right = parse_expression(right, names, {"test", 1, 1}, &of_right);
    s.written.add(of_right);
    return s;
  }
  static Comparison prove(const Statement& s) { return prove_equal(s.left, s.right, {}, s.written); }
  static Comparison prove(const std::string& left, const std::string& right) { return prove(statement(left, right)); }

  /// Whether both sides have a value and these are different, by an evaluator that shares nothing with the prover's.
  static bool differ_at(const Statement& s, const Point<double>& at) {
    const auto has_value = [&](const Domain::Part& part) { return std::isfinite(testing::value_of(part.value, at)); };
    return std::ranges::all_of(s.written.parts, has_value) &&
           testing::value_of(s.left, at) != testing::value_of(s.right, at);
  }

  /// Values of x, y and a: zeros, whole numbers, halves, and all pairs of them alike and not.
  std::vector<Point<double>> grid() const {
    constexpr std::array<double, 9> values{-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2};
    std::vector<Point<double>> points;
    for (const double at_x : values)
      for (const double at_y : values) points.push_back({{x.id(), at_x}, {y.id(), at_y}, {parameter("a").id(), at_y}});
    return points;
  }
};

using Pair = std::array<const char*, 2>;

TEST_F(ProveJumpsTest, NoWitnessLiesOutsideWhatIsAssumed) {
  const Signs::Said below{x - Expr::one(), SignSet::negative()}, above{x, SignSet::positive()};
  const std::array assumed{below, above};
  for (const auto& [left, right, falsely] : {std::array{"sign(1 - x^2)", "1", "-1"},
                                             {"sign((x-1)*(x+1))", "-1", "1"},
                                             {"x^2 == 1", "0", "1"},
                                             {"sqrt(x^2 - 1)", "5", ""}}) {
    const Statement s = statement(left, right);
    EXPECT_NE(prove_equal(s.left, s.right, assumed, s.written).verdict, Verdict::refuted) << left;
    if (*falsely == 0) continue;
    const Statement t = statement(left, falsely);
    EXPECT_EQ(prove_equal(t.left, t.right, assumed, t.written).verdict, Verdict::refuted) << left;
  }
}

TEST_F(ProveJumpsTest, ZerosOfWhatIsNeverNegativeAreNotLost) {
  for (const auto& [left, right] : std::array<Pair, 22>{{{"sign(abs(x))", "1"},
                                                         {"abs(x) > 0", "1"},
                                                         {"if(abs(x) == 0, 1, 0)", "0"},
                                                         {"step(-abs(x))", "0"},
                                                         {"sign(abs(x)*y)", "sign(y)"},
                                                         {"sign(sqrt(x^2))", "1"},
                                                         {"abs(sign(sqrt(1 - x^2)))", "1"},
                                                         {"if(sqrt(asin(x)) > 0, 1, 0)", "1"},
                                                         {"if(max(x, y) == min(x, y), 1, 0)", "0"},
                                                         {"if(max(x, y) > min(x, y), 1, 0)", "1"},
                                                         {"if(sqrt((x - 1)^2) > 0, 1, 0)", "1"},
                                                         {"if(max(abs(x), abs(y)) > 0, 1, 0)", "1"},
                                                         {"sign(abs(a))", "1"},
                                                         {"sign(abs(t))", "1"},
                                                         {"sign(abs(mod(x, 1)))", "1"},
                                                         {"sign(abs(round(x)))", "1"},
                                                         {"sign(abs(floor(x)))", "1"},
                                                         {"if(abs(round(x)) > 0, x, 5)", "x"},
                                                         {"mod(sign(abs(x)), 2)", "1"},
                                                         {"floor(sign(abs(x)) + 1/2)", "1"},
                                                         {"sign(abs(x'))", "1"},
                                                         {"sign(x^2 + y^2)", "1"}}}) {
    const Comparison c = prove(left, right);
    EXPECT_EQ(c.verdict, Verdict::refuted) << left << "  =  " << right << ": " << c.method;
  }
  // Where a power of zero is 1.
  EXPECT_EQ(prove("0^(a + 1)", "0").verdict, Verdict::refuted);
  EXPECT_EQ(prove("if(x == 0, x^(a + 1), 0)", "0").verdict, Verdict::refuted);
  EXPECT_EQ(prove("(x^2)^a", "abs(x)^(2*a)").verdict, Verdict::proved);
  // At the origin, where atan2 is 0; and where a root of nothing positive is zero.
  EXPECT_EQ(prove("0 < cos(atan2(y, x))", "0 < x").verdict, Verdict::refuted);
  EXPECT_EQ(prove("sqrt(x^2*y) + abs(y) + y", "sqrt(x^2*y) + 2*y").verdict, Verdict::refuted);
}

TEST_F(ProveJumpsTest, ZerosThatMatterAreProved) {
  for (const auto& [left, right] : std::array<Pair, 12>{{{"sign(abs(x))", "sign(x)^2"},
                                                         {"sign(abs(x))", "if(x == 0, 0, 1)"},
                                                         {"sign(sqrt(x^2))*abs(x)", "abs(x)"},
                                                         {"if(max(x, y) == min(x, y), x, y)", "y"},
                                                         {"abs(x) >= 0", "1"},
                                                         {"step(abs(x))", "1"},
                                                         {"sign(abs(x*y))", "sign(x)^2*sign(y)^2"},
                                                         {"if(x > y, x, y)", "max(x, y)"},
                                                         {"sqrt(x)*sqrt(-x)", "0"},
                                                         {"sign(1/x)", "x/abs(x)"},
                                                         {"sign(atan2(y, 0))*abs(y)", "y"},
                                                         {"sign(x^2 - 4)^2*(x^2 - 4)", "x^2 - 4"}}})
    EXPECT_EQ(prove(left, right).verdict, Verdict::proved) << left << "  =  " << right;
}

TEST_F(ProveJumpsTest, DifferencesThatRandomPointsMissAreFound) {
  for (const auto& [left, right] : std::array<Pair, 12>{{{"abs(x - 1) + abs(x - 2)", "abs(2*x - 3)"},
                                                         {"sqrt((x - 1)^2*(x - 2)^2)", "(x - 1)*(x - 2)"},
                                                         {"ceil(x)", "floor(x) + 1"},
                                                         {"mod(-x, 1)", "1 - mod(x, 1)"},
                                                         {"x^2 + y^2 > 2*x*y", "1"},
                                                         {"sign(cosh(x) - 1)", "1"},
                                                         {"sqrt(x^(2*a))", "x^a"},
                                                         {"abs(x^2 - 1e-6)", "x^2 - 1e-6"},
                                                         {"if(abs(x - 0.123) < 1e-9, 1, 0)", "0"},
                                                         {"max(x^2 + 0.2499, x)", "x^2 + 0.2499"},
                                                         {"max(x, 1e8)", "1e8"},
                                                         {"if(sin(x) == 0, 1, 0)", "0"}}}) {
    const Comparison c = prove(left, right);
    EXPECT_EQ(c.verdict, Verdict::refuted) << left << "  =  " << right << ": " << c.method;
  }
}

TEST_F(ProveJumpsTest, WhatIsLostInLargerTermsIsNoDifference) {
  // With exp(x) below the last digit beside 2, sqrt(...) - 2 is nothing, and what is left looks like 2 exp(x).
  graph.set_value(x, Rational(-900));
  EXPECT_NE(prove("sqrt((exp(2*x) - 2*exp(x) + 2)^2)", "exp(2*x) - 2*exp(x) + 2").verdict, Verdict::refuted);
  EXPECT_NE(prove("sqrt(cosh(exp(x))^2 - 1)", "abs(sinh(exp(x)))").verdict, Verdict::refuted);
  EXPECT_EQ(prove("exp(x) + y", "y").verdict, Verdict::refuted);
}

TEST_F(ProveJumpsTest, RoundOffHasNoSign) {
  // Zero at x = 2 but for the last digit carried, of either sign.
  graph.set_value(x, Rational(2));
  EXPECT_EQ(prove("sign(sqrt(x)*sqrt(x + 1) - sqrt(x*(x + 1)))", "0").verdict, Verdict::proved);
  EXPECT_NE(prove("x/2 == sqrt(x/2)", "x == 2 or x == 0").verdict, Verdict::refuted);
  EXPECT_NE(prove("floor(1/2 + sqrt(x)*sqrt(x + 1)*sqrt(x*(x + 1)))", "floor(1/2 + x*(x + 1))").verdict,
            Verdict::refuted);
}

/// How many: ALEMBERT_RANDOM_FORMULAS, or a second's worth.
int statements() {
  const char* text = std::getenv("ALEMBERT_RANDOM_FORMULAS");
  return text == nullptr ? 700 : std::atoi(text);
}

/// A small formula in x and y that is not negative, or jumps.
std::string inner(Random& random, int depth) {
  static const std::array<const char*, 10> leaves{"x",       "y",   "x - 1", "x - y", "x*y",
                                                  "x^2 - 1", "2*x", "x + y", "-x",    "x/2"};
  if (depth == 0) return leaves[pick(random, leaves.size())];
  const std::string u = inner(random, depth - 1), v = inner(random, 0);
  switch (pick(random, 9)) {
    case 0: return "abs(" + u + ")";
    case 1: return "max(" + u + ", " + v + ")";
    case 2: return "min(" + u + ", " + v + ")";
    case 3: return "sqrt((" + u + ")^2)";
    case 4: return "sqrt(" + u + ")";
    case 5: return "floor(" + u + ")";
    case 6: return "round(" + u + ")";
    case 7: return "(abs(" + u + ") + abs(" + v + "))";
    default: return "(" + u + ")^2";
  }
}

/// A function of it that jumps.
std::string jumping(Random& random) {
  const std::string u = inner(random, 1 + static_cast<int>(pick(random, 2))), v = inner(random, 1);
  switch (pick(random, 9)) {
    case 0: return "sign(" + u + ")";
    case 1: return "step(-(" + u + "))";
    case 2: return "(" + u + " > 0)";
    case 3: return "(" + u + " == " + v + ")";
    case 4: return "(" + u + " != " + v + ")";
    case 5: return "if(" + u + " > " + v + ", x, 1)";
    case 6: return "mod(sign(" + u + "), 2)";
    case 7: return "clamp(sign(" + u + "), -1/2, 1)";
    default: return "abs(sign(" + u + "))";
  }
}

/// True, but rounded to 150 digits a side comes out on the other side of a jump where x is large.
TEST_F(ProveJumpsTest, RoundingIsNoWitness) {
  for (const auto& [left, right] : std::array<Pair, 12>{{{"floor(abs(tanh(x)))", "0"},
                                                         {"sign((1 - tanh(x))^a)", "1"},
                                                         {"if(sqrt(1 - tanh(x)) > 0, 1, 0)", "1"},
                                                         {"if(tanh(x) < 1, 1, 0)", "1"},
                                                         {"sign(1 - tanh(x))", "1"},
                                                         {"floor(1 - exp(-x^2))", "0"},
                                                         {"x + exp(-x^2) > x", "1"},
                                                         {"if(x + exp(-x^2) == x, 1, 0)", "0"},
                                                         {"sign(cos(atan(sinh(x))))", "sign(1/cosh(x))"},
                                                         {"ceil(tanh(x)^2)", "abs(sign(x))"},
                                                         {"atan2(min(x, 0)*max(x, 0), -1)", "pi"},
                                                         {"atan2(x, -x)", "if(x > 0, 3*pi/4, if(x < 0, -pi/4, 0))"}}}) {
    const Comparison c = prove(left, right);
    EXPECT_TRUE(c.verdict == Verdict::proved || c.verdict == Verdict::probable)
        << left << " = " << right << ": " << verdict_name(c.verdict);
  }
}

TEST_F(ProveJumpsTest, JumpsAtExactNumbersAreSeen) {
  for (const auto& [left, right] : std::array<Pair, 7>{{{"atan2(-x^2, -1) + atan2(x^2, -1)", "0"},
                                                        {"if(sqrt(x) >= 2, 1, 0)", "if(x > 4, 1, 0)"},
                                                        {"floor(x/3)", "ceil(x/3) - 1"},
                                                        {"floor(x*7/10)", "ceil(x*7/10) - 1"},
                                                        {"if(exp(x) > 1, 1, 0)", "if(x >= 0, 1, 0)"},
                                                        {"sign(log(x))", "if(x >= 1, 1, -1)"},
                                                        {"if(acos(x) > 0, 1, 0)", "1"}}}) {
    const Comparison c = prove(left, right);
    EXPECT_EQ(c.verdict, Verdict::refuted) << left << " = " << right << ": " << verdict_name(c.verdict);
  }
}

/// Sines touch their extremes at quarter turns alone, which are no fractions.
TEST_F(ProveJumpsTest, QuarterTurnsAreLookedAt) {
  constexpr double quarter = 1.5707963267948966;
  const Comparison c = prove("floor(sin(x)/2)", "floor(sin(x))");
  ASSERT_EQ(c.verdict, Verdict::refuted);
  EXPECT_EQ(c.witness.at(0).second.to_double(), quarter);
  EXPECT_EQ((std::array{c.left, c.right}), (std::array{0.0, 1.0}));
  for (const auto& [left, right] : std::array<Pair, 5>{{{"sign(1 - sin(x))", "1"},
                                                        {"sign(1 + cos(x))", "1"},
                                                        {"floor(sin(2*x + y)/2)", "floor(sin(2*x + y))"},
                                                        {"if(sin(a*pi/3 - x) >= 1, 1, 0)", "0"},
                                                        {"if(cos(x/3) <= -1, y, 0)", "0"}}})
    EXPECT_EQ(prove(left, right).verdict, Verdict::refuted) << left << " = " << right;
  EXPECT_NE(prove("if(sin(x) > 1, 1, 0)", "0").verdict, Verdict::refuted);
}

TEST_F(ProveJumpsTest, PowersOfNegativeBasesAreLookedAt) {
  for (const auto& [left, right] : std::array<Pair, 5>{{{"(x^a)^y", "x^(a*y)"},
                                                        {"(cos(y)^2)^a", "cos(y)^(2*a)"},
                                                        {"(x^4)^(a/2)", "x^(2*a)"},
                                                        {"abs(x^a)", "x^a"},
                                                        {"(x*y)^a", "abs(x)^a*abs(y)^a"}}})
    EXPECT_EQ(prove(left, right).verdict, Verdict::refuted) << left << " = " << right;
  EXPECT_EQ(prove("(x^2)^a", "abs(x)^(2*a)").verdict, Verdict::proved);
  EXPECT_NE(prove("(x*y)^a", "x^a*y^a").verdict, Verdict::refuted);
}

TEST_F(ProveJumpsTest, RandomStatementsThatAreFalseAreNeverProved) {
  constexpr std::array<const char*, 10> candidates{"0",       "1",         "-1",           "x",     "sign(x)",
                                                   "sign(y)", "sign(x)^2", "abs(sign(x))", "x > 0", "1/2"};
  const std::vector<Point<double>> points = grid();
  Random random(1806);
  int false_ones = 0, proved = 0, refuted = 0;
  for (int k = 0; k < statements(); ++k) {
    const std::string left = jumping(random), right = candidates[pick(random, candidates.size())];
    const Statement s = statement(left, right);
    const bool differ = std::ranges::any_of(points, [&](const Point<double>& at) { return differ_at(s, at); });
    const Comparison c = prove(s);
    proved += c.verdict == Verdict::proved ? 1 : 0;
    if (!differ) continue;
    ++false_ones;
    refuted += c.verdict == Verdict::refuted ? 1 : 0;
    EXPECT_NE(c.verdict, Verdict::proved) << left << "  =  " << right;
  }
  EXPECT_GE(10 * false_ones, 7 * statements());
  EXPECT_GE(100 * proved, statements());
  EXPECT_GE(100 * refuted, 98 * false_ones) << refuted << " of " << false_ones << " false ones refuted";
  std::printf("%d of %d false statements refuted, %d others proved\n", refuted, false_ones, proved);
}

}  // namespace
}  // namespace alembert::prove_jumps_test
