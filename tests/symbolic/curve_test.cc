/// Tables as parts of formulas: values, slopes, derivatives, text, and tapes in every scalar.
#include "alembert/symbolic/curve.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "alembert/scalar/dual.h"
#include "alembert/scalar/pack.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/high_precision.h"
#include "alembert/symbolic/operations.h"
#include "alembert/symbolic/parse.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/tape_machine.h"
#include "alembert/symbolic/zero_test.h"
#include "symbolic/formulas.h"
#include "symbolic/known_names.h"

namespace alembert {
namespace {

using testing::number;
using testing::tol;

/// Values of a few roundings of numbers near 1.
constexpr double rounding = 1e-15;

class CurveTest : public testing::WithGraph {
 protected:
  /// (0, 1), (1, 3), (4, -1)
  Expr gas = add_curve([] {
    Curve curve("gas");
    curve.add(Rational(0), Rational(1));
    curve.add(Rational(1), Rational(3));
    curve.add(Rational(4), Rational(-1));
    return curve;
  }());
  /// (-l, m), (0, 0), (2 l, m)
  Expr bend = add_curve([this] {
    Curve curve("bend");
    curve.add(-l, m);
    curve.add(Expr(), Expr());
    curve.add(number(2) * l, m);
    return curve;
  }());
  std::vector<double> places{-5.0, -1e-9, 0.0, 0.25, 0.999, 1.0, 1.5, 3.75, 4.0, 9.0};

  static double gas_at(double at) {
    if (at < 0) return 1.0;
    if (at < 1) return 1 + 2 * at;
    return at < 4 ? 3 - 4 * (at - 1) / 3 : -1.0;
  }
  static double gas_slope(double at) { return at < 0 || at >= 4 ? 0.0 : at < 1 ? 2.0 : -4.0 / 3; }

  /// n points of 7 sin(x) at uneven places.
  static Curve long_curve(std::size_t n) {
    Curve curve("many");
    for (std::size_t i = 0; i < n; ++i) {
      const double at = 1e-3 * static_cast<double>(i) + 2e-4 * std::sin(static_cast<double>(i));
      curve.add(Rational::from_double(at), Rational::from_double(7.0 * std::sin(at)));
    }
    return curve;
  }
};

TEST_F(CurveTest, OneNodeForEachCall) {
  const std::size_t before = graph.size();
  const Expr many = add_curve(long_curve(10'000));
  const Expr call = value_on(many, x);
  EXPECT_EQ(graph.size(), before + 2);
  EXPECT_TRUE(identical(call, value_on(many, x)));
  EXPECT_FALSE(identical(call, value_on(many, y)));
  EXPECT_FALSE(identical(call, value_on(add_curve(long_curve(10'000)), x)));  // another table
  EXPECT_EQ(operations(call), 1U);
  EXPECT_EQ(graph.curves().size(), 4U);
}

TEST_F(CurveTest, NumbersFoldExactly) {
  EXPECT_TRUE(identical(value_on(gas, number(5, 2)), number(1)));
  EXPECT_TRUE(identical(value_on(gas, number(1)), number(3)));
  EXPECT_TRUE(identical(value_on(gas, number(-7)), number(1)));
  EXPECT_TRUE(identical(value_on(gas, number(4)), number(-1)));
  EXPECT_TRUE(identical(slope_on(gas, number(1)), number(-4, 3)));  // of the line above
  EXPECT_TRUE(slope_on(gas, number(4)).is_zero());
  EXPECT_TRUE(
      identical(substitute(value_on(gas, x + y), std::array{x, y}, std::array{number(2), number(1, 2)}), number(1)));
  Curve flat("flat"), single("single");
  flat.add(l, m);
  flat.add(number(2) * l, m);
  single.add(Rational(3), Rational(8));
  const Expr on_flat = add_curve(flat), on_single = add_curve(single);
  EXPECT_TRUE(identical(value_on(on_flat, x), m));
  EXPECT_TRUE(slope_on(on_flat, x).is_zero());
  EXPECT_TRUE(identical(value_on(on_single, x), number(8)));
}

TEST_F(CurveTest, ValueAndSlopeAgainstTheirDefinition) {
  TapeMachine<double> machine(Tape(std::array{x}, std::array{value_on(gas, x), derivative(value_on(gas, x), x)}));
  std::array<double, 2> out{};
  for (const double at : places) {
    machine.run(std::array{at}, out);
    EXPECT_NEAR(out[0], gas_at(at), tol(rounding * 4)) << at;
    EXPECT_NEAR(out[1], gas_slope(at), tol(rounding * 4)) << at;
  }
  machine.run(std::array{std::numeric_limits<double>::quiet_NaN()}, out);
  EXPECT_TRUE(std::isnan(out[0]) && std::isnan(out[1]));
}

TEST_F(CurveTest, ManyPointsAgainstASearchFromTheFirst) {
  const Expr many = add_curve(long_curve(400));
  const std::array formulas{value_on(many, x), slope_on(many, x)};
  TapeMachine<double> machine(Tape(std::array{x}, formulas));
  std::array<double, 2> out{};
  Random random(5);
  for (int k = 0; k < 40; ++k) {
    const double at = random.uniform(-0.05, 0.45);
    machine.run(std::array{at}, out);
    // Neighbours are a thousandth apart, so that slopes lose three digits.
    EXPECT_NEAR(out[0], testing::value_of<double>(formulas[0], {{x.id(), at}}), tol(7 * 1e-13));
    EXPECT_NEAR(out[1], testing::value_of<double>(formulas[1], {{x.id(), at}}), tol(7 * 1e-11));
  }
}

TEST_F(CurveTest, EveryScalar) {
  const Expr e = value_on(gas, x) * y + value_on(bend, x * y);
  const std::vector<Expr> symbols{x, y, l, m};
  const Tape tape(symbols, std::vector<Expr>{e});
  const std::vector<Expr> slopes = gradient(e, symbols);
  TapeMachine<Pack<4>> four(tape);
  TapeMachine<Dual<8>> dual(tape);
  TapeMachine<Dual<8, Dual<1>>> nested(tape);
  const std::array<std::array<double, 4>, 4> points{
      {{0.5, 1.2, 1.1, 2.0}, {-3.0, 0.7, 0.9, 2.0}, {2.2, -0.3, 1.3, 2.0}, {17.0, 1.0, 0.4, 2.0}}};
  std::vector<Pack<4>> in(4), out(1);
  for (std::size_t i = 0; i < 4; ++i)
    for (int lane = 0; lane < 4; ++lane) in[i].set(lane, points[static_cast<std::size_t>(lane)][i]);
  four.run(in, out);
  for (std::size_t k = 0; k < points.size(); ++k) {
    testing::Point<double> at;
    for (std::size_t i = 0; i < 4; ++i) at[symbols[i].id()] = points[k][i];
    const double expected = testing::value_of<double>(e, at);
    EXPECT_NEAR(out[0][static_cast<int>(k)], expected, tol(10 * rounding));
    std::vector<Dual<8>> x1(4), y1(1);
    std::vector<Dual<8, Dual<1>>> x2(4), y2(1);
    for (std::size_t i = 0; i < 4; ++i) {
      x1[i] = Dual<8>::variable(points[k][i], static_cast<int>(i));
      x2[i] = Dual<8, Dual<1>>::variable(points[k][i], static_cast<int>(i));
    }
    dual.run(x1, y1);
    nested.run(x2, y2);
    EXPECT_NEAR(y1[0].x, expected, tol(10 * rounding));
    for (std::size_t i = 0; i < 4; ++i) {
      const double slope = testing::value_of<double>(slopes[i], at);  // by the symbolic rules
      EXPECT_NEAR(y1[0].d[static_cast<int>(i)], slope, tol(20 * rounding)) << k << " " << i;
      EXPECT_NEAR(y2[0].d[static_cast<int>(i)].x, slope, tol(20 * rounding)) << k << " " << i;
    }
  }
}

TEST_F(CurveTest, LongNumbersUseTheExactPoints) {
  Curve thirds("thirds");
  thirds.add(Rational(0), Rational(1, 3));
  thirds.add(Rational(1, 7), Rational(2, 3));
  const Expr curve = add_curve(thirds);
  // 1/3 + (7/3) x on the line
  const std::array formulas{value_on(curve, x) - number(1, 3) - number(7, 3) * x, slope_on(curve, x) - number(7, 3)};
  const auto values = PreciseEvaluator(formulas, std::array{x}).at(std::array{Rational(1, 11)});
  for (const auto& value : values) {
    ASSERT_TRUE(value.has_value());
    EXPECT_LT(value->log10_size, -140.0);
  }
}

TEST_F(CurveTest, PointsThatAreFormulas) {
  const Expr e = value_on(bend, x), slope = derivative(e, x);
  const std::vector<Expr> symbols{x, l, m};
  TapeMachine<double> machine(Tape(
      symbols, std::array{e, slope, derivative(e, l), derivative(e, m), derivative(slope, l), derivative(slope, m)}));
  std::array<double, 6> out{};
  const double length = 1.5, height = 4.0;
  for (const double at : {-2.0, -1.5, -0.3, 0.0, 0.1, 2.9, 3.0, 7.0}) {
    machine.run(std::array{at, length, height}, out);
    // |x| m/l on the left, x m/(2 l) on the right, m beyond both ends
    const bool beyond = at < -length || at >= 2 * length;
    const double reach = at < 0 ? -length : 2 * length, share = at / reach;
    EXPECT_NEAR(out[0], beyond ? height : share * height, tol(4 * rounding)) << at;
    EXPECT_NEAR(out[1], beyond ? 0.0 : height / reach, tol(4 * rounding)) << at;
    EXPECT_NEAR(out[2], beyond ? 0.0 : -share * height / length, tol(8 * rounding)) << at;
    EXPECT_NEAR(out[3], beyond ? 1.0 : share, tol(4 * rounding)) << at;
    EXPECT_NEAR(out[4], beyond ? 0.0 : -height / (reach * length), tol(8 * rounding)) << at;
    EXPECT_NEAR(out[5], beyond ? 0.0 : 1.0 / reach, tol(4 * rounding)) << at;
  }
}

TEST_F(CurveTest, TextReadsBack) {
  struct WithTables : KnownNames {
    WithTables() : KnownNames({"x", "y"}, {"m", "l"}) {}
    const OwnFunction* function(std::string_view name) const override {
      const auto it = tables.find(std::string(name));
      return it == tables.end() ? nullptr : &it->second;
    }
    std::map<std::string, OwnFunction> tables;
  };
  const Expr odd = add_curve([] {
    Curve curve("left-hand gas");
    curve.add(Rational(0), Rational(1));
    curve.add(Rational(1), Rational(3));
    return curve;
  }());
  WithTables names;
  for (const Expr curve : graph.curves()) names.tables.emplace(curve_of(curve)->name(), curve_function(curve));
  const std::vector<std::pair<Expr, std::string>> cases{
      {value_on(gas, Expr::time()), "gas(t)"},
      {number(2) * m * value_on(gas, x - number(1)), "2*m*gas(x - 1)"},
      {pow(slope_on(gas, x), number(2)), "gas'(x)^2"},
      {value_on(bend, x) / l, "bend(x)/l"},
      {value_on(odd, x), "`left-hand gas`(x)"}};
  for (const auto& [e, text] : cases) {
    EXPECT_EQ(to_text(e), text);
    EXPECT_TRUE(identical(parse_expression(text, names, {}), e)) << text;
  }
  EXPECT_TRUE(parse_expression("gas''(x)", names, {}).is_zero());
  EXPECT_THROW(static_cast<void>(parse_expression("sin'(x)", names, {})), Error);
  EXPECT_EQ(to_latex(slope_on(gas, x)), "\\mathrm{gas}'\\left(x\\right)");
}

TEST_F(CurveTest, IdentitiesAreProved) {
  const Expr e = value_on(gas, x + y);
  EXPECT_EQ(compare_values(testing::square(e + m), e * e + number(2) * m * e + m * m).verdict, Verdict::proved);
  EXPECT_EQ(compare_values(e, value_on(gas, y + x - m + m)).verdict, Verdict::proved);
  EXPECT_EQ(compare_values(e, value_on(gas, x - y)).verdict, Verdict::refuted);
}

TEST_F(CurveTest, HeldInASegment) {
  TapeMachine<double> machine(Tape(std::array{x}, std::array{value_on(gas, x)}));
  ASSERT_EQ(machine.comparisons(), 1U);
  std::array<Held, 1> held{held_in(1)};  // 1 + 2 x, wherever it is asked for
  machine.hold(held);
  std::array<double, 1> out{};
  for (const double at : {-3.0, 0.5, 2.0, 8.0}) {
    machine.run(std::array{at}, out);
    EXPECT_NEAR(out[0], 1 + 2 * at, tol(rounding * 16));
    EXPECT_NEAR(machine.margin(0, held[0]), std::min(at, 1 - at), tol(rounding * 8));
  }
  const Stay middle = machine.stay(0, held_in(2)), last = machine.stay(0, held_in(3));
  EXPECT_EQ(middle.low, 1.0);
  EXPECT_EQ(middle.high, 4.0);
  EXPECT_EQ(middle.below, held_in(1));
  EXPECT_EQ(middle.above, held_in(3));
  EXPECT_EQ(last.low, 4.0);
  EXPECT_TRUE(std::isinf(last.high));

  machine.run(std::array{0.75}, out);
  const Turn above = machine.turn(0);
  EXPECT_NEAR(above.distance, -0.25, tol(rounding));
  EXPECT_EQ(above.below, held_in(1));
  EXPECT_EQ(above.above, held_in(2));
  // Left through its upper end, by rounding still a little inside, or already far beyond.
  EXPECT_EQ(above.away_from(held_in(1)), held_in(2));
  EXPECT_EQ(above.away_from(held_in(3)), held_in(1));
  machine.run(std::array{11.0}, out);
  EXPECT_EQ(machine.turn(0).away_from(held_in(1)), held_in(3));
  machine.run(std::array{-2.0}, out);
  EXPECT_EQ(machine.turn(0).away_from(held_in(1)), held_in(0));
}

}  // namespace
}  // namespace alembert
