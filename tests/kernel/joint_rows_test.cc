// Rows of joints: derivatives of each other on any motion, zero on motions that the joint allows, and the coordinates,
// speeds and accelerations that such a motion was made of.
#include "alembert/kernel/rows/joint_rows.h"

#include "alembert/linalg/rank.h"
#include "alembert/plan/axis_choice.h"
#include "alembert/spatial/euler.h"
#include "alembert/spatial/rotations.h"
#include "kernel/moving_bodies.h"

namespace alembert::joint_rows_test {
namespace {

using testing::Timed;
using testing::tol;
using testing::Twice;

struct Case {
  JointType type;
  bool planar;
  std::string sequence;
};

/// Every joint type, with several Euler sequences.
std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const JointType type :
       {JointType::revolute, JointType::prismatic, JointType::fixed, JointType::free, JointType::translation})
    cases.push_back({type, true, ""});
  for (const JointType type : {JointType::revolute, JointType::prismatic, JointType::cylindrical, JointType::universal,
                               JointType::spherical, JointType::planar, JointType::screw, JointType::gimbal,
                               JointType::free, JointType::translation, JointType::fixed})
    cases.push_back({type, false, ""});
  for (const char* sequence : {"xyz", "zyx", "yxz", "xzy", "zxz", "xyx", "yzy", "zyz"}) {
    cases.push_back({JointType::gimbal, false, sequence});
    cases.push_back({JointType::free, false, sequence});
  }
  return cases;
}

std::string label(const Case& c, int first) {
  return std::string(name_of(c.type)) + (c.planar ? " planar " : " ") + c.sequence + (first == 0 ? " on ground" : "");
}

/// A random frame on a body; in planar models z is out of the plane, or in it for a slide.
Transform<double> random_frame(const Case& c, Random& random) {
  Transform<double> X = testing::random_pose(random, c.planar);
  if (c.planar && c.type == JointType::prismatic) {
    const double angle = random.uniform(-3.0, 3.0);
    const Vec3<double> skew_axis{std::cos(angle), std::sin(angle), 0.0};
    const std::array<Vec3<double>, 3> axes{{{1.0, 0.0, 0.0}, {0.0, -1.0, 0.0}, skew_axis}};
    const Vec3<double>& axis = axes[random.bits() % 3];
    X.R = X.R * frame_along(axis, choose_frame(axis));
  }
  return X;
}

/// The pose of M in F by the definition of the joint's coordinates (model-format.md, section 3).
Transform<Twice> pose_by_definition(const Case& c, const std::vector<Twice>& q, double pitch) {
  const Twice zero(0.0);
  const auto at = [&](std::size_t i) { return i < q.size() ? q[i] : zero; };
  const auto turns = [&](std::size_t from, const std::string& sequence) {
    Mat3<Twice> R = Mat3<Twice>::identity();
    for (std::size_t i = 0; i < 3; ++i)
      R = R * (sequence[i] == 'x' ? rotation_x(at(from + i))
                                  : (sequence[i] == 'y' ? rotation_y(at(from + i)) : rotation_z(at(from + i))));
    return R;
  };
  const Mat3<Twice> one = Mat3<Twice>::identity();
  switch (c.type) {
    case JointType::revolute: return {rotation_z(q[0]), {}};
    case JointType::prismatic: return {one, {zero, zero, q[0]}};
    case JointType::cylindrical: return {rotation_z(q[0]), {zero, zero, q[1]}};
    case JointType::screw: return {rotation_z(q[0]), {zero, zero, pitch * q[0]}};
    case JointType::universal: return {rotation_z(q[0]) * rotation_x(q[1]), {}};
    case JointType::spherical: return {turns(0, "xyz"), {}};
    case JointType::planar: return {rotation_z(q[2]), {q[0], q[1], zero}};
    case JointType::gimbal: return {turns(0, c.sequence.empty() ? "zyx" : c.sequence), {}};
    case JointType::free:
      if (c.planar) return {rotation_z(q[2]), {q[0], q[1], zero}};
      return {turns(3, c.sequence.empty() ? "xyz" : c.sequence), {q[0], q[1], q[2]}};
    case JointType::translation: return {one, {q[0], q[1], at(2)}};
    case JointType::fixed: break;
  }
  return Transform<Twice>::identity();
}

bool quaternion_speeds(const Case& c) {
  return c.type == JointType::spherical || (c.type == JointType::free && !c.planar && c.sequence.empty());
}

std::size_t parameters(const Case& c) {
  if (c.type == JointType::spherical) return 3;
  if (c.type == JointType::free) return c.planar ? 3 : 6;
  return joint_words(c.type, c.planar, !c.sequence.empty()).coordinates.size();
}

/// Two bodies (or the ground and one) in motion, with frames on them.
struct Scene {
  Case joint;
  int first;
  double pitch;
  std::vector<BodyMotion<Timed>> bodies;
  JointRowReals<Timed> reals;
  Transform<Twice> X_FM;  ///< of motions that the joint allows
  std::vector<Twice> q;

  FramePair<Timed> pair() const {
    return {MovingFrame<Timed>(first, bodies[static_cast<std::size_t>(first)], reals.X_1F),
            MovingFrame<Timed>(2, bodies[2], reals.X_2M)};
  }
  std::string name() const { return label(joint, first); }
};

/// @param allowed  the second body moves as the joint allows; else in any way
Scene random_scene(const Case& c, int first, bool allowed, Random& random) {
  const Twice t = testing::time_at(random.uniform(-1.0, 1.0));
  const auto still = Transform<Twice>::identity();
  const Transform<Twice> X_W1 = first == 0 ? still : testing::wave_pose(random, t, c.planar);
  const Transform<double> X_1F = random_frame(c, random), X_2M = random_frame(c, random);
  Scene scene{c, first, random.uniform(-0.4, 0.4), {}, {}, still, {}};
  for (std::size_t i = 0; i < parameters(c); ++i) scene.q.push_back(testing::wave(random, 3.0, t));
  scene.X_FM = pose_by_definition(c, scene.q, scene.pitch);
  const Transform<Twice> X_W2 =
      allowed ? X_W1 * testing::constant_pose<Twice>(X_1F) * scene.X_FM * testing::constant_pose<Twice>(X_2M).inverse()
              : testing::wave_pose(random, t, c.planar);
  scene.reals.X_1F = testing::constant_pose<Timed>(X_1F);
  scene.reals.X_2M = testing::constant_pose<Timed>(X_2M);
  scene.reals.pitch = Timed(scene.pitch);
  scene.bodies = {{}, testing::motion_of(X_W1), testing::motion_of(X_W2)};
  return scene;
}

RowSet<Timed> joint_rows(const Scene& scene) {
  RowSet<Timed> rows;
  add_joint_rows(scene.joint.type, scene.joint.planar, scene.pair(), scene.reals.pitch, rows);
  return rows;
}

RowSet<Timed> speed_rows(const Scene& scene, const std::vector<double>& near) {
  RowSet<Timed> rows;
  add_speed_rows(scene.joint.type, scene.joint.planar, scene.joint.sequence, scene.pair(), scene.reals.pitch,
                 std::span<const double>(near), rows);
  return rows;
}

TEST(JointRows, AreDerivativesOfEachOtherOnAnyMotion) {
  Random random(1);
  for (const Case& c : all_cases())
    for (const int first : {0, 1})
      for (int trial = 0; trial < 5; ++trial) {
        const Scene scene = random_scene(c, first, false, random);
        const std::vector<bool> holonomic(joint_row_names(c.type, c.planar).size(), true);
        testing::expect_derivatives(joint_rows(scene), scene.bodies, holonomic, scene.name());
      }
}

TEST(JointRows, VanishOnMotionsOfTheJoint) {
  Random random(2);
  for (const Case& c : all_cases())
    for (const int first : {0, 1})
      for (int trial = 0; trial < 5; ++trial) {
        const Scene scene = random_scene(c, first, true, random);
        const RowSet<Timed> rows = joint_rows(scene);
        for (int i = 0; i < rows.size(); ++i) {
          const testing::RowClaims claim = testing::claims(rows, i, scene.bodies);
          // Positions of size 3 times the sum of about ten factors; speeds up to 10, their squares in accelerations.
          EXPECT_LE(std::abs(rows.phi[static_cast<std::size_t>(i)].x), tol(1e-13)) << scene.name() << " row " << i;
          EXPECT_LE(std::abs(claim.speed), tol(1e-12)) << scene.name() << " row " << i;
          EXPECT_LE(std::abs(claim.acceleration), tol(1e-11)) << scene.name() << " row " << i;
        }
      }
}

TEST(JointRows, AreIndependentAndCompleteTheSpeeds) {
  Random random(3);
  for (const Case& c : all_cases())
    for (const int first : {0, 1}) {
      const Scene scene = random_scene(c, first, true, random);
      RowSet<Timed> rows = joint_rows(scene);
      const int constraints = rows.size(), columns = c.planar ? 3 : 6;
      const auto rank = [&] { return find_rank(rows.size(), columns, testing::dense(rows, 2, c.planar)).rank; };
      EXPECT_EQ(constraints, static_cast<int>(joint_row_names(c.type, c.planar).size())) << scene.name();
      EXPECT_EQ(constraints == 0 ? 0 : rank(), constraints) << scene.name();
      const auto speeds = static_cast<int>(joint_words(c.type, c.planar, !c.sequence.empty()).speeds.size());
      EXPECT_EQ(constraints + speeds, columns) << scene.name();
      add_speed_rows(c.type, c.planar, c.sequence, scene.pair(), scene.reals.pitch, {}, rows);
      ASSERT_EQ(rows.size(), columns) << scene.name();
      EXPECT_EQ(rank(), columns) << scene.name();
    }
}

TEST(SpeedRows, ReadCoordinatesSpeedsAndAccelerations) {
  Random random(4);
  for (const Case& c : all_cases())
    for (const int first : {0, 1})
      for (int trial = 0; trial < 8; ++trial) {
        const Scene scene = random_scene(c, first, true, random);
        std::vector<double> near;
        for (const Twice& q : scene.q) near.push_back(q.x.x + random.uniform(-0.1, 0.1));
        // Close to gimbal lock rates are large and say little about rounding.
        const double middle = scene.q.size() >= 3 ? scene.q[scene.q.size() - 2].x.x : 0.0;
        if (std::abs(std::sin(2.0 * middle)) < 0.1) continue;
        const RowSet<Timed> rows = speed_rows(scene, near);

        const auto speeds = joint_words(c.type, c.planar, !c.sequence.empty()).speeds.size();
        ASSERT_EQ(static_cast<std::size_t>(rows.size()), speeds) << scene.name();
        const Mat3<Timed> R = testing::lower(scene.X_FM.R);
        const Vec3<Timed> w = unskew(R.transposed() * testing::derivative(scene.X_FM.R));
        const Vec3<Timed> v = R.transpose_times(testing::derivative(scene.X_FM.p));
        const std::array<Timed, 6> body_speeds{w.x, w.y, w.z, v.x, v.y, v.z};
        for (std::size_t i = 0; i < speeds; ++i) {
          const testing::RowClaims claim = testing::claims(rows, static_cast<int>(i), scene.bodies);
          const Timed speed = quaternion_speeds(c) ? body_speeds[i] : scene.q[i].d[0];
          const double position = quaternion_speeds(c) ? 0.0 : scene.q[i].x.x;
          // Sizes: coordinates 10, speeds 10, accelerations 100, over the sine of 0.05 in Euler rates.
          EXPECT_NEAR(rows.phi[i].x, position, tol(1e-12)) << scene.name() << " " << i;
          EXPECT_NEAR(claim.speed, speed.x, tol(1e-11)) << scene.name() << " " << i;
          EXPECT_NEAR(claim.acceleration, testing::rate(speed), tol(1e-9)) << scene.name() << " " << i;
        }
      }
}

TEST(SpeedRows, QuaternionIsThatOfTheRelativePose) {
  Random random(5);
  for (const JointType type : {JointType::spherical, JointType::free}) {
    const Scene scene = random_scene({type, false, ""}, 1, true, random);
    const Quaternion<Timed> q = relative_quaternion(scene.pair());
    EXPECT_GE(q.w.x, 0.0);
    const Mat3<Timed> R = rotation(q), expected = testing::lower(scene.X_FM.R);
    for (const Vec3<Timed>& row : {R.r0 - expected.r0, R.r1 - expected.r1, R.r2 - expected.r2}) {
      EXPECT_LE(norm(testing::value(row)), tol(1e-14));
      EXPECT_LE(norm(testing::rate(row)), tol(1e-12));  // rates up to 10
    }
  }
}

/// A screw that has turned by q, the first body at rest in the origin.
FramePair<double> turned_screw(double q, double pitch) {
  const BodyMotion<double> still, turned{{rotation_z(q), {0.0, 0.0, pitch * q}}, {}, {}};
  const auto frame = Transform<double>::identity();
  return {MovingFrame<double>(1, still, frame), MovingFrame<double>(2, turned, frame)};
}

// The slide says how often a screw has turned: no reading of another state is needed.
TEST(Screw, IsInTheTurnThatItsSlideTells) {
  for (const double pitch : {0.01, -0.003, 2.0})
    for (const double q : {-1000.3, -40.0, -4.0, -3.15, 0.5, 3.15, 4.0, 77.7, 1e5 + 0.1}) {
      RowSet<double> rows, speeds;
      add_joint_rows(JointType::screw, false, turned_screw(q, pitch), pitch, rows);
      EXPECT_NEAR(rows.phi[2], 0.0, tol(4e-16 * std::abs(pitch * q) + 1e-17)) << pitch << " " << q;
      add_speed_rows(JointType::screw, false, "", turned_screw(q, pitch), pitch, {}, speeds);
      EXPECT_NEAR(speeds.phi[0], q, tol(4e-16 * std::abs(q) + 1e-15)) << pitch << " " << q;
    }
}

TEST(Screw, WithoutPitchIsARevoluteThatCannotSlide) {
  for (const double near : {-20.0, 0.0, 9.0}) {
    RowSet<double> rows, speeds;
    add_joint_rows(JointType::screw, false, turned_screw(near + 0.4, 0.0), 0.0, rows);
    EXPECT_EQ(rows.phi[2], 0.0);
    add_speed_rows(JointType::screw, false, "", turned_screw(near + 0.4, 0.0), 0.0, std::vector{near}, speeds);
    EXPECT_NEAR(speeds.phi[0], near + 0.4, tol(1e-14));
  }
}

// What a row does to the second body, by its name: -1 (+1 on the ground) along an axis of the world or of F.
TEST(JointRows, NamesAndSignsAreThoseOfTheHeader) {
  Random random(7);
  for (const Case& c : all_cases())
    for (const int first : {0, 1}) {
      const Scene scene = random_scene(c, first, true, random);
      const RowSet<Timed> rows = joint_rows(scene);
      const std::vector<std::string> names = joint_row_names(c.type, c.planar);
      const Mat3<Timed> R_F = scene.pair().F.R;
      const bool world_axes = c.type == JointType::revolute || c.type == JointType::universal ||
                              c.type == JointType::spherical || c.type == JointType::gimbal ||
                              c.type == JointType::fixed;
      for (std::size_t i = 0; i < names.size(); ++i) {
        const RowEntry<Timed>& entry = rows.of(static_cast<int>(i)).back();
        ASSERT_EQ(entry.body, 2);
        const bool turns = names[i][0] == 'r';
        Mat3<Timed> axes = turns || !world_axes ? R_F : Mat3<Timed>::identity();
        // The only lock of a universal joint is about F's y turned with the first axis.
        if (c.type == JointType::universal && turns) axes = axes * rotation_z(scene.q[0].x);
        Vec3<Timed> axis = names[i][1] == 'x' ? axes.c0() : (names[i][1] == 'y' ? axes.c1() : axes.c2());
        // In a plane the slide's line is F's z, and the row stands across it.
        if (c.planar && turns) axis = {Timed(0.0), Timed(0.0), Timed(1.0)};
        if (c.planar && c.type == JointType::prismatic && !turns)
          axis = cross(Vec3<Timed>{Timed(0.0), Timed(0.0), Timed(1.0)}, R_F.c2());
        const Vec3<double> got = testing::value(turns ? entry.n : entry.f);
        const Vec3<double> expected = (first == 0 ? 1.0 : -1.0) * testing::value(axis);
        EXPECT_LE(norm(got - expected), tol(1e-14)) << scene.name() << " " << names[i];
      }
    }
}

TEST(JointRows, PlantedFaultsAreNoticed) {
  Random random(6);
  const Scene scene = random_scene({JointType::prismatic, false, ""}, 1, false, random);
  const RowSet<Timed> sound = joint_rows(scene);
  for (int row = 0; row < sound.size(); ++row) {
    const auto i = static_cast<std::size_t>(row);
    ASSERT_LE(testing::claims(sound, row, scene.bodies).position_fault, testing::claim_tolerance());
    RowSet<Timed> wrong = sound;
    wrong.entries[static_cast<std::size_t>(wrong.first[i])].n = -sound.of(row)[0].n;
    EXPECT_GT(testing::claims(wrong, row, scene.bodies).position_fault, 1e-3) << row;
    wrong = sound;
    wrong.c[i] = -wrong.c[i];
    EXPECT_GT(testing::claims(wrong, row, scene.bodies).acceleration_fault, 1e-3) << row;
  }
}

// Opposite axes and half turns satisfy rows too; only the pose tells.
TEST(JointRows, OppositeAxesAreToldFromTheRightOnes) {
  Random random(8);
  for (const Case& c : all_cases()) {
    const Scene scene = random_scene(c, 1, true, random);
    const auto numbers = [&](const Transform<double>& X_MN) {
      const auto at = [&](int b, const Transform<Timed>& X) {
        const BodyMotion<Timed>& m = scene.bodies[static_cast<std::size_t>(b)];
        const Transform<Timed> X_W = m.X_W * X;
        return Transform<double>{{testing::value(X_W.R.r0), testing::value(X_W.R.r1), testing::value(X_W.R.r2)},
                                 testing::value(X_W.p)};
      };
      return FramePair<double>{
          MovingFrame<double>(1, {at(1, scene.reals.X_1F), {}, {}}, {Mat3<double>::identity(), {}}),
          MovingFrame<double>(2, {at(2, scene.reals.X_2M) * X_MN, {}, {}}, {Mat3<double>::identity(), {}})};
    };
    EXPECT_TRUE(is_right_way_round(c.type, c.planar, numbers(Transform<double>::identity()))) << scene.name();
    if (c.planar) continue;
    const FramePair<double> flipped = numbers({Mat3<double>::diagonal(1.0, -1.0, -1.0), {}});
    RowSet<double> rows;
    add_joint_rows(c.type, false, flipped, 0.0, rows);
    const std::vector<std::string> names = joint_row_names(c.type, false);
    bool locks_rotation = false;
    for (std::size_t i = 0; i < names.size(); ++i) {
      locks_rotation = locks_rotation || (names[i][0] == 'r' && c.type != JointType::universal);
      if (names[i][0] == 'r') {
        EXPECT_NEAR(rows.phi[i], 0.0, tol(1e-14)) << scene.name() << " " << names[i];
      }
    }
    EXPECT_EQ(is_right_way_round(c.type, false, flipped), !locks_rotation) << scene.name();
  }
}

}  // namespace
}  // namespace alembert::joint_rows_test
