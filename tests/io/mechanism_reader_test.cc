/// Bodies, joints and forces as a file writes them.
#include "alembert/io/mechanism/mechanism_reader.h"

#include <cmath>
#include <numbers>

#include "mechanism_text.h"

namespace alembert::mechanism_reader_test {
namespace {

const char* const slider_crank = R"toml(name = "Slider-crank"
space = "planar"
[parameters]
r = 0.1
l = 0.4
[inputs]
torque = "2*sin(3*t)"
[ground]
points.anchor = [0.5, 0]
[body.crank]
mass = "500 g"
center = ["r/2", 0]
inertia = 0.002
points.tip = ["r", 0]
[body.rod]
shapes = [ { box = ["l", 0.02, 0.01], density = 7850, at = ["l/2", 0] }, { point = 0.1, at = ["l", 0] } ]
[body.slider]
mass = 0.5
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
at = [[0, 0], [0, 0]]
start = "30 deg"
rate = "60 rpm"
effort = "torque"
damping = "2 N m s/rad"
friction = [2, 3]
fixed = true
[joint.B]
type = "revolute"
bodies = ["crank", "rod"]
at = ["crank.tip", [0, 0]]
[joint.C]
type = "revolute"
bodies = ["rod", "slider"]
at = [["l", 0], "slider.origin"]
cut = true
[joint.D]
type = "prismatic"
bodies = ["ground", "slider"]
at = [[0, 0], [0, 0]]
axis = [1, 0]
stiffness = "2 N/mm"
rest = "5 mm"
limits = ["-1", "l"]
restitution = 0.5
armature = "20 g"
[force.push]
type = "force"
body = "slider"
at = [0, 0]
value = [-50, "2*D'"]
[force.turn]
type = "torque"
body = "crank"
value = "3*A"
frame = "body"
[force.spring]
type = "spring"
points = ["ground.anchor", ["slider", [0.01, 0]]]
stiffness = 400
damping = 5
length = 0.2
actuator = "20*sin(t)"
[force.twist]
type = "rotational-spring"
joint = "A"
stiffness = "1 N m/rad"
rest = "90 deg"
[force.between]
type = "rotational-spring"
bodies = ["crank", "slider"]
damping = 0.5
[constraint.gear]
holonomic = "A - 2*B"
at_start = true
[let]
x2 = "rod.center.x"
[states]
e = { start = "r", rate = "D - e + x2'" }
[outputs]
height = "rod.center.y"
[simulate]
time = 2
until = "A - 6*pi"
)toml";

TEST(MechanismReader, ReadsBodies) {
  const Mechanism model = read_mechanism_text(slider_crank);
  EXPECT_EQ(model.name, "Slider-crank");
  EXPECT_TRUE(model.planar);
  EXPECT_EQ(numbers_of(model, model.gravity), (std::vector{0.0, -9.81, 0.0}));
  ASSERT_EQ(model.bodies.size(), 4U);
  EXPECT_EQ(model.bodies[0].name, "ground");
  const Body& crank = model.bodies[1];
  EXPECT_EQ(text_of(model, crank.mass), "1/2");
  EXPECT_EQ(text_of(model, crank.center.x), "r/2");
  EXPECT_EQ(number_of(model, crank.inertia.zz), 0.002);
  ASSERT_EQ(crank.points.size(), 1U);
  EXPECT_EQ(text_of(model, crank.points[0].p.x), "r");
  // Box 0.4 x 0.02 x 0.01 of steel at 0.2, and 0.1 kg at 0.4.
  const double box = 7850 * 0.4 * 0.02 * 0.01;
  const Body& rod = model.bodies[2];
  EXPECT_EQ(rod.shapes.size(), 2U);
  EXPECT_NEAR(number_of(model, rod.mass), box + 0.1, 1e-15);
  EXPECT_NEAR(number_of(model, rod.center.x), (box * 0.2 + 0.1 * 0.4) / (box + 0.1), 1e-15);
}

TEST(MechanismReader, ReadsJointsInBodyFrames) {
  const Mechanism model = read_mechanism_text(slider_crank);
  ASSERT_EQ(model.joints.size(), 4U);
  const Joint& a = model.joints[0];
  EXPECT_EQ(a.type, JointType::revolute);
  EXPECT_EQ(a.first, 0);
  EXPECT_EQ(a.second, 1);
  EXPECT_FALSE(a.drawn);
  EXPECT_EQ(text_of(model, *a.start[0]), "pi/6");
  EXPECT_NEAR(number_of(model, *a.rate[0]), 2 * std::numbers::pi, 1e-15);
  EXPECT_EQ(text_of(model, a.effort[0]->formula), "torque");
  EXPECT_EQ(number_of(model, a.damping[0]), 2.0);
  EXPECT_EQ(number_of(model, a.friction[0][0]), 2.0);
  EXPECT_EQ(number_of(model, a.friction[0][1]), 3.0);
  EXPECT_EQ(number_of(model, a.friction_width[0]), 1e-3);
  EXPECT_TRUE(a.fixed_start);
  EXPECT_TRUE(a.axes.empty());
  EXPECT_EQ(model.joints[1].at[0].body, 1);
  EXPECT_EQ(text_of(model, model.joints[1].at[0].p.x), "r");
  EXPECT_FALSE(model.joints[1].start[0].has_value());
  EXPECT_TRUE(model.joints[2].cut);
  const Joint& d = model.joints[3];
  EXPECT_EQ(numbers_of(model, d.axes.at(0)), (std::vector{1.0, 0.0, 0.0}));
  EXPECT_EQ(number_of(model, d.stiffness[0]), 2000.0);
  EXPECT_EQ(number_of(model, d.rest[0]), 0.005);
  EXPECT_EQ(number_of(model, (*d.limits[0])[0]), -1.0);
  EXPECT_EQ(text_of(model, (*d.limits[0])[1]), "l");
  EXPECT_EQ(number_of(model, *d.restitution[0]), 0.5);
  EXPECT_EQ(number_of(model, d.armature[0]), 0.02);
  ASSERT_EQ(model.coordinates.size(), 3U);
  EXPECT_EQ(model.coordinates[2].name, "D");
  ASSERT_EQ(model.dependent_coordinates.size(), 1U);
  EXPECT_EQ(model.dependent_coordinates[0].name, "C");
  EXPECT_EQ(model.speeds[0].name, "A'");
}

TEST(MechanismReader, ReadsForcesConstraintsAndTheRest) {
  const Mechanism model = read_mechanism_text(slider_crank);
  ASSERT_EQ(model.forces.size(), 2U);
  EXPECT_EQ(model.forces[0].at.body, 3);
  EXPECT_EQ(text_of(model, model.forces[0].value[1].formula), "2*D'");
  EXPECT_TRUE(model.forces[1].torque);
  EXPECT_TRUE(model.forces[1].in_body_frame);
  EXPECT_EQ(text_of(model, model.forces[1].value[2].formula), "3*A");
  ASSERT_EQ(model.springs.size(), 1U);
  EXPECT_EQ(model.springs[0].points[0].body, 0);
  EXPECT_EQ(numbers_of(model, model.springs[0].points[0].p), (std::vector{0.5, 0.0, 0.0}));
  EXPECT_EQ(model.springs[0].points[1].body, 3);
  EXPECT_EQ(number_of(model, *model.springs[0].length), 0.2);
  EXPECT_EQ(text_of(model, model.springs[0].actuator->formula), "20*sin(t)");
  ASSERT_EQ(model.rotational_springs.size(), 2U);
  EXPECT_EQ(model.rotational_springs[0].joint, 0);
  EXPECT_EQ(text_of(model, *model.rotational_springs[0].rest), "pi/2");
  EXPECT_FALSE(model.rotational_springs[1].joint.has_value());
  EXPECT_EQ(model.rotational_springs[1].bodies, (std::array{1, 3}));
  EXPECT_FALSE(model.rotational_springs[1].rest.has_value());
  ASSERT_EQ(model.constraints.size(), 1U);
  const auto& gear = std::get<Constraint>(model.constraints[0]);
  EXPECT_TRUE(gear.at_start);
  EXPECT_EQ(text_of(model, gear.row.formula), "A - 2*B");
  EXPECT_EQ(text_of(model, model.states[0].rate), "rod.center.x' - e + D");
  EXPECT_EQ(text_of(model, model.simulate.until->formula), "A - 6*pi");
}

TEST(MechanismReader, PlacesJointsAsDrawn) {
  const Mechanism model = read_mechanism_text(R"toml([body.a]
position = [1, 2, 3]
rotation = { rpy = [0, 0, "90 deg"] }
points.tip = [1, 0, 0]
[body.b]
[body.c]
[body.d]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
at = [1, 2, 3]
axis = [0, 0, 2]
[joint.B]
type = "universal"
bodies = ["a", "b"]
at = "a.tip"
axes = [[1, 0, 0], [0, 0, 1]]
[joint.C]
type = "revolute"
bodies = ["a", "c"]
at = [[0, 0, 0], [0, 0, 1]]
axes = [[0, 1, 0], [0, 0, 1]]
[joint.D]
type = "planar"
bodies = ["ground", "d"]
axes = [[1, 0, 0], [0, 1, 0]]
)toml");
  EXPECT_TRUE(model.joints[0].drawn);
  EXPECT_EQ(numbers_of(model, model.joints[0].at[0].p), (std::vector{1.0, 2.0, 3.0}));
  EXPECT_TRUE(model.joints[1].drawn);
  EXPECT_EQ(model.joints[1].at[0].body, 1);
  EXPECT_EQ(numbers_of(model, model.joints[1].at[0].p), (std::vector{1.0, 0.0, 0.0}));
  EXPECT_EQ(model.joints[1].axes.size(), 2U);
  EXPECT_FALSE(model.joints[2].drawn);
  EXPECT_EQ(model.joints[2].at[1].body, 3);
  // Without `at`: the origins of both bodies, in body frames.
  EXPECT_FALSE(model.joints[3].drawn);
  EXPECT_EQ(model.joints[3].at[0].body, 0);
  EXPECT_EQ(model.joints[3].at[1].body, 4);
}

// Two texts or numbers are the coordinates of one drawn point; a point's name or a list makes them two points.
TEST(MechanismReader, TellsDrawnPlacesFromBodyFrames) {
  const std::string start = R"toml(space = "planar"
[parameters]
r = 0.5
"a.r" = 2
[body.a]
points.tip = [1, 0]
[body.b]
[joint.J]
type = "revolute"
bodies = ["a", "b"]
at = )toml";
  const auto joint = [&](const std::string& at) { return read_mechanism_text(start + at + "\n").joints.at(0); };
  for (const char* drawn : {"['r', 0]", "[0, 'a.r']", "'a.tip'", "['r', 'r']"})
    EXPECT_TRUE(joint(drawn).drawn) << drawn;
  for (const char* pair : {"['a.tip', [0, 0]]", "['a.tip', 'b.origin']", "[['r', 0], 'b.center']", "[[0, 0], [1, 1]]"})
    EXPECT_FALSE(joint(pair).drawn) << pair;
}

TEST(MechanismReader, ValuesPerCoordinate) {
  const Mechanism model = read_mechanism_text(R"toml([body.a]
mass = 1
inertia = [1, 1, 1]
[body.b]
mass = 1
inertia = [1, 2, 2.5, 0.1, 0.2, 0.3]
[body.c]
mass = 1
inertia = [1, 1, 1]
[joint.S]
type = "spherical"
bodies = ["ground", "a"]
start = [0, 1, 0, 0]
rate = { wz = "2 rad/s" }
damping = [1, 2, 3]
[joint.C]
type = "cylindrical"
bodies = ["a", "b"]
motion = { slide = "0.1*t" }
start = { angle = "90 deg" }
effort = { angle = "-C.angle'" }
limits = [["-10 deg", "10 deg"], [-1, 1]]
friction = { angle = [1, 2], slide = 3 }
friction_width = { slide = "1 mm/s" }
[joint.G]
type = "gimbal"
bodies = ["b", "c"]
sequence = "zxy"
start = [0.1, 0.2, 0.3]
effort = ["G.1", "G.2'", 0]
)toml");
  const Joint &s = model.joints[0], &c = model.joints[1], &g = model.joints[2];
  EXPECT_EQ(number_of(model, *s.start[1]), 1.0);
  EXPECT_FALSE(s.rate[0].has_value());
  EXPECT_EQ(number_of(model, *s.rate[2]), 2.0);
  EXPECT_EQ(number_of(model, s.damping[2]), 3.0);
  EXPECT_TRUE(c.motion[1].has_value());
  EXPECT_FALSE(c.motion[0].has_value());
  EXPECT_TRUE(c.start[0].has_value());
  EXPECT_EQ(text_of(model, c.effort[0]->formula), "-C.angle'");
  EXPECT_EQ(number_of(model, (*c.limits[1])[1]), 1.0);
  EXPECT_EQ(number_of(model, c.friction[0][1]), 2.0);
  EXPECT_EQ(number_of(model, c.friction[1][0]), 3.0);
  EXPECT_EQ(number_of(model, c.friction_width[0]), 1e-3);
  EXPECT_EQ(g.sequence, "zxy");
  EXPECT_EQ(text_of(model, g.effort[1]->formula), "G.2'");
  EXPECT_EQ(number_of(model, model.bodies[2].inertia.xz), 0.2);
  std::vector<std::string> names;
  for (const MechanismCoordinate& q : model.coordinates) names.push_back(q.name);
  EXPECT_EQ(names,
            (std::vector<std::string>{"S.qw", "S.qx", "S.qy", "S.qz", "C.angle", "C.slide", "G.1", "G.2", "G.3"}));
}

TEST(MechanismReader, BodiesWithoutJointsAreFree) {
  const Mechanism model = read_mechanism_text(R"toml([body.top]
mass = 1
inertia = [1, 1, 1]
start = { z = "20 cm" }
rate = [0, 0, "100 rad/s", 1, 0, 0]
[body.dot]
kind = "particle"
mass = 1
start = [1, 2, 3]
[body.arm]
[joint.A]
type = "fixed"
bodies = ["ground", "arm"]
)toml");
  ASSERT_EQ(model.joints.size(), 3U);
  EXPECT_EQ(model.joints[0].name, "A");
  EXPECT_EQ(model.joints[1].name, "top");
  EXPECT_EQ(model.joints[1].type, JointType::free);
  EXPECT_EQ(number_of(model, *model.joints[1].start[2]), 0.2);
  EXPECT_FALSE(model.joints[1].start[3].has_value());
  EXPECT_EQ(number_of(model, *model.joints[1].rate[2]), 100.0);
  EXPECT_EQ(model.joints[2].type, JointType::translation);
  EXPECT_EQ(number_of(model, *model.joints[2].start[1]), 2.0);
  EXPECT_EQ(model.coordinates.size(), 10U);
}

TEST(MechanismReader, DefaultsOfSpaceAndGravity) {
  const Mechanism spatial = read_mechanism_text("[body.a]\n");
  EXPECT_FALSE(spatial.planar);
  EXPECT_EQ(numbers_of(spatial, spatial.gravity), (std::vector{0.0, 0.0, -9.81}));
  const Mechanism moon =
      read_mechanism_text("space = 'planar'\ngravity = [0, '-g']\n[parameters]\ng = 1.62\n[body.a]\n");
  EXPECT_EQ(text_of(moon, moon.gravity.y), "-g");
}

TEST(MechanismReader, SpatialForcesTakeThreeComponents) {
  const Mechanism model = read_mechanism_text(R"toml([body.a]
points.tip = [0, 0, 1]
[force.f]
type = "force"
at = "a.tip"
value = [1, "a.tip.vx", 3]
[force.t]
type = "torque"
body = "a"
value = [0, 0, "T"]
)toml");
  EXPECT_EQ(model.forces[0].at.body, 1);
  EXPECT_EQ(numbers_of(model, model.forces[0].at.p), (std::vector{0.0, 0.0, 1.0}));
  EXPECT_EQ(text_of(model, model.forces[0].value[1].formula), "a.tip.x'");
  EXPECT_EQ(text_of(model, model.forces[1].value[2].formula), "T");
}

}  // namespace
}  // namespace alembert::mechanism_reader_test
