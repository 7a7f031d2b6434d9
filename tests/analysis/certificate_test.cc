/// Each check of the certificate passes on right equations and fails on equations with a planted fault.
#include "alembert/analysis/certificate/certificate.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "model_text.h"

namespace alembert::certificate_test {
namespace {

const Check& find(const Certificate& certificate, const std::string& name) {
  for (const Check& c : certificate.checks)
    if (c.name == name) return c;
  throw std::out_of_range(name);
}

class CertificateTest : public ::testing::Test {
 protected:
  CertificateTest() : scope_(*model_.graph), equations_(derive_lagrange(model_)) {}

  Certificate certified() const { return certify(model_, equations_, {}); }
  void expect_failed(const std::string& name) const {
    const Certificate certificate = certified();
    const Check& check = find(certificate, name);
    EXPECT_TRUE(check.passed.has_value() && !*check.passed) << name << " residual " << check.residual;
    EXPECT_FALSE(check.note.empty());
    EXPECT_FALSE(certificate.passed());
  }
  Expr symbol(const char* name) const {
    for (const Coordinate& c : model_.coordinates)
      if (c.name == name) return c.position;
    return {};
  }

  Lagrangian model_ = rich_model();
  GraphScope scope_;
  LagrangeEquations equations_;
};

TEST_F(CertificateTest, RightEquationsPass) {
  const Certificate certificate = certified();
  EXPECT_TRUE(certificate.passed());
  EXPECT_EQ(std::ranges::count(certificate.checks, true, &Check::applies), 11);
  for (const Check& c : certificate.checks) {
    EXPECT_TRUE(c.passed.value_or(!c.applies)) << c.name << ": " << c.note;
    EXPECT_LE(c.residual, c.tolerance) << c.name;
  }
}

TEST_F(CertificateTest, AsymmetricMass) {
  equations_.M[1] += Expr(1e-6);
  expect_failed("M symmetric");
}

TEST_F(CertificateTest, MassThatIsNotPositiveDefinite) {
  equations_.M[0] = -equations_.M[0];
  expect_failed("M positive definite");
}

TEST_F(CertificateTest, WrongCoriolisMatrix) {
  // Still the same C q', but no longer from Christoffel symbols: v_1 C_00 taken from v_0 C_01.
  equations_.C[0] += equations_.v[1];
  equations_.C[1] -= equations_.v[0];
  expect_failed("Mdot - 2C skew");
  EXPECT_TRUE(find(certified(), "Euler-Lagrange by dual numbers").passed.value_or(false));
}

TEST_F(CertificateTest, WrongGravity) {
  equations_.g[1] += Expr(1e-5) * symbol("th");
  expect_failed("g = dV/dq");
  expect_failed("Euler-Lagrange by dual numbers");
}

TEST_F(CertificateTest, GravityWithCurl) {
  equations_.g[1] += Expr(1e-5) * symbol("x");
  expect_failed("dV/dq a gradient");
}

TEST_F(CertificateTest, WrongForce) {
  equations_.applied[0] += Expr(1e-5) * equations_.v[1];
  expect_failed("Euler-Lagrange by dual numbers");
}

TEST_F(CertificateTest, WrongFormula) {
  equations_.remaining[0] += Expr(1e-9) * sin(symbol("x"));
  expect_failed("Euler-Lagrange as formulas");
}

TEST_F(CertificateTest, WrongPower) {
  equations_.power += Expr(1e-3);
  expect_failed("energy balance along a motion");
}

TEST(Certificate, StateThatIsNotDefinedIsReported) {
  const Lagrangian model =
      model_from("[coordinates]\nx = -1\n[energy]\nkinetic = \"x'^2/2\"\npotential = \"log(x)\"\n");
  const GraphScope scope(*model.graph);
  const Certificate certificate = certify(model, derive_lagrange(model), {});
  EXPECT_TRUE(find(certificate, "M symmetric").passed.value_or(false));
}

TEST(Certificate, RestIsNoMotion) {
  // The weight is held: what moves is rounding, of the place and so of the energy.
  const Lagrangian model = model_from(
      "[coordinates]\nth = 0\n[energy]\nkinetic = \"5*th'^2\"\npotential = \"98.1*sin(th)\"\n"
      "[constraint.held]\nholonomic = \"th\"\n");
  const GraphScope scope(*model.graph);
  for (const Check& check : certify(model, derive_lagrange(model), {}).checks)
    EXPECT_TRUE(check.passed.value_or(true)) << check.name << " " << check.residual;
}

TEST(Certificate, SmallEnergiesAreJudged) {
  // 0.5e-9 J move. Power of a thousandth of that a second is not in the equations.
  const Lagrangian model = model_from(
      "[coordinates]\nx = 1e-3\n[energy]\nkinetic = \"1e-3*x'^2/2\"\npotential = \"1e-3*x^2/2\"\n[simulate]\ntime = "
      "2\n");
  const GraphScope scope(*model.graph);
  LagrangeEquations equations = derive_lagrange(model);
  const std::string name = "energy balance along a motion";
  EXPECT_TRUE(find(certify(model, equations, {}), name).passed.value_or(false));
  equations.power += Expr(1e-12);
  const Check wrong = find(certify(model, equations, {}), name);
  EXPECT_FALSE(wrong.passed.value_or(true)) << wrong.residual;
  EXPECT_GT(wrong.residual, 1e-3);
}

}  // namespace
}  // namespace alembert::certificate_test
