// Light bodies between heavy ones: the motion is as well defined as ever, and every cut of the loop gives the same.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/system/constraints/describe_status.h"
#include "alembert/system/mechanism/mechanism_system.h"

namespace alembert::unlike_masses_test {
namespace {

Mechanism mechanism_from(const std::string& text) {
  return std::get<Mechanism>(read_model(parse_toml(text, "model.toml")));
}

constexpr double light = 1e-3, heavy = 1e6, gravity = 9.81;
constexpr double crank = 0.1, coupler = 0.35, rocker = 0.25;

std::string number(double x) { return std::to_string(x * 1e12) + "e-12"; }

/// A four-bar with crank and rocker of a gram and a coupler of a thousand tonnes, cut at a joint.
std::string four_bar(char cut, bool planar) {
  const std::string z = planar ? "" : ", 0";
  const auto body = [&](const std::string& name, double mass, const std::string& center, double inertia) {
    const std::string I = number(inertia);
    return "[body." + name + "]\nmass = " + number(mass) + "\ncenter = [" + center + z +
           "]\ninertia = " + (planar ? I : "[" + I + ", " + I + ", " + I + "]") + "\n";
  };
  const auto joint = [&](char name, const std::string& bodies, const std::string& first, const std::string& second,
                         const std::string& start) {
    return std::string("[joint.") + name + "]\ntype = \"revolute\"\nbodies = [" + bodies + "]\nat = [[" + first +
           ", 0" + z + "], [" + second + ", 0" + z + "]]\nstart = " + start + "\n" +
           (name == cut ? "cut = true\n" : "");
  };
  return std::string(planar ? "space = \"planar\"\n" : "gravity = [0, -9.81, 0]\n") +
         body("crank", light, "0.05, 0", light / 1200) + body("coup", heavy, "0.17, 0.04", heavy * 0.01) +
         body("rock", light, "0.12, 0", light / 192) +
         joint('O', R"("ground", "crank")", "0", "0", "0.5\nrate = 3.0\nfixed = true") +
         joint('A', R"("crank", "coup")", "0.1", "0", "0.4") + joint('B', R"("coup", "rock")", "0.35", "0.25", "0.6") +
         joint('C', R"("ground", "rock")", "0.3", "0", "1.5");
}

using Plane = std::array<double, 2>;
double cross(const Plane& a, const Plane& b) { return a[0] * b[1] - a[1] * b[0]; }

/// The acceleration of the crank and what it does to the coupler, from the principle of virtual power in one unknown
/// and moments about O and B: no equation in which large numbers cancel.
struct ByHand {
  double turn = 0.0;  ///< theta''
  Plane force{};      ///< of the crank on the coupler

  ByHand(double theta, double phi, double psi, double rate) {
    const double s = std::sin(psi - phi);
    const double by_phi = -crank * std::sin(psi - theta) / (coupler * s);
    const double by_psi = -crank * std::sin(phi - theta) / (rocker * s);
    const double w1 = rate * rate, w2 = by_phi * by_phi * w1, w3 = by_psi * by_psi * w1;
    const double phi0 =
        (crank * w1 * std::cos(theta - psi) + coupler * w2 * std::cos(phi - psi) - rocker * w3) / (coupler * s);
    const double psi0 =
        (crank * w1 * std::cos(theta - phi) + coupler * w2 - rocker * w3 * std::cos(psi - phi)) / (rocker * s);
    const Plane n = {std::cos(theta), std::sin(theta)}, t = {-n[1], n[0]};
    const Plane e = {0.17 * std::cos(phi) - 0.04 * std::sin(phi), 0.17 * std::sin(phi) + 0.04 * std::cos(phi)};
    const double inertia1 = light / 1200 + light * 0.05 * 0.05, inertia2 = heavy * 0.01,
                 inertia3 = light / 192 + light * 0.12 * 0.12;
    Plane center{};
    double turn2 = 0.0;
    const auto power = [&](double turn1) {
      turn2 = by_phi * turn1 + phi0;
      double sum = inertia1 * turn1 + light * gravity * 0.05 * n[0] + inertia2 * turn2 * by_phi +
                   by_psi * (inertia3 * (by_psi * turn1 + psi0) + light * gravity * 0.12 * std::cos(psi));
      for (std::size_t k = 0; k < 2; ++k) {
        const double across = k == 0 ? -e[1] : e[0];
        center[k] = crank * (turn1 * t[k] - w1 * n[k]) + turn2 * across - w2 * e[k];
        sum += heavy * (center[k] + (k == 1 ? gravity : 0.0)) * (crank * t[k] + by_phi * across);
      }
      return sum;
    };
    const double at_rest = power(0.0);
    turn = -at_rest / (power(1.0) - at_rest);
    power(turn);
    // A x F about O, (A - B) x F about B.
    const Plane at_A = {crank * n[0], crank * n[1]}, from_B = {-coupler * std::cos(phi), -coupler * std::sin(phi)};
    const Plane arm = {from_B[0] + e[0], from_B[1] + e[1]};
    const double about_O = -light * gravity * 0.05 * n[0] - inertia1 * turn;
    const double about_B = inertia2 * turn2 + heavy * cross(arm, {center[0], center[1] + gravity});
    const double d = cross(from_B, at_A);
    for (std::size_t k = 0; k < 2; ++k) force[k] = (at_A[k] * about_B - from_B[k] * about_O) / d;
  }
};

/// The angles of the three bodies where the loop is closed.
std::array<double, 3> angles() {
  Mechanism model = mechanism_from(four_bar('B', true));
  const MechanismSetup setup(model);
  const MechanismSystem system(setup);
  const System::In places = system.body_places({0.0, setup.q0, setup.v0, {}}, {});
  return {places[2], places[5], places[8]};
}

void expect_as_by_hand(const std::string& text, const std::string& what) {
  const auto [theta, phi, psi] = angles();
  const ByHand expected(theta, phi, psi, 3.0);
  Mechanism model = mechanism_from(text);
  const MechanismSetup setup(model);
  const MechanismSystem system(setup);
  const State x{0.0, setup.q0, setup.v0, {}};
  std::vector<double> vdot(setup.v0.size()), lambda(static_cast<std::size_t>(system.sizes().na));
  const Status status = system.accelerate(x, {}, vdot, {}, lambda);
  ASSERT_TRUE(status.good()) << what << ": " << describe(status, system, x.q);
  const Reactions<double>& reactions = system.reactions(x, {}, vdot, lambda);
  // Assembly leaves 1e-16 m of a lever of 0.1 m, and levers differ by angles of order one: far below 1e-9.
  const double size = std::hypot(expected.force[0], expected.force[1]);
  EXPECT_NEAR(reactions.force[1].x, expected.force[0], 1e-9 * size) << what;
  EXPECT_NEAR(reactions.force[1].y, expected.force[1], 1e-9 * size) << what;
  const std::string first = system.speed_name(0);
  if (first != "O'") return;
  EXPECT_NEAR(vdot[0], expected.turn, 1e-9 * std::abs(expected.turn)) << what;
}

TEST(UnlikeMasses, EveryCutOfAFourBarGivesTheForcesFoundByHand) {
  for (const char cut : {'O', 'A', 'B', 'C'})
    expect_as_by_hand(four_bar(cut, true), std::string("planar, cut at ") + cut);
}

TEST(UnlikeMasses, RowsThatDependOnEachOtherDoNotHideThem) {
  for (const char cut : {'O', 'A', 'B', 'C'})
    expect_as_by_hand(four_bar(cut, false), std::string("spatial, cut at ") + cut);
}

TEST(UnlikeMasses, RowsWellApartAreNotTakenForDependent) {
  Mechanism model = mechanism_from(four_bar('A', true));
  const MechanismSetup setup(model);
  const MechanismSystem system(setup);
  std::vector<double> vdot(setup.v0.size()), lambda(2);
  ASSERT_TRUE(system.accelerate({0.0, setup.q0, setup.v0, {}}, {}, vdot, {}, lambda).good());
  EXPECT_FALSE(system.rows_depend());
  EXPECT_EQ(system.rows_above(1e-2), 2);
}

TEST(UnlikeMasses, ContradictionsSpeakOfDrivesOnlyWhereSomethingIsDriven) {
  const auto words = [](const std::string& text) {
    Mechanism model = mechanism_from(text);
    const MechanismSetup setup(model);
    const MechanismSystem system(setup);
    return describe({Trouble::inconsistent, 0, 0.0}, system, setup.q0);
  };
  const std::string free = four_bar('A', true);
  EXPECT_EQ(words(free).find("drive"), std::string::npos) << words(free);
  std::string driven = free;
  driven.replace(driven.find("start = 0.5\nrate = 3.0\nfixed = true"), 36, "motion = \"0.5 + 3*t\"\n");
  EXPECT_NE(words(driven).find("two drives"), std::string::npos) << words(driven);
}

/// A crank that is driven, a rod between ball joints and a rocker, drawn in any frame.
struct SpatialLoop {
  std::array<double, 3> masses{1.0, 1.0, 1.0};  ///< [kg] crank, rod, rocker; inertias are proportional to them
  std::array<int, 4> order{0, 1, 2, 3};         ///< of A, B, D, C
  bool turned = false;

  std::string vector(double x, double y, double z) const {
    if (turned) {  // about x by 0.7, then about z by 0.4
      const double y1 = y * std::cos(0.7) - z * std::sin(0.7), z1 = y * std::sin(0.7) + z * std::cos(0.7);
      const double x1 = x;
      x = x1 * std::cos(0.4) - y1 * std::sin(0.4), y = x1 * std::sin(0.4) + y1 * std::cos(0.4), z = z1;
    }
    return "[" + number(x) + ", " + number(y) + ", " + number(z) + "]";
  }
  static std::string number(double x) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.17g", x);
    return text.data();
  }
  std::string text() const {
    std::string result = "gravity = " + vector(0.0, 0.0, -9.81) + "\n";
    const auto body = [&](const std::string& name, double mass, const std::string& center, double arm) {
      const std::string I = number(mass * arm * arm);
      result += "[body." + name + "]\nmass = " + number(mass) + "\ncenter = " + center + "\ninertia = [" + I + ", " +
                I + ", " + I + "]\nposition = [0, 0, 0]\n";
    };
    body("crank", masses[0], vector(0.05, 0.0, 0.0), 0.03);
    body("rod", masses[1], vector(0.31, 0.09, 0.14), 0.15);
    body("rocker", masses[2], vector(0.51, 0.24, 0.14), 0.09);
    const std::array<std::string, 4> joints{
        "[joint.A]\ntype = \"revolute\"\nbodies = [\"ground\", \"crank\"]\nat = [0, 0, 0]\naxis = " +
            vector(0.0, 0.0, 1.0) + "\nmotion = \"0.4*sin(2*t)\"\n",
        "[joint.B]\ntype = \"spherical\"\nbodies = [\"crank\", \"rod\"]\nat = " + vector(0.1, 0.0, 0.0) + "\n",
        "[joint.D]\ntype = \"revolute\"\nbodies = [\"ground\", \"rocker\"]\nat = " + vector(0.5, 0.3, 0.0) +
            "\naxis = " + vector(5.0, 1.0, 0.0) + "\n",
        "[joint.C]\ntype = \"spherical\"\nbodies = [\"rod\", \"rocker\"]\nat = " + vector(0.523, 0.185, 0.276) + "\n"};
    for (const int k : order) result += joints[static_cast<std::size_t>(k)];
    return result;
  }
};

struct LoopAnswer {
  double crank = 0.0, rocker = 0.0;  ///< accelerations
  double effort = 0.0;
};

LoopAnswer answer_of(const SpatialLoop& loop) {
  Mechanism model = mechanism_from(loop.text());
  const MechanismSetup setup(model);
  const MechanismSystem system(setup);
  const State x{0.0, setup.q0, setup.v0, {}};
  std::vector<double> vdot(setup.v0.size()), lambda(static_cast<std::size_t>(system.sizes().na));
  const Status status = system.accelerate(x, {}, vdot, {}, lambda);
  EXPECT_TRUE(status.good()) << describe(status, system, x.q);
  LoopAnswer answer;
  for (int d = 0; d < system.sizes().nv; ++d) {
    if (system.speed_name(d) == "A'") answer.crank = vdot[static_cast<std::size_t>(d)];
    if (system.speed_name(d) == "D'") answer.rocker = vdot[static_cast<std::size_t>(d)];
  }
  for (int i = 0; i < system.sizes().na; ++i)
    if (system.row_name(i) == "A") answer.effort = -lambda[static_cast<std::size_t>(i)];
  return answer;
}

/// The drive alone determines the motion of crank and rocker, and its effort is linear in masses.
TEST(UnlikeMasses, DrivenSpatialLoopsMoveAsWithEqualMassesInEveryOrderOfJoints) {
  const LoopAnswer equal = answer_of({});
  const double of_rod = answer_of({{1.0, 2.0, 1.0}}).effort - equal.effort;
  const double of_rocker = answer_of({{1.0, 1.0, 2.0}}).effort - equal.effort;
  const double of_crank = equal.effort - of_rod - of_rocker;
  for (const std::array<double, 3>& masses :
       {std::array{1e-3, 1e6, 1.0}, {1e-3, 1.0, 1e6}, {1.0, 1e-3, 1e6}, {1e6, 1e-3, 1.0}, {1e-3, 1e6, 1e-3}})
    for (const std::array<int, 4>& order : {std::array{0, 1, 2, 3}, {2, 3, 0, 1}, {3, 2, 1, 0}, {2, 0, 1, 3}})
      for (const bool turned : {false, true}) {
        SCOPED_TRACE(testing::PrintToString(masses) + " " + testing::PrintToString(order) + (turned ? " turned" : ""));
        const SpatialLoop loop{masses, order, turned};
        const LoopAnswer found = answer_of(loop);
        EXPECT_NEAR(found.crank, 0.0, 1e-9);
        EXPECT_NEAR(found.rocker, equal.rocker, 1e-10 * std::abs(equal.rocker));
        const double size = (masses[0] + masses[1] + masses[2]) * gravity * 0.5;  // the largest moments
        EXPECT_NEAR(found.effort, masses[0] * of_crank + masses[1] * of_rod + masses[2] * of_rocker, 1e-12 * size);
      }
}

}  // namespace
}  // namespace alembert::unlike_masses_test
