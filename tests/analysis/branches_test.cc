/// Assembly branches against intersections of circles and lines.
#include "alembert/analysis/branches/branches.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

#include "alembert/analysis/branches/branch_blocks.h"
#include "alembert/analysis/state/assembled_start.h"
#include "alembert/core/error.h"
#include "alembert/forms/energies/lagrange.h"
#include "alembert/io/load.h"
#include "alembert/system/energies/lagrange_system.h"
#include "model_text.h"

namespace alembert::branches_test {
namespace {

using Point2 = std::complex<double>;
using Hold = std::vector<std::pair<std::string, double>>;
constexpr double pi = std::numbers::pi;
/// Rows are met to rounding, which angles of simple solutions inherit.
constexpr double close_by = 1e-9;

class Branching {
 public:
  explicit Branching(const std::string& text)
      : model_(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))), setup_(model_) {}

  const MechanismSetup& setup() const { return setup_; }
  Branches find(const Hold& hold = {}, double t = 0.0) const { return find_branches(setup_, t, hold); }
  /// A coordinate of the tree or of a closing joint.
  double value(const Branch& branch, const std::string& name) const {
    for (std::size_t i = 0; i < model_.coordinates.size(); ++i)
      if (model_.coordinates[i].name == name) return branch.q[i];
    for (std::size_t i = 0; i < model_.dependent_coordinates.size(); ++i)
      if (model_.dependent_coordinates[i].name == name) return branch.dependent[i];
    ADD_FAILURE() << name;
    return 0.0;
  }
  /// Whether a branch has these values, angles up to whole turns.
  bool has(const Branch& branch, const Hold& angles) const {
    return std::ranges::all_of(angles, [&](const auto& a) {
      return std::abs(std::remainder(value(branch, a.first) - a.second, 2 * pi)) < close_by;
    });
  }

 private:
  Mechanism model_;
  MechanismSetup setup_;
};

/// Where circles of radius r about a and s about b meet, to the left of a -> b first.
std::vector<Point2> circles(Point2 a, double r, Point2 b, double s) {
  const double d = std::abs(b - a), x = (d * d + r * r - s * s) / (2 * d), y = r * r - x * x;
  if (y < 0) return {};
  const Point2 along = (b - a) / d;
  return {a + along * Point2(x, std::sqrt(y)), a + along * Point2(x, -std::sqrt(y))};
}

std::string body(const std::string& name, double length) {
  return "[body." + name + "]\nmass = 1\ninertia = 0.1\npoints.tip = [" + std::to_string(length) + ", 0]\n";
}
std::string hinge(const std::string& name, const std::string& first, const std::string& second, const std::string& at,
                  const std::string& more = "") {
  return "[joint." + name + "]\ntype = \"revolute\"\nbodies = [\"" + first + "\", \"" + second + "\"]\nat = " + at +
         "\n" + more + "\n";
}

/// Crank a at the origin (joint O), coupler b (A), rocker c on (d, 0) (C); B closes.
std::string four_bar(double a, double b, double c, double d) {
  return "space = \"planar\"\n" + body("crank", a) + body("coupler", b) + body("rocker", c) +
         hinge("O", "ground", "crank", "[[0, 0], [0, 0]]", "start = 0.9\nrate = 2") +
         hinge("A", "crank", "coupler", "[\"crank.tip\", [0, 0]]", "start = -0.5") +
         hinge("C", "ground", "rocker", "[[" + std::to_string(d) + ", 0], [0, 0]]", "start = 1.5") +
         hinge("B", "coupler", "rocker", "[\"coupler.tip\", \"rocker.tip\"]");
}

TEST(Branches, FourBarMeetsWhereCirclesDo) {
  const double a = 1.0, b = 3.0, c = 2.5, d = 2.8;
  const Branching linkage(four_bar(a, b, c, d));
  for (const double crank : {-2.5, -1.0, 0.3, 0.9, 2.0, 3.1}) {
    const Branches found = linkage.find({{"O", crank}});
    ASSERT_EQ(found.list.size(), 2U) << crank;
    EXPECT_TRUE(found.complete) << found.note;
    EXPECT_EQ(found.held, (Hold{{"O", crank}}));
    const Point2 tip = std::polar(a, crank);
    for (const Point2 meeting : circles(tip, b, d, c)) {
      const double coupler = std::arg(meeting - tip), rocker = std::arg(meeting - d);
      const Hold expected{{"O", crank}, {"A", coupler - crank}, {"C", rocker}, {"B", rocker - coupler}};
      EXPECT_EQ(std::ranges::count_if(found.list, [&](const Branch& x) { return linkage.has(x, expected); }), 1);
    }
    for (const Branch& branch : found.list)
      for (const double angle : branch.q) EXPECT_LE(std::abs(angle), pi);
  }
}

TEST(Branches, TheFirstIsTheStartBitForBit) {
  const Branching linkage(four_bar(1.0, 3.0, 2.5, 2.8));
  const Branches found = linkage.find();
  ASSERT_EQ(found.list.size(), 2U);
  EXPECT_EQ(found.list[0].q, linkage.setup().q0);
  EXPECT_EQ(found.held.front().first, "O");  // the first joint with a start
  const int hits = std::accumulate(found.list.begin(), found.list.end(), 0, [](int n, auto& x) { return n + x.hits; });
  EXPECT_LE(hits, found.starts);
  for (const Branch& branch : found.list) EXPECT_GE(branch.hits, 1);
}

TEST(Branches, TouchingCirclesAreOneBranch) {
  const Branching linkage(four_bar(1.0, 1.4, 1.6, 2.0));  // crank back: pivots 3 apart, rods 1.4 + 1.6 in line
  const Branches found = linkage.find({{"O", pi}});
  ASSERT_EQ(found.list.size(), 1U);
  EXPECT_TRUE(found.list[0].singular);
  EXPECT_TRUE(found.complete) << found.note;
  // At a double root an angle is known to the root of the precision of rows.
  EXPECT_NEAR(std::cos(linkage.value(found.list[0], "C") - pi), 1.0, 1e-9);
}

TEST(Branches, NoneIsAnErrorThatNamesARow) {
  const Branching linkage(four_bar(1.0, 1.2, 1.6, 2.0));
  try {
    linkage.find({{"O", pi}});
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Error::Code::singular);
    EXPECT_NE(e.message().find("row 'B.t"), std::string::npos) << e.what();
  }
}

TEST(Branches, SliderCrankHasTwoSliders) {
  const double r = 0.3, l = 1.1, e = 0.2;  // e: the guide's height
  const Branching crank("space = \"planar\"\n" + body("crank", r) + body("rod", l) + "[body.slider]\nmass = 1\n" +
                        hinge("A", "ground", "crank", "[[0, 0], [0, 0]]", "start = 0.7\nfixed = true\nrate = 3") +
                        hinge("B", "crank", "rod", "[\"crank.tip\", [0, 0]]", "start = -0.6") +
                        hinge("C", "rod", "slider", "[\"rod.tip\", [0, 0]]") +
                        "[joint.D]\ntype = \"prismatic\"\nbodies = [\"ground\", \"slider\"]\nat = [[0, 0.2], [0, 0]]\n"
                        "axis = [1, 0]\nstart = 1.2\n");
  const Branches found = crank.find();
  ASSERT_EQ(found.list.size(), 2U);
  EXPECT_TRUE(found.complete);
  const double height = e - r * std::sin(0.7), reach = std::sqrt(l * l - height * height);
  EXPECT_NEAR(crank.value(found.list[0], "D"), r * std::cos(0.7) + reach, close_by);
  EXPECT_NEAR(crank.value(found.list[1], "D"), r * std::cos(0.7) - reach, close_by);
  // The speed of the slider on the other branch: the velocity of the rod's ends along the rod is the same.
  const Point x = start_on(crank.setup(), found.list[1]);
  const Point2 rod{-reach, height}, tip = Point2(0, 3) * std::polar(r, 0.7);
  const double slider = (tip * std::conj(rod)).real() / rod.real();
  const double turn = ((Point2(slider) - tip) / (Point2(0, 1) * rod)).real();
  EXPECT_NEAR(x.v[0], 3.0, close_by);
  EXPECT_NEAR(x.v[1], turn - 3.0, close_by);
  // Held by its slider, which closes the loop, the crank meets two circles.
  const double D = 1.25;
  const Branches by_slider = crank.find({{"D", D}});
  ASSERT_EQ(by_slider.list.size(), 2U);
  EXPECT_TRUE(by_slider.complete);
  for (const Point2 pin : circles(0, r, Point2(D, e), l))
    EXPECT_EQ(std::ranges::count_if(by_slider.list,
                                    [&](auto& x2) {
                                      return crank.has(x2, {{"A", std::arg(pin)}});
                                    }),
              1);
}

TEST(Branches, InvertedSliderCrankSlidesThroughItsPivot) {
  const double r = 0.5, d = 1.3, angle = 0.8;
  const Branching crank("space = \"planar\"\n" + body("crank", r) + body("rod", 1) + body("block", 1) +
                        hinge("A", "ground", "crank", "[[0, 0], [0, 0]]", "start = 0.8\nfixed = true") +
                        hinge("E", "ground", "block", "[[1.3, 0], [0, 0]]", "start = 2.8") +
                        "[joint.S]\ntype = \"prismatic\"\nbodies = [\"block\", \"rod\"]\nat = [[0, 0], [0, 0]]\n"
                        "axis = [1, 0]\nstart = 1.0\n" +
                        hinge("B", "crank", "rod", "[\"crank.tip\", [0, 0]]"));
  const Branches found = crank.find();
  ASSERT_EQ(found.list.size(), 2U);
  EXPECT_TRUE(found.complete);
  const Point2 way = std::polar(r, angle) - d;
  for (const double sign : {1.0, -1.0}) {
    const Branch& branch = found.list[sign > 0 ? 0 : 1];
    EXPECT_NEAR(crank.value(branch, "S"), sign * std::abs(way), close_by);
    EXPECT_TRUE(crank.has(branch, {{"E", std::arg(sign * way)}}));
  }
}

TEST(Branches, SixBarHasFour) {
  const double a = 1.0, b = 3.0, c = 2.5, d = 2.8, f = 2.2, g = 2.4;  // a second dyad from the rocker's tip to (6, 0.5)
  const Branching linkage(four_bar(a, b, c, d) + body("link", f) + body("lever", g) +
                          hinge("L", "rocker", "link", "[\"rocker.tip\", [0, 0]]", "start = -1.8") +
                          hinge("G", "ground", "lever", "[[6, 0.5], [0, 0]]", "start = 2.2") +
                          hinge("H", "link", "lever", "[\"link.tip\", \"lever.tip\"]"));
  const Branches found = linkage.find({{"O", 0.9}});
  const Point2 tip = std::polar(a, 0.9), far(6, 0.5);
  std::size_t expected = 0;
  for (const Point2 meeting : circles(tip, b, d, c))
    for (const Point2 end : circles(meeting, f, far, g)) {
      ++expected;
      const double rocker = std::arg(meeting - d);
      const Hold angles{{"C", rocker}, {"L", std::arg(end - meeting) - rocker}, {"G", std::arg(end - far)}};
      EXPECT_EQ(std::ranges::count_if(found.list, [&](auto& x) { return linkage.has(x, angles); }), 1);
    }
  EXPECT_EQ(found.list.size(), expected);
  EXPECT_EQ(found.complete, expected == 4) << found.note;
}

TEST(Branches, BlocksComeInTheOrderInWhichTheyCanBeSolved) {
  // Row 0 holds 2 and 3 with row 3, row 1 gives 0 alone, row 2 gives 1 from 0 and 2, row 4 repeats something about 0.
  const std::vector<std::vector<int>> rows{{2, 3}, {0}, {0, 1, 2}, {2, 3, 0}, {0}};
  const std::vector<EquationBlock> blocks = triangular_blocks(4, rows, {});
  ASSERT_EQ(blocks.size(), 3U);
  EXPECT_EQ(blocks[0].unknowns, (std::vector{0}));
  EXPECT_EQ(blocks[0].rows, (std::vector{1, 4}));
  EXPECT_EQ(blocks[1].unknowns, (std::vector{2, 3}));
  EXPECT_EQ(blocks[1].rows, (std::vector{0, 3}));
  EXPECT_EQ(blocks[2].unknowns, (std::vector{1}));
  const std::vector<std::vector<int>> together{{0, 1}};
  EXPECT_EQ(triangular_blocks(4, rows, together).size(), 1U);  // 1 needs 2 and 3, which need 0
  EXPECT_EQ(triangular_blocks(5, rows, {}).size(), 1U);        // 4 is in no row
}

/// A plate whose corners are at given distances from three points: sign changes over its angle of what is left of the
/// third distance, on both ways to meet the other two.
std::size_t plate_positions(const std::vector<Point2>& pins, const std::vector<Point2>& corners, double rod) {
  std::size_t count = 0;
  constexpr int steps = 200000;
  for (const std::size_t side : {0U, 1U}) {
    double last = std::nan("");
    for (int k = 0; k <= steps; ++k) {
      const Point2 turn = std::polar(1.0, 2 * pi * k / steps);
      const auto meet = circles(pins[0] - turn * corners[0], rod, pins[1] - turn * corners[1], rod);
      const double rest = meet.empty() ? std::nan("") : std::abs(meet[side] + turn * corners[2] - pins[2]) - rod;
      if (last * rest < 0) ++count;
      last = rest;
    }
  }
  return count;
}

TEST(Branches, ThreeLeggedPlate) {
  // Three driven cranks, three rods, a plate: the cranks' tips are fixed, the rods hold the plate's corners.
  const std::vector<Point2> feet{{0, 0}, {3, 0}, {1.3, 2.6}}, corners{{0, 0}, {1.1, 0}, {0.5, 0.9}};
  const double crank = 0.4, rod = 1.3;
  const std::vector<double> angles{0.5, 2.0, -1.9};
  std::string text = "space = \"planar\"\n[body.plate]\nmass = 1\ninertia = 1\n";
  std::vector<Point2> pins;
  const auto point = [](Point2 p) { return "[" + std::to_string(p.real()) + ", " + std::to_string(p.imag()) + "]"; };
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string n = std::to_string(i);
    pins.push_back(feet[i] + std::polar(crank, angles[i]));
    text += body("crank" + n, crank) + body("rod" + n, rod) +
            hinge("O" + n, "ground", "crank" + n, "[" + point(feet[i]) + ", [0, 0]]",
                  "motion = \"" + std::to_string(angles[i]) + "\"") +
            hinge("E" + n, "crank" + n, "rod" + n, "[\"crank" + n + ".tip\", [0, 0]]", "start = 0.3") +
            hinge("P" + n, "rod" + n, "plate", "[\"rod" + n + ".tip\", " + point(corners[i]) + "]");
  }
  const Branches found = Branching(text).find();
  EXPECT_GE(found.list.size(), 2U);
  EXPECT_EQ(found.list.size(), plate_positions(pins, corners, rod)) << found.note;
  EXPECT_FALSE(found.complete);  // neither loop is a dyad
}

TEST(Branches, SpatialSliderCrankReachesBothWays) {
  const Model model = load_model(std::string(ALEMBERT_SOURCE_DIR) + "/examples/spatial-slider-crank.toml");
  Mechanism mechanism = std::get<Mechanism>(model);
  const MechanismSetup setup(mechanism);
  const Branches found = find_branches(setup, 0.0);
  // The rod of 0.3 from (0, 0.1, 0.2) meets the x-axis at 0.2 and -0.2; about its own axis its universal joint lets it
  // lie in two ways, half a turn apart.
  ASSERT_EQ(found.list.size(), 4U);
  std::vector<double> x;
  for (const Branch& branch : found.list) x.push_back(branch.q[1]);
  std::ranges::sort(x);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(x[i], i < 2 ? -0.2 : 0.2, close_by);
}

TEST(Branches, TurnsOfGearsAreNotBranches) {
  const Branching gears("space = \"planar\"\n" + body("a", 1) + body("b", 1) +
                        hinge("A", "ground", "a", "[[0, 0], [0, 0]]", "start = 0.4") +
                        hinge("B", "ground", "b", "[[3, 0], [0, 0]]") + "[constraint.gear]\nholonomic = \"A + 3*B\"\n");
  const Branches found = gears.find({{"B", 0.7}});
  ASSERT_EQ(found.list.size(), 1U);
  EXPECT_NEAR(gears.value(found.list[0], "A"), -2.1, close_by);
  const Branches other = gears.find({{"A", 0.7}});
  ASSERT_EQ(other.list.size(), 1U);
  EXPECT_NEAR(gears.value(other.list[0], "B"), -0.7 / 3, close_by);
}

void expect_singular(const Branching& model, const Hold& hold, const std::string& part) {
  try {
    model.find(hold);
    FAIL();
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Error::Code::singular);
    EXPECT_NE(e.message().find("not isolated: " + part), std::string::npos) << e.what();
  }
}

TEST(Branches, ContinuaAreErrors) {
  // With the crank's tip on the other pivot, coupler and rocker of one length turn together freely.
  const Branching kite(four_bar(2.0, 1.5, 1.5, 2.0));
  EXPECT_EQ(kite.find({{"O", 0.9}}).list.size(), 2U);
  expect_singular(kite, {{"O", 0.0}}, "A', C'");
  // A rod between two ball joints turns about itself whatever is held.
  expect_singular(Branching(R"toml(
    [body.crank]
    mass = 1
    inertia = [0.1, 0.1, 0.1]
    [body.rod]
    mass = 1
    inertia = [0.1, 0.1, 0.1]
    [body.slider]
    mass = 1
    [joint.A]
    type = "revolute"
    bodies = ["ground", "crank"]
    at = [[0, 0, 0.5], [0, 0, 0]]
    axis = [1, 0, 0]
    [joint.B]
    type = "spherical"
    bodies = ["crank", "rod"]
    at = [[0, 0.3, 0], [0, 0, 0]]
    [joint.C]
    type = "spherical"
    bodies = ["rod", "slider"]
    at = [[1.2, 0, 0], [0, 0, 0]]
    [joint.D]
    type = "prismatic"
    bodies = ["ground", "slider"]
    axis = [1, 0, 0]
    start = 1.0
    )toml"),
                  {}, "B.wx");
}

TEST(Branches, WhatCannotBeHeld) {
  const Branching driven(four_bar(1.0, 3.0, 2.5, 2.8) + "[constraint.lock]\nholonomic = \"O - 0.9 - t\"\n");
  const auto message = [&](const Hold& hold) -> std::string {
    try {
      driven.find(hold);
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Error::Code::bad_value);
      return e.message();
    }
    return "";
  };
  EXPECT_NE(message({{"C", 1.0}}).find("'C' cannot be held as well"), std::string::npos);
  EXPECT_NE(message({{"O", 1.0}}).find("'O' cannot be held as well"), std::string::npos);
  const Branches later = driven.find({}, 0.5);  // along the motion of the lock
  ASSERT_EQ(later.list.size(), 2U);
  EXPECT_TRUE(driven.has(later.list[0], {{"O", 1.4}}));
}

TEST(Branches, OfASystemGivenByItsEnergies) {
  const Lagrangian model = model_from(R"toml(
    [coordinates]
    x = { start = 0.6, rate = 0.4 }
    y = 0.8
    z = { start = 1.0, unit = "m" }
    [energy]
    kinetic = "(x'^2 + y'^2 + z'^2)/2"
    [constraint.circle]
    holonomic = "x^2 + y^2 - 1"
    [constraint.parabola]
    holonomic = "z^2 - x - 0.4"
    )toml");
  const GraphScope scope(*model.graph);
  const LagrangeEquations equations = derive_lagrange(model);
  const LagrangeSystem system(model, equations);
  const Branches found = find_branches(model, system, assembled_start(model, system));
  EXPECT_EQ(found.held, (Hold{{"x", 0.6}}));
  ASSERT_EQ(found.list.size(), 4U);  // y = +-0.8, z = +-1
  EXPECT_EQ(found.list[0].q, (std::vector{0.6, 0.8, 1.0}));
  for (const Branch& branch : found.list) {
    EXPECT_NEAR(std::abs(branch.q[1]), 0.8, close_by);
    EXPECT_NEAR(std::abs(branch.q[2]), 1.0, close_by);
  }
  const Point x = start_on(model, system, found.list[3]);
  EXPECT_NEAR(x.q[0] * x.v[0] + x.q[1] * x.v[1], 0.0, close_by);
}

}  // namespace
}  // namespace alembert::branches_test
