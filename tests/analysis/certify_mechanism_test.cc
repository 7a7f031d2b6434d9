// The certificate of a mechanism passes on sound models and fails where one of its routes is broken on purpose.
#include "alembert/analysis/certify_mechanism.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "alembert/io/document.h"
#include "alembert/io/load.h"

namespace alembert {
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
  Mechanism model = std::get<Mechanism>(read_model(parse_toml(arm, "arm.toml")));
  MechanismSetup setup{model};

  Certificate certificate() const { return certify(setup, {5, 1}); }
  bool passes(const std::string& name) const {
    const Certificate c = certificate();
    const auto it = std::ranges::find(c.checks, name, &Check::name);
    if (it == c.checks.end() || !it->passed) ADD_FAILURE() << name << " was not done";
    return it != c.checks.end() && it->passed.value_or(false);
  }
};

TEST(CertifyMechanism, PassesOnASoundModel) {
  const Certificate c = Certified().certificate();
  for (const Check& check : c.checks) EXPECT_TRUE(check.passed.value_or(false)) << check.name << ": " << check.note;
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

}  // namespace
}  // namespace alembert
