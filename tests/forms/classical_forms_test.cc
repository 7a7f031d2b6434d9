// Rows S13 to S21: the forms of the equations on systems whose matrices are known in closed form.
#include "alembert/forms/classical/classical_forms.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "alembert/core/error.h"
#include "alembert/forms/classical/choose_drives.h"
#include "alembert/forms/classical/form_answer.h"
#include "planar_blocks.h"

namespace alembert::classical_forms_test {
namespace {

using testing::add_driver;
using testing::Link;
using testing::PlanarChain;

/// Round-off of systems with up to 27 unknowns of size 1 to 100 and condition numbers up to about 1e3.
constexpr double tolerance = 1e-11;

void complete(Blocks<double>& blocks, const std::vector<int>& wanted = {}) {
  fill_reach(blocks);
  choose_independent(blocks, blocks.Cq, body_angles(blocks), wanted);
  blocks.unknown_drives = choose_drives(blocks);
}

double largest(const std::vector<double>& x) {
  double size = 0.0;
  for (const double value : x) size = std::max(size, std::abs(value));
  return size;
}
void expect_near(const std::vector<double>& a, const std::vector<double>& b, const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  const double scale = 1.0 + largest(b);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance * scale) << what << " " << i;
}

// Rod of length l pinned at O, roller pinned at its end A with its mass centre there.
Blocks<double> rod_roller(double th = 0.7, double speed = 1.3) {
  const double l = 0.8;
  return PlanarChain<double>({{"rod", 2.0, 0.11, th, speed, l / 2, l / 2, 0.0, 0.0, 1.5},
                              {"roller", 0.5, 0.02, 0.3, -2.0, 0.0, 0.0, 0.0, 0.0, -0.4}},
                             9.81)
      .pinned({"O", "A"});
}

TEST(ClassicalForms, RodAndRollerAgreeWithTheClosedForm) {
  Blocks<double> blocks = rod_roller();
  complete(blocks);
  // (J2 + m2 l^2/4 + m3 l^2) th'' = M2 - (m2/2 + m3) g l cos th;  J3 ph'' = M3.
  const double l = 0.8, c = std::cos(0.7), s = std::sin(0.7), w2 = 1.3 * 1.3, g = 9.81;
  const double alpha = (1.5 - (2.0 / 2 + 0.5) * g * l * c) / (0.11 + 2.0 * l * l / 4 + 0.5 * l * l);
  const double ax2 = -l / 2 * (s * alpha + c * w2), ay2 = l / 2 * (c * alpha - s * w2);
  const std::vector<double> a{ax2, ay2, alpha, 2 * ax2, 2 * ay2, -0.4 / 0.02};
  const double f23x = 0.5 * 2 * ax2, f23y = 0.5 * (2 * ay2 + g);
  const double f12x = 2.0 * ax2 + f23x, f12y = 2.0 * (ay2 + g) + f23y;
  const std::vector<double> reactions{f12x, f12y, f23x, f23y};
  const std::vector<double> lambda{-f12x, -f12y, f23x, f23y};
  EXPECT_EQ(blocks.independent, (std::vector<int>{2, 5}));
  for (const FormEntry<double>& form : classical_forms<double>()) {
    if (form.name == "separate" || form.name == "subsystem" || form.name == "recursive") continue;
    const FormSystem<double> system = form.assemble(blocks, {});
    ASSERT_FALSE(system.why_not) << form.name;
    const FormAnswer answer = solve_form(system, blocks);
    expect_near(answer.accelerations, a, form.name + " accelerations");
    expect_near(answer.reactions, reactions, form.name + " reactions");
    if (!answer.multipliers.empty()) expect_near(answer.multipliers, lambda, form.name + " multipliers");
    EXPECT_LT(answer.residual, 1e-13) << form.name;
    EXPECT_TRUE(answer.unique) << form.name;
  }
}

TEST(ClassicalForms, SizesAreThoseOfTheNotes) {
  Blocks<double> blocks = rod_roller();
  complete(blocks);
  const std::map<std::string, std::pair<int, int>> sizes{{"augmented-reactions", {10, 10}},
                                                         {"augmented", {10, 10}},
                                                         {"eliminated", {6, 6}},
                                                         {"embedded", {2, 2}},
                                                         {"dalembert", {6, 6}},
                                                         {"amalgamated", {14, 14}}};
  for (const FormEntry<double>& form : classical_forms<double>()) {
    const auto size = sizes.find(form.name);
    if (size == sizes.end()) continue;
    const FormSystem<double> system = form.assemble(blocks, {});
    EXPECT_EQ(system.matrix.rows, size->second.first) << form.name;
    EXPECT_EQ(system.matrix.cols, size->second.second) << form.name;
    EXPECT_EQ(system.unknowns.size(), static_cast<std::size_t>(system.matrix.cols));
    EXPECT_EQ(system.equations.size(), static_cast<std::size_t>(system.matrix.rows));
  }
}

TEST(ClassicalForms, VelocityTransformationIsInTheNullSpace) {
  Blocks<double> blocks = rod_roller();
  complete(blocks);
  const Dense<double> zero = blocks.Cq * blocks.B;
  EXPECT_LT(largest(zero.a), 1e-15);
  expect_near(blocks.Cq * blocks.gamma, blocks.Qd, "Cq gamma = Qd");
}

TEST(ClassicalForms, UserChoosesIndependentCoordinatesOrIsTold) {
  Blocks<double> blocks = rod_roller();
  complete(blocks, {0});
  EXPECT_EQ(blocks.independent, (std::vector<int>{0, 5}));
  const FormAnswer chosen = solve_form(embedded_form(blocks, {}), blocks);
  Blocks<double> other = rod_roller();
  complete(other);
  expect_near(chosen.accelerations, solve_form(embedded_form(other, {}), other).accelerations, "same motion");
  Blocks<double> impossible = rod_roller();
  EXPECT_THROW(complete(impossible, {0, 1}), Error);  // x and y of the rod follow from one angle
}

TEST(ClassicalForms, RedundantRowsLeaveAccelerationsAndForcesUnique) {
  Blocks<double> blocks = rod_roller();
  // The pin at O written twice.
  const BlockJoint<double> pin = blocks.joints[0];
  Dense<double> Cq(6, 6);
  std::copy(blocks.Cq.a.begin(), blocks.Cq.a.end(), Cq.a.begin());
  std::copy_n(blocks.Cq.a.begin(), 12, Cq.a.begin() + 24);
  blocks.Cq = Cq;
  blocks.m = 6;
  blocks.Qd.insert(blocks.Qd.end(), {blocks.Qd[0], blocks.Qd[1]});
  blocks.rows.insert(blocks.rows.end(), {"P.tx", "P.ty"});
  blocks.joints.push_back(pin);
  blocks.joints.back().name = "P";
  blocks.joints.back().closing = true;
  blocks.joints.back().first_row = blocks.joints.back().first_reaction = 4;
  complete(blocks);
  EXPECT_EQ(blocks.basis_rows.size(), 4U);
  Blocks<double> plain = rod_roller();
  complete(plain);
  const FormAnswer right = solve_form(augmented_form(plain, {}), plain);
  for (const FormEntry<double>& form : classical_forms<double>()) {
    if (form.name == "separate" || form.name == "subsystem" || form.name == "recursive") continue;
    const FormAnswer answer = solve_form(form.assemble(blocks, {}), blocks);
    expect_near(answer.accelerations, right.accelerations, form.name);
    expect_near(answer.constraint_force, right.constraint_force, form.name);
  }
}

// Two-arm manipulator of S18 and S19: l_O, l_A are distances of mass centres from the pins.
struct TwoArm {
  double m2 = 3.0, m3 = 1.2, J2 = 0.2, J3 = 0.06, lo2 = 0.45, la2 = 0.35, la3 = 0.3, g = 9.81;
  double th2 = 0.4, th3 = -0.9;
  Blocks<double> blocks() const {
    Blocks<double> result =
        PlanarChain<double>(
            {{"two", m2, J2, th2, 0.7, lo2, la2, 0, 0, 0.0}, {"three", m3, J3, th3, -1.1, la3, 0.25, 0, 0, 0.0}}, g)
            .pinned({"O", "A"});
    result.drives = {"M2", "M3"};  // moments from outside on each link
    result.drive_reach = Dense<double>(6, 2);
    result.drive_reach(2, 0) = result.drive_reach(5, 1) = 1.0;
    result.drive_value = {0.0, 0.0};
    complete(result);
    result.a = {0.3, -0.8, 2.0, 1.1, 0.6, -3.0};  // any: the equilibrium of bodies does not ask whether joints hold
    return result;
  }
};

TEST(ClassicalForms, SeparateBodiesOfATwoArmManipulator) {
  const TwoArm arm;
  const Blocks<double> blocks = arm.blocks();
  const FormSystem<double> system = separate_form(blocks, {});
  EXPECT_EQ(system.matrix.rows, 6);
  EXPECT_EQ(system.matrix.cols, 6);
  const std::vector<std::string> unknowns{"O.fx", "O.fy", "A.fx", "A.fy", "M2", "M3"};
  EXPECT_EQ(system.unknowns, unknowns);
  // The notes' matrix: forces of both bodies, then moments.
  const double s2 = std::sin(arm.th2), c2 = std::cos(arm.th2), s3 = std::sin(arm.th3), c3 = std::cos(arm.th3);
  const double A51 = arm.lo2 * s2, A52 = -arm.lo2 * c2, A53 = arm.la2 * s2, A54 = -arm.la2 * c2;
  const double A63 = arm.la3 * s3, A64 = -arm.la3 * c3;
  const std::vector<double> A{1, 0, -1, 0, 0, 0, 0,   1,   0,   -1,  0, 0, 0, 0, 1,   0,   0, 0,
                              0, 0, 0,  1, 0, 0, A51, A52, A53, A54, 1, 0, 0, 0, A63, A64, 0, 1};
  expect_near(system.matrix.a, A, "matrix");

  const std::vector<double>& a = blocks.a;
  const double F2x = arm.m2 * a[0], F2y = arm.m2 * (a[1] + arm.g), F3x = arm.m3 * a[3], F3y = arm.m3 * (a[4] + arm.g);
  const double M2 = arm.J2 * a[2] - A51 * F2x - A52 * F2y - (A51 + A53) * F3x - (A52 + A54) * F3y;
  const double M3 = arm.J3 * a[5] - A63 * F3x - A64 * F3y;
  const FormAnswer answer = solve_form(system, blocks);
  expect_near(answer.unknowns, {F2x + F3x, F2y + F3y, F3x, F3y, M2, M3}, "F12, F23, M2, M3");

  // S19: the same moments without any reaction.
  const FormSystem<double> moments = subsystem_form(blocks, {});
  EXPECT_EQ(moments.unknowns, (std::vector<std::string>{"M2", "M3"}));
  expect_near(solve_form(moments, blocks).drives, {M2, M3}, "subsystems");
  expect_near(moments.matrix.a, {1, 1, 0, 1}, "about O: M2 + M3; about A: M3");
  FormOptions<double> cut;
  cut.cut = {"A"};
  const FormSystem<double> outer = subsystem_form(blocks, cut);
  EXPECT_EQ(outer.matrix.rows, 1);
  EXPECT_NEAR(outer.right[0], M3, tolerance * 100);
}

// Four-bar of S20 and S21: crank 2, coupler 3, rocker 4, driven at the rocker by the unknown moment M4.
struct FourBar {
  double l2 = 0.3, l3 = 0.9, l4 = 0.6, th2 = 1.1, g = 9.81, M2 = 3.0, Fx = 4.0, Fy = -7.0;
  double th3 = 0.0, th4 = 0.0, w4 = 2.0, w2 = 0.0, w3 = 0.0, alpha4 = -5.0;

  FourBar() {
    // th4 is measured from B on the coupler to C on the ground at (1, 0): close the loop by Newton.
    th3 = 0.3, th4 = -1.2;
    for (int i = 0; i < 50; ++i) {
      const double x = l2 * std::cos(th2) + l3 * std::cos(th3) + l4 * std::cos(th4) - 1.0;
      const double y = l2 * std::sin(th2) + l3 * std::sin(th3) + l4 * std::sin(th4);
      const double a = -l3 * std::sin(th3), b = -l4 * std::sin(th4), c = l3 * std::cos(th3), d = l4 * std::cos(th4);
      th3 -= (d * x - b * y) / (a * d - b * c);
      th4 -= (a * y - c * x) / (a * d - b * c);
    }
    // Speeds of crank and coupler for that of the rocker.
    const double a = -l2 * std::sin(th2), b = -l3 * std::sin(th3), c = l2 * std::cos(th2), d = l3 * std::cos(th3);
    const double x = l4 * std::sin(th4) * w4, y = -l4 * std::cos(th4) * w4;
    w2 = (d * x - b * y) / (a * d - b * c);
    w3 = (a * y - c * x) / (a * d - b * c);
  }
  Blocks<double> blocks() const {
    Blocks<double> result = PlanarChain<double>({{"crank", 1.0, 0.01, th2, w2, 0.1, l2 - 0.1, 0, 0, M2},
                                                 {"coupler", 2.0, 0.15, th3, w3, 0.5, l3 - 0.5, Fx, Fy, 0},
                                                 {"rocker", 1.5, 0.06, th4, w4, 0.25, l4 - 0.25, 0, 0, 0}},
                                                g)
                                .pinned({"O", "A", "B", "C"});
    add_driver(result, 2, "M4", alpha4);
    complete(result);
    return result;
  }
};

TEST(ClassicalForms, FourBarGivesTheSameReactionsByEveryForm) {
  Blocks<double> blocks = FourBar().blocks();
  ASSERT_EQ(blocks.basis_rows.size(), 9U);
  ASSERT_TRUE(blocks.independent.empty());
  // Kinematics alone gives the accelerations of a driven mechanism.
  blocks.a = blocks.gamma;
  const FormAnswer augmented = solve_form(augmented_form(blocks, {}), blocks);
  expect_near(augmented.accelerations, blocks.a, "kinematics");
  const FormSystem<double> separate = separate_form(blocks, {});
  EXPECT_EQ(separate.matrix.rows, 9);
  EXPECT_EQ(separate.matrix.cols, 9);
  expect_near(solve_form(separate, blocks).unknowns, augmented.reactions, "separate");
  for (const std::string cut : {"O", "A", "B", "C"}) {
    FormOptions<double> options;
    options.cut = {cut};
    const FormSystem<double> system = subsystem_form(blocks, options);
    EXPECT_EQ(system.matrix.rows, 3) << cut;
    EXPECT_EQ(system.unknowns, (std::vector<std::string>{cut + ".fx", cut + ".fy", "M4"}));
    const FormAnswer answer = solve_form(system, blocks);
    ASSERT_EQ(answer.reactions.size(), augmented.reactions.size());
    for (std::size_t i = 0; i < answer.reactions.size(); ++i)
      if (answer.known_reactions[i] != 0) {
        EXPECT_NEAR(answer.reactions[i], augmented.reactions[i], tolerance * 1e3) << cut << " " << i;
      }
  }
  for (const FormEntry<double>& form : classical_forms<double>()) {
    if (form.name == "separate" || form.name == "subsystem" || form.name == "recursive") continue;
    expect_near(solve_form(form.assemble(blocks, {}), blocks).reactions, augmented.reactions, form.name);
  }
}

TEST(ClassicalForms, FourBarEnergyBalance) {
  // S20: the power of M4, M2, the force on the coupler and gravity is the rate of the kinetic energy.
  const FourBar bar;
  Blocks<double> blocks = bar.blocks();
  const FormAnswer answer = solve_form(augmented_form(blocks, {}), blocks);
  // Speeds: the drive's row and the pins' rows with the speed w4.
  Blocks<double> speeds = blocks;
  speeds.Qd.assign(9, 0.0);
  speeds.Qd[8] = bar.w4;
  complete(speeds);
  double power = answer.reactions[8] * bar.w4, rate = 0.0;
  for (int i = 0; i < 9; ++i) {
    const auto k = static_cast<std::size_t>(i);
    power += blocks.Qe[k] * speeds.gamma[k];
    rate += blocks.M(i, i) * answer.accelerations[k] * speeds.gamma[k];
  }
  EXPECT_NEAR(power, rate, tolerance * (std::abs(power) + 100.0));
}

TEST(ClassicalForms, SubsystemsOfAClosedChainNeedReactions) {
  Blocks<double> blocks = FourBar().blocks();
  blocks.a = blocks.gamma;
  FormOptions<double> none;
  none.cut = {"none"};
  EXPECT_TRUE(subsystem_form(blocks, none).why_not);
  FormOptions<double> unknown;
  unknown.cut = {"Q"};
  EXPECT_THROW(subsystem_form(blocks, unknown), Error);
  EXPECT_EQ(subsystem_form(blocks, {}).unknowns, (std::vector<std::string>{"C.fx", "C.fy", "M4"}));
}

TEST(ClassicalForms, SystemsWithoutBodiesSayWhy) {
  Blocks<double> blocks;
  blocks.n = 1;
  blocks.coordinates = {"th"};
  blocks.accelerations = {"th''"};
  blocks.M = identity<double>(1);
  blocks.Qe = {2.0};
  blocks.Cq = Dense<double>(0, 1);
  complete(blocks);
  for (const FormEntry<double>& form : classical_forms<double>()) {
    const FormSystem<double> system = form.assemble(blocks, {});
    const bool applies = form.name == "augmented" || form.name == "eliminated" || form.name == "embedded" ||
                         form.name == "amalgamated" || form.name == "recursive";
    EXPECT_EQ(!system.why_not, applies) << form.name;
    if (applies) expect_near(solve_form(system, blocks).accelerations, {2.0}, form.name);
  }
}

}  // namespace
}  // namespace alembert::classical_forms_test
