// Times at which functions leave their ranges, against roots that are known.
#include "alembert/symbolic/first_exit.h"

#include <gtest/gtest.h>

#include <array>
#include <numbers>

namespace alembert {
namespace {

template <class F>
class Search {
 public:
  Search(F f, Interval range) : f_(std::move(f)), range_{range} {}

  FirstExit of() {
    return FirstExit(
        [this](double begin, double end) {
          value_[0] = f_(Enclosure::variable(Interval(begin, end), 0));
          return std::span<const Enclosure>(value_);
        },
        range_);
  }
  std::optional<double> find(double begin, double end) { return of().find(begin, end); }

 private:
  F f_;
  std::array<Interval, 1> range_;
  std::array<Enclosure, 1> value_;
};

constexpr double infinity = Interval::infinity;

TEST(FirstExit, FindsTheFirstOfManyRoots) {
  Search wave([](const Enclosure& t) { return sin(400.0 * t); }, Interval(-infinity, 0.9));
  double t = 0.0;
  for (int k = 0; k < 50; ++k) {
    const auto exit = wave.find(t, 1000.0);
    const double expected = (std::asin(0.9) + 2.0 * std::numbers::pi * k) / 400.0;
    ASSERT_TRUE(exit);
    EXPECT_NEAR(*exit, expected, 4e-16 * (1.0 + 400.0 * expected) / 400.0 * 4.0);
    t = expected + 0.006;  // behind the crest
  }
}

TEST(FirstExit, SeesAPulseThatNoSampleMeets) {
  // exp(-((t - 3.3)/1e-9)^2) > 0.5 within 1e-9 sqrt(log 2).
  Search pulse([](const Enclosure& t) { return exp(-pow((t - 3.3) * 1e9, 2)); }, Interval(-infinity, 0.5));
  const auto exit = pulse.find(0.0, 10.0);
  ASSERT_TRUE(exit);
  EXPECT_NEAR(*exit, 3.3 - 1e-9 * std::sqrt(std::log(2.0)), 1e-15);
  EXPECT_FALSE(pulse.find(3.31, 10.0));
}

TEST(FirstExit, ATouchIsNoExit) {
  Search touch([](const Enclosure& t) { return 1.0 - cos(t); }, Interval(0.0, infinity));
  EXPECT_FALSE(touch.find(0.5, 100.0));
  FirstExit search = touch.of();
  search.find(0.5, 100.0);
  EXPECT_EQ(search.sampled(), 0);
}

TEST(FirstExit, ARestNextToTheBoundIsToldToBeSampled) {
  // Always 1, which bounds of spans do not know: to see that it stays above 1 - 1e-12 takes a million million of them.
  Search rest([](const Enclosure& t) { return sin(t) * sin(t) + cos(t) * cos(t); }, Interval(1.0 - 1e-12, infinity));
  FirstExit search = rest.of();
  EXPECT_FALSE(search.find(0.1, 3.0));
  EXPECT_GT(search.sampled(), 0);
}

TEST(FirstExit, SaysOnWhichSide) {
  Search line([](const Enclosure& t) { return 2.0 - t; }, Interval(-1.0, 1.5));
  EXPECT_EQ(line.find(0.7, 9.0), 3.0);
  EXPECT_EQ(line.find(0.0, 9.0), 0.0);  // outside from the start
  const auto outside = line.of().outside_at(3.5);
  ASSERT_EQ(outside.size(), 1U);
  EXPECT_TRUE(outside[0].below);
  EXPECT_FALSE(line.of().outside_at(0.0)[0].below);
  EXPECT_TRUE(line.of().outside_at(1.0).empty());
}

TEST(FirstExit, WhatIsNoNumberIsInside) {
  Search root([](const Enclosure& t) { return sqrt(2.0 - t); }, Interval(0.5, infinity));
  const auto exit = root.find(0.0, 10.0);
  ASSERT_TRUE(exit);
  EXPECT_EQ(*exit, 1.75);
  EXPECT_FALSE(root.find(3.0, 10.0));
}

}  // namespace
}  // namespace alembert
