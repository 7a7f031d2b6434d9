/// The checks of constraints pass on right rows and fail on rows with a planted fault.
#include "alembert/analysis/certificate/certify_constraints.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "alembert/analysis/state/assembled_start.h"
#include "model_text.h"

namespace alembert::certify_constraints_test {
namespace {

class CertifyConstraints : public ::testing::Test {
 protected:
  CertifyConstraints() : scope_(*model_.graph), equations_(derive_lagrange(model_)) {}

  void expect_failed(const std::string& name) const {
    const Certificate certificate = certify(model_, equations_, {});
    const auto check = std::ranges::find(certificate.checks, name, &Check::name);
    ASSERT_NE(check, certificate.checks.end()) << name;
    EXPECT_TRUE(check->passed.has_value() && !*check->passed) << name << " residual " << check->residual;
    EXPECT_FALSE(check->note.empty());
  }

  // A string that is pulled in, and a wheel that must not slip.
  Lagrangian model_ = model_from(R"toml(
    [parameters]
    m = 1.3
    [coordinates]
    x = { start = 0.8, rate = 0.2 }
    y = 0.6
    th = { start = 0.3, rate = 1 }
    [energy]
    kinetic = "m*(x'^2 + y'^2)/2 + 0.4*th'^2/2 + 0.1*cos(th)*x'*th'"
    potential = "9.81*m*y"
    [constraint.string]
    holonomic = "x^2 + y^2 - (1 + 0.1*sin(t))^2"
    [constraint.slip]
    pfaffian = "sin(th)*x' - cos(th)*y' + 0.2*th' - 0.1*x"
    [simulate]
    time = 1
    )toml");
  GraphScope scope_;
  LagrangeEquations equations_;
};

TEST_F(CertifyConstraints, RightRowsPass) {
  const Certificate certificate = certify(model_, equations_, {});
  EXPECT_EQ(certificate.checks.size(), 19U);
  for (const Check& c : certificate.checks) EXPECT_TRUE(c.passed.value_or(false)) << c.name << ": " << c.note;
}

TEST_F(CertifyConstraints, WrongJacobian) {
  equations_.rows.A[0] *= Expr(1.0001);
  expect_failed("A by dual numbers");
}

TEST_F(CertifyConstraints, WrongSpeed) {
  equations_.rows.b[1] += Expr(0.001);
  expect_failed("A q' = b by dual numbers");
}

TEST_F(CertifyConstraints, WrongAcceleration) {
  equations_.rows.c[0] += Expr(0.001);
  expect_failed("A q'' = c by dual numbers");
}

TEST_F(CertifyConstraints, MassIsJudgedOnTheMotionsThatRowsAllow) {
  // s has no inertia, but the lever holds it; without the lever M is not definite.
  const std::string free = "[coordinates]\nx = 1\ns = 2\n[energy]\nkinetic = \"x'^2/2\"\npotential = \"s^2\"\n";
  const auto definite = [](const std::string& text) {
    const Lagrangian model = model_from(text);
    const GraphScope scope(*model.graph);
    const Certificate certificate = certify(model, derive_lagrange(model), {});
    return std::ranges::find(certificate.checks, "M positive definite", &Check::name)->passed;
  };
  EXPECT_EQ(definite(free), std::optional(false));
  EXPECT_EQ(definite(free + "[constraint.lever]\nholonomic = \"s - 2*x\"\n"), std::optional(true));
}

TEST(AssembledStart, KeepsWhatIsFixedAndWritten) {
  const std::string text =
      "[coordinates]\nx = { start = 1, fixed = true }\ny = { start = 1, rate = 2 }\n[energy]\n"
      "kinetic = \"x'^2 + y'^2\"\n[constraint.c]\nholonomic = \"x^2 + y^2 - 4\"\n";
  const Lagrangian model = model_from(text);
  const GraphScope scope(*model.graph);
  const Point x = assembled_start(model, LagrangeSystem(model, derive_lagrange(model)));
  EXPECT_EQ(x.q[0], 1.0);
  EXPECT_NEAR(x.q[1], std::sqrt(3.0), 1e-14);
  // The rate of x is not written: both rates move, onto x x' + y y' = 0.
  EXPECT_NEAR(x.q[0] * x.v[0] + x.q[1] * x.v[1], 0.0, 1e-14);
  EXPECT_GT(std::abs(x.v[0]), 0.1);
}

TEST(AssembledStart, NamesTheRowThatCannotHold) {
  const Lagrangian model =
      model_from("[coordinates]\nx = 1\n[energy]\nkinetic = \"x'^2\"\n[constraint.far]\nholonomic = \"x^2 + 1\"\n");
  const GraphScope scope(*model.graph);
  try {
    assembled_start(model, LagrangeSystem(model, derive_lagrange(model)));
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Error::Code::singular);
    EXPECT_EQ(e.at().line, 6);
    EXPECT_NE(e.message().find("'far'"), std::string::npos) << e.what();
    EXPECT_FALSE(e.hint().empty());
  }
}

}  // namespace
}  // namespace alembert::certify_constraints_test
