// Formulas of mechanisms with quaternion joints, evaluated, against the kernels in numbers.
#include "alembert/forms/traced/traced_equations.h"

#include <gtest/gtest.h>

#include <cmath>

#include "alembert/core/random.h"
#include "alembert/forms/traced/traced_lagrangian.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/kernel/coriolis.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/manifold.h"
#include "alembert/kernel/rnea.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/tape_machine.h"
#include "alembert/symbolic/zero_test.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert::traced_equations_test {
namespace {

Mechanism mechanism_from(const std::string& text) {
  return std::get<Mechanism>(read_model(parse_toml(text, "model.toml")));
}

/// Joints that turn by a quaternion, from either of their bodies.
const char* const either_order[] = {R"toml(
[joint.F]
type = "free"
bodies = ["ground", "a"]
[joint.S]
type = "spherical"
bodies = ["a", "b"]
at = [[0.2, 0.1, 0], [0, 0, 0.1]]
)toml",
                                    R"toml(
[joint.F]
type = "free"
bodies = ["a", "ground"]
[joint.S]
type = "spherical"
bodies = ["b", "a"]
at = [[0, 0, 0.1], [0.2, 0.1, 0]]
)toml"};

class Formulas : public ::testing::TestWithParam<const char*> {};

TEST_P(Formulas, GiveWhatTheKernelsCompute) {
  Mechanism model = mechanism_from(R"toml(
[body.a]
mass = 2
center = [0.1, 0.2, -0.1]
inertia = [0.3, 0.4, 0.5, 0.01, 0.02, -0.03]
[body.b]
mass = 1
center = [0, 0.3, 0.1]
inertia = [0.03, 0.05, 0.04]
[body.c]
mass = 0.5
center = [0.2, 0, 0]
inertia = [0.01, 0.02, 0.02]
[joint.R]
type = "revolute"
bodies = ["b", "c"]
at = [[0, 0.4, 0], [0, 0, 0]]
axis = [1, 0, 1]
)toml" + std::string(GetParam()));
  const MechanismSetup setup(model);
  const GraphScope scope(*model.graph);
  const Lagrangian lagrangian = traced_lagrangian(setup.trace_input());
  const LagrangeEquations eq = traced_equations(setup.trace_input(), lagrangian);
  const Plan& plan = setup.compiled.plan;
  const auto n = static_cast<std::size_t>(plan.nv);

  std::vector<Expr> symbols = eq.q, formulas = eq.M;
  symbols.insert(symbols.end(), eq.v.begin(), eq.v.end());
  formulas.insert(formulas.end(), eq.C.begin(), eq.C.end());
  formulas.insert(formulas.end(), eq.g.begin(), eq.g.end());
  TapeMachine<double> machine(Tape(symbols, formulas));

  Random random(4);
  std::vector<double> q = setup.q0, dq(n), v(n), M(n * n), C(n * n), g(n), out(formulas.size());
  for (double& x : dq) x = random.uniform(-1.5, 1.5);
  for (double& x : v) x = random.uniform(-2, 2);
  step_on_manifold(plan, q, dq, q);
  std::vector<double> in = q;
  in.insert(in.end(), v.begin(), v.end());
  machine.run(in, out);

  Workspace<double> w(plan);
  DerivativeWorkspace<double> dw(plan);
  joint_poses<double>(plan, setup.par, q, w);
  crba<double>(plan, setup.par, M, w);
  coriolis_matrix<double>(plan, setup.par, v, C, {}, w, dw);
  gravity_vector<double>(plan, setup.par, g, w);
  // Entries of the order of 10, some hundred roundings each.
  for (std::size_t i = 0; i < n * n; ++i) EXPECT_NEAR(out[i], M[i], 1e-13);
  for (std::size_t i = 0; i < n * n; ++i) EXPECT_NEAR(out[n * n + i], C[i], 1e-12) << i / n << ", " << i % n;
  for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(out[2 * n * n + i], g[i], 1e-12);
}

INSTANTIATE_TEST_SUITE_P(EitherOrder, Formulas, ::testing::ValuesIn(either_order));

TEST(TracedEquations, AFreeBodyObeysEulersEquations) {
  Mechanism model = mechanism_from(R"toml(
gravity = [0, 0, 0]
[parameters]
m = 1
A = 1
B = 2
C = 3
[body.top]
mass = "m"
inertia = ["A", "B", "C"]
)toml");
  const MechanismSetup setup(model);
  const GraphScope scope(*model.graph);
  const Lagrangian lagrangian = traced_lagrangian(setup.trace_input());
  const LagrangeEquations eq = traced_equations(setup.trace_input(), lagrangian);
  const Expr a = model.parameters[1].symbol, b = model.parameters[2].symbol, c = model.parameters[3].symbol;
  const std::vector<Expr> residuals = eq.residuals();
  // A wx' + (C - B) wy wz = 0, and so on; m (v' + w x v) = 0.
  EXPECT_TRUE(proved_zero(residuals[0] - (a * eq.a[0] + (c - b) * eq.v[1] * eq.v[2])));
  EXPECT_TRUE(proved_zero(residuals[1] - (b * eq.a[1] + (a - c) * eq.v[2] * eq.v[0])));
  EXPECT_TRUE(proved_zero(residuals[2] - (c * eq.a[2] + (b - a) * eq.v[0] * eq.v[1])));
  const Expr m = model.parameters[0].symbol;
  EXPECT_TRUE(proved_zero(residuals[3] - m * (eq.a[3] + eq.v[1] * eq.v[5] - eq.v[2] * eq.v[4])));
}

}  // namespace
}  // namespace alembert::traced_equations_test
