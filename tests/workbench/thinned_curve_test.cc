// Curves in bounded memory.
#include "alembert/workbench/tables/thinned_curve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace alembert::thinned_curve_test {
namespace {

constexpr auto most = ThinnedCurve::most_blocks;

TEST(ThinnedCurve, ShortCurvesStayAsTheyAre) {
  ThinnedCurve curve;
  for (std::size_t i = 0; i < most; ++i) curve.add(static_cast<double>(i), std::sin(static_cast<double>(i)));
  const auto points = curve.points();
  ASSERT_EQ(points.size(), most);
  for (std::size_t i = 0; i < most; ++i) {
    EXPECT_EQ(points[i].x, static_cast<double>(i));
    EXPECT_EQ(points[i].y, std::sin(static_cast<double>(i)));
  }
}

// A single peak, the ends and the order survive any number of points; the curve of the kept points stays within what
// the function does inside a group: here it is smooth, so linear interpolation between kept points is close.
TEST(ThinnedCurve, LongCurvesKeepTheirPicture) {
  ThinnedCurve curve;
  const int count = 3'000'000;
  const auto y = [](int i) { return i == 1'234'567 ? 17.0 : std::sin(1e-5 * i); };
  for (int i = 0; i < count; ++i) curve.add(i, y(i));
  const auto points = curve.points();
  EXPECT_LE(points.size(), 7 * most);
  EXPECT_GT(points.size(), most);
  EXPECT_EQ(points.front().x, 0.0);
  EXPECT_EQ(points.back().x, count - 1);
  EXPECT_TRUE(std::ranges::is_sorted(points, {}, &ThinnedCurve::Point::x));
  EXPECT_EQ(std::ranges::max(points, {}, &ThinnedCurve::Point::y).x, 1'234'567);
  for (std::size_t i = 1; i < points.size(); ++i) {
    EXPECT_LT(points[i].x - points[i - 1].x, 1000.0);
    EXPECT_EQ(points[i].y, y(static_cast<int>(points[i].x)));
  }
}

TEST(ThinnedCurve, GapsStay) {
  ThinnedCurve curve;
  for (int i = 0; i < 200'000; ++i) curve.add(i, i == 77'777 || i == 0 ? std::nan("") : 1.0);
  const auto points = curve.points();
  EXPECT_EQ(std::ranges::count_if(points, [](const auto& p) { return std::isnan(p.y); }), 2);
}

// A circle that is run through many times keeps its extent in both directions.
TEST(ThinnedCurve, LoopsKeepTheirExtent) {
  ThinnedCurve curve;
  for (int i = 0; i < 1'000'000; ++i) curve.add(3 * std::cos(0.01 * i), std::sin(0.01 * i));
  const auto points = curve.points();
  const auto x = std::ranges::minmax(points, {}, &ThinnedCurve::Point::x);
  EXPECT_NEAR(x.min.x, -3.0, 1e-6);
  EXPECT_NEAR(x.max.x, 3.0, 1e-6);
  for (const auto& p : points) EXPECT_NEAR(p.x * p.x / 9 + p.y * p.y, 1.0, 1e-12);
}

}  // namespace
}  // namespace alembert::thinned_curve_test
