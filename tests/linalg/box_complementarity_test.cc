// Bounded forces against what would move: laws of complementarity on random problems, and small closed forms.
#include "alembert/linalg/box_complementarity.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "alembert/core/random.h"

namespace alembert::box_complementarity_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(BoxComplementarity, OneContactPushesOrLetsGo) {
  BoxComplementarity p{{2.0}, {-6.0}, {0.0}, {infinity}, {}, {}};
  ASSERT_TRUE(solve(p, 1e-13));
  EXPECT_DOUBLE_EQ(p.f[0], 3.0);
  EXPECT_EQ(p.where[0], Bounded::inside);
  p.b = {6.0};
  ASSERT_TRUE(solve(p, 1e-13));
  EXPECT_EQ(p.f[0], 0.0);
  EXPECT_EQ(p.where[0], Bounded::at_low);
}

TEST(BoxComplementarity, FrictionGivesAtMostItsBound) {
  BoxComplementarity p{{0.5}, {4.0}, {-3.0}, {10.0}, {}, {}};
  ASSERT_TRUE(solve(p, 1e-13));
  EXPECT_EQ(p.f[0], -3.0);
  EXPECT_EQ(p.where[0], Bounded::at_low);
  p.b = {1.0};
  ASSERT_TRUE(solve(p, 1e-13));
  EXPECT_DOUBLE_EQ(p.f[0], -2.0);
}

/// The largest amount by which an answer breaks the laws.
double fault(const BoxComplementarity& p) {
  const std::size_t n = p.b.size();
  double worst = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    double w = p.b[i];
    for (std::size_t j = 0; j < n; ++j) w += p.S[i * n + j] * p.f[j];
    worst = std::max({worst, p.low[i] - p.f[i], p.f[i] - p.high[i]});
    if (p.f[i] > p.low[i] + 1e-9) worst = std::max(worst, w);
    if (p.f[i] < p.high[i] - 1e-9) worst = std::max(worst, -w);
  }
  return worst;
}

TEST(BoxComplementarity, LawsHoldOnRandomProblemsOfAnyRank) {
  Random random(7);
  for (int trial = 0; trial < 300; ++trial) {
    const std::size_t n = 1 + static_cast<std::size_t>(trial % 9), rank = 1 + static_cast<std::size_t>(trial % 5);
    std::vector<double> J(n * rank), x(rank);
    for (double& value : J) value = random.uniform(-1.0, 1.0);
    for (double& value : x) value = random.uniform(-5.0, 5.0);
    BoxComplementarity p;
    p.S.assign(n * n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k < rank; ++k) p.S[i * n + j] += J[i * rank + k] * J[j * rank + k];
      double b = 0.0;  // in the range of S, as accelerations along rows of a mechanism are
      for (std::size_t k = 0; k < rank; ++k) b += J[i * rank + k] * x[k];
      p.b.push_back(b);
      const bool contact = random.uniform(0.0, 1.0) < 0.5;
      p.low.push_back(contact ? 0.0 : -random.uniform(0.1, 3.0));
      p.high.push_back(contact ? infinity : random.uniform(0.1, 3.0));
    }
    ASSERT_TRUE(solve(p, 1e-12)) << trial;
    // Dependent rows are solved by proximal steps, whose answer is good to about 1e-7.
    EXPECT_LT(fault(p), rank < n ? 1e-6 : 1e-8) << trial;
  }
}

TEST(BoxComplementarity, NumbersThatAreNotFiniteAreRefused) {
  BoxComplementarity p{{1.0}, {std::nan("")}, {0.0}, {infinity}, {}, {}};
  EXPECT_FALSE(solve(p, 1e-13));
}

}  // namespace
}  // namespace alembert::box_complementarity_test
