// The motion in a report: poses against closed forms, what stays the same, and what energies draw.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "workbench/reported_run.h"

namespace alembert::report_motion_test {
namespace {

using testing::example_file;
using testing::ModelFile;
using testing::ReportedRun;

TEST(ReportMotion, PosesOfADoublePendulum) {
  const ModelFile file(R"toml(
    name = "two rods"
    space = "planar"
    [body.upper]
    mass = 1
    center = [0, -0.3]
    inertia = 0.1
    points.end = [0, -0.6]
    [body.lower]
    mass = 2
    center = [0.1, -0.2]
    inertia = 0.2
    [joint.A]
    type = "revolute"
    bodies = ["ground", "upper"]
    start = 1.2
    [joint.B]
    type = "revolute"
    bodies = ["upper", "lower"]
    at = ["upper.end", [0, 0]]
    start = -0.5
    rate = 3
    [simulate]
    time = 2
    step = 0.1
  )toml");
  ReportedRun run(file.path(), 21);
  EXPECT_TRUE(run.motion()["planar"].get<bool>());
  EXPECT_EQ(run.motion()["up"], Json({0.0, 1.0, 0.0}));
  ASSERT_EQ(run.motion()["bodies"].size(), 3U);
  EXPECT_EQ(run.motion()["bodies"][0]["name"], "ground");
  const Json &upper = run.named("bodies", "upper"), &lower = run.named("bodies", "lower");
  EXPECT_EQ(upper["points"], Json::array({{{"name", "end"}, {"at", {0.0, -0.6, 0.0}}}}));
  constexpr double floats = 2e-6;  // of numbers up to some 10
  for (std::size_t i = 0; i < run.rows().frames(); ++i) {
    const double a = run.column("A", i), b = a + run.column("B", i);
    const double wa = run.column("A'", i), wb = wa + run.column("B'", i);
    const Vec3<double> end{0.6 * std::sin(a), -0.6 * std::cos(a), 0.0};
    EXPECT_NEAR(norm(run.pose(upper, i).p), 0.0, floats);
    EXPECT_NEAR(norm(run.pose(lower, i).p - end), 0.0, floats);
    // The mass centre of the lower one: from its hinge (0.1, -0.2), turned by b.
    const Vec3<double> c{0.1 * std::cos(b) + 0.2 * std::sin(b), 0.1 * std::sin(b) - 0.2 * std::cos(b), 0.0};
    EXPECT_NEAR(norm(run.pose(lower, i).point({0.1, -0.2, 0.0}) - end - c), 0.0, floats);
    const Vec3<double> v{0.6 * std::cos(a) * wa - c.y * wb, 0.6 * std::sin(a) * wa + c.x * wb, 0.0};
    EXPECT_NEAR(norm(run.vector(lower["velocity"], i) - v), 0.0, floats);
    EXPECT_NEAR(run.vector(lower["angular_velocity"], i).z, wb, floats);
  }
}

TEST(ReportMotion, OrientationsDoNotJump) {
  ReportedRun run(example_file("heavy-top.toml"), 200);
  const Json& q = run.named("bodies", "top")["orientation"];
  for (std::size_t i = 1; i < run.rows().frames(); ++i) {
    double along = 0.0;
    for (std::size_t k = 0; k < 4; ++k) along += run.value(q[k], i) * run.value(q[k], i - 1);
    EXPECT_GT(along, 0.9);
  }
}

TEST(ReportMotion, JointsLinksAndContacts) {
  ReportedRun bar(example_file("four-bar.toml"), 3);
  int cut = 0;
  for (const Json& joint : bar.motion()["joints"]) {
    EXPECT_EQ(joint["type"], "revolute");
    EXPECT_EQ(joint["axes"], Json::array({{0.0, 0.0, 1.0}}));
    EXPECT_EQ(joint["coordinates"], Json::array({joint["name"]}));
    if (joint["cut"].get<bool>()) ++cut;
    // Both points are at the same place.
    const Json &first = bar.motion()["bodies"][joint["bodies"][0].get<std::size_t>()],
               &second = bar.motion()["bodies"][joint["bodies"][1].get<std::size_t>()];
    EXPECT_NEAR(norm(bar.pose(first, 0).point(bar.vector(joint["at"][0], 0)) -
                     bar.pose(second, 0).point(bar.vector(joint["at"][1], 0))),
                0.0, 1e-6);
  }
  EXPECT_EQ(cut, 1);

  ReportedRun slip(example_file("stick-slip.toml"), 3);
  const Json& spring = slip.named("links", "spring");
  EXPECT_EQ(spring["kind"], "spring");
  EXPECT_TRUE(spring["spring"].get<bool>());
  EXPECT_FALSE(spring["damper"].get<bool>());

  ReportedRun disc(example_file("rolling-disc.toml"), 3);
  ASSERT_EQ(disc.motion()["contacts"].size(), 1U);
  const Json& contact = disc.motion()["contacts"][0];
  EXPECT_EQ(contact["kind"], "disc");
  EXPECT_EQ(contact["on"], 0);
  EXPECT_EQ(contact["plane"]["normal"], Json({0.0, 0.0, 1.0}));
}

TEST(ReportMotion, ShapesOfEveryKind) {
  const ModelFile file(R"toml(
    name = "shapes"
    [body.a]
    shapes = [
      { box = [0.1, 0.2, 0.3], density = 1000, at = [1, 0, 0] },
      { cylinder = { radius = 0.1, length = 0.5 }, density = 1000, rotation = { axis = [0, 1, 0], angle = "90 deg" } },
      { sphere = 0.2, density = 1000 },
      { capsule = { radius = 0.1, length = 0.3 }, density = 1000 },
      { cone = { radius = 0.1, length = 0.3 }, density = 1000 },
      { tube = { radius = 0.1, inner = 0.05, length = 0.3 }, density = 1000 },
      { polygon = [[0, 0], [1, 0], [0, 1]], thickness = 0.1, density = 1000 },
      { point = 0.1, at = [0, 0, 1] },
      { sphere = 0.05, density = 1000, cut = true },
    ]
    [simulate]
    time = 0.1
    step = 0.1
  )toml");
  ReportedRun run(file.path(), 2);
  const Json& shapes = run.named("bodies", "a")["shapes"];
  ASSERT_EQ(shapes.size(), 9U);
  const std::vector<std::string> kinds{"box",  "cylinder", "sphere", "capsule", "mesh",
                                       "mesh", "mesh",     "point",  "sphere"};
  for (std::size_t i = 0; i < kinds.size(); ++i) EXPECT_EQ(shapes[i]["kind"], kinds[i]);
  EXPECT_EQ(shapes[0]["size"], Json({0.1, 0.2, 0.3}));
  EXPECT_NEAR(shapes[1]["orientation"][2].get<double>(), std::sqrt(0.5), 1e-15);
  EXPECT_TRUE(shapes[8]["cut"].get<bool>());
  EXPECT_FALSE(shapes[0].contains("cut"));
  // A plate over three corners: two faces and three sides of two triangles.
  EXPECT_EQ(testing::from_base64(shapes[6]["triangles"].get<std::string>()).size(), 8U * 3U * 4U);
}

TEST(ReportMotion, LargeModelsKeepFewerFrames) {
  ReportedRun run(example_file("chain-1000.toml"), 3);
  const std::unique_ptr<System> system = run.bench().system();
  const std::size_t columns = run.columns().names().size();
  EXPECT_EQ(report_frames(run.bench(), *system, columns, 50), 50U);
  const std::size_t frames = report_frames(run.bench(), *system, columns, 100'000);
  EXPECT_GE(frames, 100U);
  EXPECT_LT(frames, 200U);
  EXPECT_FALSE(run.motion()["loads"].is_null());
}

TEST(ReportTable, ColumnsGroupsAndExtremes) {
  ReportedRun run(example_file("cart-pendulum.toml"), 501, 100);
  const Json& table = run.recording()["table"];
  EXPECT_EQ(table["rows"], 501);
  ASSERT_EQ((testing::unpack<double, std::uint64_t>(table["t"].get<std::string>())).size(), 100U);
  EXPECT_EQ(table["columns"][0]["name"], "x");
  EXPECT_EQ(table["columns"][0]["unit"], "m");
  EXPECT_TRUE(table["columns"][0].contains("extremes"));
  EXPECT_EQ(table["groups"][0]["name"], "coordinates");
  EXPECT_EQ(table["groups"][0]["columns"], Json({0, 1}));
  EXPECT_EQ(table["groups"][1]["columns"], Json({2, 3}));
}

TEST(ReportDrawing, RodAndBobOfADoublePendulum) {
  ReportedRun run(example_file("double-pendulum.toml"), 21);
  EXPECT_TRUE(run.motion()["planar"].get<bool>());
  const Json &rod = run.named("bodies", "rods 2"), &bob = run.named("bodies", "bob2");
  EXPECT_EQ(rod["mass"], 0.0);
  EXPECT_NEAR(rod["shapes"][0]["length"].get<double>(), 1.0, 1e-12);
  for (std::size_t i = 0; i < run.rows().frames(); ++i) {
    const double a = run.column("th1", i), b = run.column("th2", i), w = run.column("th2'", i);
    const Vec3<double> p1{std::sin(a), -std::cos(a), 0.0}, p2 = p1 + Vec3<double>{std::sin(b), -std::cos(b), 0.0};
    EXPECT_NEAR(norm(run.pose(rod, i).p - p1), 0.0, 1e-6);
    EXPECT_NEAR(norm(run.pose(rod, i).point({1.0, 0.0, 0.0}) - p2), 0.0, 1e-6);
    EXPECT_NEAR(norm(run.pose(bob, i).p - p2), 0.0, 1e-6);
    EXPECT_NEAR(run.vector(rod["angular_velocity"], i).z, w, 1e-5);
  }
  // Both fall from rest with their rods level: the outer one's acceleration follows from the two equations of motion,
  // 2 th1'' + th2'' = -2 g and th1'' + th2'' = -g.
  EXPECT_NEAR(norm(run.vector(bob["acceleration"], 0) - Vec3<double>{0.0, -9.81, 0.0}), 0.0, 1e-5);
}

TEST(ReportDrawing, SpringsForcesAndLinesThatStretch) {
  const ModelFile file(R"toml(
    name = "drawn"
    [coordinates]
    x = { start = 0.3, rate = 1 }
    [energy]
    kinetic = "x'^2"
    [force.push]
    at = ["x", 0]
    value = ["2 + t", 0]
    [force.pull]
    at = ["x", "1"]
    value = [0, "x"]
    [draw.k]
    spring = [[0, 0], ["x", 0]]
    [draw.rubber]
    line = [[0, 0.1], ["x", 0.1]]
    [draw.block]
    box = { at = ["x", 0], size = [0.2, 0.1], angle = "x^2" }
    [simulate]
    time = 1
    step = 0.1
  )toml");
  ReportedRun run(file.path(), 11);
  EXPECT_EQ(run.named("links", "k")["kind"], "spring");
  const Json& rubber = run.named("links", "rubber");
  EXPECT_EQ(rubber["kind"], "distance");
  const Json& end = run.motion()["bodies"][rubber["bodies"][1].get<std::size_t>()];
  const Json &block = run.named("bodies", "block"), &push = run.named("loads", "push"),
             &pull = run.named("loads", "pull");
  EXPECT_EQ(run.motion()["bodies"][push["on"].get<std::size_t>()]["name"], "block");
  EXPECT_EQ(run.motion()["bodies"][pull["on"].get<std::size_t>()]["name"], "pull");
  for (std::size_t i = 0; i < run.rows().frames(); ++i) {
    const double t = run.column("t", i), x = run.column("x", i), v = run.column("x'", i);
    EXPECT_NEAR(run.pose(end, i).p.x, x, 1e-6);
    EXPECT_NEAR(run.vector(block["velocity"], i).x, v, 1e-6);
    EXPECT_NEAR(run.vector(block["acceleration"], i).x, (2.0 + t) / 2.0, 1e-6);
    EXPECT_NEAR(run.vector(block["angular_velocity"], i).z, 2.0 * x * v, 1e-5);
    EXPECT_NEAR(run.pose(block, i).R.r1.x, std::sin(x * x), 1e-6);
    EXPECT_NEAR(run.vector(push["force"], i).x, 2.0 + t, 1e-6);
    EXPECT_NEAR(run.vector(pull["at"]["point"], i).y, 1.0, 1e-9);
  }
}

TEST(ReportDrawing, ACircleInSpaceTurnsWithItsAxis) {
  ReportedRun run(example_file("bead-on-hoop.toml"), 21);
  EXPECT_FALSE(run.motion()["planar"].get<bool>());
  const Json &hoop = run.named("bodies", "hoop"), &bead = run.named("bodies", "bead");
  for (std::size_t i = 0; i < run.rows().frames(); ++i) {
    const double ph = run.column("ph", i);
    const Vec3<double> axis = run.pose(hoop, i).R.c2();
    EXPECT_NEAR(norm(axis - Vec3<double>{-std::sin(ph), std::cos(ph), 0.0}), 0.0, 1e-6);
    const Vec3<double> r = run.pose(bead, i).p - run.pose(hoop, i).p;  // in the hoop's plane, on its rim
    EXPECT_NEAR(dot(r, axis), 0.0, 1e-6);
    EXPECT_NEAR(norm(r), 0.5, 1e-6);
  }
}

TEST(ReportDrawing, WithoutADrawingThereIsANote) {
  const std::filesystem::path file = std::filesystem::path(::testing::TempDir()) / "not_drawn.toml";
  std::ofstream(file) << "[coordinates]\nx = { start = 1 }\n[energy]\nkinetic = \"x'^2/2\"\n";
  ReportedRun run(file, 3);
  EXPECT_FALSE(run.recording().contains("motion"));
  EXPECT_NE(run.recording()["motion_note"].get<std::string>().find("[draw]"), std::string::npos);
}

}  // namespace
}  // namespace alembert::report_motion_test
