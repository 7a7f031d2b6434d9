/// Models that include others.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "alembert/core/output_file.h"
#include "alembert/io/load.h"
#include "mechanism_text.h"

namespace alembert::mechanism_include_test {
namespace {

class Include : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / "alembert_include_test";
    std::filesystem::remove_all(folder_);
    make_folder(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const { write_file(folder_ / name, text); }
  Mechanism load(const std::string& text) const {
    write("main.toml", text);
    return std::get<Mechanism>(load_model(folder_ / "main.toml"));
  }
  void expect_failure(const std::string& text, Error::Code code, int line, const std::string& message) const {
    try {
      static_cast<void>(load(text));
      FAIL() << "no error: " << message;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), code) << error.what();
      EXPECT_EQ(error.at().line, line) << error.what();
      EXPECT_NE(error.message().find(message), std::string::npos) << error.what();
    }
  }

  std::filesystem::path folder_;
};

const char* const arm = R"toml([parameters]
m = 1
l = 0.5
[inputs]
u = 3
[table.curve]
x = [0, 1]
y = [0, 1]
[body.rod]
mass = "m"
inertia = [1, 1, 1]
position = [0, 0, 1]
points.tip = ["l", 0, 0]
[joint.A]
type = "revolute"
bodies = ["ground", "rod"]
at = [0, 0, 1]
axis = [0, 1, 0]
effort = "curve(u) - A' - k"
[let]
k = "rod.tip.x"
[outputs]
height = "k'"
)toml";

TEST_F(Include, NamesGetThePrefix) {
  write("arm.toml", arm);
  const Mechanism model = load(R"toml([parameters]
m0 = 4
[include.left]
file = "arm.toml"
set = { m = "2*m0" }
[include.right]
file = "arm.toml"
[joint.weld]
type = "revolute"
bodies = ["left.rod", "right.rod"]
at = ["left.rod.tip", "right.rod.tip"]
[outputs]
total = "left.A + right.A' + left.rod.tip.x + left.height"
)toml");
  ASSERT_EQ(model.bodies.size(), 3U);
  EXPECT_EQ(model.bodies[1].name, "left.rod");
  ASSERT_EQ(model.joints.size(), 3U);
  EXPECT_EQ(model.joints[0].name, "left.A");
  EXPECT_EQ(model.joints[0].first, 0);
  EXPECT_EQ(model.joints[1].name, "right.A");
  EXPECT_EQ(model.joints[2].name, "weld");
  EXPECT_EQ(model.joints[2].at[1].body, 2);
  EXPECT_EQ(number_of(model, model.bodies[1].mass), 8.0);
  EXPECT_EQ(number_of(model, model.bodies[2].mass), 1.0);
  EXPECT_EQ(text_of(model, model.bodies[1].mass), "left.m");
  std::vector<std::string> names;
  for (const Parameter& p : model.parameters) names.push_back(p.name);
  EXPECT_EQ(names, (std::vector<std::string>{"left.m", "left.l", "right.m", "right.l", "m0"}));
  EXPECT_EQ(model.inputs[0].name, "left.u");
  EXPECT_EQ(model.outputs[0].name, "left.height");
  EXPECT_EQ(text_of(model, model.outputs[1].value.formula), "right.rod.tip.x'");
  EXPECT_EQ(text_of(model, model.outputs[2].value.formula), "left.rod.tip.x' + right.A' + left.A + left.rod.tip.x");
}

// The arm's ground stands at (1, 0, 0), turned by 90 degrees about z: its y is the world's -x.
TEST_F(Include, APlacedFileHasAGroundOfItsOwn) {
  write("arm.toml", arm);
  const Mechanism model = load(R"toml([body.base]
mass = 1
inertia = [1, 1, 1]
position = [0, 2, 0]
[joint.B]
type = "revolute"
bodies = ["ground", "base"]
[include.left]
file = "arm.toml"
on = "base"
at = [1, 0, 0]
rotation = { rpy = [0, 0, "90 deg"] }
)toml");
  const Body& ground = named(model.bodies, "left");
  const Body& rod = named(model.bodies, "left.rod");
  const auto index = [&](const Body& body) { return static_cast<int>(&body - model.bodies.data()); };
  EXPECT_TRUE(ground.mass.is_zero());
  const Joint& hold = named(model.joints, "left");
  EXPECT_EQ(hold.type, JointType::fixed);
  EXPECT_EQ(hold.first, index(named(model.bodies, "base")));
  EXPECT_EQ(hold.second, index(ground));
  EXPECT_EQ(numbers_of(model, hold.at[0].p), (std::vector{1.0, 0.0, 0.0}));
  EXPECT_EQ(hold.rotation->kind, Orientation::Kind::rpy);
  const Joint& a = named(model.joints, "left.A");
  EXPECT_EQ(a.first, index(ground));
  // Drawn joints and poses move with the file: (0, 0, 1) goes to (1, 2, 1), the axis y to -x.
  EXPECT_EQ(numbers_of(model, a.at[0].p), (std::vector{1.0, 2.0, 1.0}));
  EXPECT_EQ(numbers_of(model, a.axes[0]), (std::vector{-1.0, 0.0, 0.0}));
  EXPECT_EQ(numbers_of(model, rod.position), (std::vector{1.0, 2.0, 1.0}));
  const NumberReals real(model);
  const Mat3<double> R = rotation_of<double>(rod.rotation, real);
  EXPECT_EQ(R.r0.x, 0.0);
  EXPECT_EQ(R.r1.x, 1.0);
}

TEST_F(Include, PlacesAddUp) {
  write("dot.toml", "[body.dot]\nkind = 'particle'\nmass = 1\nposition = [1, 0, 0]\n");
  write("middle.toml", "[include.in]\nfile = 'dot.toml'\nat = [0, 1, 0]\nrotation = { rpy = [0, 0, '90 deg'] }\n");
  const Mechanism model = load("[include.out]\nfile = 'middle.toml'\nat = [0, 0, 5]\n");
  EXPECT_EQ(numbers_of(model, named(model.bodies, "out.in.dot").position), (std::vector{0.0, 2.0, 5.0}));
  EXPECT_EQ(numbers_of(model, named(model.bodies, "out.in").position), (std::vector{0.0, 1.0, 5.0}));
}

TEST_F(Include, AFreeBaseCarriesTheGround) {
  write("arm.toml", arm);
  const Mechanism model = load("[include.left]\nfile = 'arm.toml'\nbase = 'free'\nat = [1, 2, 3]\n");
  const Joint& joint = named(model.joints, "left");
  EXPECT_EQ(joint.type, JointType::free);
  EXPECT_EQ(joint.first, 0);
  EXPECT_FALSE(joint.start[0].has_value());  // the drawn pose
  EXPECT_EQ(numbers_of(model, named(model.bodies, "left").position), (std::vector{1.0, 2.0, 3.0}));
  EXPECT_EQ(named(model.joints, "left.A").first, joint.second);
}

const char* const robot = R"xml(<robot name="r">
  <link name="base_link"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="hand"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="wrist" type="revolute"><parent link="base_link"/><child link="hand"/><origin xyz="0 0 1"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="5" velocity="2"/></joint>
</robot>
)xml";

TEST_F(Include, Robots) {
  write("r.urdf", robot);
  const Mechanism model = load(R"toml([include.a]
file = "r.urdf"
at = [1, 0, 0]
[include.b]
file = "r.urdf"
base = "free"
at = [0, 0, 5]
[force.f]
type = "force"
body = "a.hand"
value = ["-a.wrist", "b.hand.center.x", 0]
)toml");
  const auto body = [&](const char* name) {
    return static_cast<int>(&named(model.bodies, name) - model.bodies.data());
  };
  EXPECT_EQ(named(model.joints, "a").second, body("a"));
  EXPECT_EQ(named(model.joints, "a.base").first, body("a"));
  EXPECT_EQ(named(model.joints, "a.wrist").second, body("a.hand"));
  EXPECT_EQ(named(model.joints, "b.base").type, JointType::free);
  EXPECT_EQ(named(model.joints, "b.base").first, 0);
  EXPECT_EQ(numbers_of(model, named(model.bodies, "b.base_link").position), (std::vector{0.0, 0.0, 5.0}));
  EXPECT_EQ(text_of(model, model.forces[0].value[0].formula), "-a.wrist");
  ASSERT_EQ(model.measures.size(), 1U);
  EXPECT_EQ(model.measures[0].index, body("b.hand"));
}

TEST_F(Include, FilesInFilesAndTheirFolders) {
  make_folder(folder_ / "parts");
  write("parts/inner.toml", "[body.dot]\nkind = 'particle'\nmass = 1\n");
  write("parts/outer.toml", "[include.in]\nfile = 'inner.toml'\n[body.b]\n");
  const Mechanism model = load("[include.out]\nfile = 'parts/outer.toml'\n[outputs]\nx = 'out.in.dot.x'\n");
  EXPECT_EQ(named(model.bodies, "out.in.dot").particle, true);
  EXPECT_EQ(named(model.joints, "out.in.dot").type, JointType::translation);
}

// The included ground lies turned by a quarter about y: what is up in the world is along its -x.
TEST_F(Include, ConstraintsHoldToTheIncludedGround) {
  write("cart.toml", R"toml([parameters]
r = 0.2
[body.wheel]
[joint.A]
type = "free"
bodies = ["ground", "wheel"]
sequence = "zyx"
[constraint.roll]
type = "rolling"
body = "wheel"
radius = "r"
axis = [0, 1, 0]
[constraint.rod]
type = "distance"
points = ["wheel.origin", ["ground", [0, 0, 1]]]
length = "r*(1 + t)"
[outputs]
f = "roll.fz + rod.force + roll.multiplier.normal"
)toml");
  const Mechanism model = load(R"toml([include.left]
file = "cart.toml"
at = [1, 0, 0]
rotation = { rpy = [0, "90 deg", 0] }
[include.right]
file = "cart.toml"
[body.box]
[constraint.roll]
type = "in-plane"
point = "left.wheel.origin"
on = "box"
[outputs]
f = "left.rod.force + right.roll.fx + roll.fy"
)toml");
  ASSERT_EQ(model.constraints.size(), 5U);
  const auto& left = std::get<Rolling>(model.constraints[0]);
  EXPECT_EQ(left.name, "left.roll");
  EXPECT_EQ(model.bodies[static_cast<std::size_t>(left.plane.at.body)].name, "left");
  EXPECT_EQ(model.bodies[static_cast<std::size_t>(left.body)].name, "left.wheel");
  EXPECT_EQ(text_of(model, left.radius), "left.r");
  EXPECT_EQ(numbers_of(model, left.plane.direction), (std::vector{-9.81, 0.0, 0.0}));
  const auto& rod = std::get<Distance>(model.constraints[1]);
  EXPECT_EQ(rod.points[1].body, left.plane.at.body);
  EXPECT_EQ(text_of(model, rod.length.formula), "left.r*(t + 1)");
  const auto& right = std::get<Rolling>(model.constraints[2]);
  EXPECT_EQ(right.plane.at.body, 0);
  EXPECT_EQ(numbers_of(model, right.plane.direction), (std::vector{0.0, 0.0, 9.81}));
  EXPECT_EQ(name_of(model.constraints[4]), "roll");
  const auto index_of = [&](const std::string& word) {
    const auto it = std::ranges::find(model.measures, word, &Measure::word);
    return it == model.measures.end() ? -1 : it->index;
  };
  EXPECT_EQ(index_of("left.roll.fz"), 0);
  EXPECT_EQ(index_of("left.rod.force"), 1);
  EXPECT_EQ(index_of("right.roll.multiplier.normal"), 2);
  EXPECT_EQ(index_of("roll.fy"), 4);
}

TEST_F(Include, Errors) {
  using enum Error::Code;
  write("a.toml", "[include.b]\nfile = 'b.toml'\n");
  write("b.toml", "[include.a]\nfile = 'a.toml'\n");
  write("plane.toml", "space = 'planar'\n[body.a]\n");
  write("energy.toml", "[coordinates]\nq = 0\n[energy]\nkinetic = 1\n");
  write("arm.toml", arm);
  expect_failure("[include.a]\nfile = 'a.toml'\n", cyclic, 2, "a.toml -> b.toml -> a.toml");
  expect_failure("[include.a]\nfile = 'main.toml'\n", cyclic, 2, "main.toml -> main.toml");
  expect_failure("[include.a]\nfile = 'none.toml'\n", unreadable, 2, "none.toml");
  expect_failure("[include.a]\nfile = 'none.txt'\n", unsupported, 2, "cannot be included");
  expect_failure("[include.a]\nfile = 'plane.toml'\n", bad_value, 1, "cannot include a planar one");
  expect_failure("[include.a]\nfile = 'energy.toml'\n", bad_value, 1, "belongs to a Lagrangian");
  expect_failure("[include.a]\n", bad_value, 1, "file is missing");
  expect_failure("[include.a]\nfile = 'arm.toml'\nbase = 'loose'\n", bad_value, 3, "base is 'loose'");
  expect_failure("[include.a]\nfile = 'arm.toml'\non = 'bse'\n", unknown_name, 3, "no body named 'bse'");
  expect_failure("[include.a]\nfile = 'arm.toml'\nbase = 'free'\non = 'ground'\n", bad_value, 4, "held by nothing");
  expect_failure("[include.a]\nfile = 'arm.toml'\non = 'b.rod'\n[include.b]\nfile = 'arm.toml'\n", bad_value, 3,
                 "or below");
  expect_failure("[include.a]\nfile = 'arm.toml'\non = 'a.rod'\n", bad_value, 3, "included here");
  expect_failure("[include.a]\nfile = 'arm.toml'\nset = { mm = 1 }\n", unknown_name, 3, "no such parameter");
  write("long.toml", "space = 'spatial'\n[parameters]\nl = '5 mm'\n[body.b]\nmass = 1\ninertia = [1, 1, 1]\n");
  expect_failure("[include.a]\nfile = 'long.toml'\nset = { l = '5 kg' }\n", bad_value, 3,
                 "[include.a] set.l: 'kg' is the unit of a mass, but the file has a length");
  expect_failure("[include.a]\nfile = 'arm.toml'\nset = { m = 'l' }\n", unknown_name, 3, "unknown name 'l'");
  expect_failure("[include.a]\nfile = 'arm.toml'\n[let]\n'a.A.x' = 1\n'a.curve' = 1\n'a.u' = 2", duplicate_name, 6,
                 "'a.u' is taken");
  write("open.toml", "[body.b]\n[outputs]\no = 'k'\n");
  expect_failure("[include.a]\nfile = 'open.toml'\n[let]\n'a.k' = 1\n", bad_value, 3, "not known yet");
  expect_failure("[include.t]\nfile = 'arm.toml'\n", bad_value, 1, "reserved");
}

TEST_F(Include, OptionsForRobotsAreRefusedElsewhere) {
  write("main.toml", "[body.a]\n");
  EXPECT_THROW(static_cast<void>(load_model(folder_ / "main.toml", {.free_base = true})), Error);
  EXPECT_THROW(static_cast<void>(load_model(folder_ / "main.toml", {.independent_mimic = true})), Error);
  EXPECT_THROW(static_cast<void>(load_lagrangian(folder_ / "main.toml")), Error);
  write("r.urdf", robot);
  const Mechanism model = std::get<Mechanism>(load_model(folder_ / "r.urdf", {.free_base = true}));
  EXPECT_EQ(model.joints[0].type, JointType::free);
}

}  // namespace
}  // namespace alembert::mechanism_include_test
