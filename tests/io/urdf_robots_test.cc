/// Real robots: masses, mass centres and poses against an independent program (robots_reference.json, which two
/// programs agree on to 2e-13). Skipped where these files are not beside the checkout.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "io/urdf_text.h"

namespace alembert::urdf_robots_test {
namespace {

const std::filesystem::path shared = std::filesystem::path(ALEMBERT_SOURCE_DIR).parent_path() / "shared";

struct Pose {
  Matrix3 R{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  Array3 p{};
};

Pose operator*(const Pose& a, const Pose& b) {
  const Array3 p = times(a.R, b.p);
  return {times(a.R, b.R), {a.p[0] + p[0], a.p[1] + p[1], a.p[2] + p[2]}};
}

/// Rotation of a joint at zero; all of these files have rpy.
Matrix3 zero_of(const Joint& joint) {
  if (!joint.rotation) return Pose().R;
  EXPECT_EQ(joint.rotation->kind, Orientation::Kind::rpy);
  return turn_rpy({number(joint.rotation->n[0]), number(joint.rotation->n[1]), number(joint.rotation->n[2])});
}

/// Pose of the second body in the first as the model's joint says it; fixed, revolute and prismatic.
Pose pose_at(const Joint& joint, double q) {
  Pose pose{zero_of(joint), numbers(joint.at[0].p)};
  if (joint.type == JointType::fixed) return pose;
  const Array3 axis = numbers(joint.axes.at(0));
  if (joint.type == JointType::revolute) {
    pose.R = times(turn(axis, q), pose.R);
    return pose;
  }
  const double length = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  for (std::size_t i = 0; i < 3; ++i) pose.p[i] += q * axis[i] / length;
  return pose;
}

/// Poses of all bodies; `base` is that of the root link.
std::vector<Pose> poses_at(const Mechanism& model, const std::map<std::string, double>& q, const Pose& base) {
  std::vector<Pose> poses(model.bodies.size());
  for (const Joint& joint : model.joints) {
    const auto coordinate = q.find(joint.name);
    const Pose step = joint.first == 0 ? base : pose_at(joint, coordinate == q.end() ? 0.0 : coordinate->second);
    poses[static_cast<std::size_t>(joint.second)] = poses[static_cast<std::size_t>(joint.first)] * step;
  }
  return poses;
}

double mass_of(const Mechanism& model) {
  double mass = 0.0;
  for (const Body& body : model.bodies) mass += number(body.mass);
  return mass;
}

Array3 center_of(const Mechanism& model, const std::vector<Pose>& poses) {
  Array3 sum{};
  for (std::size_t b = 0; b < poses.size(); ++b) {
    const Array3 c = times(poses[b].R, numbers(model.bodies[b].center));
    for (std::size_t i = 0; i < 3; ++i) sum[i] += number(model.bodies[b].mass) * (c[i] + poses[b].p[i]);
  }
  for (double& x : sum) x /= mass_of(model);
  return sum;
}

class UrdfRobots : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    std::ifstream file(shared / "validation/data/robots_reference.json");
    if (!file || !std::filesystem::exists(path())) GTEST_SKIP() << "skipped: no files beside the checkout";
    reference_ = nlohmann::json::parse(file).at(GetParam());
  }
  static std::filesystem::path path() { return shared / "robots" / GetParam(); }

  /// The reference's coordinates by name, its first six split off as the pose of a floating base.
  std::map<std::string, double> coordinates() const {
    std::map<std::string, double> q;
    for (std::size_t i = 0; i < reference_.at("q").size(); ++i)
      q[reference_.at("joint_order").at(i)] = reference_.at("q").at(i);
    return q;
  }
  Pose base() const {
    if (!reference_.at("floating_base").get<bool>()) return {};
    std::map<std::string, double> q = coordinates();
    return {turn_rpy({q.at("base_roll"), q.at("base_pitch"), q.at("base_yaw")}),
            {q.at("base_tx"), q.at("base_ty"), q.at("base_tz")}};
  }
  void expect_near(const Array3& found, const nlohmann::json& expected) const {
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(found[i], expected.at(i).get<double>(), tolerance);
  }

  // Lengths are about 1 m, some ten poses deep; the reference itself is good to 2e-13.
  static constexpr double tolerance = 1e-12;
  nlohmann::json reference_;
};

TEST_P(UrdfRobots, HaveTheMassAndCentreOfTheReference) {
  const Mechanism model = read_urdf(path(), {});
  const GraphScope scope(*model.graph);
  const double mass = reference_.at("total_mass");
  EXPECT_NEAR(mass_of(model), mass, 1e-14 * mass);
  expect_near(center_of(model, poses_at(model, {}, {})), reference_.at("com_at_zero"));
  expect_near(center_of(model, poses_at(model, coordinates(), base())), reference_.at("com_at_q"));
}

TEST_P(UrdfRobots, PutTheLastLinkWhereTheReferenceDoes) {
  const Mechanism model = read_urdf(path(), {});
  const GraphScope scope(*model.graph);
  const std::vector<Pose> poses = poses_at(model, coordinates(), base());
  const nlohmann::json& last = reference_.at("link_pose_last");
  std::size_t b = 0;
  while (model.bodies.at(b).name != last.at("link").get<std::string>()) ++b;
  expect_near(poses[b].p, last.at("p"));
  for (std::size_t i = 0; i < 3; ++i) expect_near(poses[b].R[i], last.at("R").at(i));
}

TEST_P(UrdfRobots, HaveTheCoordinatesOfTheReferenceInItsOrder) {
  const bool floating = reference_.at("floating_base");
  const Mechanism model = read_urdf(path(), {.free_base = floating});
  std::vector<std::string> found, expected;
  for (const MechanismCoordinate& c : model.coordinates)
    if (model.joints[static_cast<std::size_t>(c.joint)].first != 0) found.push_back(c.name);
  for (const std::string name : reference_.at("joint_order"))
    if (!name.starts_with("base_")) expected.push_back(name);
  EXPECT_EQ(found, expected);
  EXPECT_EQ(static_cast<int>(model.speeds.size()), reference_.at("ndof").get<int>());
}

const auto case_name = [](const auto& info) {
  const std::string file = info.param;
  return file.substr(0, file.find('.'));
};
INSTANTIATE_TEST_SUITE_P(Files, UrdfRobots,
                         ::testing::Values("anymal_b.urdf", "double_pendulum.urdf", "iiwa14_no_collision.urdf",
                                           "panda.urdf", "solo12.urdf", "ur5_robot.urdf"),
                         case_name);

}  // namespace
}  // namespace alembert::urdf_robots_test
