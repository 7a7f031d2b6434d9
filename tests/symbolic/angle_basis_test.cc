#include "alembert/symbolic/angle_basis.h"

#include <gtest/gtest.h>

#include <array>

#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/normal_form.h"
#include "alembert/symbolic/walk.h"
#include "alembert/symbolic/zero_test.h"

namespace alembert::angle_basis_test {
namespace {

class AngleBasisTest : public ::testing::Test {
 protected:
  Graph graph_;
  GraphScope scope_{graph_};
  Expr a = Expr::symbol("a", SymbolKind::coordinate), b = Expr::symbol("b", SymbolKind::coordinate);
  Expr c = Expr::symbol("c", SymbolKind::coordinate), two{2.0}, three{3.0};

  static AngleBasis basis_of(Expr e) { return AngleBasis(Walk(std::array<Expr, 1>{e})); }
};

TEST_F(AngleBasisTest, RelativeAnglesOfAChainAreTheirOwnBasis) {
  const AngleBasis basis = basis_of(sin(a) * cos(a + b) + sin(a + b + c));
  EXPECT_TRUE(identical(basis.angle(0), a));
  EXPECT_TRUE(identical(basis.angle(1), a + b));
  EXPECT_TRUE(identical(basis.angle(2), a + b + c));
  // 2 c - b = 2 (a + b + c) - 3 (a + b) + a
  const auto combination = basis.combination(angle_terms(two * c - b));
  ASSERT_TRUE(combination.has_value());
  const std::vector<std::pair<std::size_t, std::int32_t>> expected{{0, 1}, {1, -3}, {2, 2}};
  EXPECT_EQ(*combination, expected);
}

TEST_F(AngleBasisTest, ShortAnglesComeFirst) {
  const AngleBasis basis = basis_of(cos(a - b) + sin(a) + sin(b));
  EXPECT_TRUE(identical(basis.angle(0), a));
  EXPECT_TRUE(identical(basis.angle(1), b));
  EXPECT_FALSE(basis.combination(angle_terms(c)).has_value());
  EXPECT_FALSE(basis.combination(angle_terms(a / two)).has_value());
}

TEST_F(AngleBasisTest, EmptyWhereSingleTermsServe) {
  EXPECT_TRUE(basis_of(sin(a) * cos(three * b)).empty());
  EXPECT_TRUE(basis_of(sin(two * (a + b)) * cos(three * (a + b))).empty());  // no integer basis among themselves
}

TEST_F(AngleBasisTest, NormalFormOfALongSumStaysShort) {
  Expr angle;
  for (int i = 0; i < 40; ++i) angle += Expr::symbol("q" + std::to_string(i), SymbolKind::coordinate);
  const Expr e = pow(sin(angle), two) + pow(cos(angle), two);
  EXPECT_TRUE(proved_zero(e - Expr(1.0), FormBudget{50, 500}));
}

TEST_F(AngleBasisTest, IdentitiesAcrossBasesAreProved) {
  const Expr pi = Expr::pi();
  for (const auto& [left, right] : std::initializer_list<std::pair<Expr, Expr>>{
           {sin(a + b), sin(a) * cos(b) + cos(a) * sin(b)},
           {cos(a + b + c) + cos(a + b - c), two * cos(a + b) * cos(c)},
           {sin(a + b) * sin(a - b), pow(sin(a), two) - pow(sin(b), two)},
           {sin(two * a + two * b), two * sin(a + b) * cos(a + b)},
           {cos((a + b) / two) * cos((a + b) / two), (Expr(1.0) + cos(a + b)) / two},
           {sin(a + b + pi / three), sin(a + b) / two + sqrt(three) / two * cos(a + b)}})
    EXPECT_TRUE(proved_zero(left - right));
  EXPECT_FALSE(proved_zero(sin(a + b) - sin(a) - sin(b)));
}

}  // namespace
}  // namespace alembert::angle_basis_test
