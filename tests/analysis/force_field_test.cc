#include "alembert/analysis/force_field.h"

#include <gtest/gtest.h>

#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/zero_test.h"

namespace alembert::force_field_test {
namespace {

class ForceFieldTest : public ::testing::Test {
 protected:
  Graph graph_;
  GraphScope scope_{graph_};
  Expr x = Expr::symbol("x", SymbolKind::coordinate), y = Expr::symbol("y", SymbolKind::coordinate);
  Expr k = Expr::symbol("k", SymbolKind::parameter), two{2.0};
  std::vector<Expr> q{x, y};

  /// The force of a known potential must be found conservative, with a potential that gives the same force.
  void expect_found(Expr V) {
    const std::vector<Expr> force{-derivative(V, x), -derivative(V, y)};
    const ForceField field = test_force_field(force, q);
    EXPECT_EQ(field.verdict, ForceField::Verdict::conservative);
    ASSERT_TRUE(field.potential.has_value());
    for (std::size_t i = 0; i < 2; ++i) EXPECT_TRUE(proved_zero(force[i] + derivative(*field.potential, q[i])));
  }
};

TEST_F(ForceFieldTest, FindsPotentials) {
  expect_found(k * x * x * y + y * y);
  expect_found(k * cos(x) * sin(y) + x * sin(two * y));
  expect_found(sin(x + two * y) * k + x * x * cos(x - y));
  expect_found(exp(-k * x) * y + k / x);
}

TEST_F(ForceFieldTest, CurlIsNoticed) {
  const ForceField field = test_force_field(std::vector<Expr>{-k * y, k * x}, q);
  EXPECT_EQ(field.verdict, ForceField::Verdict::not_conservative);
  EXPECT_FALSE(field.potential.has_value());
}

TEST_F(ForceFieldTest, ConservativeWithoutClosedForm) {
  // d/dx exp(-x^2) has no elementary integral here, but one coordinate alone is always conservative.
  const std::vector<Expr> one{x};
  const ForceField field = test_force_field(std::vector<Expr>{exp(-x * x)}, one);
  EXPECT_EQ(field.verdict, ForceField::Verdict::conservative);
  EXPECT_FALSE(field.potential.has_value());
}

TEST_F(ForceFieldTest, RatesAndTimeMakeNoField) {
  const Expr rate = Expr::symbol("x", SymbolKind::coordinate, 1);
  EXPECT_EQ(test_force_field(std::vector<Expr>{-rate, Expr()}, q).verdict, ForceField::Verdict::not_a_field);
  EXPECT_EQ(test_force_field(std::vector<Expr>{Expr::time(), Expr()}, q).verdict, ForceField::Verdict::not_a_field);
}

}  // namespace
}  // namespace alembert::force_field_test
