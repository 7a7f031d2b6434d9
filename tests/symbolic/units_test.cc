#include "alembert/symbolic/units.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "alembert/symbolic/graph.h"

namespace alembert::units_test {
namespace {

class Units : public ::testing::Test {
 protected:
  static std::optional<Quantity> read(std::string_view text) { return parse_quantity(text, {"model.toml", 3, 5}); }

  /// The number that a quantity's formula c * pi^k stands for.
  static double value(Expr e) {
    double result = 1;
    const std::span<const Expr> factors = e.op() == Op::product ? e.args() : std::span<const Expr>(&e, 1);
    for (const Expr f : factors) {
      if (f.is_number()) {
        result *= f.number().to_double();
        continue;
      }
      const Factor power = split_power(f);
      EXPECT_TRUE(identical(power.base, Expr::pi()));
      result *= std::pow(std::numbers::pi, power.exponent.to_double());
    }
    return result;
  }

  static void expect(std::string_view text, const Rational& number, const Dimension& dimension, int pi = 0) {
    const std::optional<Quantity> q = read(text);
    ASSERT_TRUE(q) << text;
    const Expr expected = scaled(pow(Expr::pi(), Expr(Rational(pi))), number);
    EXPECT_TRUE(identical(q->value, expected)) << text << " is " << value(q->value);
    EXPECT_EQ(q->dimension, dimension) << text;
  }

  static void expect_error(std::string_view text, int column, const std::string& message, const std::string& hint,
                           Error::Code code) {
    try {
      read(text);
      ADD_FAILURE() << "no error for " << text;
    } catch (const Error& e) {
      EXPECT_EQ(e.message(), message) << text;
      EXPECT_EQ(e.at().column, column) << text;
      EXPECT_EQ(e.code(), code) << text;
      EXPECT_NE(e.hint().find(hint), std::string::npos) << text << ": " << e.hint();
    }
  }

  Graph graph;
  GraphScope scope{graph};
};

// Factors: SI brochure (9th ed.) and the international yard and pound agreement of 1959.
TEST_F(Units, SingleUnitsAreExact) {
  expect("5 mm", {5, 1000}, {.length = 1});
  expect("1 in", {254, 10000}, {.length = 1});
  expect("-1.5 ft", {-4572, 10000}, {.length = 1});
  expect("2 lb", {90718474, 100000000}, {.mass = 1});
  expect("3 t", 3000, {.mass = 1});
  expect("2 min", 120, {.time = 1});
  expect("4e3 um", {4, 1000}, {.length = 1});
  expect("4 µm", {4, 1000000}, {.length = 1});
  expect("30 deg", {1, 6}, {.angle = 1}, 1);
  expect("30 °", {1, 6}, {.angle = 1}, 1);
  expect("2 rev", 4, {.angle = 1}, 1);
  expect("1500 rpm", 50, {.time = -1, .angle = 1}, 1);
  expect("50 Hz", 50, {.time = -1});
  expect("1 lbf", {44482216152605, 10000000000000}, {.length = 1, .mass = 1, .time = -2});
  expect("210 GPa", 210000000000, {.length = -1, .mass = 1, .time = -2});
  expect("1 bar", 100000, {.length = -1, .mass = 1, .time = -2});
  expect("12 V", 12, {.length = 2, .mass = 1, .time = -3, .current = -1});
}

TEST_F(Units, ProductsQuotientsAndPowers) {
  expect("10 N/mm", 10000, {.mass = 1, .time = -2});
  expect("3 N*m", 3, {.length = 2, .mass = 1, .time = -2});
  expect("3 N m", 3, {.length = 2, .mass = 1, .time = -2});
  expect("3 N.m", 3, {.length = 2, .mass = 1, .time = -2});
  expect("3 N·m", 3, {.length = 2, .mass = 1, .time = -2});
  expect("2 kg*m^2", 2, {.length = 2, .mass = 1});
  expect("2 kg m²", 2, {.length = 2, .mass = 1});
  expect("7850 kg/m^3", 7850, {.length = -3, .mass = 1});
  expect("7.85 g/cm³", 7850, {.length = -3, .mass = 1});
  expect("9.81 m/s^2", {981, 100}, {.length = 1, .time = -2});
  expect("9.81 m s^-2", {981, 100}, {.length = 1, .time = -2});
  expect("0.5 N*m*s/rad", {1, 2}, {.length = 2, .mass = 1, .time = -1, .angle = -1});
  expect("1 J/kg/K", 1, {.length = 2, .time = -2, .temperature = -1});
  expect("1 J/(kg*K)", 1, {.length = 2, .time = -2, .temperature = -1});
  expect("5 1/s", 5, {.time = -1});
  expect("72 km/h", 20, {.length = 1, .time = -1});
  expect("180 deg/s^2 ", 1, {.time = -2, .angle = 1}, 1);
  expect("9 N*m/deg", 1620, {.length = 2, .mass = 1, .time = -2, .angle = -1}, -1);
  EXPECT_NEAR(value(read("3000 rpm")->value), 314.159265358979, 1e-11);
  EXPECT_EQ(read("3  N m ")->unit, "N m");
}

TEST_F(Units, OtherTextsAreExpressions) {
  for (const char* text : {"", "5", "x", "2 - x", "3*x", "2x", "5mm", "2 + 3", "2 (x)", "30 deg + x", "5 m - x",
                           "1 and x", "0 or 1", "mm", "-", "2 'x", "2 < m", "5 1", "1e5"})
    EXPECT_FALSE(read(text)) << text;
}

TEST_F(Units, Errors) {
  using Code = Error::Code;
  expect_error("2 x", 7, "unknown unit 'x'", "neither a number with a unit nor, without *, an expression",
               Code::unknown_name);
  expect_error("2 Newton", 7, "unknown unit 'Newton'", "neither", Code::unknown_name);
  expect_error("2 kg/mmm", 10, "unknown unit 'mmm'", "did you mean 'mm'?", Code::unknown_name);
  expect_error("2 m2", 7, "unknown unit 'm2'", "did you mean 'm'?", Code::unknown_name);
  expect_error("2 m/", 9, "a unit is missing here", "N*m", Code::syntax);
  expect_error("2 m//s", 9, "a unit is missing here", "N*m", Code::syntax);
  expect_error("2 m^99", 10, "the power of a unit must be a whole number up to 20", "m^2", Code::syntax);
  expect_error("2 J/(kg*K", 14, "'(' is never closed", "')'", Code::syntax);
  expect_error("1e999 m", 5, "the number '1e999' is out of range", "400", Code::bad_value);
}

TEST_F(Units, Describe) {
  EXPECT_EQ(describe({}), "a plain number");
  EXPECT_EQ(describe({.length = 1}), "a length");
  EXPECT_EQ(describe({.angle = 1}), "an angle");
  EXPECT_EQ(describe({.time = -1, .angle = 1}), "an angle per time");
  EXPECT_EQ(describe({.length = 1, .mass = 1, .time = -2}), "a force");
  EXPECT_EQ(describe({.length = 1, .mass = 1, .time = -3}), "kg m/s^3");
  EXPECT_EQ(describe({.length = 2, .time = -2, .temperature = -1}), "m^2/(s^2 K)");
  EXPECT_EQ(describe({.time = -4}), "1/s^4");
}

}  // namespace
}  // namespace alembert::units_test
