// Joints as trees: a joint written from either side, joints of several coordinates, drawn and in body frames.
#include "alembert/plan/compile.h"

#include <gtest/gtest.h>

#include <cmath>

#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/plan/start.h"

namespace alembert::compile_test {
namespace {

/// A model with its numbers, and poses of its bodies in the world.
struct Bench {
  Mechanism model;
  NumberReals real;
  Compiled compiled;
  Params<double> par;

  explicit Bench(const std::string& text)
      : model(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))),
        real(model),
        compiled(compile(model, real)),
        par(number_params(model, compiled, real)) {}

  Transform<double> pose(std::size_t body, const std::vector<double>& q) const {
    Workspace<double> w(compiled.plan);
    joint_poses<double>(compiled.plan, par, q, w);
    world_poses(compiled.plan, w);
    return w.X_WB[static_cast<std::size_t>(compiled.plan.carrier[body])] * par.X_BU[body];
  }
};

void expect_equal(const Transform<double>& a, const Transform<double>& b, double tolerance = 1e-14) {
  const Mat3<double> off = a.R - b.R;
  for (const Vec3<double>& row : {off.r0, off.r1, off.r2}) EXPECT_LT(norm(row), tolerance);
  EXPECT_LT(norm(a.p - b.p), tolerance);
}

std::string two_bodies(const std::string& joint) {
  return "[body.a]\nmass = 1\ninertia = [1, 1, 1]\n[body.b]\nmass = 1\ninertia = [1, 1, 1]\n"
         "[joint.G]\ntype = \"revolute\"\nbodies = [\"ground\", \"a\"]\nat = [[0, 0, 0.1], [0.2, 0, 0]]\n" +
         joint;
}

TEST(Compile, AJointFromTheOtherSideIsItsInverse) {
  // The pose of b in a is the inverse of the pose of a in b when the bodies, points and the rotation change sides.
  for (const char* type : {"revolute", "prismatic", "cylindrical", "screw", "gimbal", "translation"}) {
    std::string head = std::string("[joint.J]\ntype = \"") + type + "\"\n";
    if (std::string(type) == "screw") head += "pitch = 0.07\n";
    if (std::string(type) == "gimbal") head += "sequence = \"zxy\"\n";
    const bool has_axis = std::string(type) != "gimbal" && std::string(type) != "translation";
    head += (has_axis ? "axis = [1, 2, -0.5]\n" : "") + std::string("rotation = {rpy = [0.3, -0.4, 0.9]}\n");
    const Bench forward(two_bodies(head + "bodies = [\"a\", \"b\"]\nat = [[0.5, 0, 0.2], [0, 0.1, -0.3]]\n"));
    // Written with b first: then a hangs on b, which the ground carries.
    const Bench other("[body.a]\nmass = 1\ninertia = [1, 1, 1]\n[body.b]\nmass = 1\ninertia = [1, 1, 1]\n" + head +
                      "bodies = [\"a\", \"b\"]\nat = [[0.5, 0, 0.2], [0, 0.1, -0.3]]\n"
                      "[joint.G]\ntype = \"fixed\"\nbodies = [\"ground\", \"b\"]\n");
    ASSERT_TRUE(other.compiled.tree[1].reversed || other.compiled.tree[0].reversed) << type;
    std::vector<double> q(other.model.coordinates.size());
    for (std::size_t i = 0; i < q.size(); ++i) q[i] = 0.4 + 0.3 * static_cast<double>(i);
    std::vector<double> q_forward{0.0};
    q_forward.insert(q_forward.end(), q.begin(), q.end());
    const Transform<double> X_ab = forward.pose(1, q_forward).inverse() * forward.pose(2, q_forward);
    expect_equal(other.pose(1, q), X_ab.inverse(), 1e-13);  // b is fixed to the world at its origin
  }
}

TEST(Compile, BodyFramesFollowTheRuleOfTheFormat) {
  // R = Rot(axis, q) rotation, and the points coincide.
  const Bench bench(
      two_bodies("[joint.J]\ntype = \"revolute\"\nbodies = [\"a\", \"b\"]\naxis = [1, 2, -0.5]\n"
                 "rotation = {axis = [0, 1, 1], angle = 0.7}\nat = [[0.5, 0, 0.2], [0, 0.1, -0.3]]\n"));
  const double angle = 0.8;
  const std::vector<double> q{0.0, angle};
  const Transform<double> X = bench.pose(1, q).inverse() * bench.pose(2, q);
  const Mat3<double> expected =
      rotation_about(unit(Vec3<double>{1, 2, -0.5}), angle) * rotation_about(unit(Vec3<double>{0, 1, 1}), 0.7);
  expect_equal(X, {expected, Vec3<double>{0.5, 0, 0.2} - expected * Vec3<double>{0, 0.1, -0.3}});
}

TEST(Compile, DrawnJointsAreZeroInTheDrawnPose) {
  const Bench bench(
      "[body.a]\nmass = 1\ninertia = [1, 1, 1]\nposition = [1, 0.5, 0]\nrotation = {rpy = [0.1, 0.2, 0.3]}\n"
      "[body.b]\nmass = 1\ninertia = [1, 1, 1]\nposition = [2, 0.7, 0.3]\nrotation = {rpy = [-0.4, 0.5, 1]}\n"
      "[joint.A]\ntype = \"revolute\"\nbodies = [\"ground\", \"a\"]\nat = [0.2, 0, 0.1]\naxis = [0, 0, 1]\n"
      "[joint.B]\ntype = \"universal\"\nbodies = [\"a\", \"b\"]\nat = [1.5, 0.5, 0.2]\naxes = [[1, 0, 0], [0, 0, "
      "1]]\n");
  const Transform<double> drawn{rotation_rpy(-0.4, 0.5, 1.0), {2, 0.7, 0.3}};
  expect_equal(bench.pose(2, {0, 0, 0}), drawn);
  // Turning the first axis alone turns the drawn pose about the world's x through the point.
  const Mat3<double> turn = rotation_x(0.6);
  const Vec3<double> at{1.5, 0.5, 0.2};
  expect_equal(bench.pose(2, {0, 0.6, 0}), {turn * drawn.R, at + turn * (drawn.p - at)});
}

// x, y and z of a translation are along the axes of the first body, from where it is placed.
TEST(Compile, TranslationsStartWhereTheyArePlaced) {
  const std::string bodies =
      "[body.a]\nmass = 1\ninertia = [1, 1, 1]\nposition = [1, 0.5, 0]\nrotation = {rpy = [0.1, 0.2, 0.3]}\n"
      "[body.b]\nmass = 1\ninertia = [1, 1, 1]\nposition = [2, 0.7, 0.3]\nrotation = {rpy = [-0.4, 0.5, 1]}\n"
      "[joint.A]\ntype = \"fixed\"\nbodies = [\"ground\", \"a\"]\nat = [0, 0, 0]\n"
      "[joint.B]\ntype = \"translation\"\nbodies = [\"a\", \"b\"]\n";
  const Transform<double> a{rotation_rpy(0.1, 0.2, 0.3), {1, 0.5, 0}}, b{rotation_rpy(-0.4, 0.5, 1.0), {2, 0.7, 0.3}};
  const std::vector<double> zero(3, 0.0), q{0.3, -0.2, 0.7};
  const Vec3<double> way{0.3, -0.2, 0.7};

  const Bench drawn(bodies + "at = [1.5, 0.5, 0.2]\n");
  EXPECT_EQ(start_coordinates(drawn.model, drawn.real), zero);
  expect_equal(drawn.pose(2, zero), b);
  expect_equal(drawn.pose(2, q), {b.R, b.p + a.R * way});

  const Bench turned(bodies + "at = [[0.5, 0, 0.2], [0, 0.1, -0.3]]\nrotation = {axis = [0, 1, 1], angle = 0.7}\n");
  EXPECT_EQ(start_coordinates(turned.model, turned.real), zero);
  const Mat3<double> R = rotation_about(unit(Vec3<double>{0, 1, 1}), 0.7);
  const Vec3<double> at = Vec3<double>{0.5, 0, 0.2} - R * Vec3<double>{0, 0.1, -0.3};
  expect_equal(turned.pose(2, q), a * Transform<double>{R, at + way});

  const Bench parallel(bodies + "at = [[0, 0, 0], [0, 0, 0]]\n");
  EXPECT_EQ(start_coordinates(parallel.model, parallel.real), zero);
  expect_equal(parallel.pose(2, q), a * Transform<double>{Mat3<double>::identity(), way});

  // Placed nowhere it begins as drawn, and its coordinates are where it is.
  const Bench nowhere(bodies);
  const std::vector<double> start = start_coordinates(nowhere.model, nowhere.real);
  EXPECT_LT(norm(Vec3<double>{start[0], start[1], start[2]} - a.R.transpose_times(b.p - a.p)), 1e-15);
  expect_equal(nowhere.pose(2, start), b);
  expect_equal(nowhere.pose(2, q), {b.R, a.p + a.R * way});
}

TEST(Compile, CoordinatesOfSeveralAxesMoveAsTheirNamesSay) {
  const auto relative = [](const std::string& joint, const std::vector<double>& q) {
    const Bench bench("[body.b]\nmass = 1\ninertia = [1, 1, 1]\n[joint.J]\nbodies = [\"ground\", \"b\"]\n" + joint);
    return bench.pose(1, q);
  };
  expect_equal(relative("type = \"planar\"\n", {0.3, -0.2, 0.5}), {rotation_z(0.5), {0.3, -0.2, 0}});
  expect_equal(relative("type = \"planar\"\naxes = [[0, 1, 0], [1, 0, 0]]\n", {0.3, -0.2, 0.5}),
               {rotation_x(0.5), {0, 0.3, -0.2}});
  expect_equal(relative("type = \"cylindrical\"\naxis = [0, 1, 0]\n", {0.5, 0.2}), {rotation_y(0.5), {0, 0.2, 0}});
  expect_equal(relative("type = \"gimbal\"\nsequence = \"zxy\"\n", {0.5, 0.2, -0.7}),
               {rotation_z(0.5) * rotation_x(0.2) * rotation_y(-0.7), {}});
  expect_equal(relative("type = \"screw\"\naxis = [0, 0, 2]\npitch = 0.1\n", {0.5}), {rotation_z(0.5), {0, 0, 0.05}});
  expect_equal(relative("type = \"free\"\nsequence = \"xyz\"\n", {1, 2, 3, 0.1, 0.2, 0.3}),
               {rotation_x(0.1) * rotation_y(0.2) * rotation_z(0.3), {1, 2, 3}});
  const double h = std::sqrt(0.5);
  expect_equal(relative("type = \"free\"\n", {1, 2, 3, h, 0, 0, h}), {rotation_z(2 * std::asin(h)), {1, 2, 3}});
}

TEST(Compile, TheLastJointOfALoopIsNotInTheTree) {
  const Bench bench(
      two_bodies("[joint.J]\ntype = \"revolute\"\nbodies = [\"a\", \"b\"]\n"
                 "[joint.K]\ntype = \"revolute\"\nbodies = [\"b\", \"ground\"]\n"));
  EXPECT_EQ(bench.compiled.plan.nv, 2);
  EXPECT_EQ(bench.compiled.tree.size(), 2U);
  for (const TreeJoint& t : bench.compiled.tree)
    EXPECT_NE(bench.model.joints[static_cast<std::size_t>(t.joint)].name, "K");
  EXPECT_EQ(bench.compiled.joint_v.back(), 2);  // behind the speeds of the tree
}

}  // namespace
}  // namespace alembert::compile_test
