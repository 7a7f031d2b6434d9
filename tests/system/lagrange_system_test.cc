#include "alembert/system/energies/lagrange_system.h"

#include <gtest/gtest.h>

#include <cmath>

#include "alembert/system/constraints/describe_status.h"
#include "model_text.h"

namespace alembert::lagrange_system_test {
namespace {

struct Rates {
  std::vector<double> vdot, zdot;
  Status status;
};

Rates rates(const System& system, double t, const std::vector<double>& q, const std::vector<double>& v,
            const std::vector<double>& z, const std::vector<double>& u) {
  Rates r{std::vector<double>(v.size()), std::vector<double>(z.size()), {}};
  r.status = system.accelerate({t, q, v, z}, u, r.vdot, r.zdot, {});
  return r;
}

TEST(LagrangeSystem, JacobiansMatchCentralDifferences) {
  const Lagrangian model = rich_model();
  const GraphScope scope(*model.graph);
  const LagrangeSystem system(model, derive_lagrange(model));
  const std::vector<double> q{0.3, -0.8}, v{1.1, 0.7}, z{0.4}, u{1.9};
  const double t = 0.6;
  std::vector<double> by_q(4), by_v(4), by_z(2), by_u(2);
  ASSERT_TRUE(system.accelerate_jacobian({t, q, v, z}, u, by_q, by_v, by_z, by_u).good());
  // Error of a central difference: h^2 f'''/6 + eps f/h, about 1e-9 for h = 1e-5 and f of order 10.
  const double h = 1e-5, tolerance = 1e-7;
  const auto slope = [&](int which, std::size_t j, std::size_t i) {
    auto shifted = [&](double by) {
      std::vector<double> a = q, b = v, c = z, d = u;
      (which == 0 ? a : which == 1 ? b : which == 2 ? c : d)[j] += by;
      return rates(system, t, a, b, c, d).vdot[i];
    };
    return (shifted(h) - shifted(-h)) / (2 * h);
  };
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_NEAR(by_q[2 * i + j], slope(0, j, i), tolerance);
      EXPECT_NEAR(by_v[2 * i + j], slope(1, j, i), tolerance);
    }
    EXPECT_NEAR(by_z[i], slope(2, 0, i), tolerance);
    EXPECT_NEAR(by_u[i], slope(3, 0, i), tolerance);
  }
}

TEST(LagrangeSystem, PendulumClosedForm) {
  const Lagrangian model = model_from(
      "[parameters]\ng = 9.81\nl = 0.5\n[coordinates]\nth = 1\n[energy]\nkinetic = \"l^2*th'^2/2\"\n"
      "potential = \"-g*l*cos(th)\"\n");
  const GraphScope scope(*model.graph);
  const LagrangeSystem system(model, derive_lagrange(model));
  for (const double th : {-2.0, 0.0, 0.3, 3.1})
    EXPECT_NEAR(rates(system, 0, {th}, {0.7}, {}, {}).vdot[0], -9.81 / 0.5 * std::sin(th), 1e-13);
  const std::vector<double> q{1.0}, v{2.0};
  const Energies e = system.energies({0, q, v, {}}, {});
  EXPECT_NEAR(e.kinetic, 0.25 * 4 / 2, 1e-15);
  EXPECT_NEAR(e.potential, -9.81 * 0.5 * std::cos(1.0), 1e-15);
  EXPECT_EQ(e.power, 0.0);
}

TEST(LagrangeSystem, SingularMassMatrixIsAStatus) {
  const Lagrangian model = model_from("[coordinates]\nx = 0\ny = 0\n[energy]\nkinetic = \"(x' + y')^2/2\"\n");
  const GraphScope scope(*model.graph);
  const LagrangeSystem system(model, derive_lagrange(model));
  const Status status = rates(system, 2.5, {0, 0}, {0, 0}, {}, {}).status;
  EXPECT_EQ(status.trouble, Trouble::singular);
  const std::string words = describe(status, system);
  EXPECT_NE(words.find("'y'"), std::string::npos) << words;
  EXPECT_NE(words.find("2.5"), std::string::npos) << words;
}

TEST(LagrangeSystem, IndefiniteButRegularMassMatrixIsSolved) {
  // M = [[1, 2], [2, 1]], V = x: x'' + 2 y'' = -1, 2 x'' + y'' = 0 gives x'' = 1/3, y'' = -2/3
  const Lagrangian model =
      model_from("[coordinates]\nx = 0\ny = 0\n[energy]\nkinetic = \"x'^2/2 + y'^2/2 + 2*x'*y'\"\npotential = \"x\"\n");
  const GraphScope scope(*model.graph);
  const LagrangeSystem system(model, derive_lagrange(model));
  const Rates r = rates(system, 0, {0, 0}, {0, 0}, {}, {});
  ASSERT_TRUE(r.status.good());
  EXPECT_NEAR(r.vdot[0], 1.0 / 3.0, 1e-14);
  EXPECT_NEAR(r.vdot[1], -2.0 / 3.0, 1e-14);
}

TEST(LagrangeSystem, NonFiniteRatesNameTheCoordinate) {
  const Lagrangian model =
      model_from("[coordinates]\nx = 0\ny = 0\n[energy]\nkinetic = \"x'^2/2 + y'^2/2\"\npotential = \"log(y)\"\n");
  const GraphScope scope(*model.graph);
  const LagrangeSystem system(model, derive_lagrange(model));
  const Status status = rates(system, 0, {0, 0}, {0, 0}, {}, {}).status;
  EXPECT_EQ(status.trouble, Trouble::not_finite);
  EXPECT_EQ(status.index, 1);
}

TEST(System, DefaultGroupIsAddition) {
  const Lagrangian model = rich_model();
  const GraphScope scope(*model.graph);
  const LagrangeSystem system(model, derive_lagrange(model));
  const std::vector<double> from{1, 2}, to{4, -1};
  std::vector<double> dq(2), back(2);
  system.difference(from, to, dq);
  system.step(from, dq, back);
  EXPECT_EQ(back, to);
  EXPECT_EQ(system.coordinate_name(1), "th");
  EXPECT_EQ(system.speed_name(1), "th'");
}

}  // namespace
}  // namespace alembert::lagrange_system_test
