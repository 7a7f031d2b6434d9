#include "alembert/analysis/mobility/mobility.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "alembert/core/error.h"
#include "formula_rows_system.h"

namespace alembert::mobility_test {
namespace {

using testing::coordinate;
using testing::FormulaRowsSystem;
using testing::number;

using Names = std::vector<std::string>;
constexpr double pi = std::numbers::pi;

class MobilityTest : public ::testing::Test {
 protected:
  static Mobility at(const FormulaRowsSystem& system, const std::vector<double>& q,
                     const MobilityOptions& options = {}) {
    return mobility(system, {0.0, q, {}, {}}, {}, options);
  }

  /// Ground pivots (0, 0) and (d, 0), angles of crank a, coupler b and rocker c from the x-axis.
  FormulaRowsSystem four_bar(double a, double b, double c, double d) const {
    return FormulaRowsSystem({t1, t2, t3}, {Expr(a) * cos(t1) + Expr(b) * cos(t2) - Expr(c) * cos(t3) - Expr(d),
                                            Expr(a) * sin(t1) + Expr(b) * sin(t2) - Expr(c) * sin(t3)});
  }
  /// Crank r, rod l, slider on the x-axis; with `drives` rows x = 0.2 + t/10 and t1 = t.
  FormulaRowsSystem slider_crank(double r, double l, bool drives = false) const {
    std::vector<Expr> rows{Expr(r) * cos(t1) + Expr(l) * cos(t2) - x, Expr(r) * sin(t1) + Expr(l) * sin(t2)};
    if (drives) {
      rows.push_back(x - number(1, 5) - number(1, 10) * Expr::time());
      rows.push_back(t1 - Expr::time());
    }
    return FormulaRowsSystem({t1, t2, x}, rows);
  }

  Graph graph;
  GraphScope scope{graph};
  Expr x = coordinate("x"), y = coordinate("y"), th = coordinate("th"), t1 = coordinate("t1"), t2 = coordinate("t2"),
       t3 = coordinate("t3");
};

TEST_F(MobilityTest, WithoutRowsEverythingIsFree) {
  const Mobility m = at(FormulaRowsSystem({x, y}, {}), {0.0, 0.0});
  EXPECT_EQ(m.dof, 2);
  EXPECT_EQ(m.velocity_dof, 2);
  EXPECT_EQ(m.independent, (Names{"x", "y"}));
  EXPECT_EQ(m.independent_speeds, (Names{"x'", "y'"}));
  EXPECT_FALSE(m.singular);
  EXPECT_TRUE(m.redundant.empty());
}

TEST_F(MobilityTest, GrueblersCountIsPassedOn) {
  const std::vector<double> q{0.0};
  const Mobility m = mobility(FormulaRowsSystem({x}, {}), {0.0, q, {}, {}}, {9, 8}, {});
  EXPECT_EQ(m.counts.gruebler(), 1);
}

TEST_F(MobilityTest, FourBarMovesInOneWay) {
  // b^2 = (d + c cos t3 - a cos t1)^2 + (c sin t3 - a sin t1)^2 is what assembly finds; the guess is near it.
  const Mobility m = at(four_bar(1.0, 3.0, 2.5, 2.0), {1.0, 0.5, 1.2});
  EXPECT_EQ(m.dof, 1);
  EXPECT_EQ(m.velocity_dof, 1);
  EXPECT_EQ(m.rank, 2);
  EXPECT_EQ(m.rank_here, 2);
  EXPECT_EQ(m.independent.size(), 1U);
  EXPECT_FALSE(m.singular);
  EXPECT_GT(m.violation, 0.0);
}

TEST_F(MobilityTest, FlatParallelogramIsSingular) {
  const FormulaRowsSystem bars = four_bar(1.0, 2.0, 1.0, 2.0);
  const Mobility flat = at(bars, {0.0, 0.0, 0.0});
  EXPECT_TRUE(flat.singular);
  EXPECT_EQ(flat.rank_here, 1);
  EXPECT_EQ(flat.rank, 2);
  EXPECT_EQ(flat.dof, 1);
  // All sines vanish: the first row does; two of three angles are free. Which ones beyond the branch: all take part.
  EXPECT_EQ(flat.singularity.rows, (Names{"phi1"}));
  ASSERT_EQ(flat.singularity.motions.size(), 1U);
  const Mobility open = at(bars, {0.7, 0.0, 0.7});
  EXPECT_FALSE(open.singular);
  EXPECT_EQ(open.rank_here, 2);
  // A user's pi with six digits is still singular, a tenth of a degree beside it is not.
  EXPECT_TRUE(at(bars, {3.141593, 0.0, 3.141593}).singular);
  EXPECT_FALSE(at(bars, {pi - 0.00175, 0.0, pi - 0.00175}).singular);
}

TEST_F(MobilityTest, ParallelCranksHaveARedundantRow) {
  // A coupler (x, y, th) on three equal cranks with pivots (0, 0), (1, 0), (3, 0): Gruebler says 3 - 3 = 0.
  std::vector<Expr> rows;
  for (const int s : {0, 1, 3}) {
    const Expr px = x + number(s) * cos(th) - number(s), py = y + number(s) * sin(th);
    rows.push_back(px * px + py * py - number(1));
  }
  const FormulaRowsSystem cranks({x, y, th}, rows);
  const std::vector<double> q{std::cos(0.8), std::sin(0.8), 0.0};
  const Mobility m = mobility(cranks, {0.0, q, {}, {}}, {3, 3}, {});
  EXPECT_EQ(m.counts.gruebler(), 0);
  EXPECT_EQ(m.dof, 1);
  EXPECT_EQ(m.velocity_dof, 1);
  EXPECT_EQ(m.redundant, (Names{"phi3"}));
  EXPECT_EQ(m.undetermined_rows, (Names{"phi1", "phi2", "phi3"}));
  EXPECT_FALSE(m.singular);
  // Lying flat, the coupler may also start to turn, but that motion does not last.
  const Mobility flat = at(cranks, {1.0, 0.0, 0.0});
  EXPECT_TRUE(flat.singular);
  EXPECT_EQ(flat.rank_here, 1);
  EXPECT_EQ(flat.dof, 1);
  ASSERT_EQ(flat.singularity.motions.size(), 1U);
  // Off the constraints, where rows are independent, what is said is about the mechanism when it is assembled.
  const Mobility off = at(cranks, {std::cos(0.8) + 1e-3, std::sin(0.8), 2e-3});
  EXPECT_EQ(off.dof, 1);
  EXPECT_EQ(off.redundant, (Names{"phi3"}));
  EXPECT_FALSE(off.singular);
}

TEST_F(MobilityTest, CranksThatAreAlmostEqualLock) {
  // Lengths that fit a coupler turned by 1e-4: rows are independent, nothing moves, and nothing is called redundant.
  const std::vector<double> q{std::cos(0.8), std::sin(0.8), 1e-4};
  std::vector<Expr> rows;
  for (const int s : {0, 1, 3}) {
    const double a = q[0] + s * std::cos(q[2]) - s, b = q[1] + s * std::sin(q[2]);
    const Expr px = x + number(s) * cos(th) - number(s), py = y + number(s) * sin(th);
    rows.push_back(px * px + py * py - Expr(a * a + b * b));
  }
  const Mobility m = at(FormulaRowsSystem({x, y, th}, rows), q);
  EXPECT_EQ(m.dof, 0);
  EXPECT_EQ(m.rank, 3);
  EXPECT_TRUE(m.redundant.empty());
}

TEST_F(MobilityTest, SliderCrankWithEqualLengthsForksAtTheOrigin) {
  const FormulaRowsSystem crank = slider_crank(0.3, 0.3);
  const Mobility fork = at(crank, {pi / 2, -pi / 2, 0.0});
  EXPECT_TRUE(fork.singular);
  EXPECT_EQ(fork.rank_here, 1);
  EXPECT_EQ(fork.dof, 1);
  EXPECT_EQ(fork.singularity.rows, (Names{"phi2"}));
  EXPECT_FALSE(at(crank, {1.0, -1.0, 0.6 * std::cos(1.0)}).singular);
  // With a longer rod there is no such place.
  EXPECT_FALSE(at(slider_crank(0.3, 0.5), {0.0, 0.0, 0.8}).singular);
}

TEST_F(MobilityTest, DrivesCountAlone) {
  MobilityOptions options;
  options.drives = {false, false, true, true};
  const Mobility m = at(slider_crank(0.3, 0.5, true), {1.0, -std::asin(0.6 * std::sin(1.0)), 0.5}, options);
  EXPECT_EQ(m.dof, 1);
  EXPECT_EQ(m.velocity_dof, 1);
  EXPECT_EQ(m.drives, 2);
  EXPECT_EQ(m.rows, 2);
  EXPECT_EQ(m.undriven_dof, 0);
  EXPECT_EQ(m.redundant, (Names{"phi4"}));  // the second drive has nothing left to drive
}

TEST_F(MobilityTest, ADrivenSliderCannotPassItsDeadPoint) {
  const FormulaRowsSystem crank({t1, t2, x}, {number(3, 10) * cos(t1) + number(1, 2) * cos(t2) - x,
                                              number(3, 10) * sin(t1) + number(1, 2) * sin(t2), x - number(4, 5)});
  MobilityOptions options;
  options.drives = {false, false, true};
  const Mobility m = at(crank, {0.0, 0.0, 0.8}, options);
  EXPECT_TRUE(m.singular);
  EXPECT_EQ(m.dof, 1);
  EXPECT_TRUE(m.redundant.empty());
  // The drive's row and the first are opposite there; cranks and rod move without the slider: 0.3 t1' + 0.5 t2' = 0.
  EXPECT_EQ(m.singularity.rows.size(), 2U);
  ASSERT_EQ(m.singularity.motions.size(), 1U);
  Names free = m.singularity.motions[0];
  std::ranges::sort(free);
  EXPECT_EQ(free, (Names{"t1", "t2"}));
}

TEST_F(MobilityTest, RodsStretchedInLineAreShaky) {
  const FormulaRowsSystem rods({x, y}, {(x + number(1)) * (x + number(1)) + y * y - number(1),
                                        (x - number(1)) * (x - number(1)) + y * y - number(1)});
  for (const double y0 : {0.0, 1e-7}) {
    const Mobility m = at(rods, {0.0, y0});
    EXPECT_TRUE(m.singular);
    EXPECT_EQ(m.dof, 0);
    EXPECT_EQ(m.rank_here, 1);
    ASSERT_EQ(m.singularity.motions.size(), 1U);
    EXPECT_EQ(m.singularity.motions[0], (Names{"y"}));
    EXPECT_TRUE(m.independent.empty());
  }
}

TEST_F(MobilityTest, ARowThatVanishesIsSingular) {
  // x^2 + y^2 = 0 holds at one point, where its gradient is zero.
  const Mobility m = at(FormulaRowsSystem({x, y}, {x * x + y * y}), {0.0, 0.0});
  EXPECT_TRUE(m.singular);
  EXPECT_EQ(m.rank_here, 0);
  EXPECT_EQ(m.dof, 0);
}

TEST_F(MobilityTest, ShakyEverywhere) {
  // y^2 = 0 says y = 0 without a gradient; x moves freely.
  const Mobility m = at(FormulaRowsSystem({x, y}, {y * y}), {0.3, 0.0});
  EXPECT_EQ(m.dof, 1);
  EXPECT_TRUE(m.singular);
  ASSERT_EQ(m.singularity.motions.size(), 1U);
  EXPECT_EQ(m.singularity.motions[0], (Names{"y"}));
  EXPECT_EQ(m.independent, (Names{"x"}));
}

TEST_F(MobilityTest, SizesDoNotMatter) {
  for (const double s : {1e-4, 1e4}) {
    const Mobility m = at(slider_crank(0.3 * s, 0.5 * s), {1.0, -std::asin(0.6 * std::sin(1.0)), 0.6 * s});
    EXPECT_EQ(m.dof, 1) << s;
    EXPECT_FALSE(m.singular) << s;
    EXPECT_TRUE(at(slider_crank(0.3 * s, 0.3 * s), {pi / 2, -pi / 2, 0.0}).singular) << s;
  }
}

TEST_F(MobilityTest, SeedsDoNotMatter) {
  const FormulaRowsSystem bars = four_bar(1.0, 2.0, 1.0, 2.0);
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    MobilityOptions options;
    options.seed = seed;
    const Mobility m = at(bars, {0.0, 0.0, 0.0}, options);
    EXPECT_TRUE(m.singular && m.rank == 2 && m.dof == 1) << seed;
  }
}

TEST_F(MobilityTest, ConstraintsThatCannotHoldAreSaid) {
  const Mobility m = at(FormulaRowsSystem({x, y}, {x * x + y * y + number(1)}), {0.5, 0.5});
  EXPECT_FALSE(m.notes.empty());
}

TEST_F(MobilityTest, RowsThatAreNoNumbersAreAnError) {
  EXPECT_THROW(at(FormulaRowsSystem({x, y}, {sqrt(x) - y}), {0.0, 0.0}), Error);
}

}  // namespace
}  // namespace alembert::mobility_test
