// Rows, forces and measures are checked against the description: numbers that are not the model's are seen.
#include "alembert/analysis/certificate/lines/certify_closure.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "alembert/analysis/certificate/lines/certify_forces.h"
#include "alembert/analysis/certificate/lines/certify_measures.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"

namespace alembert::certify_closure_test {
namespace {

/// Two bodies that float, tied together by what is given.
std::string tied(const std::string& tie) {
  return "[body.a]\nmass = 1\ninertia = [0.1, 0.2, 0.25]\n"
         "[body.b]\nmass = 2\ninertia = [0.3, 0.2, 0.25]\nposition = [0.5, 0, 0]\n"
         "[joint.A]\ntype = 'free'\nbodies = ['ground', 'a']\nrate = [0.3, 0.1, 0.2, 0.1, 0, 0]\n[joint.B]\ntype = "
         "'free'\nbodies = ['ground', 'b']\n"
         "start = [0.5, 0, 0, 1, 0, 0, 0]\nrate = [0.1, 0.4, 0.1, 0, 0.2, 0]\n" +
         tie;
}
std::string closed_by(const std::string& joint) { return tied("[joint.C]\nbodies = ['a', 'b']\ncut = true\n" + joint); }

struct Tied {
  explicit Tied(const std::string& text)
      : model(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))), setup(model) {}

  Certificate lines() const {
    Certificate certificate;
    CertifyBench bench(setup);
    const MechanismSamples samples = mechanism_samples(setup, 5, 1);
    check_closure(certificate, bench, samples);
    check_forces(certificate, bench, samples);
    check_measures(certificate, bench, samples);
    return certificate;
  }
  bool passes(const std::string& name) const {
    const Certificate certificate = lines();
    const auto line = std::ranges::find(certificate.checks, name, &Check::name);
    return line != certificate.checks.end() && line->passed.value_or(false);
  }

  Mechanism model;
  MechanismSetup setup;
};

const std::vector<std::string> ties = {
    closed_by("type = 'revolute'\nat = [[0.3, 0, 0.1], [-0.2, 0, 0.1]]\naxis = [1, 2, -1]\nstiffness = 3\n"),
    closed_by("type = 'prismatic'\nat = [[0.3, 0, 0.1], [-0.2, 0, 0.1]]\naxis = [1, 0, 1]\ndamping = 2\n"),
    closed_by("type = 'cylindrical'\nat = [[0.3, 0, 0.1], [-0.2, 0, 0.1]]\naxis = [1, 0, 1]\neffort = [1, 2]\n"),
    closed_by("type = 'screw'\npitch = 0.3\nat = [[0.3, 0, 0.1], [-0.2, 0, 0.1]]\naxis = [1, 0, 1]\neffort = 0.5\n"),
    closed_by("type = 'universal'\nat = [[0.3, 0, 0.1], [-0.2, 0, 0.1]]\naxes = [[0, 1, 0], [1, 0, 1]]\n"),
    closed_by("type = 'planar'\nat = [[0.3, 0, 0.1], [-0.2, 0, 0.1]]\naxes = [[1, 0, 1], [1, 0, -1]]\n"),
    closed_by("type = 'spherical'\nat = [[0.3, 0, 0.1], [-0.2, 0, 0.1]]\neffort = [1, 2, 3]\n"),
    closed_by("type = 'gimbal'\nsequence = 'zxy'\nat = [[0.3, 0, 0.1], [-0.2, 0, 0.1]]\neffort = [1, 2, 3]\n"),
    closed_by("type = 'translation'\nat = [[0.3, 0, 0.1], [-0.2, 0, 0.1]]\nrotation = { rpy = [0, 0, 0] }\n"),
    closed_by("type = 'fixed'\nat = [[0.3, 0, 0.1], [-0.2, 0, 0.1]]\n"),
    tied(
        "[constraint.c]\ntype = 'distance'\npoints = [['a', [0.1, 0, 0]], ['b', [0, 0.2, 0]]]\nlength = '0.5 + t/9'\n"),
    tied("[constraint.c]\ntype = 'in-line'\npoint = ['b', [0, 0.1, 0]]\non = 'a'\n"
         "line = { point = [0.1, 0, 0], direction = [1, 0.2, 0] }\n"),
    tied("[constraint.c]\ntype = 'in-plane'\npoint = ['b', [0, 0.1, 0]]\non = 'a'\n"
         "plane = { point = [0.1, 0, 0], normal = [0, 1, 2] }\n"),
    tied("[constraint.c]\ntype = 'no-slip'\nbody = 'b'\nat = [0.1, 0, 0]\ndirection = [1, 1, 0]\non = 'a'\n"),
    tied("[constraint.c]\ntype = 'rolling'\nbody = 'b'\nradius = 0.3\naxis = [0, 1, 0.5]\non = 'a'\n"
         "plane = { point = [0, 0, -0.3], normal = [0, 0.1, 1] }\n"),
    tied("[constraint.c]\ntype = 'rolling'\nbody = 'b'\nellipsoid = [0.3, 0.2, 0.25]\non = 'a'\n"
         "plane = { point = [0, 0, -0.3], normal = [0, 0.1, 1] }\n"),
    tied("[constraint.c]\ntype = 'rack'\npinion = 'b'\nradius = -0.2\naxis = [0, 1, 0.2]\non = 'a'\nrows = 'all'\n"
         "line = { point = [0, 0, -0.2], direction = [1, 0.1, 0] }\n"),
};

TEST(CertifyClosure, EveryJointAndConstraintIsAsWritten) {
  for (const std::string& text : ties)
    for (const Check& line : Tied(text).lines().checks)
      EXPECT_TRUE(line.passed.value_or(!line.applies)) << line.name << " " << line.residual << " " << line.note << text;
}

TEST(CertifyClosure, NoticesAnotherAxis) {
  for (const std::size_t k : {0, 1, 2, 3}) {
    Tied t(ties[k]);
    t.setup.choices.joints[2].axis = AxisChoice::x;
    EXPECT_FALSE(t.passes("rows as described")) << ties[k];
  }
}

TEST(CertifyClosure, NoticesAnotherLineOrPlane) {
  for (const std::size_t k : {11, 12, 14, 16}) {
    Tied t(ties[k]);
    t.setup.choices.constraints[0][0] = AxisChoice::y;
    EXPECT_FALSE(t.passes("rows as described") && t.passes("constraints hold as described")) << ties[k];
  }
}

TEST(CertifyClosure, NoticesARackThatStartsElsewhere) {
  Tied t(ties[16]);
  t.setup.constraints.rack_start[0] += 1e-6;
  EXPECT_FALSE(t.passes("constraints hold as described"));
}

const char* const loaded = R"toml(
space = "planar"
[body.a]
mass = 1
inertia = 0.1
center = [0.2, 0]
[body.b]
mass = 2
inertia = 0.2
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
stiffness = 4
rest = 0.2
damping = 0.3
friction = [0.4, 0.6]
effort = "sin(t)"
armature = 0.3
[joint.B]
type = "prismatic"
bodies = ["a", "b"]
at = [[0.4, 0], [0, 0.1]]
rate = 1
[force.s]
type = "spring"
points = [["ground", [1, 0]], ["b", [0.1, 0]]]
stiffness = 20
damping = 2
length = 0.3
actuator = "cos(t)"
[force.r]
type = "rotational-spring"
bodies = ["ground", "b"]
stiffness = 3
damping = 0.2
rest = 0.1
[force.f]
type = "force"
body = "b"
at = [0.2, 0.1]
value = [3, "A'"]
[force.t]
type = "torque"
body = "a"
value = "1 + t"
)toml";

TEST(CertifyForces, EveryForceIsAsWritten) {
  for (const Check& line : Tied(loaded).lines().checks)
    EXPECT_TRUE(line.passed.value_or(!line.applies)) << line.name << " " << line.residual << " " << line.note;
}

TEST(CertifyForces, NoticesForcesThatAreNotTheModels) {
  // Forces are evaluated by what was read before, and then something else is described.
  const auto notices = [](const auto& plant) {
    Tied t(loaded);
    const GraphScope scope(*t.model.graph);
    CertifyBench bench(t.setup);
    plant(t.model);
    Certificate certificate;
    check_forces(certificate, bench, mechanism_samples(t.setup, 5, 1));
    return !certificate.checks.at(0).passed.value_or(true);
  };
  EXPECT_TRUE(notices([](Mechanism& m) { m.springs[0].damping = -m.springs[0].damping; }));
  EXPECT_TRUE(notices([](Mechanism& m) { m.springs[0].points[1].p.y += Expr(1e-6); }));
  EXPECT_TRUE(notices([](Mechanism& m) { m.joints[0].stiffness[0] *= Expr(1.00001); }));
  EXPECT_TRUE(notices([](Mechanism& m) { std::swap(m.joints[0].friction[0][0], m.joints[0].friction[0][1]); }));
  EXPECT_TRUE(notices([](Mechanism& m) { m.rotational_springs[0].rest = Expr(-0.1); }));
  EXPECT_TRUE(notices([](Mechanism& m) { m.forces[0].at.p.x = -m.forces[0].at.p.x; }));
  EXPECT_TRUE(notices([](Mechanism& m) { m.forces[1].in_body_frame = m.forces[1].torque = false; }));
}

TEST(CertifyForces, NoticesEnergiesThatAreNotTheModels) {
  Tied t(loaded);
  t.setup.par.armature[0] *= 1.00001;
  EXPECT_FALSE(t.passes("energies as described"));
}

TEST(CertifyMeasures, NoticesAnotherFrame) {
  Tied t(ties[0]);
  t.setup.par.X_BU[2].R = rotation_z(1e-6);
  EXPECT_FALSE(t.passes("measures as described"));
}

}  // namespace
}  // namespace alembert::certify_closure_test
