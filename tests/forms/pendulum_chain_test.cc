/// n pendulums on a cart: the derived equations against the closed forms, and energies that must be refused.
#include <gtest/gtest.h>

#include "alembert/forms/energies/lagrange.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/zero_test.h"

namespace alembert::pendulum_chain_test {
namespace {

Expr parameter(const std::string& name) { return Expr::symbol(name, SymbolKind::parameter); }
Expr square(Expr e) { return pow(e, Expr(2.0)); }

/// A model with these coordinates and no energies yet.
Lagrangian with_coordinates(const std::vector<std::string>& names) {
  Lagrangian model;
  model.graph = std::make_shared<Graph>();
  const GraphScope scope(*model.graph);
  for (const std::string& name : names) {
    Coordinate c;
    c.name = name;
    c.position = Expr::symbol(name, SymbolKind::coordinate);
    c.rate = Expr::symbol(name, SymbolKind::coordinate, 1);
    c.acceleration = Expr::symbol(name, SymbolKind::coordinate, 2);
    model.coordinates.push_back(c);
    model.work.emplace_back();
  }
  return model;
}

/// x_k = x + sum l_j sin th_j, y_k = -sum l_j cos th_j; cart mass m0, bobs m_k, gravity g along -y.
Lagrangian pendulums_on_a_cart(int n) {
  std::vector<std::string> names{"x"};
  for (int k = 1; k <= n; ++k) names.push_back("th" + std::to_string(k));
  Lagrangian model = with_coordinates(names);
  const GraphScope scope(*model.graph);
  Expr x = model.coordinates[0].position, y, V;
  Expr T = parameter("m0") * square(model.coordinates[0].rate) / Expr(2.0);
  for (int k = 1; k <= n; ++k) {
    const Expr angle = model.coordinates[static_cast<std::size_t>(k)].position;
    const Expr l = parameter("l" + std::to_string(k)), m = parameter("m" + std::to_string(k));
    x += l * sin(angle);
    y -= l * cos(angle);
    T += m * (square(time_derivative(x)) + square(time_derivative(y))) / Expr(2.0);
    V += m * parameter("g") * y;
  }
  model.kinetic = Written{T, {}};
  model.potential = Written{V, {}};
  return model;
}

TEST(PendulumChain, EquationsHaveTheirClosedForm) {
  constexpr int n = 5;
  const Lagrangian model = pendulums_on_a_cart(n);
  const LagrangeEquations eq = derive_lagrange(model);
  const GraphScope scope(*model.graph);
  const auto l = [](std::size_t i) { return parameter("l" + std::to_string(i)); };
  const auto mass_beyond = [](std::size_t i) {  // what hangs below joint i: sum of m_k for k >= i
    Expr total;
    for (std::size_t k = i; k <= n; ++k) total += parameter("m" + std::to_string(k));
    return total;
  };
  const auto proved = [](Expr a, Expr b) { return compare_values(a, b).verdict == Verdict::proved; };
  // M_00 = all masses, M_0i = mu_i l_i cos th_i, M_ij = mu_max(i,j) l_i l_j cos(th_i - th_j), g_i = mu_i l_i g sin th_i
  EXPECT_TRUE(proved(eq.mass(0, 0), mass_beyond(1) + parameter("m0")));
  EXPECT_TRUE(proved(eq.g[0], Expr()));
  for (std::size_t i = 1; i <= n; ++i) {
    EXPECT_TRUE(proved(eq.mass(0, i), mass_beyond(i) * l(i) * cos(eq.q[i]))) << i;
    EXPECT_TRUE(proved(eq.g[i], mass_beyond(i) * l(i) * parameter("g") * sin(eq.q[i]))) << i;
    for (std::size_t j = 1; j <= n; ++j)
      EXPECT_TRUE(proved(eq.mass(i, j), mass_beyond(std::max(i, j)) * l(i) * l(j) * cos(eq.q[i] - eq.q[j])));
  }
  // (C v)_i = sum_j mu_max(i,j) l_i l_j sin(th_i - th_j) th_j'^2
  const std::vector<Expr> coriolis = eq.coriolis();
  for (std::size_t i = 1; i <= n; ++i) {
    Expr expected;
    for (std::size_t j = 1; j <= n; ++j)
      expected += mass_beyond(std::max(i, j)) * l(i) * l(j) * sin(eq.q[i] - eq.q[j]) * square(eq.v[j]);
    EXPECT_TRUE(proved(coriolis[i], expected)) << i << ": " << to_text(coriolis[i]);
  }
}

TEST(PendulumChain, SimplifiedEquationsAreTheSame) {
  const Lagrangian model = pendulums_on_a_cart(3);
  const GraphScope scope(*model.graph);
  const LagrangeEquations eq = derive_lagrange(model), simple = simplified(eq);
  const std::vector<Expr> before = eq.residuals(), after = simple.residuals();
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_EQ(compare_values(before[i], after[i]).verdict, Verdict::proved) << to_text(after[i]);
}

TEST(EnergyWithAKink, IsRefused) {
  // |x'| is linear in x' on both sides of zero, |x'|^2 quadratic: neither may lose its kink or its mass silently.
  for (const bool squared : {false, true}) {
    Lagrangian model = with_coordinates({"x"});
    {
      const GraphScope scope(*model.graph);
      const Expr speed = abs(model.coordinates[0].rate);
      model.kinetic =
          Written{parameter("m") * (squared ? square(speed) : square(model.coordinates[0].rate) + speed), {}};
    }
    try {
      derive_lagrange(model);
      FAIL() << "no error";
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Error::Code::bad_value);
      EXPECT_NE(e.message().find("not quadratic in the rates"), std::string::npos) << e.message();
    }
  }
}

}  // namespace
}  // namespace alembert::pendulum_chain_test
