// Assembly moves least: nearest points on curves, nearest branches, whichever joint closes the loop.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "alembert/analysis/state/assembled_start.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/system/energies/lagrange_system.h"
#include "alembert/system/mechanism/mechanism_setup.h"
#include "model_text.h"

namespace alembert {
namespace {

/// Where a particle is put that begins at (x, y) and must be on a curve.
std::vector<double> on_curve(const std::string& curve, double x, double y) {
  const Lagrangian model =
      model_from("[coordinates]\nx = { start = " + std::to_string(x) + " }\ny = { start = " + std::to_string(y) +
                 " }\n[energy]\nkinetic = \"(x'^2 + y'^2)/2\"\n[constraint.curve]\nholonomic = \"" + curve + "\"\n");
  const GraphScope scope(*model.graph);
  const LagrangeSystem system(model, simplified(derive_lagrange(model)));
  return assembled_start(model, system).q;
}

// The search along the curve ends where a step would be below 1e-8, and starts are written to six decimals.
constexpr double near = 1e-6;

TEST(Assemble, PointsOnACircleAreOnTheRayFromItsCentre) {
  for (const double distance : {0.2, 1.4, 3.0, 40.0}) {
    const std::vector<double> q = on_curve("x^2 + y^2 - 1", 0.6 * distance, 0.8 * distance);
    EXPECT_NEAR(q[0], 0.6, near) << distance;
    EXPECT_NEAR(q[1], 0.8, near) << distance;
  }
}

TEST(Assemble, PointsOnAnEllipseAreTheNearestOfAll) {
  for (int k = 0; k < 12; ++k) {
    const double angle = 0.5 * k + 0.1, x = 0.1 * k * std::cos(angle), y = 0.1 * k * std::sin(angle);
    double least = HUGE_VAL;
    constexpr int points = 100000;
    for (int i = 0; i < points; ++i) {
      const double s = 2.0 * std::numbers::pi * i / points;
      least = std::min(least, std::hypot(2.0 * std::cos(s) - x, std::sin(s) - y));
    }
    const std::vector<double> q = on_curve("x^2/4 + y^2 - 1", x, y);
    // Points of the list are 1e-4 apart: the nearest of them is farther by 1e-8 at most where distances are above 0.1.
    EXPECT_NEAR(std::hypot(q[0] - x, q[1] - y), least, near) << x << ", " << y;
  }
}

TEST(Assemble, TheNearerOfTwoCurvesIsFound) {
  // The line x = 2 and the circle of radius 1/4 around (0.3, 0).
  const std::vector<double> q = on_curve("(x - 2)*((x - 0.3)^2 + y^2 - 1/16)", 1.3, 0.1);
  EXPECT_NEAR(q[0], 2.0, near);
  const std::vector<double> p = on_curve("(x - 2)*((x - 0.3)^2 + y^2 - 1/16)", 0.9, 0.0);
  EXPECT_NEAR(p[0], 0.55, near);
}

/// A four-bar with unequal links, drawn folded. `cut` closes the loop.
std::string four_bar(const std::string& cut) {
  const auto joint = [&](const std::string& name, const std::string& rest) {
    return "[joint." + name + "]\ntype = \"revolute\"\n" + rest + (name == cut ? "cut = true\n" : "");
  };
  const std::string link = "mass = 1\ninertia = 0.1\n";
  return "space = \"planar\"\n[body.crank]\n" + link + "[body.coupler]\n" + link + "[body.rocker]\n" + link +
         joint("A", "bodies = [\"ground\", \"crank\"]\nstart = 1.1\nrate = 2\n") +
         joint("B", "bodies = [\"crank\", \"coupler\"]\nat = [[0.4, 0], [0, 0]]\nstart = -0.5\nrate = 0.3\n") +
         joint("C", "bodies = [\"coupler\", \"rocker\"]\nat = [[1, 0], [0.8, 0]]\nstart = 1.3\n") +
         joint("D", "bodies = [\"ground\", \"rocker\"]\nat = [[1.1, 0], [0, 0]]\nstart = 1.2\nrate = -1\n");
}

/// Coordinates and speeds of A, B, C and D at the start.
std::array<double, 8> start_of(const std::string& text) {
  Mechanism model = std::get<Mechanism>(read_model(parse_toml(text, "model.toml")));
  const MechanismSetup setup(model);
  std::array<double, 8> result{};
  const auto place = [&](const std::string& name) { return static_cast<std::size_t>(name[0] - 'A'); };
  for (std::size_t i = 0; i < setup.q0.size(); ++i) {
    result[place(model.coordinates[i].name)] = setup.q0[i];
    result[4 + place(model.coordinates[i].name)] = setup.v0[i];
  }
  const std::size_t closing = place(model.dependent_coordinates[0].name);
  result[closing] = setup.constraints.closing_start[0];
  // A + B = D + C, where C turns from the coupler to the rocker.
  result[4 + closing] = closing == 0   ? result[7] - result[6] - result[5]
                        : closing == 1 ? result[7] - result[6] - result[4]
                        : closing == 2 ? result[7] - result[4] - result[5]
                                       : result[4] + result[5] + result[6];
  return result;
}

TEST(Assemble, TheStartDoesNotDependOnWhichJointClosesTheLoop) {
  const std::array<double, 8> first = start_of(four_bar("D"));
  EXPECT_NEAR(first[0] + first[1] + first[2], first[3], 1e-12);
  for (const char* cut : {"A", "B", "C"}) {
    const std::array<double, 8> other = start_of(four_bar(cut));
    for (std::size_t k = 0; k < first.size(); ++k) EXPECT_NEAR(first[k], other[k], 10 * near) << cut << ", " << k;
  }
}

/// A slider-crank whose start does not close.
std::string slider_crank(const std::string& cut) {
  const auto joint = [&](const std::string& name, const std::string& rest) {
    return "[joint." + name + "]\n" + rest + (name == cut ? "cut = true\n" : "");
  };
  const std::string link = "mass = 1\ninertia = 0.1\n", pin = "type = \"revolute\"\n";
  return "space = \"planar\"\n[body.crank]\n" + link + "[body.rod]\n" + link + "[body.slider]\n" + link +
         joint("A", pin + "bodies = [\"ground\", \"crank\"]\nstart = 1.0\nrate = 1\n") +
         joint("B", pin + "bodies = [\"crank\", \"rod\"]\nat = [[1, 0], [0, 0]]\nstart = 0\n") +
         joint("C", pin + "bodies = [\"rod\", \"slider\"]\nat = [[3, 0], [0, 0]]\nstart = 0\n") +
         joint("D", "type = \"prismatic\"\nbodies = [\"ground\", \"slider\"]\nstart = 2.0\n");
}

TEST(Assemble, SlidesCountInALengthThatDoesNotDependOnTheCutEither) {
  for (const char* cut : {"A", "B", "C", "D"}) {
    Mechanism model = std::get<Mechanism>(read_model(parse_toml(slider_crank(cut), "model.toml")));
    const MechanismSetup setup(model);
    EXPECT_EQ(setup.length, 3.0) << cut;
    const auto crank = std::ranges::find(model.coordinates, "A", &MechanismCoordinate::name);
    const double angle = crank == model.coordinates.end()
                             ? setup.constraints.closing_start[0]
                             : setup.q0[static_cast<std::size_t>(crank - model.coordinates.begin())];
    // On the curve of one unknown, the crank's angle: rod at -asin(sin(A)/3), slide at cos(A) + 3 cos(rod).
    double best = 0.0, least = HUGE_VAL;
    for (int i = 0; i < 200000; ++i) {
      const double A = 2e-5 * i - 2.0, rod = -std::asin(std::sin(A) / 3.0);
      const double D = std::cos(A) + 3.0 * std::cos(rod);
      const double distance = std::pow(A - 1.0, 2) + std::pow(rod - A, 2) + rod * rod + std::pow((D - 2.0) / 3.0, 2);
      if (distance < least) {
        least = distance;
        best = A;
      }
    }
    EXPECT_NEAR(angle, best, 3e-5) << cut;
  }
}

}  // namespace
}  // namespace alembert
