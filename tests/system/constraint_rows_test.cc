#include "alembert/system/constraints/constraint_rows.h"

#include <gtest/gtest.h>

#include <cmath>

#include "alembert/core/random.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/system/mechanism/mechanism_system.h"

namespace alembert::constraint_rows_test {
namespace {

struct Loaded {
  explicit Loaded(const std::string& text)
      : model(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))), setup(model), system(setup) {}
  Mechanism model;
  MechanismSetup setup;
  MechanismSystem system;
};

/// A v of every row.
std::vector<double> speeds_of_rows(const System& system, double t, const std::vector<double>& q,
                                   const std::vector<double>& v) {
  SparseRows A;
  system.constraint_jacobian(t, q, A);
  std::vector<double> result(A.first.size() - 1, 0.0);
  for (std::size_t i = 0; i < result.size(); ++i)
    for (int k = A.first[i]; k < A.first[i + 1]; ++k)
      result[i] +=
          A.value[static_cast<std::size_t>(k)] * v[static_cast<std::size_t>(A.column[static_cast<std::size_t>(k)])];
  return result;
}

/// Along q(s) = step(q, s v), which has the constant speeds v, differences of phi give A v - b, and those of A v - b
/// give -c.
void expect_derivatives(const std::string& text) {
  const Loaded it(text);
  const Sizes sizes = it.system.sizes();
  ASSERT_GT(sizes.na, 0);
  Random random(5);
  for (int trial = 0; trial < 5; ++trial) {
    std::vector<double> move(static_cast<std::size_t>(sizes.nv)), v(move), q(it.setup.q0);
    for (double& x : move) x = random.uniform(-0.3, 0.3);
    for (double& x : v) x = random.uniform(-1.0, 1.0);
    it.system.step(it.setup.q0, move, q);
    const double t = 0.3, h = 1e-4;
    const auto at = [&](double s) {
      std::vector<double> dq(v), moved(q);
      for (double& x : dq) x *= s;
      it.system.step(q, dq, moved);
      return moved;
    };
    const auto phi = [&](double s) {
      std::vector<double> values(static_cast<std::size_t>(sizes.nc));
      it.system.constraint(t + s, at(s), values);
      return values;
    };
    const auto rate = [&](double s) {
      std::vector<double> b(static_cast<std::size_t>(sizes.na)), values = speeds_of_rows(it.system, t + s, at(s), v);
      it.system.constraint_speed(t + s, at(s), b);
      for (std::size_t i = 0; i < b.size(); ++i) values[i] -= b[i];
      return values;
    };
    const std::vector<double> phi_up = phi(h), phi_down = phi(-h), now = rate(0.0), up = rate(h), down = rate(-h);
    std::vector<double> c(static_cast<std::size_t>(sizes.na));
    it.system.constraint_acceleration({t, q, v, {}}, c);
    // Central differences are off by h^2 times third derivatives, which are of order ten here.
    for (std::size_t i = 0; i < phi_up.size(); ++i)
      EXPECT_NEAR(now[i], (phi_up[i] - phi_down[i]) / (2.0 * h), 1e-6) << it.system.row_name(static_cast<int>(i));
    for (std::size_t i = 0; i < up.size(); ++i)
      EXPECT_NEAR(-c[i], (up[i] - down[i]) / (2.0 * h), 1e-6) << it.system.row_name(static_cast<int>(i));
  }
}

const char* const two_balls = R"(space = "spatial"
[body.a]
mass = 1.0
inertia = [0.1, 0.2, 0.3]
[body.b]
mass = 1.0
inertia = [0.1, 0.2, 0.3]
position = [1, 0, 0]
[joint.S]
type = "spherical"
bodies = ["ground", "a"]
at = [0, 0, 0]
[joint.R]
type = "spherical"
bodies = ["a", "b"]
at = [0.5, 0, 0]
)";

TEST(ConstraintRows, AreDerivativesOfEachOtherForCoordinatesOfQuaternions) {
  expect_derivatives(std::string(two_balls) + R"([constraint.tilt]
holonomic = "R.qx*S.qw - 0.1*t"
at_start = true
)");
}

TEST(ConstraintRows, AreDerivativesOfEachOtherForOrientationsOfBodies) {
  expect_derivatives(std::string(two_balls) + R"([constraint.tilt]
holonomic = "b.qx - b.qw*b.qz"
at_start = true
[constraint.turn]
pfaffian = "b.qy' - 0.2*t*a.wx"
)");
}

TEST(ConstraintRows, AreDerivativesOfEachOtherForPoints) {
  expect_derivatives(std::string(two_balls) + R"([constraint.reach]
holonomic = "b.origin.z - (1 + t)*a.origin.x*b.origin.y"
at_start = true
[constraint.skate]
pfaffian = "b.origin.x' - 0.3*b.origin.z*b.origin.y' + a.origin.z'"
[constraint.rod]
type = "distance"
points = [["ground", [1, 2, 0.5]], "b.origin"]
length = "2 + 0.1*t^2"
)");
}

TEST(ConstraintRows, AreDerivativesOfEachOtherForQuaternionsOfClosingJoints) {
  expect_derivatives(std::string(two_balls) + R"([joint.U]
type = "spherical"
bodies = ["ground", "b"]
at = [1, 0, 0]
cut = true
[constraint.tilt]
holonomic = "U.qy - 0.3*U.qz"
at_start = true
)");
}

// A pinion on a carriage that slides along a rack: radius * turn = way, through many turns.
TEST(ConstraintRows, CountTheTurnsOfAPinionInSpace) {
  const Loaded it(R"(space = "spatial"
[body.carriage]
mass = 1.0
inertia = [1, 1, 1]
[body.pinion]
mass = 1.0
inertia = [1, 1, 1]
[joint.slide]
type = "prismatic"
bodies = ["ground", "carriage"]
axis = [1, 0, 0]
[joint.turn]
type = "revolute"
bodies = ["carriage", "pinion"]
axis = [0, 1, 0]
start = 0.4
fixed = true
[constraint.rack]
type = "rack"
pinion = "pinion"
axis = [0, 1, 0]
radius = 0.2
line = { point = [0, 0, 0.2], direction = [1, 0, 0] }
)");
  std::vector<double> phi(1);
  ASSERT_EQ(it.system.sizes().nc, 1);
  for (double turn = 0.4; std::abs(turn) < 25.0; turn += 0.7) {
    const std::vector<double> q{0.2 * (turn - 0.4) + 0.05, turn};
    it.system.constraint(0.0, q, phi);
    EXPECT_NEAR(phi[0], -0.05, 1e-13) << turn;  // sums of numbers up to 5
  }
}

/// What a row is measured in is never less than what the row is.
TEST(ConstraintRows, SizesBoundTheirRows) {
  for (const char* name : {"loops", "contacts", "planar", "stops"}) {
    Mechanism model =
        std::get<Mechanism>(load_model(std::string(ALEMBERT_SOURCE_DIR) + "/tests/data/vocabulary/" + name + ".toml"));
    const MechanismSetup setup(model);
    const ConstraintSystem system(setup.kinematics());
    const RowScales scales = system.row_scales(0.0, setup.q0);
    SparseRows A;
    system.constraint_jacobian(0.0, setup.q0, A);
    const RowPlan& plan = setup.constraints.rows;
    for (std::size_t i = 0; i + 1 < A.first.size(); ++i) {
      if (plan.sources[static_cast<std::size_t>(plan.source_of[i])].kind == RowSource::Kind::formula) continue;
      for (auto k = static_cast<std::size_t>(A.first[i]); k < static_cast<std::size_t>(A.first[i + 1]); ++k)
        EXPECT_LE(std::abs(A.value[k]) * scales.units[static_cast<std::size_t>(A.column[k])],
                  scales.sizes[i] * (1.0 + 1e-12))
            << name << ' ' << plan.names[i];
    }
  }
}

}  // namespace
}  // namespace alembert::constraint_rows_test
