/// Words of joints that close loops, and words that are known only with the motion: efforts, reactions, multipliers.
#include <algorithm>
#include <cmath>
#include <string>

#include "mechanism_text.h"

namespace alembert::closing_words_test {
namespace {

using Kind = Measure::Kind;

/// A four-bar whose joint D closes the loop.
const std::string four_bar = R"toml(space = "planar"
[body.a]
points.tip = [1, 0]
[body.b]
points.tip = [2, 0]
[body.c]
points.tip = [1.5, 0]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
[joint.B]
type = "revolute"
bodies = ["a", "b"]
at = ["a.tip", [0, 0]]
[joint.C]
type = "revolute"
bodies = ["ground", "c"]
at = [[2, 0], [0, 0]]
[joint.D]
type = "revolute"
bodies = ["b", "c"]
at = ["b.tip", "c.tip"]
cut = true
)toml";

/// The ball Q closes the loop.
const std::string balls = R"toml([body.a]
[body.b]
[joint.S]
type = "spherical"
bodies = ["ground", "a"]
[joint.R]
type = "revolute"
bodies = ["a", "b"]
at = [[0, 0, 1], [0, 0, 0]]
[joint.Q]
type = "spherical"
bodies = ["ground", "b"]
at = [[1, 0, 0], [0, 0, 0]]
cut = true
)toml";

const Measure* find_measure(const Mechanism& model, const std::string& word, int order = 0) {
  for (const Measure& m : model.measures)
    if (m.word == word && m.order == order) return &m;
  return nullptr;
}

void expect_measure(const Mechanism& model, const std::string& word, int order, Kind kind, int index, int component) {
  const Measure* m = find_measure(model, word, order);
  ASSERT_NE(m, nullptr) << word;
  EXPECT_EQ(m->kind, kind) << word;
  EXPECT_EQ(m->index, index) << word;
  EXPECT_EQ(m->component, component) << word;
  const GraphScope scope(*model.graph);
  EXPECT_TRUE(identical(m->symbol, Expr::symbol(word, SymbolKind::coordinate, order))) << word;
}

TEST(ClosingWords, OrdinaryCoordinatesAreMeasures) {
  const Mechanism m = read_mechanism_text(four_bar + R"toml([let]
twice = "2*D"
[force.f]
type = "torque"
body = "a"
value = "-3*D' - C"
[constraint.g]
pfaffian = "D' - 2*A'"
[states]
e = { rate = "D - e" }
[outputs]
x = "D''"
y = "twice'"
[simulate]
until = "D - 1"
)toml");
  ASSERT_TRUE(m.joints[3].closing);
  EXPECT_EQ(m.coordinates.size(), 3U);
  EXPECT_EQ(m.dependent_coordinates.size(), 1U);
  EXPECT_EQ(m.measures.size(), 3U);  // the tree's C and A are no measures
  for (const int order : {0, 1, 2}) expect_measure(m, "D", order, Kind::closing_coordinate, 3, 0);
  EXPECT_EQ(text_of(m, m.outputs[1].value.formula), "2*D'");
}

TEST(ClosingWords, TheLaterJointClosesUnlessTheUserCutsAnother) {
  const std::string loop =
      "space = 'planar'\n[body.a]\n[joint.one]\ntype = 'revolute'\nbodies = ['ground', 'a']\n"
      "[joint.two]\ntype = 'revolute'\nbodies = ['ground', 'a']\n";
  const std::string outputs = "[outputs]\nx = 'one + two'\n";
  const Mechanism plain = read_mechanism_text(loop + outputs);
  ASSERT_EQ(plain.measures.size(), 1U);
  EXPECT_EQ(plain.measures[0].word, "two");
  const std::string one = "[joint.one]\n";
  std::string cut = loop;
  cut.insert(cut.find(one) + one.size(), "cut = true\n");
  const Mechanism chosen = read_mechanism_text(cut + outputs);
  ASSERT_EQ(chosen.measures.size(), 1U);
  EXPECT_EQ(chosen.measures[0].word, "one");
}

TEST(ClosingWords, JointsWithSeveralCoordinates) {
  const Mechanism m = read_mechanism_text(
      "[body.a]\n[joint.A]\ntype = 'revolute'\nbodies = ['ground', 'a']\n"
      "[joint.K]\ntype = 'cylindrical'\nbodies = ['ground', 'a']\ncut = true\n"
      "[outputs]\nx = \"K.slide + K.angle'\"\ny = 'K.slide.effort'\n");
  expect_measure(m, "K.slide", 0, Kind::closing_coordinate, 1, 1);
  expect_measure(m, "K.angle", 1, Kind::closing_coordinate, 1, 0);
  expect_measure(m, "K.slide.effort", 0, Kind::joint_effort, 1, 1);
}

// A body that turns about z with the constant rate w has qw = cos(w t/2), qz = sin(w t/2).
TEST(ClosingWords, QuaternionsAndTheirOwnSpeeds) {
  const Mechanism m = read_mechanism_text(balls + R"toml([outputs]
speed = "Q.wz + Q.wx'"
rate = "Q.qw'"
second = "Q.qw''"
)toml");
  ASSERT_TRUE(m.joints[2].closing);
  expect_measure(m, "Q.wz", 0, Kind::closing_speed, 2, 2);
  expect_measure(m, "Q.wx", 1, Kind::closing_speed, 2, 0);
  expect_measure(m, "Q.qw", 0, Kind::closing_coordinate, 2, 0);
  expect_measure(m, "Q.qz", 0, Kind::closing_coordinate, 2, 3);
  for (const Measure& measure : m.measures)
    EXPECT_LE(measure.order, measure.kind == Kind::closing_coordinate ? 0 : 1) << measure.word;
  const double w = 1.7, t = 0.9, c = std::cos(w * t / 2), s = std::sin(w * t / 2);
  const std::vector<SymbolValue> at{{"Q.qw", 0, c}, {"Q.qx", 0, 0}, {"Q.qy", 0, 0}, {"Q.qz", 0, s}, {"Q.wx", 0, 0},
                                    {"Q.wy", 0, 0}, {"Q.wz", 0, w}, {"Q.wx", 1, 0}, {"Q.wy", 1, 0}, {"Q.wz", 1, 0}};
  EXPECT_NEAR(value_of(m, m.outputs[1].value.formula, at), -w / 2 * s, 1e-15);
  EXPECT_NEAR(value_of(m, m.outputs[2].value.formula, at), -w * w / 4 * c, 1e-15);
}

TEST(ResultWords, EffortsAndReactionsOfEveryJoint) {
  const Mechanism flat = read_mechanism_text(four_bar + "[outputs]\nx = 'D.fx + A.fy + B.m + D.effort + A.effort'\n");
  expect_measure(flat, "D.fx", 0, Kind::joint_force, 3, 0);
  expect_measure(flat, "A.fy", 0, Kind::joint_force, 0, 1);
  expect_measure(flat, "B.m", 0, Kind::joint_moment, 1, 2);
  expect_measure(flat, "D.effort", 0, Kind::joint_effort, 3, 0);
  const Mechanism solid = read_mechanism_text(balls + "[outputs]\nx = 'Q.fz + S.mx + R.my + R.mz + Q.wy.effort'\n");
  expect_measure(solid, "Q.fz", 0, Kind::joint_force, 2, 2);
  expect_measure(solid, "S.mx", 0, Kind::joint_moment, 0, 0);
  expect_measure(solid, "R.my", 0, Kind::joint_moment, 1, 1);
  expect_measure(solid, "R.mz", 0, Kind::joint_moment, 1, 2);
  expect_measure(solid, "Q.wy.effort", 0, Kind::joint_effort, 2, 1);
}

TEST(ResultWords, ForcesAndMultipliersOfConstraints) {
  const Mechanism m = read_mechanism_text(R"toml([body.a]
[body.b]
[constraint.gear]
holonomic = "a.x - b.y"
[constraint.rod]
type = "distance"
points = ["a.origin", "b.origin"]
length = 1
[constraint.contact]
type = "rolling"
body = "a"
sphere = 1
[constraint.blade]
type = "no-slip"
body = "b"
direction = [0, 1, 0]
[outputs]
x = "gear.multiplier + rod.force + rod.multiplier + blade.fy + blade.multiplier"
y = "contact.fx + contact.fz + contact.multiplier.normal"
)toml");
  expect_measure(m, "gear.multiplier", 0, Kind::multiplier, 0, 0);
  expect_measure(m, "rod.force", 0, Kind::multiplier, 1, 0);
  expect_measure(m, "rod.multiplier", 0, Kind::multiplier, 1, 0);
  expect_measure(m, "contact.fx", 0, Kind::constraint_force, 2, 0);
  expect_measure(m, "contact.fz", 0, Kind::constraint_force, 2, 2);
  ASSERT_NE(find_measure(m, "contact.multiplier.normal"), nullptr);
  EXPECT_EQ(find_measure(m, "contact.multiplier.normal")->index, 2);
  expect_measure(m, "blade.fy", 0, Kind::constraint_force, 3, 1);
  expect_measure(m, "blade.multiplier", 0, Kind::multiplier, 3, 0);
}

TEST(ResultWords, AJointsWordComesBeforeThatOfAConstraintOfTheSameName) {
  const Mechanism m = read_mechanism_text(
      "space = 'planar'\n[body.b]\n[joint.J]\ntype = 'revolute'\nbodies = ['ground', 'b']\n"
      "[constraint.J]\ntype = 'no-slip'\nbody = 'b'\ndirection = [1, 0]\n[outputs]\nx = 'J.fx + J.multiplier'\n");
  expect_measure(m, "J.fx", 0, Kind::joint_force, 0, 0);
  expect_measure(m, "J.multiplier", 0, Kind::multiplier, 0, 0);
}

class BadWord : public ::testing::TestWithParam<BadFile> {};
TEST_P(BadWord, IsAnErrorWithPlaceAndRemedy) { expect_error(GetParam()); }

using enum Error::Code;

// Lines 1 to 10.
const std::string rolling =
    "space = 'planar'\n[body.a]\n[constraint.c]\ntype = 'rolling'\nbody = 'a'\nradius = 1\n"
    "[constraint.rod]\ntype = 'distance'\npoints = ['a.origin', ['ground', [0, 2]]]\nlength = 1\n";
// Lines 1 to 5.
const std::string hinge = "space = 'planar'\n[body.a]\n[joint.J]\ntype = 'revolute'\nbodies = ['ground', 'a']\n";

const std::vector<BadFile> bad_words{
    {"reaction_in_effort", hinge + "effort = 'J.fx'\n", bad_value, 6, 11, "'J.fx' can be used in [outputs] only",
     "it follows from the motion"},
    {"reaction_in_let", hinge + "[let]\nx = 'J.m'\n", bad_value, 7, 6, "'J.m' can be used in [outputs] only",
     "[let] x"},
    {"reaction_in_constraint", hinge + "[constraint.c]\nholonomic = 'J.fy'\n", bad_value, 7, 14, "[outputs] only", ""},
    {"force_in_force", rolling + "[force.f]\ntype = 'torque'\nbody = 'a'\nvalue = 'rod.force'\n", bad_value, 14, 10,
     "'rod.force' can be used in [outputs] only", "it follows"},
    {"multiplier_in_until", rolling + "[simulate]\nuntil = 'rod.multiplier'\n", bad_value, 12, 10, "[outputs] only",
     ""},
    {"contact_in_state", rolling + "[states]\ne = { rate = 'c.fy' }\n", bad_value, 12, 15, "'c.fy' can be used", ""},
    {"rate_of_a_force", rolling + "[outputs]\nx = \"rod.force'\"\n", unsupported, 12, 6, "'rod.force'' is not known",
     "coordinates"},
    {"rate_of_an_effort", hinge + "[outputs]\nx = \"J.effort'\"\n", unsupported, 7, 6, "'J.effort'' is not known",
     "coordinates"},
    {"several_multipliers", rolling + "[outputs]\nx = 'c.multiplier'\n", bad_value, 12, 6,
     "the constraint 'c' has several multipliers", "c.multiplier.normal"},
    {"constraint_word", rolling + "[outputs]\nx = 'rod.forc'\n", unknown_name, 12, 6,
     "the constraint 'rod' has no word 'forc'", "'force'"},
    {"contact_z", rolling + "[outputs]\nx = 'c.fz'\n", unknown_name, 12, 6, "the constraint 'c' has no word 'fz'",
     "'f"},
    {"formula_force", hinge + "[constraint.g]\nholonomic = 'J'\n[outputs]\nx = 'g.fx'\n", unknown_name, 9, 6,
     "the constraint 'g' has no word 'fx'", "multiplier"},
    {"planar_moment", hinge + "[outputs]\nx = 'J.mz'\n", unknown_name, 7, 6, "the joint 'J' has no word 'mz'", "'m'"},
    {"third_of_closing", four_bar + "[outputs]\nx = \"D'''\"\n", bad_value, 25, 6, "third derivative", "accelerations"},
};
INSTANTIATE_TEST_SUITE_P(Words, BadWord, ::testing::ValuesIn(bad_words), bad_file_name);

}  // namespace
}  // namespace alembert::closing_words_test
