/// Mechanisms written as model files read back as the same mechanisms.
#include "alembert/io/write/mechanism_writer.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "alembert/io/urdf/urdf_reader.h"
#include "alembert/io/write/mechanism_writer_text.h"
#include "mechanism_round_trip.h"

namespace alembert::mechanism_writer_test {
namespace {

Mechanism from_toml(const std::string& text) { return read_mechanism_text(text); }

TEST(TomlText, DecimalsSpellNumbersExactly) {
  const auto decimal = [](const char* text) { return toml_decimal(*Rational::from_decimal(text)); };
  for (const char* text :
       {"0", "1", "-1", "9.81", "0.1", "-0.25", "1e-7", "0.001", "0.00012", "1.2345678901234567e-5", "1500000",
        "123456789012345", "1e20", "-2.5e300", "4.9e-324", "3.141592653589793238462643383279502884"})
    EXPECT_EQ(decimal(text), text);
  EXPECT_EQ(decimal("12300"), "12300");
  EXPECT_EQ(decimal("1.50"), "1.5");
  EXPECT_EQ(decimal("0.00001"), "1e-5");
  EXPECT_EQ(toml_decimal(Rational(1, 3)), "");
  EXPECT_EQ(toml_decimal(Rational(1, 1024)), "0.0009765625");
}

TEST(TomlText, DecimalsOfDoublesReadBackTheSame) {
  for (const double x : {0.1, 1.0 / 3.0, 1e-300, 1.7976931348623157e308, 6.123233995736766e-17, -123456.789}) {
    const Value value = parse_toml("x = " + toml_decimal(Rational::from_double(x)), "m.toml");
    EXPECT_EQ(value.find("x")->value.number, x);
  }
}

TEST(TomlText, KeysAndStringsAreSafe) {
  EXPECT_EQ(toml_key("left-knee_2"), "left-knee_2");
  EXPECT_EQ(toml_key("left knee"), "\"left knee\"");
  EXPECT_EQ(toml_key("a.b"), "\"a.b\"");
  EXPECT_EQ(toml_key(""), "\"\"");
  const std::string odd =
      "a\"b\\c\nd\x7f"
      "e\xC3\xA4";
  const Value value = parse_toml(toml_key(odd) + " = " + toml_string(odd), "m.toml");
  ASSERT_EQ(value.entries.size(), 1U);
  EXPECT_EQ(value.entries[0].key, odd);
  EXPECT_EQ(value.entries[0].value.text, odd);
}

TEST(MechanismWriter, WritesWhatAPersonWould) {
  const std::string written = to_toml(from_toml(R"toml(
name = "Pendulum"
space = "planar"
[parameters]
l = 0.5
[body.bob]
mass = 2
center = ["l", 0]
[joint.A]
type = "revolute"
bodies = ["ground", "bob"]
at = [[0, 0], [0, 0]]
start = "30 deg"
damping = 0.1
[outputs]
speed = "2*bob.center.vx"
)toml"));
  EXPECT_EQ(written, R"toml(# Written by alembert from m.toml. SI units and radians.
name = "Pendulum"
space = "planar"

[parameters]
l = 0.5

[body.bob]
mass = 2
center = ["l", 0]

[joint.A]
type = "revolute"
bodies = ["ground", "bob"]
at = [[0, 0], [0, 0]]
start = "pi/6"
damping = 0.1

[outputs]
speed = "2*bob.center.vx"
)toml");
}

// The page of the format, section 1, with its comments put to use.
TEST(MechanismWriter, PlanarMechanismReadsBackTheSame) {
  expect_round_trip(from_toml(R"toml(
name = "Slider-crank"
space = "planar"
gravity = [0, "-g"]
[parameters]
r = 0.1
l = "4*r"
third = "1/3"
g = 9.81
[inputs]
torque = "2*sin(3*t)"
[let]
reach = "r*cos(A)"
[states]
e = { start = "r", rate = "1 - reach - 2*e" }
[ground]
points.wall = [0.5, 0]
[body.crank]
mass = 1.0
center = ["r/2", 0]
inertia = 0.002
points.tip = ["r", 0]
frames.tool = { at = ["r", 0], rotation = { angle = "pi/3" } }
[body.rod]
mass = "1/3"
center = ["l/2", 0]
inertia = "third*l^2/12"
position = ["r", 0]
angle = "10 deg"
[body.slider]
mass = 0.5
[body.dot]
kind = "particle"
mass = 0.1
position = [1, 2]
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
at = [[0, 0], [0, 0]]
start = "30 deg"
rate = 2
fixed = true
effort = "torque - e + 0.1*A' + reach"
armature = 1e-4
limits = [-10, "4*pi"]
restitution = 0.5
[joint.B]
type = "revolute"
bodies = ["crank", "rod"]
at = "crank.tip"
friction = [0.1, 0.2]
friction_width = 0.01
[joint.C]
type = "revolute"
bodies = ["rod", "slider"]
at = [["l", 0], [0, 0]]
stiffness = 3
rest = "pi/8"
cut = true
[joint.D]
type = "prismatic"
bodies = ["ground", "slider"]
at = [[0, 0], [0, 0]]
axis = [1, 0]
damping = 0.25
[joint.dot]
type = "translation"
bodies = ["ground", "dot"]
start = { x = 1 }
[force.push]
type = "force"
body = "slider"
at = [0, 0.01]
value = [-50, "3*rod.angle' + crank.tip.vy"]
frame = "body"
[force.twist]
type = "torque"
body = "rod"
value = "0.1*torque"
[force.spring]
type = "spring"
points = ["ground.wall", "slider.origin"]
stiffness = 400
damping = 5
length = 0.2
actuator = "20*sin(t)"
[force.coil]
type = "rotational-spring"
joint = "A"
stiffness = 0.5
rest = "20 deg"
[force.coil2]
type = "rotational-spring"
bodies = ["crank", "slider"]
damping = 0.5
actuator = "t"
[constraint.gear]
holonomic = "A - 2*dot.x"
at_start = true
[constraint.skate]
pfaffian = "sin(A)*dot.x' - cos(A)*dot.y'"
[outputs]
height = "rod.center.y"
acceleration = "rod.center.ax + A''"
tension = "spring.force*spring.length"
energy = "if(t < 1, T + V, 0)"
[simulate]
time = 10
step = 0.01
tolerance = 1e-8
method = "rk8"
until = "A - 6*pi"
)toml"));
}

TEST(MechanismWriter, EverySpatialJointReadsBackTheSame) {
  std::string text = "gravity = [1, 0, 2]\n";
  const auto add = [&](const std::string& name, const std::string& rest) {
    text += "[body." + name + "]\nmass = 1\ninertia = [1, 2, 2.5, 0.1, 0, -0.1]\n[joint." + name +
            "_joint]\nbodies = [\"ground\", \"" + name + "\"]\n" + rest + "\n";
  };
  add("a", "type = \"revolute\"\nat = [[1, 2, 3], [0, 0, 1]]\naxis = [1, 1, 0]\nrotation = { rpy = [0.1, 0.2, 0.3] }");
  add("b", "type = \"prismatic\"\nat = [[1, 2, 3], [0, 0, 1]]\naxes = [[1, 0, 0], [0, 1, 0]]");
  add("c",
      "type = \"cylindrical\"\nat = [[1, 2, 3], [0, 0, 1]]\naxes = [[1, 0, 0], [1, 0, 0]]\n"
      "rotation = { rpy = [0.5, 0, 0] }\nmotion = { slide = \"0.1*t\" }\ndamping = [1, 2]\n"
      "limits = { angle = [-1, 1] }\nfriction = { slide = [1, 2] }");
  add("d", "type = \"universal\"\nat = [0, 0, 1]\naxes = [[1, 0, 0], [0, 1, 0]]\nstart = [0.1, 0.2]");
  add("e",
      "type = \"spherical\"\nat = [[0, 0, 1], [0, 0, 0]]\nstart = { qw = 0.6, qx = 0.8, qy = 0, qz = 0 }\n"
      "rate = { wx = 1 }\neffort = { wz = \"-e_joint.wz\" }");
  add("f", "type = \"planar\"\nat = [[0, 0, 1], [0, 0, 0]]\naxes = [[1, 0, 0], [0, 1, 0]]");
  add("g", "type = \"screw\"\nat = [0, 0, 1]\naxis = [0, 1, 0]\npitch = \"0.002/(2*pi)\"");
  add("h",
      "type = \"gimbal\"\nat = [[0, 0, 1], [0, 0, 0]]\nsequence = \"zxy\"\nstart = [0.1, 0.2, 0.3]\n"
      "rotation = { quaternion = [1, 1, 0, 0] }");
  add("i", "type = \"free\"\nsequence = \"zyx\"\nstart = [1, 2, 3, 0, 0, 0.5]");
  add("j", "type = \"fixed\"\nat = [[0, 0, 1], [0, 0, 0]]\nrotation = { axis = [1, 1, 1], angle = \"pi/3\" }");
  add("k", "type = \"fixed\"\nat = [[0, 0, 1], [0, 0, 0]]\nrotation = { matrix = [[0, -1, 0], [1, 0, 0], [0, 0, 1]] }");
  add("m", "type = \"translation\"");
  add("n", "type = \"translation\"\nat = [0, 0, 0]");
  add("o", "type = \"translation\"\nat = [[0, 0, 0], [0, 0, 0]]");
  add("p", "type = \"translation\"\nat = [[0, 0, 1], [0, 0, 0]]\nrotation = { rpy = [0.5, 0, 0] }");
  text +=
      "[body.l]\nmass = 1\nposition = [1, 2, 3]\nrotation = { rpy = [0, 0, \"pi/2\"] }\nstart = { x = 4 }\n"
      "[outputs]\nw = \"a.wx + a.qw + l.qz + h_joint.1' + l.vx\"\n";
  expect_round_trip(from_toml(text));
}

TEST(MechanismWriter, OddNamesReadBackTheSame) {
  expect_round_trip(from_toml(R"toml(
name = "a \"quoted\" name with \\ and é"
[parameters]
"mass of arm" = 2
[body."left arm"]
mass = "`mass of arm`"
inertia = [1, 1, 1]
points."tip-2" = [1, 0, 0]
[body."link[0].x"]
[joint."left-knee"]
type = "revolute"
bodies = ["ground", "left arm"]
at = [[0, 0, 0], [0, 0, 0]]
effort = "-2*`left-knee`' - `left arm`.`tip-2`.vx"
[joint."left.hip"]
type = "prismatic"
bodies = ["left arm", "link[0].x"]
at = "left arm.tip-2"
[constraint."half & half"]
holonomic = "`left-knee` - 2*left.hip"
)toml"));
}

TEST(MechanismWriter, RobotsReadBackTheSame) {
  expect_round_trip(read_urdf(ALEMBERT_SOURCE_DIR "/tests/data/gripper.urdf", {}));
  expect_round_trip(read_urdf(ALEMBERT_SOURCE_DIR "/tests/fuzz/corpus/urdf/types.urdf", {.free_base = true}));
  const std::filesystem::path robots = std::filesystem::path(ALEMBERT_SOURCE_DIR).parent_path() / "shared/robots";
  if (!std::filesystem::is_directory(robots)) GTEST_SKIP() << "skipped: no robots beside the checkout";
  for (const auto& entry : std::filesystem::directory_iterator(robots))
    if (entry.path().extension() == ".urdf")
      for (const bool free_base : {false, true}) expect_round_trip(read_urdf(entry.path(), {.free_base = free_base}));
}

TEST(MechanismWriter, LimitsOfMotorsAreComments) {
  const std::string written = to_toml(read_urdf(ALEMBERT_SOURCE_DIR "/tests/data/gripper.urdf", {}));
  EXPECT_NE(written.find("# largest effort 20 (not enforced)\n# largest speed 0.1 (not enforced)\n"), std::string::npos)
      << written;
  EXPECT_NE(written.find("holonomic = \"right - left - 0.001\""), std::string::npos) << written;
  EXPECT_NE(written.find("[body.left-finger]"), std::string::npos) << written;
}

}  // namespace
}  // namespace alembert::mechanism_writer_test
