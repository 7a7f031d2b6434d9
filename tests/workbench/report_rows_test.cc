// Rows that a report keeps, and how their numbers are packed.
#include "alembert/workbench/report/report_rows.h"

#include <gtest/gtest.h>

#include <algorithm>

#include <array>
#include <cmath>
#include <limits>

#include "alembert/workbench/report/report_packing.h"
#include "workbench/reported_run.h"

namespace alembert::report_rows_test {
namespace {

using testing::unpack;

ReportRows filled(std::size_t rows, std::size_t frames) {
  ReportRows kept(3, rows, frames);
  for (std::size_t i = 0; i < rows; ++i) {
    const double t = 0.01 * static_cast<double>(i);
    // A spike that is one row wide, up in one column and down in the other.
    const double spike = i == 4321 ? 50.0 : 0.0;
    kept.add(std::array{t, std::sin(t) + spike, 2.0 - spike});
  }
  return kept;
}

TEST(ReportRows, FewRowsAreAllKept) {
  const ReportRows kept = filled(100, 2000);
  ASSERT_EQ(kept.frames(), 100U);
  EXPECT_FALSE(kept.left_out());
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(kept.frame(i)[1], std::sin(0.01 * static_cast<double>(i)));
  EXPECT_TRUE(kept.extremes(1).t.empty());
}

TEST(ReportRows, KeptRowsAreExactAndEvenlySpread) {
  constexpr std::size_t rows = 10'007, frames = 500;
  const ReportRows kept = filled(rows, frames);
  ASSERT_EQ(kept.frames(), frames);
  EXPECT_EQ(kept.rows(), rows);
  EXPECT_TRUE(kept.left_out());
  EXPECT_EQ(kept.frame(0)[0], 0.0);
  EXPECT_EQ(kept.frame(frames - 1)[0], 0.01 * static_cast<double>(rows - 1));
  for (std::size_t i = 1; i < frames; ++i) {
    const double gap = kept.frame(i)[0] - kept.frame(i - 1)[0];
    EXPECT_NEAR(gap, 0.01 * static_cast<double>(rows - 1) / static_cast<double>(frames - 1), 0.0101);
    EXPECT_EQ(kept.frame(i)[1], std::sin(kept.frame(i)[0]));  // it is one of the rows
  }
}

TEST(ReportRows, ExtremesAreAtTheirOwnTimes) {
  const ReportRows kept = filled(10'007, 500);
  const auto highest = [&](std::size_t column, double sign) {
    const ReportRows::Curve curve = kept.extremes(column);
    EXPECT_GE(curve.t.size(), 250U);
    EXPECT_LE(curve.t.size(), 500U);
    EXPECT_TRUE(std::ranges::is_sorted(curve.t));
    const auto it = std::ranges::max_element(curve.y, {}, [&](double y) { return sign * y; });
    return std::pair{curve.t[static_cast<std::size_t>(it - curve.y.begin())], *it};
  };
  EXPECT_EQ(highest(1, 1.0), std::pair(43.21, std::sin(43.21) + 50.0));
  EXPECT_EQ(highest(2, -1.0), std::pair(43.21, -48.0));
}

TEST(ReportRows, OneRowAndValuesThatAreNotFinite) {
  ReportRows one(2, 1, 2000);
  one.add(std::array{0.0, 7.0});
  EXPECT_EQ(one.frames(), 1U);
  ReportRows gaps(2, 1000, 10);
  for (int i = 0; i < 1000; ++i)
    gaps.add(std::array{static_cast<double>(i), i == 500 ? std::numeric_limits<double>::quiet_NaN() : 1.0});
  for (const double y : gaps.extremes(1).y) EXPECT_EQ(y, 1.0);
}

TEST(ReportPacking, Base64) {
  // RFC 4648, section 10.
  const auto encoded = [](std::string_view text) {
    return base64({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
  };
  EXPECT_EQ(encoded(""), "");
  EXPECT_EQ(encoded("f"), "Zg==");
  EXPECT_EQ(encoded("fo"), "Zm8=");
  EXPECT_EQ(encoded("foo"), "Zm9v");
  EXPECT_EQ(encoded("foob"), "Zm9vYg==");
  EXPECT_EQ(encoded("foobar"), "Zm9vYmFy");
}

TEST(ReportPacking, Numbers) {
  const std::vector<double> values{1.0, -2.5, 1e-3, 1e300};
  const std::vector<double> back = unpack<float, std::uint32_t>(pack_float32(values));
  ASSERT_EQ(back.size(), 4U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(back[i], static_cast<double>(static_cast<float>(values[i])));
  EXPECT_EQ(back[3], std::numeric_limits<float>::max());
  EXPECT_EQ((unpack<double, std::uint64_t>(pack_float64(values))), values);
  EXPECT_EQ(packed(std::vector{0.25, 0.25}), Json(0.25));
  EXPECT_TRUE(packed(std::vector{0.25, 0.5}).is_string());
  EXPECT_TRUE(packed(std::vector{std::nan(""), std::nan("")}).is_string());
}

}  // namespace
}  // namespace alembert::report_rows_test
