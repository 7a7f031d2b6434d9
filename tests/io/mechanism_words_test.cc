/// What the words of a mechanism mean in formulas, and which measures they need.
#include <cmath>

#include "mechanism_text.h"

namespace alembert::mechanism_words_test {
namespace {

const std::string planar = R"toml(space = "planar"
[parameters]
l = 2
[body.rod]
mass = 1
inertia = 1
center = ["l/2", 0]
points.tip = ["l", 0.5]
frames.tool = { at = [3, 4], rotation = "30 deg" }
[joint.A]
type = "revolute"
bodies = ["ground", "rod"]
[force.spring]
type = "spring"
points = ["rod.tip", ["ground", [1, 0]]]
)toml";

const std::string spatial = R"toml([body.top]
mass = 1
inertia = [1, 1, 1]
[body.arm]
mass = 1
inertia = [1, 1, 1]
[joint.S]
type = "spherical"
bodies = ["ground", "arm"]
)toml";

const Measure* find_measure(const Mechanism& model, const std::string& word, int order) {
  for (const Measure& m : model.measures)
    if (m.word == word && m.order == order) return &m;
  return nullptr;
}

Expr output(const Mechanism& model, const std::string& name) { return named(model.outputs, name).value.formula; }

TEST(MechanismWords, PointsAndTheirRatesShareOneWord) {
  const Mechanism model = read_mechanism_text(planar + R"toml([outputs]
a = "rod.tip.x + rod.tip.vx + rod.tip.ax"
b = "rod.tip.x' - rod.tip.vx"
c = "rod.tip.vx' - rod.tip.x''"
d = "rod.center.y + rod.origin.vy + rod.tool.y"
)toml");
  EXPECT_EQ(model.measures.size(), 6U);
  for (const int order : {0, 1, 2}) {
    const Measure* m = find_measure(model, "rod.tip.x", order);
    ASSERT_NE(m, nullptr);
    EXPECT_EQ(m->kind, Measure::Kind::point);
    EXPECT_EQ(m->index, 1);
    EXPECT_EQ(m->component, 0);
    EXPECT_EQ(numbers_of(model, m->p), (std::vector{2.0, 0.5, 0.0}));
  }
  EXPECT_TRUE(output(model, "b").is_zero());
  EXPECT_TRUE(output(model, "c").is_zero());
  EXPECT_EQ(text_of(model, find_measure(model, "rod.center.y", 0)->p.x), "l/2");
  EXPECT_EQ(numbers_of(model, find_measure(model, "rod.tool.y", 0)->p), (std::vector{3.0, 4.0, 0.0}));
}

TEST(MechanismWords, AngleEnergiesSpringsAndEfforts) {
  const Mechanism model = read_mechanism_text(planar + R"toml([outputs]
a = "rod.angle + rod.angle' + rod.angle''"
b = "T + V"
c = "spring.force + spring.length"
d = "A.effort + A''"
)toml");
  EXPECT_EQ(model.measures.size(), 8U);
  EXPECT_EQ(find_measure(model, "rod.angle", 2)->kind, Measure::Kind::angle);
  EXPECT_EQ(find_measure(model, "T", 0)->kind, Measure::Kind::kinetic);
  EXPECT_EQ(find_measure(model, "V", 0)->kind, Measure::Kind::potential);
  EXPECT_EQ(find_measure(model, "spring.force", 0)->kind, Measure::Kind::spring_force);
  EXPECT_EQ(find_measure(model, "spring.length", 0)->index, 0);
  EXPECT_EQ(find_measure(model, "A.effort", 0)->kind, Measure::Kind::joint_effort);
}

TEST(MechanismWords, DerivativesOfLetsNeedMeasuresOfHigherOrder) {
  const Mechanism model = read_mechanism_text(planar + R"toml([let]
far = "rod.tip.x*cos(A)"
[outputs]
speed = "far'"
)toml");
  ASSERT_NE(find_measure(model, "rod.tip.x", 1), nullptr);
  EXPECT_EQ(find_measure(model, "rod.tip.x", 2), nullptr);
  const double x = 0.3, v = 0.7, q = 0.4, w = -1.1;
  EXPECT_NEAR(
      value_of(model, output(model, "speed"), {{"rod.tip.x", 0, x}, {"rod.tip.x", 1, v}, {"A", 0, q}, {"A", 1, w}}),
      v * std::cos(q) - x * std::sin(q) * w, 1e-15);
}

TEST(MechanismWords, NothingIsMeasuredThatNoFormulaNames) { EXPECT_TRUE(read_mechanism_text(planar).measures.empty()); }

// A body that turns about z with the constant rate w has qw = cos(w t/2), qz = sin(w t/2).
TEST(MechanismWords, RatesOfQuaternionsFollowFromTheSpeeds) {
  const Mechanism model = read_mechanism_text(spatial + R"toml([let]
square = "S.qz^2"
[outputs]
rate = "S.qw'"
second = "S.qw''"
of_let = "square''"
)toml");
  const double w = 1.7, t = 0.9, c = std::cos(w * t / 2), s = std::sin(w * t / 2);
  const std::vector<SymbolValue> at{{"S.qw", 0, c}, {"S.qx", 0, 0}, {"S.qy", 0, 0}, {"S.qz", 0, s}, {"S.wx", 0, 0},
                                    {"S.wy", 0, 0}, {"S.wz", 0, w}, {"S.wx", 1, 0}, {"S.wy", 1, 0}, {"S.wz", 1, 0}};
  EXPECT_NEAR(value_of(model, output(model, "rate"), at), -w / 2 * s, 1e-15);
  EXPECT_NEAR(value_of(model, output(model, "second"), at), -w * w / 4 * c, 1e-15);
  EXPECT_NEAR(value_of(model, output(model, "of_let"), at), w * w / 2 * std::cos(w * t), 1e-14);
  EXPECT_TRUE(model.measures.empty());
}

// Turned by 90 degrees about z, the body's x is the world's y.
TEST(MechanismWords, RateOfAFreePositionIsTurnedIntoTheWorld) {
  const Mechanism model = read_mechanism_text(spatial + "[outputs]\nvx = \"top.x'\"\nvy = \"top.y'\"\n");
  const double h = std::sqrt(0.5);
  const std::vector<SymbolValue> at{{"top.qw", 0, h}, {"top.qx", 0, 0}, {"top.qy", 0, 0}, {"top.qz", 0, h},
                                    {"top.vx", 0, 2}, {"top.vy", 0, 3}, {"top.vz", 0, 4}};
  EXPECT_NEAR(value_of(model, output(model, "vx"), at), -3.0, 1e-14);
  EXPECT_NEAR(value_of(model, output(model, "vy"), at), 2.0, 1e-14);
}

TEST(MechanismWords, TheFreeJointOfABodyComesBeforeItsMeasures) {
  const Mechanism model = read_mechanism_text(spatial + R"toml([outputs]
a = "top.wx + top.vx + top.qw + top.wx'"
b = "arm.wx + arm.qw + arm.qw' + arm.wx'"
c = "top.center.x"
)toml");
  EXPECT_EQ(model.measures.size(), 5U);
  EXPECT_EQ(find_measure(model, "top.wx", 0), nullptr);
  EXPECT_EQ(find_measure(model, "arm.wx", 1)->kind, Measure::Kind::angular_velocity);
  EXPECT_EQ(find_measure(model, "arm.qw", 1)->kind, Measure::Kind::quaternion);
}

TEST(MechanismWords, EffortsOfJointsWithSeveral) {
  const Mechanism model = read_mechanism_text(spatial + "[outputs]\na = \"S.wy.effort\"\n");
  ASSERT_EQ(model.measures.size(), 1U);
  EXPECT_EQ(model.measures[0].component, 1);
  EXPECT_EQ(model.measures[0].index, 0);
}

TEST(MechanismWords, OddNamesInBackquotes) {
  const Mechanism model = read_mechanism_text(R"toml([body."upper-arm"]
mass = 1
points."end-point" = [1, 2, 3]
[joint."left-knee"]
type = "revolute"
bodies = ["ground", "upper-arm"]
effort = "-2*`left-knee`'"
[force.f]
type = "force"
at = "upper-arm.end-point"
value = ["`upper-arm`.`end-point`.x", 0, 0]
)toml");
  EXPECT_EQ(model.forces[0].at.body, 1);
  ASSERT_EQ(model.measures.size(), 1U);
  EXPECT_EQ(model.measures[0].word, "upper-arm.end-point.x");
  EXPECT_EQ(text_of(model, model.joints[0].effort[0]->formula), "-2*`left-knee`'");
}

}  // namespace
}  // namespace alembert::mechanism_words_test
