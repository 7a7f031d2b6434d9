// Forces that hold one motion together: sums stay, and those that carry have room.
#include "alembert/linalg/force_sharing.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace alembert {
namespace {

/// Rows that are multiples of one: S = g g^T.
BoxComplementarity of_one_motion(std::vector<double> g, std::vector<double> f, std::vector<double> bounds) {
  BoxComplementarity problem;
  for (const double a : g)
    for (const double b : g) problem.S.push_back(a * b);
  problem.b.assign(g.size(), 0.0);
  for (const double bound : bounds) {
    problem.low.push_back(-bound);
    problem.high.push_back(bound);
  }
  problem.f = std::move(f);
  problem.where.assign(g.size(), Bounded::inside);
  return problem;
}

double sum(const BoxComplementarity& p, const std::vector<double>& g) {
  double result = 0.0;
  for (std::size_t i = 0; i < g.size(); ++i) result += g[i] * p.f[i];
  return result;
}

TEST(ForceSharing, TheCarryingForceIsRelieved) {
  const std::vector<double> g{1.0, -2.0, 0.5};
  BoxComplementarity p = of_one_motion(g, {0.9, 0.1, 0.2}, {1.0, 1.0, 1.0});
  const double before = sum(p, g);
  share_forces(p, std::array<std::size_t, 1>{0}, std::array<std::size_t, 2>{1, 2});
  EXPECT_NEAR(sum(p, g), before, 1e-14);
  EXPECT_NEAR(p.f[0], 0.0, 1e-14);  // the second takes -0.45 more
  EXPECT_NEAR(p.f[1], 0.1 - 0.45, 1e-14);
  EXPECT_NEAR(p.f[2], 0.2, 1e-14);
  EXPECT_EQ(side_of(p, 0), Bounded::inside);
}

TEST(ForceSharing, AtTheEndOfWhatAllCanGiveAllAreAtTheirBounds) {
  const std::vector<double> g{1.0, -2.0, 0.5};
  // 1 + 2 * 0.5 + 0.5 * 3 = 3.5 is the most.
  BoxComplementarity p = of_one_motion(g, {1.0, -0.45, 3.2}, {1.0, 0.5, 3.0});
  p.f[2] = (3.5 - 1.0 - 0.9) / 0.5;
  p.f[2] = std::min(p.f[2], 3.0);
  p.f[0] = 3.5 - 0.9 - 0.5 * p.f[2];
  share_forces(p, std::array<std::size_t, 1>{0}, std::array<std::size_t, 2>{1, 2});
  EXPECT_NEAR(sum(p, g), 3.5, 1e-14);
  EXPECT_EQ(side_of(p, 0), Bounded::at_high);
  EXPECT_EQ(side_of(p, 1), Bounded::at_low);
  EXPECT_EQ(side_of(p, 2), Bounded::at_high);
}

TEST(ForceSharing, SumsOfTwoMotionsStay) {
  // Two motions, four forces: rows (1, 0), (0, 1), (1, 1), (1, -2).
  const std::array<std::array<double, 2>, 4> rows{{{1, 0}, {0, 1}, {1, 1}, {1, -2}}};
  BoxComplementarity p;
  for (const auto& a : rows)
    for (const auto& b : rows) p.S.push_back(a[0] * b[0] + a[1] * b[1]);
  p.b.assign(4, 0.0);
  p.low.assign(4, -1.0);
  p.high.assign(4, 1.0);
  p.f = {0.95, -0.9, 0.1, 0.2};
  p.where.assign(4, Bounded::inside);
  const auto total = [&](std::size_t part) {
    double result = 0.0;
    for (std::size_t i = 0; i < 4; ++i) result += rows[i][part] * p.f[i];
    return result;
  };
  const double first = total(0), second = total(1);
  share_forces(p, std::array<std::size_t, 2>{0, 1}, std::array<std::size_t, 2>{2, 3});
  EXPECT_NEAR(total(0), first, 1e-13);
  EXPECT_NEAR(total(1), second, 1e-13);
  EXPECT_LT(std::hypot(p.f[0], p.f[1]), 0.5 * std::hypot(0.95, 0.9));
  for (const double f : p.f) EXPECT_LE(std::abs(f), 1.0 + 1e-14);
}

}  // namespace
}  // namespace alembert
