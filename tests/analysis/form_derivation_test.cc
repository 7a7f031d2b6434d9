// Rows S10, S13 to S21 from model files: the matrices of the notes, and formulas that give the numbers of
// all_forms_at().
#include "alembert/analysis/derivation/form_derivation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "alembert/analysis/certificate/oracles/form_numbers.h"
#include "alembert/analysis/state/evaluate_mechanism.h"
#include "alembert/core/error.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/zero_test.h"

namespace alembert::form_derivation_test {
namespace {

const char* const rod_roller = R"toml(
space   = "planar"
gravity = [0, "-g"]
[parameters]
m2 = 1.5
m3 = 0.8
J2 = 0.05
J3 = 0.002
l  = 0.6
g  = 9.81
[inputs]
M2 = 3.0
M3 = "0.02*sin(5*t)"
[body.rod]
mass     = "m2"
inertia  = "J2"
[body.roller]
mass    = "m3"
inertia = "J3"
[joint.A]
type   = "revolute"
bodies = ["ground", "rod"]
at     = [[0, 0], ["-l/2", 0]]
start  = "20 deg"
rate   = 1.5
[joint.B]
type   = "revolute"
bodies = ["rod", "roller"]
at     = [["l/2", 0], [0, 0]]
[force.M2]
type  = "torque"
body  = "rod"
value = "M2"
[force.M3]
type  = "torque"
body  = "roller"
value = "M3"
)toml";

struct Loaded {
  explicit Loaded(const char* text) : model(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))) {}
  FormDerivation derive(FormRequest request) const {
    request.at = start_point(setup);
    return derive_form(setup, request);
  }
  FormDerivation derive(const std::string& form) const {
    FormRequest request;
    request.form = form;
    return derive(request);
  }
  Expr parameter(const std::string& name) const { return Expr::symbol(name, SymbolKind::parameter); }

  Mechanism model;
  MechanismSetup setup{model};
};

const Dense<Expr>& block(const FormDerivation& d, const std::string& name) {
  const auto found = std::ranges::find(d.system.blocks, name, &NamedBlock<Expr>::name);
  if (found == d.system.blocks.end()) throw std::runtime_error("no block " + name);
  return found->value;
}
void expect_equal(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_TRUE(proved_zero(a[i] - b[i])) << i << ": " << to_text(a[i]) << " against " << to_text(b[i]);
}

TEST(FormDerivation, RodAndRollerOfTheNotes) {
  const Loaded x(rod_roller);
  const GraphScope scope(*x.model.graph);
  const Expr l = x.parameter("l"), th = Expr::symbol("rod.angle", SymbolKind::coordinate);
  const Expr w = Expr::symbol("rod.angle", SymbolKind::coordinate, 1), s = sin(th), c = cos(th), O, I(1.0);
  const FormDerivation eliminated = x.derive("eliminated");
  EXPECT_EQ(eliminated.independent, (std::vector<std::string>{"rod.angle", "roller.angle"}));
  expect_equal(block(eliminated, "B").a,
               {-l / Expr(2.0) * s, O, l / Expr(2.0) * c, O, I, O, -l * s, O, l * c, O, O, I});
  const Expr k = w * w * l, half(0.5);
  expect_equal(block(eliminated, "gamma").a, {-k * half * c, -k * half * s, O, -k * c, -k * s, O});
  expect_equal(block(eliminated, "Cq").a, {I, O, l * half * s,  O,  O, O, O, I, -l * half * c, O, O,  O,
                                           I, O, -l * half * s, -I, O, O, O, I, l * half * c,  O, -I, O});
  const FormDerivation reactions = x.derive("augmented-reactions");
  EXPECT_EQ(reactions.system.matrix.rows, 10);
  EXPECT_EQ(reactions.system.matrix.cols, 10);
  expect_equal({reactions.system.matrix(2, 6), reactions.system.matrix(2, 7), reactions.system.matrix(2, 8)},
               {-l * half * s, l * half * c, -l * half * s});
  const FormDerivation separate = x.derive("separate");
  EXPECT_EQ(separate.system.unknowns, (std::vector<std::string>{"A.fx", "A.fy", "B.fx", "B.fy", "M2", "M3"}));
}

/// Accelerations that the unknowns of a form include, in order; empty where it does not have all.
std::vector<double> accelerations(const FormDerivation& d) {
  const auto mass = std::ranges::find(d.system.blocks, "M", &NamedBlock<Expr>::name);
  std::vector<double> result;
  if (mass == d.system.blocks.end() || d.system.form == "variational") return result;  // other points of the bodies
  for (const std::string& name : mass->column_names) {
    const auto found = std::ranges::find(d.system.unknowns, name);
    if (found == d.system.unknowns.end()) return {};
    result.push_back(d.values->unknowns[static_cast<std::size_t>(found - d.system.unknowns.begin())]);
  }
  return result;
}

/// The solution of every form's formulas at the start equals what the same form gives in numbers.
void expect_numbers(const Loaded& x) {
  MechanismDynamics<double> dynamics(x.setup);
  FormulaMachine<double> inputs(x.setup.input_program, x.setup.real.parameters());
  const std::span<const double> u = inputs.run({});
  const std::vector<FormResult> results =
      all_forms_at(x.setup, dynamics, start_point(x.setup), std::vector<double>(u.begin(), u.end()));
  for (const FormResult& result : results) {
    if (result.form == "lagrange") continue;  // derive() has its formulas
    FormRequest request;
    request.form = result.form;
    request.numbers = true;
    const FormDerivation d = x.derive(request);
    ASSERT_TRUE(d.values);
    // Numbers may choose other independent coordinates or drives than formulas: compare what both name.
    const std::vector<double> own = accelerations(d), &other = result.answer->accelerations;
    if (own.empty() || result.form == "recursive") continue;
    double scale = 1.0;
    for (const double value : other) scale = std::max(scale, std::abs(value));
    ASSERT_EQ(own.size(), other.size()) << result.form;
    for (std::size_t i = 0; i < own.size(); ++i) EXPECT_NEAR(own[i], other[i], 1e-9 * scale) << result.form << " " << i;
  }
}

TEST(FormDerivation, FormulasGiveTheNumbersOfAPlanarModel) { expect_numbers(Loaded(rod_roller)); }

TEST(FormDerivation, FormulasGiveTheNumbersOfASpatialModel) {
  expect_numbers(Loaded(R"toml(
    [parameters]
    l = 0.5
    [body.a]
    mass = 2
    center = ["l/2", 0, 0]
    inertia = [0.01, 0.2, 0.25]
    [body.b]
    mass = 1
    center = [0.1, 0, 0.2]
    inertia = [0.03, 0.05, 0.04, 0.002, 0, 0.001]
    [joint.A]
    type = "revolute"
    bodies = ["ground", "a"]
    start = 0.3
    rate = 1.2
    effort = "2*cos(t)"
    [joint.B]
    type = "prismatic"
    bodies = ["a", "b"]
    at = [["l", 0, 0], [0, 0, 0]]
    axis = [0, 0, 1]
    start = 0.2
    rate = -0.4
    stiffness = 10
    )toml"));
}

TEST(FormDerivation, DAlembertOnAMovingBase) {
  const Loaded x(R"toml(
    space   = "planar"
    gravity = [0, "-g"]
    [parameters]
    m = 2.0
    l = 0.6
    J = 0.07
    g = 9.81
    a = 0.05
    w = 12.0
    [inputs]
    M = 0.4
    [body.base]
    [body.rod]
    mass    = "m"
    center  = ["l/2", 0]
    inertia = "J"
    [joint.z]
    type   = "prismatic"
    bodies = ["ground", "base"]
    axis   = [1, 0]
    motion = "a*sin(w*t)"
    [joint.th]
    type   = "revolute"
    bodies = ["base", "rod"]
    start  = "-60 deg"
    [force.M]
    type  = "torque"
    body  = "rod"
    value = "M"
    )toml");
  const GraphScope scope(*x.model.graph);
  const FormDerivation d = x.derive("dalembert");
  const auto row = std::ranges::find(d.system.equations, "moment rod.angle about th") - d.system.equations.begin();
  ASSERT_LT(row, static_cast<std::ptrdiff_t>(d.system.equations.size()));
  const int i = static_cast<int>(row);
  const Expr m = x.parameter("m"), l = x.parameter("l"), J = x.parameter("J"), g = x.parameter("g"), two(2.0);
  const Expr th = Expr::symbol("rod.angle", SymbolKind::coordinate), M = Expr::symbol("M", SymbolKind::input);
  const Expr wt = x.parameter("w") * Expr::time(),
             zdd = -x.parameter("a") * x.parameter("w") * x.parameter("w") * sin(wt);
  // S10: (J + m l^2/4) th'' = M - m g (l/2) cos th + m z'' (l/2) sin th, free of every reaction.
  expect_equal({d.system.matrix(i, 0), d.system.right[static_cast<std::size_t>(i)]},
               {J + m * l * l / Expr(4.0), M - m * g * l / two * cos(th) + m * zdd * l / two * sin(th)});
  for (int j = 1; j < d.system.matrix.cols; ++j) EXPECT_TRUE(d.system.matrix(i, j).is_zero()) << j;
}

TEST(FormDerivation, ErrorsNameWhatIsWrong) {
  const Loaded x(rod_roller);
  FormRequest request;
  request.form = "augmentd";
  EXPECT_THROW(x.derive(request), Error);
  request.form = "embedded";
  request.independent = {"rod.z"};
  EXPECT_THROW(x.derive(request), Error);
  request.independent = {"rod.x", "rod.y"};
  EXPECT_THROW(x.derive(request), Error);
  request.form = "dalembert";
  request.independent = {};
  request.about = "rod.tip";
  EXPECT_THROW(x.derive(request), Error);
  request.about = "rod.center";
  EXPECT_NO_THROW(x.derive(request));
}

}  // namespace
}  // namespace alembert::form_derivation_test
