/// What a URDF file means as a mechanism.
#include "alembert/io/urdf/urdf_reader.h"

#include <gtest/gtest.h>

#include "alembert/symbolic/print.h"
#include "io/urdf_text.h"

namespace alembert::urdf_reader_test {
namespace {

constexpr double rounding = 4e-16;  ///< a few roundings of numbers of size 1

std::vector<std::string> joint_names(const Mechanism& model) {
  std::vector<std::string> names;
  for (const Joint& joint : model.joints) names.push_back(joint.name);
  return names;
}
std::vector<std::string> body_names(const Mechanism& model) {
  std::vector<std::string> names;
  for (const Body& body : model.bodies) names.push_back(body.name);
  return names;
}
std::vector<std::string> coordinate_names(const Mechanism& model) {
  std::vector<std::string> names;
  for (const MechanismCoordinate& c : model.coordinates) names.push_back(c.name);
  return names;
}

std::string one_link(const std::string& inertial) {
  return "<robot name='r'><link name='a'>" + inertial + "</link></robot>";
}

TEST(UrdfReader, LinkIsABodyWithExactNumbers) {
  const Mechanism model =
      urdf(one_link("<inertial><origin xyz='0.1 -2e-3 +3.'/><mass value=' 1.25\n'/>"
                    "<inertia ixx='.3' iyy='0.4' izz='5E-1' ixy='1e-5' ixz='-0.02' iyz='0'/></inertial>"));
  const GraphScope scope(*model.graph);
  ASSERT_EQ(body_names(model), (std::vector<std::string>{"ground", "a"}));
  const Body& body = model.bodies[1];
  EXPECT_TRUE(body.mass.number() == Rational(5, 4));
  EXPECT_TRUE(body.center.x.number() == Rational(1, 10));
  EXPECT_TRUE(body.center.y.number() == Rational(-1, 500));
  EXPECT_TRUE(body.center.z.number() == Rational(3));
  EXPECT_TRUE(body.inertia.xx.number() == Rational(3, 10));
  EXPECT_TRUE(body.inertia.zz.number() == Rational(1, 2));
  EXPECT_TRUE(body.inertia.xy.number() == Rational(1, 100000));
  EXPECT_TRUE(body.inertia.xz.number() == Rational(-1, 50));
  EXPECT_EQ(body.at.line, 1);
  EXPECT_EQ(body.at.column, 17);
  EXPECT_TRUE(model.gravity.z.number() == Rational(-981, 100));
  EXPECT_EQ(model.name, "r");
  EXPECT_FALSE(model.planar);
}

TEST(UrdfReader, LinkWithoutInertialHasNoMass) {
  const Mechanism model = urdf(one_link(""));
  EXPECT_TRUE(model.bodies[1].mass.is_zero());
  EXPECT_TRUE(model.bodies[1].inertia.xx.is_zero());
}

// Oracle: I in link axes = R I R^T, by sums over indices.
TEST(UrdfReader, InertiaIsTurnedIntoTheLinkFrame) {
  const Mechanism model =
      urdf(one_link("<inertial><origin rpy='0.4 -1.1 2.3'/><mass value='1'/>"
                    "<inertia ixx='0.3' iyy='0.4' izz='0.5' ixy='0.01' ixz='-0.02' iyz='0.03'/></inertial>"));
  const GraphScope scope(*model.graph);
  const Matrix3 given{{{0.3, 0.01, -0.02}, {0.01, 0.4, 0.03}, {-0.02, 0.03, 0.5}}};
  const Matrix3 R = turn_rpy({0.4, -1.1, 2.3});
  const Matrix3 expected = times(R, times(given, transposed(R)));
  const Sym3<Expr>& I = model.bodies[1].inertia;
  const Matrix3 found{{{number(I.xx), number(I.xy), number(I.xz)},
                       {number(I.xy), number(I.yy), number(I.yz)},
                       {number(I.xz), number(I.yz), number(I.zz)}}};
  EXPECT_LT(distance(found, expected), rounding);
}

TEST(UrdfReader, QuarterTurnsLeaveNoResidues) {
  const Mechanism model = urdf(one_link("<inertial><origin rpy='1.5708 0 -3.1415'/><mass value='1'/>"
                                        "<inertia ixx='0.1' iyy='0.2' izz='0.3' ixy='0.01' ixz='0.02'/></inertial>"),
                               {.snap = true});
  const GraphScope scope(*model.graph);
  // R = Rz(-pi) Rx(pi/2) = [-1 0 0; 0 0 1; 0 1 0]
  const Sym3<Expr>& I = model.bodies[1].inertia;
  EXPECT_TRUE(identical(I.xx, Expr(*Rational::from_decimal("0.1"))));
  EXPECT_TRUE(identical(I.yy, Expr(*Rational::from_decimal("0.3"))));
  EXPECT_TRUE(identical(I.zz, Expr(*Rational::from_decimal("0.2"))));
  EXPECT_TRUE(identical(I.xy, Expr(*Rational::from_decimal("-0.02"))));
  EXPECT_TRUE(identical(I.xz, Expr(*Rational::from_decimal("-0.01"))));
  EXPECT_TRUE(I.yz.is_zero());
}

TEST(UrdfReader, AxesTurnedByQuartersAreExact) {
  const Mechanism model =
      urdf(two_links("revolute", "<origin rpy='1.5707963267948966 0 3.141592653589793'/><axis xyz='0.1 0.2 0.3'/>"));
  const GraphScope scope(*model.graph);
  const Vec3<Expr>& axis = model.joints.at(1).axes.at(0);
  EXPECT_TRUE(identical(axis.x, Expr(*Rational::from_decimal("-0.1"))));
  EXPECT_TRUE(identical(axis.y, Expr(*Rational::from_decimal("0.3"))));
  EXPECT_TRUE(identical(axis.z, Expr(*Rational::from_decimal("0.2"))));
}

TEST(UrdfReader, JointsComeDepthFirstInFileOrder) {
  const auto link = [](const std::string& name) { return "<link name='" + name + "'/>"; };
  const auto joint = [](const std::string& name, const std::string& parent, const std::string& child) {
    return "<joint name='" + name + "' type='revolute'><parent link='" + parent + "'/><child link='" + child +
           "'/></joint>";
  };
  const Mechanism model = urdf("<robot name='r'>" + link("d") + joint("last", "root", "e") + joint("first", "b", "d") +
                               link("e") + link("c") + link("b") + link("root") + joint("second", "b", "c") +
                               joint("before", "root", "b") + "</robot>");
  EXPECT_EQ(joint_names(model), (std::vector<std::string>{"base", "last", "before", "first", "second"}));
  EXPECT_EQ(body_names(model), (std::vector<std::string>{"ground", "root", "e", "b", "d", "c"}));
  EXPECT_EQ(coordinate_names(model), (std::vector<std::string>{"last", "before", "first", "second"}));
  const Joint& second = model.joints[4];
  EXPECT_EQ(model.bodies[static_cast<std::size_t>(second.first)].name, "b");
  EXPECT_EQ(model.bodies[static_cast<std::size_t>(second.second)].name, "c");
}

TEST(UrdfReader, EveryTypeOfJoint) {
  struct Case {
    const char* urdf;
    JointType type;
    std::vector<std::string> coordinates;
  };
  const std::vector<Case> cases{
      {"revolute", JointType::revolute, {"j"}},
      {"continuous", JointType::revolute, {"j"}},
      {"prismatic", JointType::prismatic, {"j"}},
      {"fixed", JointType::fixed, {}},
      {"floating", JointType::free, {"j.x", "j.y", "j.z", "j.qw", "j.qx", "j.qy", "j.qz"}},
      {"planar", JointType::planar, {"j.x", "j.y", "j.angle"}},
  };
  for (const Case& c : cases) {
    const Mechanism model = urdf(two_links(c.urdf, ""));
    EXPECT_EQ(model.joints[1].type, c.type) << c.urdf;
    EXPECT_EQ(coordinate_names(model), c.coordinates) << c.urdf;
    EXPECT_FALSE(model.joints[1].drawn) << c.urdf;
  }
}

TEST(UrdfReader, PlainAxisStaysExact) {
  const Mechanism model = urdf(two_links("revolute", "<origin xyz='1 2 3' rpy='0 0 0'/><axis xyz='0 0.6 0.8'/>"));
  const GraphScope scope(*model.graph);
  const Joint& joint = model.joints[1];
  EXPECT_FALSE(joint.rotation);
  ASSERT_EQ(joint.axes.size(), 1U);
  EXPECT_TRUE(joint.axes[0].y.number() == Rational(3, 5));
  EXPECT_EQ(numbers(joint.at[0].p), (Array3{1, 2, 3}));
  EXPECT_EQ(numbers(joint.at[1].p), (Array3{0, 0, 0}));
  EXPECT_EQ(joint.at[0].body, 1);
  EXPECT_EQ(joint.at[1].body, 2);
}

TEST(UrdfReader, AxisIsXWhenNothingIsWritten) {
  const Mechanism model = urdf(two_links("prismatic", ""));
  const GraphScope scope(*model.graph);
  EXPECT_EQ(numbers(model.joints[1].axes.at(0)), (Array3{1, 0, 0}));
}

// Oracle: URDF's own rule, R(rpy) Rot(axis in the joint frame, q).
TEST(UrdfReader, TurnedJointMovesAsUrdfSays) {
  const Mechanism model =
      urdf(two_links("revolute", "<origin xyz='0 0 1' rpy='0.7 -0.9 2.1'/><axis xyz='0.2 -0.5 0.7'/>"));
  const GraphScope scope(*model.graph);
  const Joint& joint = model.joints[1];
  ASSERT_EQ(joint.axes.size(), 2U);
  ASSERT_TRUE(joint.rotation);
  EXPECT_EQ(joint.rotation->kind, Orientation::Kind::rpy);
  EXPECT_EQ(numbers(joint.axes[1]), (Array3{0.2, -0.5, 0.7}));
  const Matrix3 zero =
      turn_rpy({number(joint.rotation->n[0]), number(joint.rotation->n[1]), number(joint.rotation->n[2])});
  for (const double q : {-2.5, -0.3, 0.0, 1.0, 3.0}) {
    const Matrix3 expected = times(turn_rpy({0.7, -0.9, 2.1}), turn({0.2, -0.5, 0.7}, q));
    EXPECT_LT(distance(times(turn(numbers(joint.axes[0]), q), zero), expected), 1e-15) << q;
    EXPECT_LT(distance(times(zero, turn(numbers(joint.axes[1]), q)), expected), 1e-15) << q;
  }
}

TEST(UrdfReader, QuaternionOfAnOrigin) {
  const Mechanism model = urdf(two_links("revolute", "<origin quat_xyzw='0 0 0.6 0.8'/><axis xyz='1 0 0'/>"));
  const GraphScope scope(*model.graph);
  const Joint& joint = model.joints[1];
  ASSERT_TRUE(joint.rotation);
  EXPECT_EQ(joint.rotation->kind, Orientation::Kind::quaternion);
  EXPECT_EQ(number(joint.rotation->n[0]), 0.8);
  EXPECT_EQ(number(joint.rotation->n[3]), 0.6);
  // A turn by 2 atan(0.6/0.8) about z: cosine 0.28, sine 0.96.
  EXPECT_NEAR(number(joint.axes[0].x), 0.28, rounding);
  EXPECT_NEAR(number(joint.axes[0].y), 0.96, rounding);
}

TEST(UrdfReader, PlanarJointHasTheAxisAsNormal) {
  const auto axes = [](const std::string& inside) {
    const Mechanism model = urdf(two_links("planar", inside));
    const GraphScope scope(*model.graph);
    std::vector<Array3> found;
    for (const Vec3<Expr>& axis : model.joints[1].axes) found.push_back(numbers(axis));
    return found;
  };
  EXPECT_EQ(axes("<axis xyz='0 0 1'/>"), (std::vector<Array3>{{0, 0, 1}}));
  EXPECT_EQ(axes("<axis xyz='0 0 -1'/>"), (std::vector<Array3>{{1, 0, 0}, {0, 0, -1}}));
  // z carried onto x by a quarter turn about y takes x to -z; onto y by one about -x, which keeps x.
  EXPECT_EQ(axes("<axis xyz='3 0 0'/>"), (std::vector<Array3>{{0, 0, -1}, {1, 0, 0}}));
  EXPECT_EQ(axes("<axis xyz='0 2 0'/>"), (std::vector<Array3>{{1, 0, 0}, {0, 1, 0}}));
  // Always at right angles, also close to the normal where the turn is not defined.
  for (const char* axis : {"1 2 3", "-1 2 -3", "1e-7 0 -1", "1e-9 2e-9 -1"}) {
    const std::vector<Array3> xn = axes("<axis xyz='" + std::string(axis) + "'/>");
    const Array3 &x = xn.at(0), &n = xn.at(1);
    EXPECT_NEAR(x[0] * n[0] + x[1] * n[1] + x[2] * n[2], 0.0, rounding) << axis;
    EXPECT_NEAR(x[0] * x[0] + x[1] * x[1] + x[2] * x[2], 1.0, 4 * rounding) << axis;
  }
  const Array3 rpy{0.2, 0.3, 0.4};
  const std::vector<Array3> turned = axes("<origin rpy='0.2 0.3 0.4'/><axis xyz='0 0 1'/>");
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(turned.at(0)[i], turn_rpy(rpy)[i][0], rounding);
    EXPECT_NEAR(turned.at(1)[i], turn_rpy(rpy)[i][2], rounding);
  }
}

TEST(UrdfReader, FloatingJointStartsAtItsOrigin) {
  const Mechanism model = urdf(two_links("floating", "<origin xyz='1 2 3' rpy='0.2 0.4 0.6'/>"));
  const GraphScope scope(*model.graph);
  const std::vector<std::optional<Expr>>& start = model.joints[1].start;
  ASSERT_EQ(start.size(), 7U);
  EXPECT_EQ(number(*start[0]), 1.0);
  EXPECT_EQ(number(*start[2]), 3.0);
  // The quaternion of roll, pitch, yaw (Diebel 2006, eq. 297 in our order).
  const double cr = std::cos(0.1), sr = std::sin(0.1), cp = std::cos(0.2), sp = std::sin(0.2), cy = std::cos(0.3),
               sy = std::sin(0.3);
  EXPECT_NEAR(number(*start[3]), cr * cp * cy + sr * sp * sy, rounding);
  EXPECT_NEAR(number(*start[4]), sr * cp * cy - cr * sp * sy, rounding);
  EXPECT_NEAR(number(*start[5]), cr * sp * cy + sr * cp * sy, rounding);
  EXPECT_NEAR(number(*start[6]), cr * cp * sy - sr * sp * cy, rounding);
  EXPECT_FALSE(model.joints[1].rotation);
}

TEST(UrdfReader, LimitsAndDynamics) {
  const Mechanism model = urdf(two_links(
      "revolute",
      "<limit lower='-1.5' upper='2' effort='87' velocity='2.175'/><dynamics damping='0.5' friction='0.25'/>"));
  const GraphScope scope(*model.graph);
  const Joint& joint = model.joints[1];
  ASSERT_TRUE(joint.limits.at(0));
  EXPECT_EQ(number((*joint.limits[0])[0]), -1.5);
  EXPECT_EQ(number((*joint.limits[0])[1]), 2.0);
  EXPECT_EQ(number(joint.effort_limit.value()), 87.0);
  EXPECT_EQ(number(joint.speed_limit.value()), 2.175);
  EXPECT_EQ(number(joint.damping.at(0)), 0.5);
  EXPECT_EQ(number(joint.friction.at(0)[0]), 0.25);
  EXPECT_EQ(number(joint.friction.at(0)[1]), 0.25);
  EXPECT_EQ(number(joint.friction_width.at(0)), 1e-3);
  EXPECT_FALSE(joint.start.at(0));
}

TEST(UrdfReader, LimitsAreThereOnlyWhereTheyMeanSomething) {
  const auto limits = [](const std::string& type, const std::string& limit) {
    const Mechanism model = urdf(two_links(type, limit));
    const GraphScope scope(*model.graph);
    const auto& found = model.joints[1].limits.at(0);
    return found ? std::optional(std::array{number((*found)[0]), number((*found)[1])}) : std::nullopt;
  };
  EXPECT_FALSE(limits("revolute", ""));
  EXPECT_FALSE(limits("revolute", "<limit effort='1' velocity='1'/>"));
  EXPECT_FALSE(limits("continuous", "<limit lower='-1' upper='1' effort='1' velocity='1'/>"));
  EXPECT_EQ(limits("prismatic", "<limit upper='1'/>"), (std::array{0.0, 1.0}));
  EXPECT_FALSE(limits("revolute", "<limit lower='-inf' upper='Infinity' effort='inf'/>"));
  EXPECT_FALSE(limits("revolute", "<limit lower='1' upper='0'/>"));  // how other programs say that there is none
}

TEST(UrdfReader, LimitsWithoutRoomAreAWarning) {
  for (const std::string limit : {"<limit lower='1' upper='-1'/>", "<limit lower='1'/>"}) {
    const Mechanism model = urdf(two_links("revolute", limit));
    ASSERT_EQ(model.warnings.size(), 1U) << limit;
    EXPECT_TRUE(model.warnings[0].message.starts_with("joint 'j': <limit> lower is above upper"));
    EXPECT_EQ(model.warnings[0].at.line, 1);
  }
}

TEST(UrdfReader, MimicIsACoupling) {
  const std::string text =
      "<robot name='r'><link name='a'/><link name='b'/><link name='c'/>"
      "<joint name='one' type='revolute'><parent link='a'/><child link='b'/></joint>"
      "<joint name='two' type='revolute'><parent link='b'/><child link='c'/>"
      "<mimic joint='one' multiplier='-2' offset='0.5'/></joint></robot>";
  const Mechanism model = urdf(text);
  const GraphScope scope(*model.graph);
  ASSERT_EQ(model.constraints.size(), 1U);
  const auto& mimic = std::get<Constraint>(model.constraints[0]);
  EXPECT_EQ(mimic.name, "two");
  EXPECT_FALSE(mimic.pfaffian);
  const Expr one = Expr::symbol("one", SymbolKind::coordinate), two = Expr::symbol("two", SymbolKind::coordinate);
  EXPECT_TRUE(identical(mimic.row.formula, two + Expr(2.0) * one - Expr(0.5))) << to_text(mimic.row.formula);
  EXPECT_TRUE(urdf(text, {.independent_mimic = true}).constraints.empty());
}

TEST(UrdfReader, BaseIsFixedOrFree) {
  const Mechanism fixed = urdf(two_links("revolute", ""));
  EXPECT_EQ(joint_names(fixed), (std::vector<std::string>{"base", "j"}));
  EXPECT_EQ(fixed.joints[0].type, JointType::fixed);
  EXPECT_EQ(fixed.joints[0].first, 0);
  const Mechanism free = urdf(two_links("revolute", ""), {.free_base = true});
  EXPECT_EQ(free.joints[0].type, JointType::free);
  EXPECT_EQ(coordinate_names(free),
            (std::vector<std::string>{"base.x", "base.y", "base.z", "base.qw", "base.qx", "base.qy", "base.qz", "j"}));
}

TEST(UrdfReader, BaseJointGetsAFreeName) {
  const auto base_of = [](const std::string& a, const std::string& b) {
    return urdf("<robot><link name='" + a + "'/><link name='" + b + "'/><joint name='j' type='fixed'><parent link='" +
                a + "'/><child link='" + b + "'/></joint></robot>")
        .joints[0]
        .name;
  };
  EXPECT_EQ(base_of("base", "b"), "root_joint");
  EXPECT_EQ(base_of("base", "root_joint"), "root_joint_2");
}

TEST(UrdfReader, PrefixGoesBeforeEveryName) {
  const Mechanism model = urdf(
      "<robot><link name='ground'/><link name='b'/><joint name='t' type='revolute'><parent link='ground'/>"
      "<child link='b'/></joint><link name='c'/><joint name='k' type='revolute'><parent link='b'/>"
      "<child link='c'/><mimic joint='t'/></joint></robot>",
      {.prefix = "left."});
  EXPECT_EQ(body_names(model), (std::vector<std::string>{"ground", "left.ground", "left.b", "left.c"}));
  EXPECT_EQ(joint_names(model), (std::vector<std::string>{"left.base", "left.t", "left.k"}));
  EXPECT_EQ(name_of(model.constraints.at(0)), "left.k");
  const GraphScope scope(*model.graph);
  EXPECT_EQ(to_text(std::get<Constraint>(model.constraints[0]).row.formula), "left.k - left.t");
}

TEST(UrdfReader, BuildsInTheGivenGraph) {
  const auto graph = std::make_shared<Graph>();
  const Mechanism model = parse_urdf(two_links("revolute", ""), "r.urdf", {}, graph);
  EXPECT_EQ(model.graph, graph);
  EXPECT_EQ(model.file, "r.urdf");
}

TEST(UrdfReader, OneWarningListsWhatIsNotUsed) {
  const Mechanism model = urdf(
      "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n"
      "<link name='a'><visual/><visual/><collision/>\n<inertail/></link>\n"
      "<link name='b' kind='x'/><gazebo/><transmission><joint name='j'/></transmission>\n"
      "<joint name='j' type='continuous'><parent link='a'/><child link='b'/><safety_controller/>\n"
      "<limit lower='1' efort='3'/></joint></robot>");
  ASSERT_EQ(model.warnings.size(), 1U);
  EXPECT_EQ(model.warnings[0].message,
            "not used: gazebo (1), visual (2), collision (1), safety_controller (1), "
            "lower and upper of a continuous joint (1), transmission (1); unknown and not used: <inertail> in <link> "
            "(1, in line 3; did "
            "you mean 'inertial'?), attribute 'kind' of <link> (1, in line 4), attribute 'efort' of <limit> (1, in "
            "line 6; did you mean 'effort'?)");
  EXPECT_EQ(model.warnings[0].at.line, 3);
  EXPECT_EQ(model.warnings[0].at.column, 1);
}

TEST(UrdfReader, TheWarningStaysShort) {
  std::string text = "<robot><link name='a'/>";
  for (int i = 0; i < 50; ++i) text += "<kind" + std::to_string(i) + "/>";
  const Mechanism model = urdf(text + "</robot>");
  EXPECT_TRUE(model.warnings.at(0).message.ends_with("<kind29> in <robot> (1, in line 1), and more"))
      << model.warnings[0].message;
}

TEST(UrdfReader, NothingToWarnAboutGivesNoWarning) { EXPECT_TRUE(urdf(two_links("revolute", "")).warnings.empty()); }

TEST(UrdfReader, ReadsTheFileOfTheGripper) {
  const Mechanism model = read_urdf(ALEMBERT_SOURCE_DIR "/tests/data/gripper.urdf", {});
  EXPECT_EQ(joint_names(model), (std::vector<std::string>{"base", "mount", "wrist", "right", "left"}));
  EXPECT_EQ(coordinate_names(model), (std::vector<std::string>{"wrist", "right", "left"}));
  ASSERT_EQ(model.warnings.size(), 1U);
  EXPECT_EQ(model.warnings[0].message, "not used: material (1)");
  const Body& palm = model.bodies.at(3);
  ASSERT_EQ(palm.shapes.size(), 1U);
  EXPECT_TRUE(palm.shapes[0].picture);
  EXPECT_EQ(palm.shapes[0].kind, Shape::Kind::box);
  const GraphScope scope(*model.graph);
  EXPECT_EQ(to_text(std::get<Constraint>(model.constraints.at(0)).row.formula), "right - left - 0.001");
  // A quarter turn about z swaps the first two moments of the left finger.
  const Body& finger = model.bodies.at(5);
  EXPECT_EQ(finger.name, "left-finger");
  EXPECT_NEAR(number(finger.inertia.xx), 2e-5, 1e-20);
  EXPECT_NEAR(number(finger.inertia.yy), 1e-5, 1e-20);
}

}  // namespace
}  // namespace alembert::urdf_reader_test
