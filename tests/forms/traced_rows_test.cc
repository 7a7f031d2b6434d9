// Rows of mechanisms as formulas, evaluated, against the rows that are computed in numbers.
#include <cmath>

#include "alembert/core/random.h"
#include "alembert/kernel/manifold.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/tape_machine.h"
#include "forms/traced_model.h"

namespace alembert::traced_rows_test {
namespace {

/// Rows of the formulas at random states near the start against those of the system. With `assembled` on the
/// constraints: speeds of closing joints in space are read under the assumption that the joint holds.
void expect_same_rows(const std::string& text, int seed, bool assembled = false) {
  Traced x(text);
  const ConstraintSystem system(x.setup.kinematics());
  const Plan& plan = x.setup.compiled.plan;
  const ConstraintFormulas& rows = x.eq.rows;
  ASSERT_EQ(rows.names, x.setup.constraints.rows.names);
  ASSERT_EQ(static_cast<int>(rows.holonomic()), x.setup.constraints.rows.holonomic);

  std::vector<Expr> symbols = x.eq.q, formulas = rows.phi;
  symbols.insert(symbols.end(), x.eq.v.begin(), x.eq.v.end());
  symbols.push_back(Expr::time());
  for (const Parameter& p : x.model.parameters) symbols.push_back(p.symbol);
  for (const auto* list : {&rows.b, &rows.c, &rows.A}) formulas.insert(formulas.end(), list->begin(), list->end());
  TapeMachine<double> machine(Tape(symbols, formulas));

  Random random(static_cast<std::uint64_t>(seed));
  const std::size_t n = rows.n, count = rows.size(), holonomic = rows.holonomic();
  for (int trial = 0; trial < 5; ++trial) {
    std::vector<double> q = x.setup.q0, dq(n), v(n), out(formulas.size()), phi(holonomic), b(count), c(count);
    for (double& d : dq) d = random.uniform(-0.3, 0.3);
    for (double& d : v) d = random.uniform(-2, 2);
    step_on_manifold(plan, q, dq, q);
    const double t = 0.2 * trial;
    if (assembled) assemble(x.setup, t, q, v);
    std::vector<double> in = q;
    in.insert(in.end(), v.begin(), v.end());
    in.push_back(t);
    for (const double p : parameter_numbers(x.model)) in.push_back(p);
    machine.run(in, out);
    SparseRows A;
    system.constraint(t, q, phi);
    system.constraint_speed(t, q, b);
    system.constraint_acceleration({t, q, v, {}}, c);
    system.constraint_jacobian(t, q, A);
    std::vector<double> dense(count * n, 0.0);
    for (std::size_t i = 0; i < count; ++i)
      for (auto k = static_cast<std::size_t>(A.first[i]); k < static_cast<std::size_t>(A.first[i + 1]); ++k)
        dense[i * n + static_cast<std::size_t>(A.column[k])] += A.value[k];
    // Lengths and angles are of the order of one, accelerations of ten; a hundred roundings each.
    for (std::size_t i = 0; i < holonomic; ++i) EXPECT_NEAR(out[i], phi[i], 1e-13) << rows.names[i];
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_NEAR(out[holonomic + i], b[i], 1e-13) << rows.names[i];
      EXPECT_NEAR(out[holonomic + count + i], c[i], 2e-12 * (1.0 + std::abs(c[i]))) << rows.names[i];
      for (std::size_t j = 0; j < n; ++j)
        EXPECT_NEAR(out[holonomic + 2 * count + i * n + j], dense[i * n + j], 1e-13) << rows.names[i] << ", " << j;
    }
  }
}

TEST(TracedRows, FourBarAgreesWithTheSystem) { expect_same_rows(four_bar, 1); }

TEST(TracedRows, PlanarRowsAgreeWithTheSystem) {
  expect_same_rows(R"toml(
space = "planar"
[parameters]
l = 0.5
[body.a]
mass = 1
inertia = 0.1
angle = 0.3
position = [0.1, 0.2]
points.tip = [0.5, 0.1]
[body.b]
mass = 1
inertia = 0.1
points.tip = [0.4, -0.2]
[body.c]
mass = 1
inertia = 0.1
[body.d]
mass = 1
inertia = 0.1
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
at = [0.1, 0.2]
[joint.B]
type = "revolute"
bodies = ["a", "b"]
at = ["a.tip", [0, 0]]
start = 0.4
[joint.P]
type = "prismatic"
bodies = ["b", "c"]
at = [[0.3, 0], [0, 0]]
axis = [1, 2]
rotation = { angle = 0.7 }
start = 0.2
[joint.D]
type = "free"
bodies = ["ground", "d"]
start = { x = 0.3, y = 0.2, angle = 0.1 }
[joint.Q]
type = "prismatic"
bodies = ["c", "d"]
at = [[0.1, 0], [0, 0.2]]
axis = [1, 1]
rotation = { angle = 2 }
cut = true
[constraint.gear]
holonomic = "A - 2*B + 0.1*a.angle^2"
at_start = true
[constraint.rod]
type = "distance"
points = ["a.origin", "d.origin"]
length = "0.3 + 0.1*sin(t)"
[constraint.slip]
pfaffian = "b.tip.vx*sin(A) - 2*Q' - 0.1*cos(t)"
)toml",
                   2);
}

TEST(TracedRows, RackLineAndBladeAgreeWithTheSystem) {
  const std::string bodies = R"toml(
[body.rack]
mass = 1
[body.pinion]
mass = 1
[body.arm]
shapes = [ { sphere = 0.1, density = 1000 } ]
)toml";
  expect_same_rows("space = \"planar\"\n" + bodies + R"toml(
[joint.F]
type = "free"
bodies = ["ground", "rack"]
start = { x = 0.1, y = 0.2, angle = 0.3 }
[joint.A]
type = "free"
bodies = ["ground", "pinion"]
start = { x = 0.2, y = 0.5, angle = 1.3 }
[joint.B]
type = "revolute"
bodies = ["pinion", "arm"]
at = [[0.1, 0], [0, 0]]
[constraint.rack]
type = "rack"
pinion = "pinion"
radius = 0.2
on = "rack"
line = { point = [0, 0], direction = [1, 0.5] }
rows = "all"
[constraint.line]
type = "in-line"
point = ["arm", [0.3, 0.1]]
on = "ground"
line = { point = [0.2, 0.5], direction = [1, 0.2] }
[constraint.blade]
type = "no-slip"
body = "arm"
at = [0.1, 0]
direction = [0, 1]
)toml",
                   5);
  expect_same_rows(bodies + R"toml(
[joint.P]
type = "prismatic"
bodies = ["ground", "rack"]
axis = [1, 0, 0.5]
[joint.A]
type = "revolute"
bodies = ["ground", "pinion"]
at = [[0, 0.3, 0], [0, 0, 0]]
axis = [0, 1, 0]
start = 3
[joint.B]
type = "gimbal"
sequence = "zyx"
bodies = ["pinion", "arm"]
start = { 1 = 0.1, 2 = 0.2, 3 = 0.3 }
[constraint.rack]
type = "rack"
pinion = "pinion"
axis = [0, 1, 0]
radius = 0.2
on = "rack"
line = { point = [0, 0, 0], direction = [1, 0, 0.5] }
[constraint.line]
type = "in-line"
point = ["arm", [0.3, 0.1, 0]]
on = "rack"
line = { point = [0, 0.5, 0], direction = [1, 0.2, 0.1] }
)toml",
                   6);
}

TEST(TracedRows, SpatialRowsAgreeWithTheSystem) {
  expect_same_rows(R"toml(
[parameters]
l = 0.5
[body.a]
mass = 1
inertia = [0.1, 0.2, 0.3]
[body.b]
mass = 1
inertia = [0.1, 0.2, 0.3]
[body.c]
mass = 1
inertia = [0.1, 0.2, 0.3]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
axis = [1, 0, 1]
start = 0.3
[joint.U]
type = "universal"
bodies = ["a", "b"]
at = [["l", 0, 0], [0, 0, 0]]
axes = [[0, 0, 1], [1, 0, 0]]
start = { first = 0.2, second = -0.1 }
[joint.C]
type = "cylindrical"
bodies = ["ground", "c"]
at = [[0.1, 0.2, 0.3], [0, 0, 0]]
axis = [0, 1, 0.2]
[joint.S]
type = "spherical"
bodies = ["b", "c"]
at = [[0.5, 0.1, 0], [0.1, 0.2, 0.1]]
cut = true
[constraint.plane]
type = "in-plane"
point = ["b", [0.3, 0, 0.1]]
on = "c"
plane = { point = [0, 0, 0.1], normal = [1, 2, 0] }
[constraint.spin]
pfaffian = "a.wx + 2*b.wy - c.wz*c.center.x"
)toml",
                   3);
}

TEST(TracedRows, DrivenClosingJointsInSpaceAgreeWithTheSystem) {
  expect_same_rows(R"toml(
[body.a]
mass = 1
inertia = [0.1, 0.2, 0.3]
[body.b]
mass = 1
inertia = [0.1, 0.2, 0.3]
[joint.F]
type = "free"
sequence = "xyz"
bodies = ["ground", "a"]
start = { x = 0.1, y = 0.1, z = 0.2, 1 = 0.1, 2 = 0.2, 3 = 2.6 }
[joint.W]
type = "screw"
bodies = ["ground", "a"]
at = [[0.1, 0, 0], [0, 0.1, 0]]
pitch = 0.5
start = 2.8
cut = true
[joint.E]
type = "free"
sequence = "xyz"
bodies = ["a", "b"]
start = { x = 0.1, 1 = 1.2, 2 = 0.1, 3 = 0.2 }
[joint.G]
type = "gimbal"
sequence = "zxz"
bodies = ["ground", "b"]
at = [[0.2, 0.1, 0.1], [0.1, 0, 0.1]]
start = { 1 = 0.5, 2 = 1.2, 3 = 0.2 }
cut = true
[constraint.angles]
holonomic = "W + 0.5*G.1 - 2*G.2*G.3"
at_start = true
[constraint.rate]
pfaffian = "G.2' - 0.3*W' - t"
)toml",
                   7, true);
}

TEST(TracedRows, QuaternionsOfClosingJointsAgreeWithTheSystem) {
  expect_same_rows(R"toml(
[body.a]
mass = 1
inertia = [0.1, 0.2, 0.3]
[body.b]
mass = 1
inertia = [0.1, 0.2, 0.3]
[joint.A]
type = "gimbal"
sequence = "zyx"
bodies = ["ground", "a"]
start = { 1 = 0.4, 2 = 0.2, 3 = 0.3 }
[joint.B]
type = "free"
sequence = "xyz"
bodies = ["ground", "b"]
[joint.S]
type = "spherical"
bodies = ["a", "b"]
cut = true
[constraint.part]
holonomic = "S.qz - 0.1*A.1"
at_start = true
[constraint.spin]
pfaffian = "S.wx - 2*S.wz + A.1'"
)toml",
                   8, true);
}

TEST(TracedRows, QuaternionRowsAgreeWithTheSystem) {
  expect_same_rows(R"toml(
[parameters]
r = 0.3
[body.disc]
mass = 1
inertia = [0.1, 0.2, 0.1]
[body.arm]
mass = 1
inertia = [0.1, 0.2, 0.3]
[joint.F]
type = "free"
bodies = ["ground", "disc"]
start = { z = 0.28, qw = 0.9, qx = 0.3, qy = 0.2, qz = -0.1 }
[joint.S]
type = "spherical"
bodies = ["disc", "arm"]
at = [[0, 0.1, 0], [0.2, 0, 0]]
[joint.R]
type = "revolute"
bodies = ["ground", "arm"]
at = [[0, 0, 0.2], [0.1, 0, 0]]
axis = [0, 1, 0]
cut = true
[constraint.contact]
type = "rolling"
body = "disc"
radius = "r"
axis = [0, 1, 0]
[constraint.even]
holonomic = "F.x - F.qz + arm.origin.y^2"
at_start = true
)toml",
                   4);
}

}  // namespace
}  // namespace alembert::traced_rows_test
