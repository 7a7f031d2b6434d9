#include "alembert/forms/energies/lagrange.h"

#include <gtest/gtest.h>

#include "alembert/core/error.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/zero_test.h"
#include "model_text.h"

namespace alembert::lagrange_test {
namespace {

/// d/dt dL/dq' - dL/dq - Q, by total differentiation: a second route to the equations.
std::vector<Expr> euler_lagrange(const Lagrangian& model, const LagrangeEquations& eq) {
  const Expr L = lagrangian_of(model);
  const std::vector<Expr> momenta = gradient(L, eq.v), slopes = gradient(L, eq.q);
  std::vector<Expr> result;
  for (std::size_t i = 0; i < eq.n; ++i)
    result.push_back(time_derivative(momenta[i]) - slopes[i] - eq.effort[i] - eq.applied[i]);
  return result;
}

void expect_equal(Expr a, Expr b) { EXPECT_EQ(compare_values(a, b).verdict, Verdict::proved); }

TEST(Lagrange, EqualsTotalDifferentiation) {
  Lagrangian model = rich_model();
  const GraphScope scope(*model.graph);
  const LagrangeEquations eq = derive_lagrange(model), simple = simplified(eq);
  const std::vector<Expr> expected = euler_lagrange(model, eq);
  for (std::size_t i = 0; i < eq.n; ++i) {
    expect_equal(eq.residuals()[i], expected[i]);
    expect_equal(simple.residuals()[i], expected[i]);
  }
}

TEST(Lagrange, ChristoffelSymbolsMakeMdotMinus2CSkew) {
  const Lagrangian model = rich_model();
  const GraphScope scope(*model.graph);
  const LagrangeEquations eq = derive_lagrange(model);
  for (std::size_t i = 0; i < eq.n; ++i)
    for (std::size_t j = 0; j < eq.n; ++j) {
      Expr mdot;
      for (std::size_t k = 0; k < eq.n; ++k) mdot += derivative(eq.mass(i, j), eq.q[k]) * eq.v[k];
      expect_equal(mdot, eq.C[i * eq.n + j] + eq.C[j * eq.n + i]);
    }
}

TEST(Lagrange, PowerIsTheRateOfTheConservedEnergy) {
  // On a motion: d(conserved)/dt - power = sum_i (equation_i) q'_i, which vanishes with the equations.
  Lagrangian model = model_from(R"toml(
    [parameters]
    m = 1
    c = 2
    [inputs]
    F = 1
    [coordinates]
    x = 0
    y = 0
    [energy]
    kinetic = "m*(x'^2 + x^2*y'^2)/2 + t*x*y'"
    potential = "sin(x - t)*y"
    dissipation = "c*x'^2/2"
    [work]
    y = "F"
    )toml");
  const GraphScope scope(*model.graph);
  const LagrangeEquations eq = derive_lagrange(model);
  Expr work;
  for (std::size_t i = 0; i < eq.n; ++i) work += eq.residuals()[i] * eq.v[i];
  expect_equal(time_derivative(eq.conserved) - eq.power, work);
}

TEST(Lagrange, ForceAtAPointGivesVirtualWork) {
  // S37: dW = F d(x + l sin th)
  const Lagrangian model = model_from(R"toml(
    [parameters]
    l = 1
    [inputs]
    F = 0
    [coordinates]
    x = 0
    th = 0
    [energy]
    kinetic = "x'^2 + th'^2"
    [force.push]
    at = ["x + l*sin(th)", "-l*cos(th)"]
    value = ["F", 0]
    )toml");
  const GraphScope scope(*model.graph);
  const LagrangeEquations eq = derive_lagrange(model);
  const Expr F = model.inputs[0].symbol, l = model.parameters[0].symbol;
  EXPECT_TRUE(identical(eq.applied[0], F));
  EXPECT_TRUE(identical(eq.applied[1], F * l * cos(eq.q[1])));
}

TEST(Lagrange, LagrangianAloneGivesTheSameEquations) {
  const Lagrangian two = model_from("[coordinates]\nx = 1\n[energy]\nkinetic = \"x^2*x'^2/2\"\npotential = \"x^3\"\n");
  const Lagrangian one = model_from("[coordinates]\nx = 1\n[energy]\nlagrangian = \"x^2*x'^2/2 - x^3\"\n");
  const GraphScope scope(*one.graph);
  const LagrangeEquations eq = derive_lagrange(one);
  const Expr x = eq.q[0];
  expect_equal(eq.residuals()[0], x * x * eq.a[0] + x * eq.v[0] * eq.v[0] + Expr(3.0) * x * x);
  expect_equal(eq.potential, x * x * x);
  expect_equal(eq.kinetic, x * x * eq.v[0] * eq.v[0] * Expr(0.5));
  EXPECT_EQ(two.coordinates.size(), one.coordinates.size());
}

TEST(Lagrange, QuadraticInDisguiseIsAccepted) {
  // (1 + x'^2)^2 - (x'^2)^2 = 1 + 2 x'^2
  const Lagrangian model = model_from("[coordinates]\nx = 1\n[energy]\nkinetic = \"(1 + x'^2)^2 - (x'^2)^2\"\n");
  const GraphScope scope(*model.graph);
  expect_equal(derive_lagrange(model).M[0], Expr(4.0));
}

TEST(Lagrange, RefusesWhatItCannotDo) {
  const auto code = [](std::string_view text) {
    try {
      derive_lagrange(model_from(text));
    } catch (const Error& e) {
      EXPECT_GT(e.at().line, 0) << e.what();
      return e.code();
    }
    ADD_FAILURE() << "no error for " << text;
    return Error::Code::file;
  };
  EXPECT_EQ(code("[coordinates]\nx = 1\n[energy]\nkinetic = \"x'^4\"\n"), Error::Code::bad_value);
  EXPECT_EQ(code("[coordinates]\nx = 1\n[energy]\nkinetic = \"x'^2\"\n[constraint.c]\nholonomic = \"t\"\n"),
            Error::Code::bad_value);
  EXPECT_EQ(code("[inputs]\nu = 1\n[coordinates]\nx = 1\n[energy]\nkinetic = \"u*x'^2\"\n"), Error::Code::unsupported);
}

}  // namespace
}  // namespace alembert::lagrange_test
