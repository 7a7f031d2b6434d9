/// Constraints as rows of formulas, and their multipliers, against closed forms.
#include "alembert/forms/energies/constraint_rows.h"

#include <gtest/gtest.h>

#include "alembert/forms/energies/lagrange.h"
#include "alembert/forms/energies/multiplier_formulas.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/zero_test.h"
#include "model_text.h"

namespace alembert::constraint_rows_test {
namespace {

const std::string pendulum = R"toml(
  [parameters]
  m = 1
  r = 1
  g = 9.81
  [coordinates]
  x = { start = "r" }
  y = 0
  [energy]
  kinetic = "m*(x'^2 + y'^2)/2"
  potential = "m*g*y"
  [constraint.rod]
  holonomic = "(x^2 + y^2 - r^2)/2"
  )toml";

const std::string wheel = R"toml(
  [parameters]
  m = 1
  I = 1
  [coordinates]
  x = 0
  y = 0
  th = 0
  [energy]
  kinetic = "m*(x'^2 + y'^2)/2 + I*th'^2/2"
  [constraint.slip]
  pfaffian = "sin(th)*x' - cos(th)*y'"
  )toml";

void expect_equal(Expr found, Expr expected) {
  EXPECT_TRUE(proved_zero(found - expected)) << to_text(found) << " is not " << to_text(expected);
}

Expr parameter(const Lagrangian& model, const char* name) {
  for (const Parameter& p : model.parameters)
    if (p.name == name) return p.symbol;
  ADD_FAILURE() << name;
  return {};
}

Expr square(Expr e) { return e * e; }

TEST(ConstraintRows, Holonomic) {
  const Lagrangian model = model_from(pendulum);
  const GraphScope scope(*model.graph);
  const ConstraintFormulas rows = constraint_formulas(model);
  const std::vector<Expr> q = positions(model), v = rates(model);
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows.holonomic(), 1U);
  EXPECT_EQ(rows.names[0], "rod");
  expect_equal(rows.jacobian(0, 0), q[0]);
  expect_equal(rows.jacobian(0, 1), q[1]);
  EXPECT_TRUE(rows.b[0].is_zero());
  expect_equal(rows.c[0], -square(v[0]) - square(v[1]));
}

TEST(ConstraintRows, Pfaffian) {
  const Lagrangian model = model_from(wheel);
  const GraphScope scope(*model.graph);
  const ConstraintFormulas rows = constraint_formulas(model);
  const std::vector<Expr> q = positions(model), v = rates(model);
  EXPECT_EQ(rows.holonomic(), 0U);
  expect_equal(rows.jacobian(0, 0), sin(q[2]));
  expect_equal(rows.jacobian(0, 1), -cos(q[2]));
  EXPECT_TRUE(rows.jacobian(0, 2).is_zero());
  expect_equal(rows.c[0], -(cos(q[2]) * v[0] + sin(q[2]) * v[1]) * v[2]);
}

TEST(ConstraintRows, TimeAndTheOrderOfRows) {
  // A string that is pulled in, behind a Pfaffian row that moves by itself: holonomic rows come first.
  const Lagrangian model = model_from(R"toml(
    [parameters]
    l = 1
    k = 0.1
    [coordinates]
    x = 1
    y = 0
    [energy]
    kinetic = "x'^2 + y'^2"
    [constraint.belt]
    pfaffian = "2*x*y' - sin(t)*y"
    [constraint.string]
    holonomic = "x^2 + y^2 - (l - k*t)^2"
    )toml");
  const GraphScope scope(*model.graph);
  const ConstraintFormulas rows = constraint_formulas(model);
  const std::vector<Expr> q = positions(model), v = rates(model);
  const Expr t = Expr::time(), two(2.0), k = parameter(model, "k"), length = parameter(model, "l") - k * t;
  ASSERT_EQ(rows.names, (std::vector<std::string>{"string", "belt"}));
  EXPECT_EQ(rows.holonomic(), 1U);
  expect_equal(rows.b[0], -two * k * length);
  expect_equal(rows.c[0], -two * (square(v[0]) + square(v[1])) + two * square(k));
  expect_equal(rows.jacobian(1, 1), two * q[0]);
  expect_equal(rows.b[1], sin(t) * q[1]);
  // d/dt (2 x y' - sin(t) y) = 2 x y'' + 2 x' y' - cos(t) y - sin(t) y'
  expect_equal(rows.c[1], -two * v[0] * v[1] + cos(t) * q[1] + sin(t) * v[1]);
}

TEST(ConstraintRows, CountedFromTheStart) {
  const Lagrangian model = model_from(
      "[parameters]\na = 0.3\n[coordinates]\nx = \"2*a\"\ny = 1\n[energy]\nkinetic = \"x'^2 + y'^2\"\n"
      "[constraint.gear]\nholonomic = \"x - 2*y + t\"\nat_start = true\n");
  const GraphScope scope(*model.graph);
  const ConstraintFormulas rows = constraint_formulas(model);
  const std::vector<Expr> q = positions(model);
  expect_equal(rows.phi[0], q[0] - Expr(2.0) * q[1] + Expr::time() - (Expr(2.0) * parameter(model, "a") - Expr(2.0)));
}

TEST(ConstraintRows, LinearInDisguiseIsAccepted) {
  // (1 + x')^2 - x'^2 = 1 + 2 x'
  const Lagrangian model = model_from(
      "[coordinates]\nx = 0\n[energy]\nkinetic = \"x'^2\"\n[constraint.c]\npfaffian = \"(1 + x')^2 - x'^2\"\n");
  const GraphScope scope(*model.graph);
  const ConstraintFormulas rows = constraint_formulas(model);
  expect_equal(rows.jacobian(0, 0), Expr(2.0));
  expect_equal(rows.b[0], Expr(-1.0));
}

TEST(ConstraintRows, RefusesWhatIsNoConstraint) {
  const std::string base =
      "[inputs]\nu = 1\n[states]\ns = { start = 0, rate = \"1\" }\n[coordinates]\nx = 1\ny = 1\n[energy]\n"
      "kinetic = \"x'^2 + y'^2\"\n[constraint.c]\n";
  const auto expect = [&](const std::string& row, Error::Code code, const char* words) {
    const Lagrangian model = model_from(base + row);
    try {
      constraint_formulas(model);
      ADD_FAILURE() << "no error for " << row;
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), code) << e.what();
      EXPECT_EQ(e.at().line, 11) << e.what();
      EXPECT_NE(e.message().find("'c'"), std::string::npos) << e.what();
      EXPECT_NE(e.message().find(words), std::string::npos) << e.what();
      EXPECT_FALSE(e.hint().empty());
    }
  };
  using enum Error::Code;
  expect("holonomic = \"t - 1\"", bad_value, "no coordinate");
  expect("holonomic = \"sin(x)^2 + cos(x)^2 - 1\"", bad_value, "no coordinate");
  expect("holonomic = \"x - u\"", unsupported, "'u'");
  expect("holonomic = \"x - s\"", unsupported, "'s'");
  expect("pfaffian = \"x - 1\"", bad_value, "no rate");
  expect("pfaffian = \"x' - u\"", unsupported, "'u'");
  expect("pfaffian = \"x'*y'\"", bad_value, "not linear");
  expect("pfaffian = \"x'^2 - y'\"", bad_value, "not linear");
  expect("pfaffian = \"abs(x')\"", bad_value, "not linear");
  expect("pfaffian = \"x' + sign(y')\"", bad_value, "not linear");
  expect("pfaffian = \"x' + min(y', 0)\"", bad_value, "not linear");
  expect("pfaffian = \"y'/x'\"", bad_value, "not linear");
  expect("pfaffian = \"T - x'\"", bad_value, "not linear");
}

/// The formulas of the multipliers of a model.
struct Multipliers {
  explicit Multipliers(const std::string& text)
      : model(model_from(text)),
        scope(*model.graph),
        equations(simplified(derive_lagrange(model))),
        formulas(multiplier_formulas(equations)) {}

  Lagrangian model;
  GraphScope scope;
  LagrangeEquations equations;
  MultiplierFormulas formulas;
};

TEST(MultiplierFormulas, PendulumInXAndY) {
  // S45
  const Multipliers p(pendulum);
  ASSERT_EQ(p.formulas.values.size(), 1U) << p.formulas.why_not;
  const std::vector<Expr>&q = p.equations.q, &v = p.equations.v;
  const Expr m = parameter(p.model, "m"), r = parameter(p.model, "r"), g = parameter(p.model, "g");
  const Expr force = m * (square(v[0]) + square(v[1]) - g * q[1]);
  expect_equal(p.formulas.values[0], force / (square(q[0]) + square(q[1])));
  expect_equal(p.formulas.on_rows[0], force / square(r));
}

TEST(MultiplierFormulas, WheeledRobot) {
  // S46
  const Multipliers p(wheel);
  ASSERT_EQ(p.formulas.values.size(), 1U) << p.formulas.why_not;
  const std::vector<Expr>&q = p.equations.q, &v = p.equations.v;
  expect_equal(p.formulas.values[0], parameter(p.model, "m") * (v[0] * cos(q[2]) + v[1] * sin(q[2])) * v[2]);
}

TEST(MultiplierFormulas, CoordinateWithoutInertia) {
  // The spring acts on s = 2 x, which has no mass: k s + lambda = 0, m x'' - 2 lambda = 0.
  const Multipliers p(
      "[parameters]\nm = 1\nk = 3\n[coordinates]\nx = 1\ns = 2\n[energy]\nkinetic = \"m*x'^2/2\"\n"
      "potential = \"k*s^2/2\"\n[constraint.lever]\nholonomic = \"s - 2*x\"\n");
  ASSERT_EQ(p.formulas.values.size(), 1U) << p.formulas.why_not;
  expect_equal(p.formulas.values[0], -parameter(p.model, "k") * p.equations.q[1]);
}

TEST(MultiplierFormulas, TwoRows) {
  // S30, wagon and pendulum with the bob's place as coordinates: at the accelerations that belong to the multipliers,
  // m2 xp'' = -lambda1, m2 yp'' = -m2 g - lambda2 and J th'' = l (lambda1 cos th - lambda2 sin th) close the rows.
  const Multipliers p(R"toml(
    [parameters]
    m1 = 2
    m2 = 0.5
    J = 0.01
    l = 0.4
    g = 9.81
    [coordinates]
    x = 0
    th = 0.1
    xp = 0
    yp = 0.4
    [energy]
    kinetic = "m1*x'^2/2 + m2*(xp'^2 + yp'^2)/2 + J*th'^2/2"
    potential = "m2*g*yp"
    [constraint.across]
    holonomic = "xp - x - l*sin(th)"
    [constraint.up]
    holonomic = "yp - l*cos(th)"
    )toml");
  ASSERT_EQ(p.formulas.values.size(), 2U) << p.formulas.why_not;
  const Expr m1 = parameter(p.model, "m1"), m2 = parameter(p.model, "m2"), J = parameter(p.model, "J"),
             l = parameter(p.model, "l"), g = parameter(p.model, "g");
  const Expr s = sin(p.equations.q[1]), c = cos(p.equations.q[1]), rate = p.equations.v[1];
  const Expr a = p.formulas.values[0], b = p.formulas.values[1];
  const Expr x = a / m1, th = l * (a * c - b * s) / J, xp = -a / m2, yp = -g - b / m2;
  expect_equal(xp - x - l * c * th + l * s * square(rate), Expr());
  expect_equal(yp + l * s * th + l * c * square(rate), Expr());
}

TEST(MultiplierFormulas, SaysWhyThereAreNone) {
  const Multipliers twice(pendulum + "[constraint.again]\nholonomic = \"x^2 + y^2 - r^2\"\n");
  EXPECT_TRUE(twice.formulas.values.empty());
  EXPECT_NE(twice.formulas.why_not.find("not unique"), std::string::npos);
  std::string many =
      "[coordinates]\na = 0\nb = 0\nc = 0\nd = 0\ne = 0\n[energy]\n"
      "kinetic = \"a'^2 + b'^2 + c'^2 + d'^2 + e'^2\"\n";
  for (const char* row : {"a - b", "b - c", "c - d", "d - e"})
    many += std::string("[constraint.r") + row[0] + "]\nholonomic = \"" + row + "\"\n";
  const Multipliers four(many);
  EXPECT_TRUE(four.formulas.values.empty());
  EXPECT_NE(four.formulas.why_not.find("linear system"), std::string::npos);
}

}  // namespace
}  // namespace alembert::constraint_rows_test
