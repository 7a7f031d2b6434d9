/// What folds while it is read keeps its domain: no proof and no witness where a side as it is written has no value.
#include "alembert/symbolic/domain.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "alembert/symbolic/parse.h"
#include "alembert/symbolic/zero_test.h"
#include "symbolic/known_names.h"

namespace alembert::domain_test {
namespace {

class DomainTest : public ::testing::Test {
 protected:
  Comparison prove(const char* left, const char* right) const {
    Domain written, of_right;
    const Expr a = parse_expression(left, names, {}, &written), b = parse_expression(right, names, {}, &of_right);
    written.add(of_right);
    return prove_equal(a, b, {}, written);
  }
  std::vector<Expr> parts(const char* text) const {
    Domain domain;
    static_cast<void>(parse_expression(text, names, {}, &domain));
    std::vector<Expr> result;
    for (const Domain::Part& p : domain.parts) result.push_back(p.value);
    return result;
  }

  Graph graph;
  GraphScope scope{graph};
  KnownNames names{{"x", "y"}, {"a"}};
};

TEST_F(DomainTest, KeepsWhatFolds) {
  const Expr x = coordinate("x"), inverse = pow(x, Expr(Rational(-1)));
  EXPECT_TRUE(identical(parts("sqrt(x)^2").at(0), sqrt(x)));
  EXPECT_TRUE(identical(parts("0*log(x)").at(0), log(x)));
  EXPECT_TRUE(identical(parts("x/x").at(0), inverse));
  EXPECT_TRUE(identical(parts("mod(0, x)").at(0), inverse));
  EXPECT_TRUE(identical(parts("0*asin(x)").at(0), asin(x)));
  EXPECT_TRUE(parts("x^2 + 3/4 - abs(x)*exp(y)").empty());
}

/// Each side by its own definition, in doubles.
TEST_F(DomainTest, EqualWhereverBothAreDefined) {
  for (const auto& [left, right] : std::array<std::array<const char*, 2>, 9>{{{"sqrt(x)^2", "abs(x)"},
                                                                              {"exp(log(x))", "abs(x)"},
                                                                              {"sqrt(x)/sqrt(x)", "sign(x)"},
                                                                              {"log(x) - log(x) + x", "abs(x)"},
                                                                              {"x^0.5*x^0.5", "abs(x)"},
                                                                              {"exp(x + log(y))", "y*exp(x)"},
                                                                              {"0*sqrt(x) + x", "max(x, 0)"},
                                                                              {"abs(x)/abs(x)", "sign(x)^2"},
                                                                              {"if(x > 0, sqrt(x)^2, -x)", "abs(x)"}}})
    EXPECT_EQ(prove(left, right).verdict, Verdict::proved) << left << " = " << right;
  // What counts on one side of a comparison alone says nothing about the other.
  EXPECT_NE(prove("if(x > 0, x, sqrt(x)^2)", "abs(x)").verdict, Verdict::refuted);
  EXPECT_EQ(prove("if(x > 0, sqrt(x)^2, 0)", "x").verdict, Verdict::refuted);
}

TEST_F(DomainTest, WitnessesLieWhereBothAreDefined) {
  const Comparison c = prove("sqrt(x)^2", "2*x");
  ASSERT_EQ(c.verdict, Verdict::refuted);
  EXPECT_GT(c.witness.at(0).second.to_double(), 0.0);
  const Comparison d = prove("log(-y) - log(-y) + y", "abs(y)");
  ASSERT_EQ(d.verdict, Verdict::refuted);
  EXPECT_LT(d.witness.at(0).second.to_double(), 0.0);
}

TEST_F(DomainTest, NothingIsDecidedWhereASideIsDefinedNowhere) {
  for (const auto& [left, right] : std::array<std::array<const char*, 2>, 5>{{{"sqrt(-1)^2", "1"},
                                                                              {"sqrt(-1)^2", "-1"},
                                                                              {"0/(x - x)", "3"},
                                                                              {"asin(2) - asin(2)", "1"},
                                                                              {"(x - x)/(x - x)", "1"}}}) {
    const Comparison c = prove(left, right);
    EXPECT_EQ(c.verdict, Verdict::undecided) << left;
    EXPECT_NE(c.method.find("defined nowhere"), std::string::npos) << c.method;
  }
  EXPECT_EQ(prove("sqrt(-1 - x^2)^2", "1").verdict, Verdict::undecided);
}

/// No part has a symbol in it that is constant, yet none has a value anywhere.
TEST_F(DomainTest, NothingIsProvedWhereNoPointIsInTheDomain) {
  for (const char* side : {"asin(2 + x^2)", "log(-1 - x^2)", "sqrt(-1 - abs(x*y))", "acos(-2 - exp(x))"}) {
    const Comparison c = prove(side, side);
    EXPECT_EQ(c.verdict, Verdict::undecided) << side;
    EXPECT_NE(c.method.find("no point was found where both sides are defined"), std::string::npos) << c.method;
  }
  for (const char* side : {"log(x - 1000000)", "sqrt(x - 98765)", "asin(x + 54321)", "acos(5*x - y)"})
    EXPECT_EQ(prove(side, side).verdict, Verdict::proved) << side;
}

TEST_F(DomainTest, DifferencesOnACaseByItselfAreFound) {
  const Comparison c = prove("if(x == 3, 1, 2)", "2");
  ASSERT_EQ(c.verdict, Verdict::refuted);
  EXPECT_EQ(c.witness.at(0).second, Rational(3));
  EXPECT_EQ((std::array{c.left, c.right}), (std::array{1.0, 2.0}));
  EXPECT_EQ(prove("sign(x)^2", "1").witness.at(0).second, Rational(0));
  // x = 2 y, where the other values are y and 0.
  const Comparison d = prove("if(x == 2*y, 0, y)", "y");
  ASSERT_EQ(d.verdict, Verdict::refuted);
  EXPECT_EQ(d.witness.at(0).second, d.witness.at(1).second * Rational(2));
  EXPECT_EQ(prove("if(x == y, x, y)", "y").verdict, Verdict::proved);
}

TEST_F(DomainTest, WitnessesShowWhatDoublesDoNot) {
  const Comparison c = prove("exp(1e5*x^2) + 1", "exp(1e5*x^2)");
  ASSERT_EQ(c.verdict, Verdict::refuted);
  EXPECT_EQ(c.difference_text, "1");
  EXPECT_NE(c.left_text, "inf");
  // 20! and its successor share 18 digits.
  const Comparison d = prove("2432902008176640000 + 0*x", "2432902008176640001");
  EXPECT_EQ(d.left_text, "2432902008176640000");
  EXPECT_EQ(d.right_text, "2432902008176640001");
  EXPECT_TRUE(d.constant);
  EXPECT_EQ(d.method.find("model"), std::string::npos) << d.method;
}

}  // namespace
}  // namespace alembert::domain_test
