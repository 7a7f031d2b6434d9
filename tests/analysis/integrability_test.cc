#include "alembert/analysis/mobility/integrability.h"

#include <gtest/gtest.h>

#include <cmath>

#include "alembert/analysis/mobility/mobility.h"
#include "alembert/core/random.h"
#include "formula_rows_system.h"

namespace alembert::integrability_test {
namespace {

using testing::coordinate;
using testing::FormulaRowsSystem;
using testing::number;
using testing::rate;

/// Every question is asked twice: of formulas, and of numbers alone.
class IntegrabilityTest : public ::testing::Test {
 protected:
  void expect(const FormulaRowsSystem& system, const std::vector<double>& q, int dof, int velocity_dof,
              const std::vector<bool>& integrable, double t = 0.0) {
    std::string why;
    const auto exact = decide_integrability(system.forms, why);
    ASSERT_TRUE(exact) << why;
    EXPECT_EQ(exact->dof, dof) << "formulas";
    EXPECT_EQ(exact->integrable, integrable) << "formulas";
    expect_numbers(system, q, dof, velocity_dof, integrable, t);
  }

  void expect_numbers(const FormulaRowsSystem& system, const std::vector<double>& q, int dof, int velocity_dof,
                      const std::vector<bool>& integrable, double t = 0.0) {
    const Mobility m = mobility(system, {t, q, {}, {}}, {}, {});
    EXPECT_EQ(m.dof, dof) << "numbers";
    EXPECT_EQ(m.velocity_dof, velocity_dof);
    EXPECT_EQ(m.independent.size(), static_cast<std::size_t>(dof));
    EXPECT_EQ(m.independent_speeds.size(), static_cast<std::size_t>(velocity_dof));
    ASSERT_EQ(m.integrable.size(), integrable.size());
    for (std::size_t i = 0; i < integrable.size(); ++i) EXPECT_EQ(m.integrable[i].integrable, integrable[i]) << i;
    EXPECT_EQ(m.method, integrable.empty() ? IntegrabilityMethod::none : IntegrabilityMethod::numeric);
  }

  Graph graph;
  GraphScope scope{graph};
  Expr x = coordinate("x"), y = coordinate("y"), z = coordinate("z"), th = coordinate("th"), ph = coordinate("ph"),
       ps = coordinate("ps");
};

TEST_F(IntegrabilityTest, PendulumInXYIsHolonomic) {
  const FormulaRowsSystem pendulum({x, y}, {x * x + y * y - number(1)});
  expect(pendulum, {0.6, -0.8}, 1, 1, {});
}

TEST_F(IntegrabilityTest, WheelWithoutSideSlipIsNot) {
  const FormulaRowsSystem wheel({x, y, th}, {}, {sin(th) * rate(x) - cos(th) * rate(y)});
  expect(wheel, {0.0, 0.0, 0.3}, 3, 2, {false});
}

TEST_F(IntegrabilityTest, OneRowInTwoCoordinatesAlwaysIs) {
  // a x' + (b + c x) y' has the factor 1/(b + c x): neighbours run apart and together exponentially, while the other
  // coordinates run far. With z for x in the coefficient there is none. Numbers decide, whatever the coefficients.
  Random random(7);
  for (int i = 0; i < 30; ++i) {
    const auto draw = [&] { return Expr(random.uniform(-3.0, 3.0)); };
    const Expr a = draw(), b = draw(), c = draw();
    const std::vector<double> q{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), 0.0, 0.0, 0.0};
    for (const bool integrable : {true, false}) {
      const FormulaRowsSystem system({x, y, z, th, ph}, {}, {a * rate(x) + (b + c * (integrable ? x : z)) * rate(y)});
      MobilityOptions options;
      options.seed = static_cast<std::uint64_t>(i) + 1;
      EXPECT_EQ(mobility(system, {0.0, q, {}, {}}, {}, options).dof, integrable ? 4 : 5) << i;
    }
  }
}

TEST_F(IntegrabilityTest, SideSlipAtAFixedHeadingIsIntegrable) {
  // th' = 0 makes the direction constant: x sin th - y cos th stays.
  const FormulaRowsSystem wheel({x, y, th}, {}, {sin(th) * rate(x) - cos(th) * rate(y), rate(th)});
  expect(wheel, {0.0, 0.0, 0.3}, 1, 1, {true, true});
}

TEST_F(IntegrabilityTest, ConstantsAreFoundInClosedForm) {
  std::string why;
  const auto constants = [&](const FormulaRowsSystem& system) {
    std::vector<std::string> list;
    const auto exact = decide_integrability(system.forms, why);
    if (exact)
      for (const IntegrableSum& sum : exact->sums) list.push_back(sum.constant);
    return list;
  };
  // y' = x' cos x: y - sin x stays.
  const auto one = constants(FormulaRowsSystem({x, y}, {}, {rate(y) - cos(x) * rate(x)}));
  ASSERT_EQ(one.size(), 1U) << why;
  EXPECT_TRUE(one[0] == "y - sin(x)" || one[0] == "-sin(x) + y") << one[0];
  // A wheel keeps nothing.
  EXPECT_TRUE(constants(FormulaRowsSystem({x, y, th}, {}, {sin(th) * rate(x) - cos(th) * rate(y)})).empty());
  // With t in a row: x - t^2/2 stays.
  const auto timed = constants(FormulaRowsSystem({x, y}, {}, {rate(x) - Expr::time()}));
  ASSERT_EQ(timed.size(), 1U) << why;
  EXPECT_NE(timed[0].find("t^2"), std::string::npos) << timed[0];
}

TEST_F(IntegrabilityTest, SumsOfRowsThatAreNotIntegrableThemselves) {
  // Two wheels on one axle, at -1 and 1: x' cos th + y' sin th +- th' = their turns' rates. The difference, 2 th' - ph'
  // + ps', is integrable.
  const Expr forward = cos(th) * rate(x) + sin(th) * rate(y);
  const FormulaRowsSystem cart({x, y, th, ph, ps}, {},
                               {sin(th) * rate(x) - cos(th) * rate(y), forward + rate(th) - rate(ph),
                                number(2) * (forward - rate(th) - rate(ps))});
  const std::vector<double> q{0.0, 0.0, 0.3, 0.0, 0.0};
  expect(cart, q, 4, 2, {false, false, false});
  const Mobility m = mobility(cart, {0.0, q, {}, {}}, {}, {});
  ASSERT_EQ(m.together.size(), 1U);
  ASSERT_EQ(m.together[0].size(), 2U);
  EXPECT_EQ(m.together[0][0], (std::pair<std::string, double>("pfaff2", 1.0)));
  EXPECT_EQ(m.together[0][1].first, "pfaff3");
  EXPECT_NEAR(m.together[0][1].second, -0.5, 1e-6);  // paths are followed to 1e-8
}

TEST_F(IntegrabilityTest, UprightRollingDiscReachesEveryConfiguration) {
  const Expr r = number(3, 10);
  const FormulaRowsSystem disc({x, y, th, ph}, {},
                               {rate(x) - r * cos(th) * rate(ph), rate(y) - r * sin(th) * rate(ph)});
  expect(disc, {0.1, 0.2, 0.3, 0.4}, 4, 2, {false, false});
}

TEST_F(IntegrabilityTest, RollingOnALineIsIntegrable) {
  const FormulaRowsSystem disc({x, ph}, {}, {rate(x) - number(3, 10) * rate(ph)});
  expect(disc, {0.1, 0.4}, 1, 1, {true});
}

TEST_F(IntegrabilityTest, FunctionOfOneCoordinate) {
  const FormulaRowsSystem curve({x, y}, {}, {rate(y) - cos(x) * rate(x)});
  expect(curve, {0.3, 0.7}, 1, 1, {true});
}

TEST_F(IntegrabilityTest, IntegratingFactor) {
  // y x' + 2 x y' is not exact, but y times it is d(x y^2): a single row in two coordinates always has a factor.
  const FormulaRowsSystem curve({x, y}, {}, {y * rate(x) + number(2) * x * rate(y)});
  expect(curve, {0.3, 0.7}, 1, 1, {true});
  // In three coordinates it need not; this one has the factor 1/z: d(x y / z).
  const FormulaRowsSystem surface({x, y, z}, {}, {z * y * rate(x) + z * x * rate(y) - x * y * rate(z)});
  expect(surface, {0.3, 0.7, 1.1}, 2, 2, {true});
}

TEST_F(IntegrabilityTest, ContactFormAloneAndTogether) {
  const Expr contact = rate(z) - y * rate(x);
  const FormulaRowsSystem alone({x, y, z}, {}, {contact});
  expect(alone, {0.3, 0.7, 0.1}, 3, 2, {false});
  const FormulaRowsSystem together({x, y, z}, {}, {contact, rate(y)});
  expect(together, {0.3, 0.7, 0.1}, 1, 1, {true, true});
  // The same with y held by a position: only the first row is asked about, on the manifold of the other.
  const FormulaRowsSystem held({x, y, z}, {y - number(7, 10)}, {contact});
  expect(held, {0.3, 0.7, 0.1}, 1, 1, {true});
}

TEST_F(IntegrabilityTest, OneCombinationOfTwoRows) {
  // The difference of the rows is x' - y' = 0; what is left, z' = ph x' with x - y constant, is a contact form.
  const FormulaRowsSystem rows({x, y, z, ph}, {}, {rate(z) - ph * rate(x), rate(z) - ph * rate(x) + rate(x) - rate(y)});
  expect(rows, {0.3, 0.7, 0.1, 0.5}, 3, 2, {false, false});
}

TEST_F(IntegrabilityTest, ChaplyginSleighHasThreeConfigurationFreedoms) {
  // The blade is at distance a from the coordinates' point.
  const FormulaRowsSystem sleigh({x, y, th}, {}, {cos(th) * rate(y) - sin(th) * rate(x) - number(1, 5) * rate(th)});
  expect(sleigh, {0.0, 0.0, 1.0}, 3, 2, {false});
}

TEST_F(IntegrabilityTest, CarWithTwoTrailersNeedsDeepBrackets) {
  // Wheels of the car and of both trailers do not slip sideways: 5 coordinates, 3 rows, brackets four deep.
  const Expr t0 = coordinate("t0"), t1 = coordinate("t1"), t2 = coordinate("t2");
  const Expr c10 = cos(t1 - t0), c21 = cos(t2 - t1);
  // Behind hitched trailers of length 1: x, y are those of the last one's axle.
  const FormulaRowsSystem car(
      {x, y, t2, t1, t0}, {},
      {sin(t2) * rate(x) - cos(t2) * rate(y), sin(t1) * rate(x) - cos(t1) * rate(y) - c21 * rate(t2),
       sin(t0) * rate(x) - cos(t0) * rate(y) - cos(t2 - t0) * rate(t2) - c10 * rate(t1)});
  expect(car, {0.0, 0.0, 0.3, 0.5, 0.2}, 5, 2, {false, false, false});
}

TEST_F(IntegrabilityTest, RollingDiscWithLean) {
  // Contact point (x, y), heading ph, lean th, spin ps, height of the centre z held by the normal row.
  const Expr r = number(1, 4);
  const FormulaRowsSystem disc({x, y, z, ph, th, ps}, {z - r * sin(th)},
                               {rate(x) - r * cos(ph) * rate(ps), rate(y) - r * sin(ph) * rate(ps)});
  expect(disc, {0.0, 0.0, 0.25 * std::sin(1.2), 0.3, 1.2, 0.1}, 5, 3, {false, false});
}

TEST_F(IntegrabilityTest, RowsWithARightSide) {
  const Expr t = Expr::time();
  // x' = cos t says x = sin t + c; x' = t y with y free says nothing about positions.
  const FormulaRowsSystem given({x, y}, {}, {rate(x) - cos(t)});
  expect(given, {0.3, 0.7}, 1, 1, {true}, 0.4);
  const FormulaRowsSystem steered({x, y}, {}, {rate(x) - t * y});
  expect(steered, {0.3, 0.7}, 2, 1, {false}, 0.4);
  // A belt that carries the wheel sideways.
  const FormulaRowsSystem carried({x, y, th}, {}, {sin(th) * rate(x) - cos(th) * rate(y) - number(1, 2)});
  expect(carried, {0.0, 0.0, 0.3}, 3, 2, {false}, 0.4);
}

TEST_F(IntegrabilityTest, SpecialLeafIsSeenByNumbers) {
  // y' = 0 and z' = y ph x': a contact form for every constant y but y = 0, where z' = 0.
  const FormulaRowsSystem rows({x, y, z, ph}, {}, {rate(y), rate(z) - y * ph * rate(x)});
  expect(rows, {0.3, 0.7, 0.1, 0.5}, 3, 2, {true, false});
  expect_numbers(rows, {0.3, 0.0, 0.1, 0.5}, 2, 2, {true, true});
}

TEST_F(IntegrabilityTest, UnsolvableHolonomicRowsAreLeftToNumbers) {
  // On the circle x = cos a, y = sin a the row z' - y x' becomes z' + sin^2 a a': integrable there and on every other
  // circle, which formulas can prove without solving for a coordinate.
  const Expr circle = x * x + y * y - number(1);
  const FormulaRowsSystem on_circle({x, y, z}, {circle}, {rate(z) - y * rate(x)});
  expect(on_circle, {0.6, 0.8, 0.2}, 1, 1, {true});
  // With one more coordinate it is not, which they cannot carry over from all circles to this one.
  const FormulaRowsSystem free({x, y, z, ph}, {circle}, {rate(z) - ph * rate(x)});
  std::string why;
  EXPECT_FALSE(decide_integrability(free.forms, why));
  EXPECT_FALSE(why.empty());
  expect_numbers(free, {0.6, 0.8, 0.2, 0.1}, 3, 2, {false});
}

TEST_F(IntegrabilityTest, ScalesDoNotMatter) {
  // The sleigh in the size of a watch and of a ship, headings as they are.
  for (const auto& [n, d] : {std::pair{1, 1000}, std::pair{1000, 1}}) {
    const FormulaRowsSystem sleigh({x, y, th}, {}, {cos(th) * rate(y) - sin(th) * rate(x) - number(n, d) * rate(th)});
    expect(sleigh, {0.0, 0.0, 1.0}, 3, 2, {false});
  }
}

TEST_F(IntegrabilityTest, AgreementIsReported) {
  const FormulaRowsSystem wheel({x, y, th}, {}, {sin(th) * rate(x) - cos(th) * rate(y)});
  std::string why;
  MobilityOptions options;
  options.exact = decide_integrability(wheel.forms, why);
  const std::vector<double> q{0.0, 0.0, 0.3};
  EXPECT_EQ(mobility(wheel, {0.0, q, {}, {}}, {}, options).method, IntegrabilityMethod::symbolic);
}

}  // namespace
}  // namespace alembert::integrability_test
