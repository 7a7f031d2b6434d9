// Forms as formulas against closed forms, and the lines of the certificate that compare them.
#include "alembert/analysis/certificate/lines/derived_form.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "alembert/analysis/certificate/certificate.h"
#include "alembert/analysis/derivation/form_point.h"
#include "alembert/analysis/state/evaluate.h"
#include "model_text.h"

namespace alembert::derived_form_test {
namespace {

constexpr double mass = 1.5, length = 2.0, gravity = 9.81;

/// A pendulum by its place: x'' = -lambda x/m and y'' = -g - lambda y/m with lambda = m (v^2 - g y)/l^2.
Lagrangian pendulum() {
  return model_from(R"toml(
    [parameters]
    m = 1.5
    l = 2
    g = 9.81
    [coordinates]
    x = { start = 1.2, rate = 0.8 }
    y = { start = -1.6, rate = 0.6 }
    [energy]
    kinetic   = "m*(x'^2 + y'^2)/2"
    potential = "m*g*y"
    [constraint.rod]
    holonomic = "(x^2 + y^2 - l^2)/2"
  )toml");
}

class DerivedPendulum : public testing::Test {
 protected:
  DerivedPendulum() : scope_(*model_.graph), equations_(derive_lagrange(model_)) {
    start_.q = {1.2, -1.6};
    start_.v = {0.8, 0.6};
  }
  FormDerivation derived(const std::string& name) {
    FormRequest request;
    request.at = start_;
    return derive_form(model_, equations_, [&] {
      request.form = name;
      return request;
    }());
  }
  /// At an angle from the lowest place, with a speed along the circle.
  static Point at(double angle, double speed) {
    Point x;
    x.q = {length * std::sin(angle), -length * std::cos(angle)};
    x.v = {speed * std::cos(angle), speed * std::sin(angle)};
    return x;
  }

  Lagrangian model_ = pendulum();
  GraphScope scope_;
  LagrangeEquations equations_;
  Point start_;
};

TEST_F(DerivedPendulum, AccelerationsAndForces) {
  for (const char* name : {"augmented", "eliminated", "embedded", "amalgamated", "state-space"}) {
    DerivedForm form(derived(name));
    EXPECT_EQ(form.name(), name);
    for (const double angle : {0.3, 0.9, 1.2}) {
      const double speed = 1.7;
      const Point x = at(angle, speed);
      const FormAnswer answer = form.at(energy_values(model_, equations_, x));
      const double pull = (speed * speed / length + gravity * std::cos(angle)) / length;  // lambda/m
      ASSERT_EQ(answer.accelerations.size(), 2U) << name;
      EXPECT_NEAR(answer.accelerations[0], -pull * x.q[0], 1e-12) << name;
      EXPECT_NEAR(answer.accelerations[1], -pull * x.q[1] - gravity, 1e-12) << name;
      if (answer.constraint_force.empty()) continue;
      EXPECT_NEAR(answer.constraint_force[0], -mass * pull * x.q[0], 1e-12) << name;
      EXPECT_NEAR(answer.constraint_force[1], -mass * pull * x.q[1], 1e-12) << name;
    }
  }
}

TEST_F(DerivedPendulum, HoldsWhereTheDependentCoordinateFollows) {
  const FormDerivation derivation = derived("embedded");
  ASSERT_EQ(derivation.dependent.size(), 1U);
  const DerivedForm form(derivation);
  Evaluator evaluator(model_, equations_);
  // Either y follows from x, which it does not at the ends, or x from y, which it does not at the bottom.
  const bool y_follows = derivation.dependent.front() == 1;
  const double ends = std::acos(0.0);
  const Point lost = at(y_follows ? ends : 0.0, 1.0), good = at(y_follows ? 0.2 : ends - 0.2, 1.0);
  EXPECT_FALSE(form.holds(evaluator.system(), 0.0, lost.q));
  EXPECT_TRUE(form.holds(evaluator.system(), 0.0, good.q));
  EXPECT_TRUE(DerivedForm(derived("augmented")).holds(evaluator.system(), 0.0, lost.q));
}

TEST_F(DerivedPendulum, WrongFormulaGivesOtherNumbers) {
  FormDerivation derivation = derived("augmented");
  const SymbolValues values = energy_values(model_, equations_, at(0.4, 1.0));
  const FormAnswer right = DerivedForm(derivation).at(values);
  derivation.system.right.back() = Expr(2) * derivation.system.right.back();
  EXPECT_GT(std::abs(DerivedForm(derivation).at(values).accelerations[0] - right.accelerations[0]), 1e-3);
}

TEST_F(DerivedPendulum, LinesOfTheCertificate) {
  const Certificate certificate = certify(model_, equations_, {});
  for (const char* name : {"forms agree: accelerations", "forms agree: constraint forces"}) {
    const auto line = std::ranges::find(certificate.checks, name, &Check::name);
    ASSERT_NE(line, certificate.checks.end()) << name;
    EXPECT_EQ(line->passed, true) << name;
    EXPECT_LT(line->residual, 1e-11) << name;
    EXPECT_TRUE(line->note.find("state-space") != std::string::npos) << line->note;
  }
}

}  // namespace
}  // namespace alembert::derived_form_test
