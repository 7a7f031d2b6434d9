// The certificate of a mechanism passes on sound models and fails where one of its routes is broken on purpose.
#include "alembert/analysis/certificate/certify_mechanism.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"

namespace alembert::certify_mechanism_test {
namespace {

const char* const arm = R"toml(
[parameters]
m = 2
[body.a]
mass = "m"
center = [0.2, 0.1, 0]
inertia = [0.1, 0.2, 0.25]
points.tip = [0.5, 0, 0]
[body.b]
mass = 1
center = [0.1, 0, 0.2]
inertia = [0.03, 0.05, 0.04, 0.002, 0, 0.001]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
axis = [0, 1, 0.5]
start = 0.3
damping = 0.1
effort = "sin(t)"
[joint.B]
type = "universal"
bodies = ["a", "b"]
at = ["a.tip", [0, 0, 0]]
axes = [[0, 0, 1], [1, 0, 0]]
rate = [0.5, -0.2]
[force.spring]
type = "spring"
points = [["ground", [0, 0, 1]], "b.center"]
stiffness = 20
length = 0.3
)toml";

struct Certified {
  explicit Certified(const std::string& text = arm)
      : model(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))), setup(model) {}

  Mechanism model;
  MechanismSetup setup;

  Certificate certificate() const { return certify(setup, {5, 1}); }
  /// Compiles the formulas of rows again, as they stand in the plan.
  void compile_rows() {
    const GraphScope scope(*model.graph);
    std::vector<Expr> values;
    for (const FormulaRow& row : setup.constraints.rows.formulas) {
      values.insert(values.end(), row.coefficients.begin(), row.coefficients.end());
      values.insert(values.end(), {row.phi, row.b, row.c});
    }
    setup.constraints.formula_program = FormulaProgram(model, setup.motion, values);
  }
  bool passes(const std::string& name) const { return passes(certificate(), name); }
  static bool passes(const Certificate& c, const std::string& name) {
    const auto it = std::ranges::find(c.checks, name, &Check::name);
    if (it == c.checks.end() || !it->passed) ADD_FAILURE() << name << " was not done";
    return it != c.checks.end() && it->passed.value_or(false);
  }
};

TEST(CertifyMechanism, PassesOnASoundModel) {
  const Certificate c = Certified().certificate();
  for (const Check& check : c.checks)
    EXPECT_TRUE(check.passed.value_or(!check.applies)) << check.name << ": " << check.note;
  EXPECT_TRUE(c.passed());
}

TEST(CertifyMechanism, NoticesNumbersThatAreNotTheModels) {
  Certified c;
  c.setup.par.I_B[1].h.x *= 1.001;
  EXPECT_FALSE(c.passes("derived formulas = kernels"));
}

TEST(CertifyMechanism, NoticesAFrameThatIsNoRotation) {
  Certified c;
  Mat3<double>& R = c.setup.par.X_PF[2].R;
  R = 1.0001 * R;
  EXPECT_FALSE(c.passes("M by product of exponentials"));
  EXPECT_FALSE(c.passes("rate of momentum = forces"));
}

TEST(CertifyMechanism, NoticesAnInertiaThatIsNotPositive) {
  Certified c;
  c.setup.par.I_B[1].I.zz = -5;
  const Certificate certificate = c.certificate();
  EXPECT_FALSE(std::ranges::all_of(certificate.checks, [](const Check& k) { return k.passed.value_or(false); }));
}

TEST(CertifyMechanism, NoticesAnotherGravity) {
  Certified c;
  c.setup.par.gravity_W.z = -9.0;
  EXPECT_FALSE(c.passes("derived formulas = kernels"));
}

void expect_sound(const std::string& text) {
  const Certificate c = Certified(text).certificate();
  EXPECT_FALSE(c.checks.empty());
  for (const Check& check : c.checks)
    EXPECT_TRUE(check.passed.value_or(true)) << check.name << " " << check.residual << ": " << check.note << text;
}

// No gravity and a planet with its mass centre on its axis: all velocity forces cancel, rounding is left of them. At
// 1e5 rad/s that is more than the inertia forces of the accelerations that are tried.
std::string planet(const std::string& rate) {
  return "space = 'planar'\ngravity = [0, 0]\n[body.c]\ninertia = 1\n[body.p]\nmass = 1\ninertia = 0.1\n"
         "[joint.C]\ntype = 'revolute'\nbodies = ['ground', 'c']\nrate = " +
         rate + "\n[joint.P]\ntype = 'revolute'\nbodies = ['c', 'p']\nat = [[0.3, 0], [0, 0]]\nrate = -" + rate +
         "\n[simulate]\ntime = 0.001\n";
}

TEST(CertifyMechanism, ForcesThatCancelAreNoErrors) {
  expect_sound(planet("0"));
  expect_sound(planet("1e5"));
}

TEST(CertifyMechanism, NoticesErrorsWhereForcesCancel) {
  Certified c(planet("0"));
  c.setup.par.X_PF[2].R = 1.0001 * c.setup.par.X_PF[2].R;
  EXPECT_FALSE(c.passes("M by product of exponentials"));
  EXPECT_FALSE(c.passes("Mdot - 2C skew") && c.passes("C v + g by Newton-Euler") &&
               c.passes("Newton-Euler = M a + C v + g"));
}

// A beam on a hinge and a rod: nothing can move. The rod may be at right angles to what the hinge lets its end do, and
// a spring may pull with forces far above what moves.
std::string beam(const std::string& rest) {
  return "space = 'planar'\n[body.beam]\nmass = 10\ncenter = [1, 0]\ninertia = 3\npoints.a = [1, 0]\n[joint.H]\n"
         "type = 'revolute'\nbodies = ['ground', 'beam']\n[constraint.r]\ntype = 'distance'\n"
         "points = [['ground', [1, -1]], 'beam.a']\nlength = 1\n" +
         rest;
}

TEST(CertifyMechanism, StructuresAtRestAreSound) {
  expect_sound(beam(""));
  expect_sound(beam("[constraint.s]\ntype = 'distance'\npoints = [['ground', [1, -2]], 'beam.a']\nlength = 2\n"));
  expect_sound(
      beam("[force.s]\ntype = 'spring'\npoints = [['ground', [1, 2]], 'beam.a']\nstiffness = 1e8\nlength = 1\n"));
}

TEST(CertifyMechanism, NoticesWrongRowsOfStructures) {
  const std::string text = beam("[constraint.f]\nholonomic = 'sin(H) + 3*beam.a.y'\n");
  expect_sound(text);
  Certified c(text);
  const GraphScope scope(*c.model.graph);
  c.setup.constraints.rows.formulas[0].coefficients[0] *= Expr(1.0001);
  c.compile_rows();
  // At rest A v is zero whatever A is: other speeds show it.
  EXPECT_FALSE(c.passes("derived formulas = kernels"));
  EXPECT_FALSE(c.passes("A v - b by dual numbers"));
}

// Rows of speeds alone: by a formula, of points that slip, of what rolls.
const char* const sled = R"toml(
[body.sled]
mass = 2
inertia = [0.3, 0.3, 0.3]
points.tip = [0.4, 0.1, 0]
[body.wheel]
mass = 1
inertia = [0.02, 0.04, 0.02]
[joint.P]
type = "planar"
bodies = ["ground", "sled"]
axis = [0, 0, 1]
rate = [1, 0, 0.3]
[joint.W]
type = "gimbal"
sequence = "xyz"
bodies = ["sled", "wheel"]
at = [[-0.5, 0, 0.3], [0, 0, 0]]
start = [0.2, 0, 0.1]
[constraint.k]
pfaffian = "sin(P.angle + 0.2*sin(t))*sled.tip.vx - cos(P.angle + 0.2*sin(t))*sled.tip.vy - 0.1*cos(3*t)"
[constraint.roll]
type = "rolling"
body = "wheel"
radius = 0.3
axis = [0, 1, 0]
rows = "forward"
[constraint.edge]
type = "no-slip"
body = "wheel"
at = [0, 0.1, 0.05]
direction = [0, 1, 0.2]
on = "sled"
)toml";

TEST(CertifyMechanism, RowsOfSpeedsAreComparedWithWhatIsWritten) {
  expect_sound(sled);
  EXPECT_TRUE(Certified(sled).passes("A v - b by dual numbers"));
  for (const double factor : {1.0001, -1.0}) {
    Certified c(sled);
    const GraphScope scope(*c.model.graph);
    FormulaRow& row = c.setup.constraints.rows.formulas[0];
    row.coefficients[0] *= Expr(factor);
    c.compile_rows();
    EXPECT_FALSE(c.passes("A v - b by dual numbers"));
  }
  Certified c(sled);
  const GraphScope scope(*c.model.graph);
  c.setup.constraints.rows.formulas[0].b += Expr(1e-6);
  c.compile_rows();
  EXPECT_FALSE(c.passes("A v - b by dual numbers"));
}

// A slider without rotational inertia turns with the loop alone: the tree has a motion without inertia.
const char* const crank = R"toml(
space = "planar"
[body.a]
mass = 1
inertia = 0.02
[body.b]
mass = 1
center = [0.3, 0]
inertia = 0.02
[body.s]
mass = 1
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
start = 0.4
rate = 1
[joint.B]
type = "revolute"
bodies = ["a", "b"]
at = [[0.3, 0], [0, 0]]
start = -0.6
[joint.C]
type = "revolute"
bodies = ["b", "s"]
at = [[0.6, 0], [0, 0]]
[joint.D]
type = "prismatic"
bodies = ["ground", "s"]
start = 0.8
[simulate]
time = 0.5
)toml";

TEST(CertifyMechanism, InertiaCountsOnTheMotionsThatLoopsAllow) {
  expect_sound(crank);
  EXPECT_TRUE(Certified(crank).passes("M positive definite"));
  Certified c(crank);
  for (Inertia<double>& I : c.setup.par.I_B) I.m = I.I.zz = -1.0;
  EXPECT_FALSE(c.passes("M positive definite"));
}

// The same arm at the size of molecules and of planets: what is wrong by 1e-4 is found, and nothing else.
std::string arm_of(const std::string& length, const std::string& mass) {
  return "[parameters]\nl = " + length + "\nm = " + mass +
         "\n[body.a]\nmass = 'm'\ncenter = ['l/5', 'l/9', 0]\ninertia = ['m*l^2/9', 'm*l^2/8', 'm*l^2/7']\n"
         "points.tip = ['l', 0, 0]\n[body.b]\nmass = 'm'\ncenter = [0, 'l/3', 'l/4']\n"
         "inertia = ['m*l^2/20', 'm*l^2/30', 'm*l^2/35']\n"
         "[joint.A]\ntype = 'cylindrical'\nbodies = ['ground', 'a']\naxis = [0, 1, 0.5]\n"
         "[joint.B]\ntype = 'revolute'\nbodies = ['a', 'b']\nat = ['a.tip', [0, 0, 0]]\naxis = [1, 0, 1]\nstart = 1\n"
         "[simulate]\ntime = 'sqrt(l)/10'\n";
}

TEST(CertifyMechanism, SizesFollowTheModel) {
  for (const auto& [length, mass] : {std::pair("1e-9", "1e-24"), std::pair("1e7", "1e21")}) {
    Certified c(arm_of(length, mass));
    const Certificate sound = c.certificate();
    for (const char* name :
         {"articulated bodies = Newton-Euler", "rate of momentum = forces", "M by product of exponentials",
          "Mdot - 2C skew", "C v + g by Newton-Euler", "Newton-Euler = M a + C v + g", "M^-1 (tau - C v - g) = a",
          "Euler-Lagrange by dual numbers", "derivatives by dual numbers", "derivatives by differences",
          "derived formulas = kernels"})
      EXPECT_TRUE(Certified::passes(sound, name)) << name << " " << length;
    Mat3<double>& R = c.setup.par.X_PF[3].R;
    R = 1.0001 * R;
    const Certificate wrong = c.certificate();
    for (const char* name : {"M by product of exponentials", "rate of momentum = forces", "derived formulas = kernels"})
      EXPECT_FALSE(Certified::passes(wrong, name)) << name << " " << length;
  }
}

}  // namespace
}  // namespace alembert::certify_mechanism_test
