// Names of links and joints that cannot stand in formulas, and a world that nobody defines.
#include <gtest/gtest.h>

#include "urdf_text.h"

namespace alembert::urdf_names_test {
namespace {

std::string robot(const std::string& inside) { return "<robot name='r'>" + inside + "</robot>"; }
std::string link(const std::string& name) { return "<link name=\"" + name + "\"/>"; }
std::string joint(const std::string& name, const std::string& type, const std::string& parent,
                  const std::string& child) {
  return "<joint name=\"" + name + "\" type='" + type + "'><parent link=\"" + parent + "\"/><child link=\"" + child +
         "\"/></joint>";
}

/// A chain of revolute joints with these names.
Mechanism chain(const std::vector<std::string>& names, const UrdfOptions& options = {}) {
  std::string text = link("l0");
  for (std::size_t i = 0; i < names.size(); ++i)
    text += link("l" + std::to_string(i + 1)) +
            joint(names[i], "revolute", "l" + std::to_string(i), "l" + std::to_string(i + 1));
  return urdf(robot(text), options);
}

std::vector<std::string> coordinates(const Mechanism& model) {
  std::vector<std::string> names;
  for (const MechanismCoordinate& c : model.coordinates) names.push_back(c.name);
  return names;
}

using Names = std::vector<std::string>;

TEST(UrdfNames, WordsOfFormulasGetANumberThere) {
  const Mechanism model = chain({"t", "sin", "pi", "T", "ground", "knee"});
  EXPECT_EQ(coordinates(model), (Names{"t_1", "sin_1", "pi_1", "T_1", "ground_1", "knee"}));
  EXPECT_EQ(model.joints.at(1).written(), "t");
  EXPECT_EQ(model.joints.at(6).written(), "knee");
  ASSERT_EQ(model.warnings.size(), 1U);
  EXPECT_TRUE(model.warnings[0].message.starts_with(
      "formulas, coordinates and columns have other names for joint 't' (t_1), joint 'sin' (sin_1)"))
      << model.warnings[0].message;
}

TEST(UrdfNames, ALinkMayBeCalledGround) {
  const Mechanism model = urdf(robot(link("ground") + link("a") + joint("j", "revolute", "ground", "a")));
  EXPECT_EQ(model.bodies.at(1).name, "ground_1");
  EXPECT_EQ(model.bodies.at(1).written(), "ground");
  EXPECT_EQ(model.joints.at(1).first, 1);
}

TEST(UrdfNames, MarksBecomeUnderscores) {
  const Mechanism model = chain({"a'", "b`c", "f[0]", "left knee", "arm/elbow-1", "\xC3\xA9paule"});
  EXPECT_EQ(coordinates(model), (Names{"a_", "b_c", "f_0_", "left knee", "arm/elbow-1", "\xC3\xA9paule"}));
  EXPECT_EQ(model.joints.at(1).written(), "a'");
}

TEST(UrdfNames, NamesThatMeetAreKeptApart) {
  // The file's own t_1 and a_ stay what they are.
  EXPECT_EQ(coordinates(chain({"t", "t_1", "a'", "a_"})), (Names{"t_2", "t_1", "a__1", "a_"}));
  const Mechanism planar = urdf(
      robot(link("a") + link("b") + link("c") + joint("p", "planar", "a", "b") + joint("p.x", "revolute", "b", "c")));
  EXPECT_EQ(coordinates(planar), (Names{"p.x", "p.y", "p.angle", "p.x_1"}));
}

TEST(UrdfNames, APrefixMakesWordsFree) {
  const Mechanism model = chain({"t", "a'"}, {.prefix = "left."});
  EXPECT_EQ(coordinates(model), (Names{"left.t", "left.a_"}));
  EXPECT_EQ(model.joints.at(2).written(), "left.a'");
}

TEST(UrdfNames, MimicsFollowTheirJointsUnderAnyName) {
  const Mechanism model = urdf(robot(link("a") + link("b") + link("c") + joint("t", "revolute", "a", "b") +
                                     "<joint name='sin' type='revolute'><parent link='b'/><child link='c'/>"
                                     "<mimic joint='t' multiplier='2'/></joint>"));
  const GraphScope scope(*model.graph);
  const auto& mimic = std::get<Constraint>(model.constraints.at(0));
  EXPECT_EQ(mimic.name, "sin_1");
  EXPECT_TRUE(identical(mimic.row.formula, Expr::symbol("sin_1", SymbolKind::coordinate) -
                                               Expr(2.0) * Expr::symbol("t_1", SymbolKind::coordinate)));
}

TEST(UrdfNames, AWorldThatNobodyDefinesIsTheGround) {
  const Mechanism model = urdf(robot("\n" + link("a") + joint("j", "revolute", "world", "a")));
  ASSERT_EQ(model.bodies.size(), 3U);
  EXPECT_EQ(model.bodies[1].name, "world");
  EXPECT_EQ(model.joints.at(0).type, JointType::fixed);
  EXPECT_EQ(model.joints.at(0).second, 1);
  ASSERT_EQ(model.warnings.size(), 1U);
  EXPECT_EQ(model.warnings[0].message, "no link is named 'world'; it is taken as the ground");
  EXPECT_EQ(model.warnings[0].at.line, 2);
  EXPECT_TRUE(urdf(robot(link("world") + link("a") + joint("j", "revolute", "world", "a"))).warnings.empty());
}

}  // namespace
}  // namespace alembert::urdf_names_test
