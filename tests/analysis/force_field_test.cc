#include "alembert/analysis/force_field.h"

#include <gtest/gtest.h>

#include "alembert/analysis/circulation.h"
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

TEST_F(ForceFieldTest, WorkRoundAHole) {
  // Without curl, and 2 pi k once round the origin: the vortex. Moved, stretched and in the plane of other coordinates.
  const Expr z = Expr::symbol("z", SymbolKind::coordinate);
  for (const double stretch : {1.0, 3.0}) {
    const Expr a = x - Expr(0.3), b = Expr(stretch) * (y + two), r2 = a * a + b * b;
    const std::vector<Expr> vortex{-k * b / r2, k * Expr(stretch) * a / r2};
    const ForceField field = test_force_field(vortex, q);
    EXPECT_EQ(field.verdict, ForceField::Verdict::not_conservative);
    EXPECT_NE(field.note.find("6.28319"), std::string::npos) << field.note;
    const std::vector<Expr> in_space{Expr(), vortex[0], vortex[1]}, places{z, x, y};
    EXPECT_EQ(test_force_field(in_space, places).verdict, ForceField::Verdict::not_conservative);
  }
}

TEST_F(ForceFieldTest, HolesWithoutWork) {
  // grad exp(1/r^2): no potential is found in closed form, and none does work round the origin.
  const Expr r2 = x * x + y * y, pull = exp(Expr::one() / r2) / (r2 * r2);
  const ForceField field = test_force_field(std::vector<Expr>{-two * x * pull, -two * y * pull}, q);
  EXPECT_TRUE(field.verdict == ForceField::Verdict::piecewise || field.potential.has_value()) << field.note;
  // Nothing that is defined everywhere has a hole.
  const Expr soft = exp(-x * x - y * y) / (Expr::one() + r2);
  const std::vector<Expr> smooth{derivative(soft, x), derivative(soft, y)};
  EXPECT_EQ(test_force_field(smooth, q).verdict, ForceField::Verdict::conservative);
  EXPECT_TRUE(holes_of(smooth, q).empty());
}

TEST_F(ForceFieldTest, JumpsDoWorkThatDerivativesDoNotShow) {
  // A push along x above the axis alone: once round a square across the axis it does work, and its derivatives are
  // zero.
  EXPECT_EQ(test_force_field(std::vector<Expr>{sign(y), Expr()}, q).verdict, ForceField::Verdict::piecewise);
  EXPECT_EQ(test_force_field(std::vector<Expr>{floor(y), Expr()}, q).verdict, ForceField::Verdict::piecewise);
  // Along its own coordinate alone a jump is harmless.
  EXPECT_EQ(test_force_field(std::vector<Expr>{sign(x), floor(y)}, q).verdict, ForceField::Verdict::conservative);
}

TEST_F(ForceFieldTest, RatesAndTimeMakeNoField) {
  const Expr rate = Expr::symbol("x", SymbolKind::coordinate, 1);
  EXPECT_EQ(test_force_field(std::vector<Expr>{-rate, Expr()}, q).verdict, ForceField::Verdict::not_a_field);
  EXPECT_EQ(test_force_field(std::vector<Expr>{Expr::time(), Expr()}, q).verdict, ForceField::Verdict::not_a_field);
}

}  // namespace
}  // namespace alembert::force_field_test
