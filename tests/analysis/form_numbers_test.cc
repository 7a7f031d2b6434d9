// Row S35: on every kind of joint, force and constraint all forms give the same accelerations and constraint forces.
#include "alembert/analysis/certificate/oracles/form_numbers.h"

#include <gtest/gtest.h>

#include <cmath>

#include "alembert/analysis/state/evaluate_mechanism.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"

namespace alembert::form_numbers_test {
namespace {

/// Dense systems of up to about 100 unknowns with condition numbers up to 1e5.
constexpr double tolerance = 1e-9;

struct Case {
  const char* name;
  const char* text;
};

const char* const spatial_chain = R"toml(
[inputs]
u = 0.7
[body.a]
mass = 2
center = [0.2, 0.1, 0]
inertia = [0.1, 0.2, 0.25]
points.tip = [0.5, 0, 0]
[body.b]
mass = 1
center = [0.1, 0, 0.2]
inertia = [0.03, 0.05, 0.04, 0.002, 0, 0.001]
points.tip = [0.1, 0.3, 0]
[body.c]
mass = 0.6
center = [0, 0.1, 0]
inertia = [0.02, 0.015, 0.03]
[body.d]
mass = 0.8
center = [0.05, 0, 0.1]
inertia = [0.02, 0.025, 0.01]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
axis = [0, 1, 0.5]
start = 0.3
rate = 1.2
damping = 0.1
armature = 0.05
effort = "u"
[joint.B]
type = "universal"
bodies = ["a", "b"]
at = ["a.tip", [0, 0, 0]]
axes = [[0, 0, 1], [1, 0, 0]]
start = [0.4, -0.2]
rate = [0.5, -0.2]
[joint.C]
type = "spherical"
bodies = ["b", "c"]
at = ["b.tip", [0, 0, 0]]
rate = [0.3, -0.6, 0.8]
[joint.D]
type = "cylindrical"
bodies = ["a", "d"]
at = [[0.1, 0.2, 0], [0, 0, 0]]
axis = [1, 0, 1]
start = [0.5, 0.1]
rate = [-0.7, 0.4]
[force.spring]
type = "spring"
points = [["ground", [0, 0, 1]], "c.center"]
stiffness = 20
damping = 0.3
length = 0.3
)toml";

const char* const screw_and_gimbal = R"toml(
[body.a]
mass = 1
center = [0.1, 0.05, 0]
inertia = [0.02, 0.03, 0.04]
[body.b]
mass = 0.7
center = [0, 0.1, 0.1]
inertia = [0.01, 0.02, 0.015]
[body.p]
mass = 0.5
center = [0.02, 0, 0.1]
inertia = [0.01, 0.012, 0.009]
[body.f]
mass = 2
inertia = [0.1, 0.2, 0.3]
center = [0.05, -0.02, 0.01]
[joint.S]
type = "screw"
bodies = ["ground", "a"]
axis = [0, 0.3, 1]
pitch = 0.05
start = 0.4
rate = 2
[joint.G]
type = "gimbal"
sequence = "zxy"
bodies = ["a", "b"]
at = [[0.2, 0, 0], [0, 0, 0]]
start = [0.3, 0.2, -0.4]
rate = [0.5, -1, 0.7]
[joint.P]
type = "planar"
bodies = ["a", "p"]
axis = [0, 0, 1]
start = [0.1, -0.2, 0.3]
rate = [0.4, 0.3, -1]
)toml";

const char* const slider_crank = R"toml(
space = "planar"
[inputs]
torque = 2.5
[body.crank]
mass = 1
center = [0.05, 0.01]
inertia = 0.002
[body.rod]
mass = 0.8
center = [0.2, 0]
inertia = 0.01
[body.slider]
mass = 0.5
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
start = "50 deg"
rate = 8
fixed = true
effort = "torque"
damping = 0.01
[joint.B]
type = "revolute"
bodies = ["crank", "rod"]
at = [[0.1, 0], [0, 0]]
[joint.C]
type = "revolute"
bodies = ["rod", "slider"]
at = [[0.4, 0], [0, 0]]
[joint.D]
type = "prismatic"
bodies = ["ground", "slider"]
at = [[0, 0], [0, 0]]
axis = [1, 0.1]
friction = 0.3
friction_width = 0.1
[force.push]
type = "force"
body = "slider"
value = [-5, 1]
)toml";

const char* const driven_four_bar = R"toml(
space = "planar"
[body.crank]
mass = 1
center = [0.1, 0]
inertia = 0.01
[body.coupler]
mass = 2
center = [0.5, 0.1]
inertia = 0.15
[body.rocker]
mass = 1.5
center = [0.3, 0]
inertia = 0.06
[joint.O]
type = "revolute"
bodies = ["ground", "crank"]
motion = "1 + 2*t"
[joint.A]
type = "revolute"
bodies = ["crank", "coupler"]
at = [[0.3, 0], [0, 0]]
[joint.C]
type = "revolute"
bodies = ["ground", "rocker"]
at = [[1, 0], [0, 0]]
start = "100 deg"
[joint.B]
type = "revolute"
bodies = ["coupler", "rocker"]
at = [[0.9, 0], [0.6, 0]]
)toml";

const char* const coupled_and_rolling = R"toml(
[body.wheel]
mass = 1
inertia = [0.02, 0.04, 0.02]
position = [0, 0, 0.3]
[body.arm]
mass = 0.4
center = [0.2, 0, 0]
inertia = [0.001, 0.005, 0.005]
[body.tip]
mass = 0.2
center = [0.1, 0, 0]
inertia = [0.001, 0.002, 0.002]
[joint.F]
type = "free"
bodies = ["ground", "wheel"]
rate = { wx = 0.2, wy = 3, wz = 0.5 }
[joint.H]
type = "revolute"
bodies = ["wheel", "arm"]
axis = [0, 1, 0]
rate = 1
[joint.K]
type = "revolute"
bodies = ["arm", "tip"]
at = [[0.4, 0, 0], [0, 0, 0]]
axis = [0, 1, 0]
[constraint.gear]
holonomic = "H + 2*K"
[constraint.contact]
type = "rolling"
body = "wheel"
radius = 0.3
axis = [0, 1, 0]
)toml";

class AllForms : public ::testing::TestWithParam<Case> {};

TEST_P(AllForms, Agree) {
  Mechanism model = std::get<Mechanism>(read_model(parse_toml(GetParam().text, "model.toml")));
  const MechanismSetup setup(model);
  MechanismDynamics<double> dynamics(setup);
  FormulaMachine<double> inputs(setup.input_program, setup.real.parameters());
  const std::span<const double> given = inputs.run({});
  const std::vector<double> u(given.begin(), given.end());
  const std::vector<FormResult> results = all_forms_at(setup, dynamics, start_point(setup), u);
  for (const FormResult& result : results) {
    ASSERT_TRUE(result.answer) << result.form << ": " << result.why_not;
    EXPECT_LT(result.answer->residual, tolerance) << result.form;
  }
  const FormAgreement agreement = compare_forms(results);
  EXPECT_EQ(agreement.forms, 12);
  EXPECT_LT(agreement.accelerations, tolerance) << agreement.worst;
  EXPECT_LT(agreement.forces, tolerance) << agreement.worst;
  EXPECT_LT(agreement.reactions, tolerance) << agreement.worst;
}

INSTANTIATE_TEST_SUITE_P(Models, AllForms,
                         ::testing::Values(Case{"SpatialChain", spatial_chain},
                                           Case{"ScrewAndGimbal", screw_and_gimbal}, Case{"SliderCrank", slider_crank},
                                           Case{"DrivenFourBar", driven_four_bar},
                                           Case{"CoupledAndRolling", coupled_and_rolling}),
                         [](const auto& instance) { return instance.param.name; });

TEST(FormNumbers, LargeModelsSayWhy) {
  Mechanism model = std::get<Mechanism>(read_model(parse_toml(R"toml(
    [body.link]
    count = 60
    mass = 1
    inertia = [0.1, 0.1, 0.1]
    [joint.J]
    count = 60
    type = "revolute"
    bodies = ["link[#-1]", "link[#]"]
    at = [[0.1, 0, 0], [0, 0, 0]]
    )toml",
                                                              "chain.toml")));
  const MechanismSetup setup(model);
  MechanismDynamics<double> dynamics(setup);
  for (const FormResult& result : all_forms_at(setup, dynamics, start_point(setup), {})) {
    EXPECT_FALSE(result.answer);
    EXPECT_NE(result.why_not.find("300"), std::string::npos);
  }
}

}  // namespace
}  // namespace alembert::form_numbers_test
