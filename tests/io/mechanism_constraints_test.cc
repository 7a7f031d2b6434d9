/// Constraints of mechanisms that are given by a type and geometry: what is read, what is written out again, and what
/// is said about files that are wrong.
#include <string>
#include <vector>

#include "constraint_text.h"
#include "mechanism_round_trip.h"

namespace alembert::mechanism_constraints_test {
namespace {

using namespace constraint_text;

/// The only constraint of a model.
template <class Kind>
const Kind& only(const Mechanism& model) {
  EXPECT_EQ(model.constraints.size(), 1U);
  EXPECT_EQ(name_of(model.constraints.front()), "c");
  return std::get<Kind>(model.constraints.front());
}

using Numbers = std::vector<double>;

TEST(MechanismConstraints, NoSlip) {
  const Mechanism m =
      read_mechanism_text(flat + constraint("no-slip", "body = 'a'\nat = ['r', 1]\ndirection = [0, 2]\n"));
  const auto& c = only<NoSlip>(m);
  EXPECT_EQ(c.at.body, 1);
  EXPECT_EQ(numbers_of(m, c.at.p), (Numbers{0.3, 1, 0}));
  EXPECT_EQ(numbers_of(m, c.direction), (Numbers{0, 2, 0}));
  EXPECT_EQ(c.on, 0);
  EXPECT_EQ(c.source.line, 9);
  EXPECT_EQ(c.source.column, 13);
  const Mechanism named =
      read_mechanism_text(solid + constraint("no-slip", "at = 'a.tip'\ndirection = [0, 1, 0]\non = 'b'\n"));
  EXPECT_EQ(only<NoSlip>(named).at.body, 1);
  EXPECT_EQ(text_of(named, only<NoSlip>(named).at.p.x), "r");
  EXPECT_EQ(only<NoSlip>(named).on, 2);
}

TEST(MechanismConstraints, Distance) {
  const Mechanism m =
      read_mechanism_text(flat + constraint("distance", "points = ['a.tip', ['ground', [1, 2]]]\nlength = '50 cm'\n"));
  const auto& c = only<Distance>(m);
  EXPECT_EQ(c.points[0].body, 1);
  EXPECT_EQ(numbers_of(m, c.points[0].p), (Numbers{0.3, 0, 0}));
  EXPECT_EQ(c.points[1].body, 0);
  EXPECT_EQ(numbers_of(m, c.points[1].p), (Numbers{1, 2, 0}));
  EXPECT_EQ(number_of(m, c.length.formula), 0.5);
}

TEST(MechanismConstraints, LengthsAndMotionsAreFormulasInTime) {
  const Mechanism m = read_mechanism_text(
      flat + constraint("distance", "points = ['a.tip', 'b.origin']\nlength = 'r + u/10 + slow'\n") +
      "[inputs]\nu = 'sin(2*t)'\n[let]\nslow = '0.01*t'\n"
      "[joint.J]\ntype = 'revolute'\nbodies = ['ground', 'a']\nmotion = '3*u'\n");
  const GraphScope scope(*m.graph);
  const Expr t = Expr::time(), u = sin(Expr(2) * t), r = Expr::symbol("r", SymbolKind::parameter);
  EXPECT_TRUE(identical(only<Distance>(m).length.formula, r + u / Expr(10) + Expr(Rational(1, 100)) * t));
  EXPECT_TRUE(identical(m.joints[0].motion[0]->formula, Expr(3) * u));
}

TEST(MechanismConstraints, RollingDiscOnThePlaneBelow) {
  const Mechanism m =
      read_mechanism_text(solid + constraint("rolling", "body = 'a'\nradius = 'r'\naxis = [0, 1, 0]\n"));
  const auto& c = only<Rolling>(m);
  EXPECT_EQ(c.body, 1);
  EXPECT_EQ(c.shape, Rolling::Shape::disc);
  EXPECT_EQ(text_of(m, c.radius), "r");
  EXPECT_EQ(numbers_of(m, c.axis), (Numbers{0, 1, 0}));
  EXPECT_EQ(numbers_of(m, c.center), (Numbers{0, 0, 0}));
  EXPECT_EQ(c.plane.at.body, 0);
  EXPECT_EQ(numbers_of(m, c.plane.at.p), (Numbers{0, 0, 0}));
  EXPECT_EQ(numbers_of(m, c.plane.direction), (Numbers{0, 0, 9.81}));
  EXPECT_EQ(c.rows, Rolling::Rows::all);
}

TEST(MechanismConstraints, RollingInThePlane) {
  const Mechanism m = read_mechanism_text("gravity = [3, -4]\n" + flat +
                                          constraint("rolling", "center = 'a.tip'\nradius = 1\nrows = 'normal'\n"));
  const auto& c = only<Rolling>(m);
  EXPECT_EQ(c.body, 1);
  EXPECT_EQ(numbers_of(m, c.center), (Numbers{0.3, 0, 0}));
  EXPECT_EQ(numbers_of(m, c.axis), (Numbers{0, 0, 1}));
  EXPECT_EQ(numbers_of(m, c.plane.direction), (Numbers{-3, 4, 0}));
  EXPECT_EQ(c.rows, Rolling::Rows::normal);
}

TEST(MechanismConstraints, SpheresAndEllipsoids) {
  const Mechanism ball = read_mechanism_text(solid + constraint("rolling",
                                                                "body = 'a'\nsphere = 0.2\non = 'b'\nrows = 'forward'\n"
                                                                "plane = { point = [0, 0, 1], normal = [1, 0, 1] }\n"));
  EXPECT_EQ(only<Rolling>(ball).shape, Rolling::Shape::sphere);
  EXPECT_EQ(number_of(ball, only<Rolling>(ball).radius), 0.2);
  EXPECT_EQ(only<Rolling>(ball).plane.at.body, 2);
  EXPECT_EQ(numbers_of(ball, only<Rolling>(ball).plane.at.p), (Numbers{0, 0, 1}));
  EXPECT_EQ(numbers_of(ball, only<Rolling>(ball).plane.direction), (Numbers{1, 0, 1}));
  EXPECT_EQ(only<Rolling>(ball).rows, Rolling::Rows::forward);
  const Mechanism stone = read_mechanism_text(
      solid +
      constraint("rolling", "body = 'a'\nellipsoid = ['r', 0.2, 0.1]\ncenter = [0, 0, 0.01]\nrows = 'sideways'\n"));
  EXPECT_EQ(only<Rolling>(stone).shape, Rolling::Shape::ellipsoid);
  EXPECT_EQ(numbers_of(stone, only<Rolling>(stone).semiaxes), (Numbers{0.3, 0.2, 0.1}));
  EXPECT_EQ(numbers_of(stone, only<Rolling>(stone).center), (Numbers{0, 0, 0.01}));
  EXPECT_EQ(only<Rolling>(stone).rows, Rolling::Rows::sideways);
  const Mechanism ellipse = read_mechanism_text(flat + constraint("rolling", "body = 'a'\nellipsoid = [2, 1]\n"));
  EXPECT_EQ(numbers_of(ellipse, only<Rolling>(ellipse).semiaxes), (Numbers{2, 1, 1}));
}

// The table is drawn with its x along the world's z: what is up in the world is along its x.
TEST(MechanismConstraints, ThePlaneOfATurnedBodyIsLevelAsDrawn) {
  const Mechanism m = read_mechanism_text(
      "[body.a]\n[body.table]\nrotation = { rpy = [0, '-90 deg', 0] }\n" +
      constraint("rolling", "body = 'a'\nsphere = 1\non = 'table'\nplane = { point = [2, 0, 0] }\n"));
  EXPECT_EQ(numbers_of(m, only<Rolling>(m).plane.direction), (Numbers{9.81, 0, 0}));
  EXPECT_EQ(numbers_of(m, only<Rolling>(m).plane.at.p), (Numbers{2, 0, 0}));
}

TEST(MechanismConstraints, InLineAndInPlane) {
  const Mechanism line = read_mechanism_text(
      flat + constraint("in-line", "point = 'a.tip'\non = 'b'\nline = { point = [0, 1], direction = [1, 1] }\n"));
  EXPECT_EQ(only<InLine>(line).point.body, 1);
  EXPECT_EQ(only<InLine>(line).line.at.body, 2);
  EXPECT_EQ(numbers_of(line, only<InLine>(line).line.at.p), (Numbers{0, 1, 0}));
  EXPECT_EQ(numbers_of(line, only<InLine>(line).line.direction), (Numbers{1, 1, 0}));
  const Mechanism plane = read_mechanism_text(
      solid +
      constraint("in-plane", "point = ['b', [1, 2, 3]]\non = 'a'\nplane = { point = 'a.tip', normal = [0, 1, 0] }\n"));
  EXPECT_EQ(only<InPlane>(plane).point.body, 2);
  EXPECT_EQ(numbers_of(plane, only<InPlane>(plane).point.p), (Numbers{1, 2, 3}));
  EXPECT_EQ(only<InPlane>(plane).plane.at.body, 1);
  EXPECT_EQ(numbers_of(plane, only<InPlane>(plane).plane.at.p), (Numbers{0.3, 0, 0}));
  const Mechanism level = read_mechanism_text(solid + constraint("in-plane", "point = 'a.tip'\n"));
  EXPECT_EQ(numbers_of(level, only<InPlane>(level).plane.direction), (Numbers{0, 0, 9.81}));
}

TEST(MechanismConstraints, RackAndPinion) {
  const Mechanism m = read_mechanism_text(
      flat +
      constraint("rack", "pinion = 'a'\nat = ['r', 0]\nradius = 0.1\non = 'b'\nline = { direction = [1, 0] }\n"));
  const auto& c = only<Rack>(m);
  EXPECT_EQ(c.pinion.body, 1);
  EXPECT_EQ(numbers_of(m, c.pinion.p), (Numbers{0.3, 0, 0}));
  EXPECT_EQ(numbers_of(m, c.axis), (Numbers{0, 0, 1}));
  EXPECT_EQ(number_of(m, c.radius), 0.1);
  EXPECT_EQ(c.line.at.body, 2);
  EXPECT_FALSE(c.normal);
  const Mechanism both =
      read_mechanism_text(solid + constraint("rack",
                                             "pinion = 'a'\naxis = [0, 1, 0]\nradius = -0.1\nrows = 'all'\n"
                                             "line = { point = [0, 0, -0.1], direction = [1, 0, 0] }\n"));
  EXPECT_TRUE(only<Rack>(both).normal);
  EXPECT_EQ(numbers_of(both, only<Rack>(both).axis), (Numbers{0, 1, 0}));
  EXPECT_EQ(number_of(both, only<Rack>(both).radius), -0.1);
}

TEST(MechanismConstraints, Repetition) {
  const Mechanism m = read_mechanism_text(
      "[body.w]\ncount = 3\n[constraint.rod]\ncount = 2\ntype = 'distance'\n"
      "points = ['w[#].origin', 'w[#+1].center']\nlength = '1 + #'\n"
      "[constraint.roll]\ncount = 3\ntype = 'rolling'\nbody = 'w[#]'\nradius = '0.1*(# + 1)'\naxis = [0, 1, '#']\n"
      "[outputs]\nf = 'rod[1].force'\ng = 'sum(roll[0:2].fz)'\n");
  ASSERT_EQ(m.constraints.size(), 5U);
  const auto& rod = std::get<Distance>(m.constraints[1]);
  EXPECT_EQ(rod.name, "rod[1]");
  EXPECT_EQ(rod.points[0].body, 2);
  EXPECT_EQ(rod.points[1].body, 3);
  EXPECT_EQ(number_of(m, rod.length.formula), 2.0);
  const auto& roll = std::get<Rolling>(m.constraints[4]);
  EXPECT_EQ(roll.name, "roll[2]");
  EXPECT_EQ(numbers_of(m, roll.axis), (Numbers{0, 1, 2}));
  ASSERT_EQ(m.measures.size(), 4U);
}

// One for every kind of constraint and every key, drives and cuts.
TEST(MechanismConstraints, PlanarOnesReadBackTheSame) {
  expect_round_trip(read_mechanism_text(R"toml(
space = "planar"
[parameters]
r = 0.3
[body.a]
mass = 1
points.tip = ["r", 0]
[body.b]
mass = 1
angle = "30 deg"
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
at = [[0, 0], [0, 0]]
motion = "2*pi*t + r*sin(t)"
[joint.B]
type = "revolute"
bodies = ["a", "b"]
at = ["a.tip", [0, 0]]
[joint.C]
type = "prismatic"
bodies = ["ground", "b"]
at = [[0, 0], [0, 0]]
axis = [1, 0]
cut = true
effort = "-C'"
[constraint.one]
type = "no-slip"
body = "a"
direction = [0, "r"]
[constraint.two]
type = "no-slip"
at = "a.tip"
direction = [1, 0]
on = "b"
[constraint.three]
type = "distance"
points = ["a.tip", ["ground", [1, 2]]]
length = "r + 0.1*t"
[constraint.four]
type = "rolling"
body = "a"
radius = "r"
[constraint.five]
type = "rolling"
body = "a"
center = [0, 0.1]
ellipsoid = [2, "r"]
on = "b"
rows = "forward"
[constraint.six]
type = "in-line"
point = "a.tip"
line = { direction = [1, 0] }
[constraint.seven]
type = "in-plane"
point = "a.tip"
on = "b"
plane = { point = [0, 1], normal = [1, 1] }
[constraint.eight]
type = "rack"
pinion = "a"
radius = 0.1
on = "b"
line = { point = [0, 1], direction = [1, 0] }
[outputs]
a = "A.effort + B.fx + C.m + C'' + C' + C"
b = "three.force + three.multiplier + four.fy + four.multiplier.normal + seven.multiplier + eight.fx"
)toml"));
}

TEST(MechanismConstraints, SpatialOnesReadBackTheSame) {
  expect_round_trip(read_mechanism_text(R"toml(
[body.a]
mass = 1
points.tip = [1, 2, 3]
[body.b]
mass = 1
rotation = { rpy = [0.1, 0.2, 0.3] }
[joint.S]
type = "spherical"
bodies = ["ground", "a"]
at = [[0, 0, 0], [0, 0, 0]]
[joint.R]
type = "spherical"
bodies = ["a", "b"]
at = [[0, 0, 1], [0, 0, 0]]
[joint.Q]
type = "spherical"
bodies = ["ground", "b"]
at = [[1, 0, 0], [0, 0, 0]]
cut = true
[constraint.one]
type = "rolling"
body = "a"
radius = 0.5
axis = [0, 1, 0]
plane = { point = [0, 0, 1], normal = [0, 0, 2] }
[constraint.two]
type = "rolling"
body = "a"
sphere = "1/3"
on = "b"
rows = "normal"
[constraint.three]
type = "rolling"
body = "b"
ellipsoid = [1, 2, 3]
rows = "sideways"
[constraint.four]
type = "rack"
pinion = "a"
at = [0, 0, 1]
axis = [0, 1, 0]
radius = -0.1
rows = "all"
line = { direction = [1, 0, 0] }
[constraint.five]
type = "in-plane"
point = ["b", [1, 0, 0]]
on = "a"
[constraint.six]
type = "in-line"
point = "b.center"
on = "a"
line = { point = [0, 0, 1], direction = [0, 1, 1] }
[outputs]
a = "Q.qw + Q.wx' + Q.qx' + Q.mz + Q.wy.effort"
b = "one.multiplier.sideways + two.multiplier + four.multiplier.normal + six.fz"
)toml"));
}

TEST(MechanismConstraints, AreWrittenAsAPersonWould) {
  const std::string written = to_toml(read_mechanism_text(
      solid +
      constraint("rolling", "body = 'a'\nradius = 'r'\naxis = [0, 1, 0]\nplane = { normal = [0, 0, 9.81] }\n")));
  EXPECT_NE(written.find("[constraint.c]\ntype = \"rolling\"\nbody = \"a\"\nradius = \"r\"\naxis = [0, 1, 0]\n"),
            std::string::npos)
      << written;
  EXPECT_EQ(written.find("plane"), std::string::npos) << written;
}

}  // namespace
}  // namespace alembert::mechanism_constraints_test
