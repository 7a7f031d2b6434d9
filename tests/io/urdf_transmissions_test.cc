// Rotors behind gears, and what else <dynamics> and <transmission> tell of a joint.
#include <gtest/gtest.h>

#include "urdf_text.h"

namespace alembert::urdf_transmissions_test {
namespace {

/// Two links, the joint j between them, and more.
std::string with(const std::string& transmission, const std::string& type = "continuous") {
  std::string text = two_links(type, "");
  return text.insert(text.size() - std::string("</robot>").size(), transmission);
}
std::string actuated(const std::string& actuator, const std::string& joints = "<joint name='j'/>") {
  return "<transmission name='m'>" + joints + "<actuator name='m'>" + actuator + "</actuator></transmission>";
}

double armature(const Mechanism& model) {
  const GraphScope scope(*model.graph);
  const Expr written = model.joints.at(1).armature.at(0);
  return written.is_zero() ? 0.0 : number(written);
}

TEST(UrdfTransmissions, RotorTimesRatioSquaredIsArmature) {
  const auto of = [](const std::string& text) { return armature(urdf(with(text))); };
  EXPECT_EQ(of(actuated("<drake:rotor_inertia value='0.5'/><drake:gear_ratio value='4'/>")), 8.0);
  EXPECT_EQ(of(actuated("<rotorInertia>0.25</rotorInertia><mechanicalReduction> 2 </mechanicalReduction>")), 1.0);
  EXPECT_EQ(of(actuated("<motorInertia>0.25</motorInertia>",
                        "<joint name='j'><mechanicalReduction>-2</mechanicalReduction></joint>")),
            1.0);
  EXPECT_EQ(of(actuated("<rotor_inertia>3</rotor_inertia>")), 3.0);  // no gear
  EXPECT_EQ(of(actuated("<rotor_inertia>3</rotor_inertia>") + actuated("<rotor_inertia>4</rotor_inertia>")), 7.0);
  EXPECT_EQ(of(actuated("<mechanicalReduction>100</mechanicalReduction>")), 0.0);
  EXPECT_EQ(of("<transmission type='t'><actuator><rotorInertia>2</rotorInertia></actuator><joint name='j'/>"
               "<mechanicalReduction>3</mechanicalReduction></transmission>"),
            18.0);
}

TEST(UrdfTransmissions, DynamicsMayHaveAnArmature) {
  EXPECT_EQ(armature(urdf(two_links("revolute", "<dynamics armature='0.125'/>"))), 0.125);
}

TEST(UrdfTransmissions, WhatCannotBeUsedIsAWarning) {
  const auto said = [](const std::string& text, const std::string& type = "continuous") {
    const Mechanism model = urdf(with(text, type));
    return model.warnings.empty() ? std::string() : model.warnings.front().message;
  };
  EXPECT_EQ(said(actuated("<rotorInertia>big</rotorInertia>")),
            "transmission 'm': <rotorInertia> is 'big', not a number; it is not used");
  EXPECT_EQ(said(actuated("<rotorInertia>-1</rotorInertia>")),
            "transmission 'm': <rotorInertia> is negative; it is not used");
  EXPECT_EQ(said(actuated("<rotorInertia>1</rotorInertia><mechanicalReduction>1</mechanicalReduction>"
                          "<drake:gear_ratio value='160'/>")),
            "transmission 'm': <rotorInertia> has two gear ratios, 1 and 160; it is not used");
  EXPECT_EQ(said(actuated("<rotorInertia>1</rotorInertia>", "<joint name='k'/>")),
            "transmission 'm': <rotorInertia> belongs to joint 'k', which does not exist; it is not used");
  EXPECT_EQ(said(actuated("<rotorInertia>1</rotorInertia>", "<joint name='j'/><joint name='k'/>")),
            "transmission 'm': <rotorInertia> belongs to several joints; it is not used");
  EXPECT_EQ(said(actuated("<rotorInertia>1</rotorInertia>"), "floating"),
            "transmission 'm': <rotorInertia> belongs to joint 'j', which has not one coordinate; it is not used");
  EXPECT_EQ(said(actuated("<mechanicalReduction>2</mechanicalReduction>")), "not used: transmission (1)");
  EXPECT_EQ(said(actuated("<rotorInertia>1</rotorInertia><mechanicalReduction>0</mechanicalReduction>")),
            "transmission 'm': <rotorInertia> has a gear ratio of 0; it is not used");
}

TEST(UrdfTransmissions, OfDifferentRatiosTheNearestCounts) {
  const std::string rotor = "<rotorInertia>1</rotorInertia>", one = "<mechanicalReduction>1</mechanicalReduction>",
                    hundred = "<mechanicalReduction>100</mechanicalReduction>";
  const auto expect = [](const std::string& text, double inertia, const std::string& warning) {
    const Mechanism model = urdf(with(text));
    EXPECT_EQ(armature(model), inertia) << text;
    EXPECT_EQ(model.warnings.empty() ? "" : model.warnings.front().message, warning) << text;
  };
  expect(actuated(rotor + one, "<joint name='j'>" + hundred + "</joint>"), 1.0,
         "transmission 'm': <mechanicalReduction> in <joint> is 100, but 1 in <actuator>, which is used");
  expect(actuated(rotor + one, hundred + "<joint name='j'/>"), 1.0,
         "transmission 'm': <mechanicalReduction> in <transmission> is 100, but 1 in <actuator>, which is used");
  expect(actuated(rotor, one + "<joint name='j'>" + hundred + "</joint>"), 10000.0,
         "transmission 'm': <mechanicalReduction> in <transmission> is 1, but 100 in <joint>, which is used");
  expect(actuated(rotor + hundred, "<joint name='j'>" + hundred + "</joint>"), 10000.0, "");
}

TEST(UrdfTransmissions, NegativeDampingIsAWarning) {
  const Mechanism model = urdf(two_links("continuous", "\n<dynamics damping='-1'/>"));
  ASSERT_EQ(model.warnings.size(), 1U);
  EXPECT_EQ(model.warnings[0].message,
            "joint 'j': <dynamics> damping is negative: it drives the motion instead of damping it");
  EXPECT_EQ(model.warnings[0].at.line, 2);
  EXPECT_EQ(model.warnings[0].at.column, 20);
}

TEST(UrdfTransmissions, MimicsThatFollowNothingAreIgnoredWhereAllAreIndependent) {
  for (const std::string other : {"zz", "j"}) {
    const std::string text = two_links("revolute", "\n<mimic joint='" + other + "'/>");
    EXPECT_THROW(urdf(text), Error);
    const Mechanism model = urdf(text, {.independent_mimic = true});
    ASSERT_EQ(model.warnings.size(), 1U);
    EXPECT_TRUE(model.warnings[0].message.starts_with("joint 'j' mimics ")) << model.warnings[0].message;
    EXPECT_TRUE(model.warnings[0].message.ends_with("; <mimic> is ignored"));
    EXPECT_EQ(model.warnings[0].at.line, 2);
  }
}

TEST(UrdfTransmissions, ManyWarningsAreCut) {
  std::string text = "<robot name='r'><link name='l0'/>";
  for (int i = 1; i <= 40; ++i) {
    const std::string n = std::to_string(i);
    text += "<link name='l" + n + "'/><joint name='j" + n + "' type='continuous'><parent link='l0'/><child link='l" +
            n + "'/><dynamics damping='-1'/></joint>";
  }
  const Mechanism model = urdf(text + "</robot>");
  ASSERT_EQ(model.warnings.size(), 31U);
  EXPECT_EQ(model.warnings.back().message, "10 more warnings are left out");
}

TEST(UrdfTransmissions, BallJointsTurnFreely) {
  for (const std::string type : {"spherical", "ball"}) {
    const Mechanism model = urdf(two_links(type, "<origin xyz='1 2 3' rpy='0 0 3.141592653589793'/>"));
    const GraphScope scope(*model.graph);
    const Joint& joint = model.joints.at(1);
    EXPECT_EQ(joint.type, JointType::spherical);
    EXPECT_EQ(numbers(joint.at[0].p), (Array3{1, 2, 3}));
    EXPECT_NEAR(number(*joint.start.at(0)), 0.0, 1e-15);
    EXPECT_NEAR(number(*joint.start.at(3)), 1.0, 1e-15);
  }
}

}  // namespace
}  // namespace alembert::urdf_transmissions_test
