// Bounds of what moves within a step hold it, and are close.
#include "alembert/integrate/step_bounds.h"

#include <gtest/gtest.h>

#include <cmath>

namespace alembert {
namespace {

TEST(StepBounds, HoldSmoothFunctionsAndTheirRates) {
  constexpr double begin = 3.0, end = 4.2;
  const auto value = [](double t) { return std::array{std::sin(2.0 * t), 5.0 + t * t, std::exp(-t), 7.0}; };
  const auto rate = [](double t) { return std::array{2.0 * std::cos(2.0 * t), 2.0 * t, -std::exp(-t), 0.0}; };
  StepBounds bounds(4);
  for (int k = 0; k <= StepBounds::parts; ++k)
    std::ranges::copy(value(begin + (end - begin) * k / StepBounds::parts), bounds.node(k).begin());
  bounds.fit(begin, end);
  for (const double length : {1.2, 0.3, 0.01}) {
    for (double a = begin; a + length <= end + 1e-12; a += 0.25 * length) {
      const auto b = bounds.over(a, a + length);
      for (int k = 0; k <= 10; ++k) {
        const double t = a + length * k / 10.0;
        for (std::size_t i = 0; i < 4; ++i) {
          EXPECT_LE(b[i].x.lo, value(t)[i] + 1e-13);
          EXPECT_GE(b[i].x.hi, value(t)[i] - 1e-13);
          EXPECT_LE(b[i].d[0].lo, rate(t)[i] + 1e-11);
          EXPECT_GE(b[i].d[0].hi, rate(t)[i] - 1e-11);
        }
      }
      // The wave's second and third rates are at most 4 and 8, the parabola's second is 2.
      EXPECT_LE(b[0].d[0].width(), 1.1 * (4.0 * length + 8.0 * length * length) + 1e-4);
      EXPECT_LE(b[1].d[0].width(), 2.0 * length + 1e-9);
    }
  }
}

TEST(StepBounds, WhatIsNoNumberHasNoBounds) {
  StepBounds bounds(1);
  for (int k = 0; k <= StepBounds::parts; ++k) bounds.node(k)[0] = k == 3 ? std::nan("") : 1.0;
  bounds.fit(0.0, 1.0);
  EXPECT_TRUE(std::isinf(bounds.over(0.0, 0.1)[0].x.width()));
}

}  // namespace
}  // namespace alembert
