#include "alembert/analysis/fields/force_field.h"

#include <gtest/gtest.h>

#include "alembert/analysis/fields/circulation.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/tape_machine.h"
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

/// The potential that is found, by the work along a path: midpoint rule, across kinks and jumps.
TEST_F(ForceFieldTest, PotentialsOfWhatBends) {
  const Expr none, one(1.0), r2 = x * x + y * y;
  const std::vector<std::array<Expr, 2>> fields{
      {x * abs(x), none},           {max(x, none), y},
      {none, max(none, y - one)},   {two * x / (r2 + one), two * y / (r2 + one)},
      {x * exp(-r2), y * exp(-r2)}, {x / sqrt(r2 + two), y / sqrt(r2 + two)},
      {sign(x), -y * abs(y)}};
  for (const auto& force : fields) {
    const ForceField field = test_force_field(force, q);
    EXPECT_EQ(field.verdict, ForceField::Verdict::conservative) << to_text(force[0]);
    ASSERT_TRUE(field.potential) << to_text(force[0]);
    TapeMachine<double> values(Tape(q, std::array{force[0], force[1], *field.potential}));
    const auto at = [&](double s) {
      std::array<double, 3> out{};
      values.run(std::array{3 * s - 1.3, 2.2 - 2.9 * s}, out);
      return out;
    };
    constexpr int cells = 20000;
    double work = 0.0;
    for (int cell = 0; cell < cells; ++cell) {
      const auto here = at((cell + 0.5) / cells);
      work += (3 * here[0] - 2.9 * here[1]) / cells;
    }
    // Jumps cost the rule a cell, curvature 1/cells^2.
    EXPECT_NEAR(at(0.0)[2] - at(1.0)[2], work, 1e-3) << to_text(*field.potential);
  }
}

/// Curl that begins far away, and none at kinks.
TEST_F(ForceFieldTest, CurlBehindAKinkIsNoticed) {
  const Expr none;
  for (const double place : {7.0, 1000.0, -31234.5}) {
    const Expr far(place);
    EXPECT_EQ(test_force_field(std::vector<Expr>{max(none, y - far), none}, q).verdict,
              ForceField::Verdict::not_conservative);
    const std::vector<Expr> own{max(none, x - far) * abs(x), abs(y - far)};
    EXPECT_EQ(test_force_field(own, q).verdict, ForceField::Verdict::conservative);
  }
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

TEST_F(ForceFieldTest, NoPotentialFallsBackWhereTheForceJumps) {
  // From 1/2 to 3/2 the saw tooth does work; an integral of the tooth alone would come back to where it was.
  const Expr saw = x - floor(x);
  for (const Expr force : {saw * saw * saw, exp(saw)}) {
    const ForceField field = test_force_field(std::vector<Expr>{force}, std::vector<Expr>{x});
    EXPECT_EQ(field.verdict, ForceField::Verdict::conservative);
    EXPECT_FALSE(field.potential.has_value());
  }
}

TEST_F(ForceFieldTest, ACircleThroughAPoleTellsNothing) {
  // Each force depends on its own coordinate alone: out and back do no work, whatever is passed.
  for (const Expr force : {log(x * x), log(sin(x) * sin(x)), floor(x) / abs(x)})
    EXPECT_NE(test_force_field(std::vector<Expr>{force, Expr()}, q).verdict, ForceField::Verdict::not_conservative);
}

TEST_F(ForceFieldTest, RatesAndTimeMakeNoField) {
  const Expr rate = Expr::symbol("x", SymbolKind::coordinate, 1);
  EXPECT_EQ(test_force_field(std::vector<Expr>{-rate, Expr()}, q).verdict, ForceField::Verdict::not_a_field);
  EXPECT_EQ(test_force_field(std::vector<Expr>{Expr::time(), Expr()}, q).verdict, ForceField::Verdict::not_a_field);
}

}  // namespace
}  // namespace alembert::force_field_test
