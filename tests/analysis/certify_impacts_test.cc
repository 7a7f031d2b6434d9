// Impacts that break their law are seen.
#include "alembert/analysis/certificate/lines/certify_impacts.h"

#include <gtest/gtest.h>

namespace alembert::certify_impacts_test {
namespace {

// Two masses m1 = 2, m2 = 3 on a line, coordinates x and the distance y: M = [[5, 3], [3, 3]]. The stop is that of y, e
// = 1/2: y' = -2 becomes 1, momentum along x stays: 5 x' + 3 y'. With x' = 1 before, x' = 1 - 9/5 after.
const std::vector<double> M = {5.0, 3.0, 3.0, 3.0};

FoundImpact right() {
  FoundImpact impact{1, 0.5, {1.0, -2.0}, {1.0 - 9.0 / 5.0, 1.0}, 0.0, 0.0};
  const auto energy = [](const std::vector<double>& v) {
    return 0.5 * (5.0 * v[0] * v[0] + 6.0 * v[0] * v[1] + 3.0 * v[1] * v[1]);
  };
  impact.energy = energy(impact.after) - energy(impact.before);
  return impact;
}

TEST(CertifyImpacts, RightOnesPass) { EXPECT_LT(impact_residual(right(), M, {}), 1e-14); }

TEST(CertifyImpacts, NoticesWhatBreaksTheLaw) {
  FoundImpact impact = right();
  impact.after[1] = 1.1;
  EXPECT_GT(impact_residual(impact, M, {}), 1e-2);
  impact = right();
  impact.after[0] = 1.0;
  EXPECT_GT(impact_residual(impact, M, {}), 1e-2);
  impact = right();
  impact.energy = -impact.energy;
  EXPECT_GT(impact_residual(impact, M, {}), 1e-2);
  impact = right();
  impact.supplied = 0.1;
  EXPECT_GT(impact_residual(impact, M, {}), 1e-3);
}

}  // namespace
}  // namespace alembert::certify_impacts_test
