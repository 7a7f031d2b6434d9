/// Derivatives: forward sweep, reverse sweep, closed forms and central differences to 50 digits must agree.
#include "alembert/symbolic/derivative.h"

#include <gtest/gtest.h>

#include "alembert/core/error.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/substitute.h"
#include "symbolic/formulas.h"

namespace alembert::derivative_test {
namespace {

using testing::Digits50;
using testing::number;
using testing::square;

class DerivativeTest : public testing::WithGraph {
 protected:
  static void expect_same(Expr a, Expr b) { EXPECT_TRUE(identical(a, b)) << to_text(a) << "  and  " << to_text(b); }

  /// d/ds of e by central differences with 50 digits: the step 1e-16 leaves 1e-32 of truncation and 1e-34 of round-off.
  static Digits50 difference(Expr e, Expr s, testing::Point<Digits50> at) {
    const Digits50 step("1e-16"), middle = at.at(s.id());
    at[s.id()] = middle + step;
    const Digits50 up = testing::value_of(e, at);
    at[s.id()] = middle - step;
    return (up - testing::value_of(e, at)) / (2 * step);
  }

  void expect_derivative(Expr e, Expr s, Random& random) {
    auto at = testing::random_point<Digits50>({e, s}, random);
    const Expr forward = derivative(e, s);
    const Expr reverse = gradient(e, std::vector<Expr>{s})[0];
    const Digits50 expected = difference(e, s, at);
    // Third derivatives of these formulas stay below 1e10 at such points: truncation below 1e-22.
    EXPECT_LT(testing::relative_difference(testing::value_of(forward, at), expected), testing::tol(1e-20))
        << "d/d" << to_text(s) << " of " << to_text(e) << " gave " << to_text(forward);
    EXPECT_LT(testing::relative_difference(testing::value_of(reverse, at), expected), testing::tol(1e-20))
        << "reverse, d/d" << to_text(s) << " of " << to_text(e) << " gave " << to_text(reverse);
  }
};

TEST_F(DerivativeTest, ClosedForms) {
  expect_same(derivative(pow(x, number(5)), x), number(5) * pow(x, number(4)));
  expect_same(derivative(sqrt(x), x), number(1) / (number(2) * sqrt(x)));
  expect_same(derivative(pow(x, y), y), pow(x, y) * log(x));
  expect_same(derivative(pow(x, y), x), y * pow(x, y - number(1)));
  expect_same(derivative(sin(x * y), x), y * cos(x * y));
  expect_same(derivative(cos(x), x), -sin(x));
  expect_same(derivative(exp(m * x), x), m * exp(m * x));
  expect_same(derivative(log(x), x), number(1) / x);
  expect_same(derivative(abs(x), x), sign(x));
  expect_same(derivative(x * y * z, y), x * z);
  expect_same(derivative(m, x), number(0));
  expect_same(derivative(Expr::pi(), x), number(0));
  expect_same(derivative(pow(x, Expr(*Rational::from_decimal("1e18"))), x),
              Expr(*Rational::from_decimal("1e18")) * pow(x, Expr(*Rational::from_decimal("999999999999999999"))));
}

TEST_F(DerivativeTest, EveryFunctionAgainstDifferences) {
  Random random(11);
  const Expr u = (x + number(2) * y) / number(7);  // within (-1, 1), where asin and acos are defined
  for (const Expr e : {sin(u),
                       cos(u),
                       tan(u),
                       asin(u),
                       acos(u),
                       atan(u),
                       sinh(u),
                       cosh(u),
                       tanh(u),
                       exp(u),
                       log(u),
                       abs(u - number(2)),
                       sign(u),
                       atan2(x, y),
                       atan2(x * y, u - number(1)),
                       pow(u, y),
                       pow(y, u),
                       sqrt(u),
                       pow(u, number(-7, 3)),
                       min(x, y * y),
                       max(x, y * y),
                       select(less(x, y), sin(u), x * y),
                       select(less_equal(y, x), x, square(y)) * y,
                       number(1) / (number(1) + square(u))}) {
    expect_derivative(e, x, random);
    expect_derivative(e, y, random);
  }
}

TEST_F(DerivativeTest, RandomFormulasAgainstDifferences) {
  Random random(12);
  testing::Recipe recipe;
  recipe.symbols = {"x", "y", "z"};
  recipe.functions = {"sin", "cos", "exp", "tanh", "atan"};
  recipe.exponents = {2, 3};
  for (int k = 0; k < 200; ++k) {
    // tanh keeps what grows bounded, so that the error bound of the differences holds
    const Expr e = tanh(testing::build_tree(testing::random_tree(random, recipe, 3), random) / number(50));
    expect_derivative(e, x, random);
    expect_derivative(e, y, random);
  }
}

TEST_F(DerivativeTest, GradientHasOneEntryPerSymbol) {
  const Expr e = m * square(x) * y + sin(z) * square(x);
  const std::vector<Expr> symbols{x, y, z, g, x};
  const std::vector<Expr> by = gradient(e, symbols);
  ASSERT_EQ(by.size(), symbols.size());
  expect_same(by[0], number(2) * x * (m * y + sin(z)));
  expect_same(by[1], m * square(x));
  expect_same(by[2], square(x) * cos(z));
  expect_same(by[3], number(0));
  expect_same(by[4], by[0]);
  EXPECT_TRUE(gradient(number(3), symbols)[0].is_zero());
  expect_same(gradient(x, symbols)[0], number(1));
}

TEST_F(DerivativeTest, TimeDerivative) {
  const Expr t = Expr::time(), xd = testing::coordinate("x", 1), xdd = testing::coordinate("x", 2);
  expect_same(time_derivative(x), xd);
  expect_same(time_derivative(m * sin(x)), m * cos(x) * xd);
  expect_same(time_derivative(square(xd)), number(2) * xd * xdd);
  expect_same(time_derivative(x * t), x + t * xd);
  expect_same(time_derivative(m), number(0));
  const Expr u = Expr::symbol("u", SymbolKind::input), s = Expr::symbol("s", SymbolKind::state);
  EXPECT_THROW(time_derivative(u * x), Error);
  EXPECT_THROW(time_derivative(s), Error);
}

TEST_F(DerivativeTest, TimeDerivativeAlongAMotion) {
  // x(t) = sin(t), y(t) = t^2: the total derivative must be the derivative of what is left as a function of t.
  const Expr t = Expr::time(), xd = testing::coordinate("x", 1), yd = testing::coordinate("y", 1);
  const std::vector<Expr> symbols{x, y, xd, yd, testing::coordinate("x", 2), testing::coordinate("y", 2)};
  const std::vector<Expr> motion{sin(t), square(t), cos(t), number(2) * t, -sin(t), number(2)};
  Random random(13);
  for (const Expr e :
       {x * y, sin(x * yd) * xd, exp(x) / (number(2) + y * t), sqrt(number(1) + square(xd) + square(y))}) {
    const Expr direct = derivative(substitute(e, symbols, motion), t);
    const Expr total = substitute(time_derivative(e), symbols, motion);
    const auto at = testing::random_point<Digits50>({direct, total, t}, random);
    // Exact arithmetic but for round-off: 50 digits less a few.
    EXPECT_LT(testing::relative_difference(testing::value_of(direct, at), testing::value_of(total, at)),
              testing::tol(1e-45));
  }
}

TEST_F(DerivativeTest, LinearCoefficients) {
  const std::vector<Expr> symbols{x, y};
  const Linear linear = linear_coefficients(m * x + sin(z) * (x - y) + square(z), symbols, "the row");
  expect_same(linear.coefficients[0], m + sin(z));
  expect_same(linear.coefficients[1], -sin(z));
  expect_same(linear.rest, square(z));
  try {
    linear_coefficients(x * y, symbols, "the row");
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Error::Code::bad_value);
    EXPECT_NE(e.message().find("the row is not linear in"), std::string::npos) << e.message();
  }
}

TEST_F(DerivativeTest, SubstitutionIsSimultaneous) {
  const std::vector<Expr> symbols{x, y}, swapped{y, x};
  expect_same(substitute(x - number(2) * y, symbols, swapped), y - number(2) * x);
  expect_same(substitute(sin(x) + m, symbols, std::vector<Expr>{Expr::pi(), number(0)}), m);
  expect_same(substitute(m, symbols, swapped), m);
}

TEST_F(DerivativeTest, CostIsLinearInTheGraph) {
  // f_(k+1) = f_k (1 + f_k) shares f_k: written out it doubles at each step, as a graph it does not.
  Expr f = sin(x);
  for (int k = 0; k < 60; ++k) f = f * (number(1) + f) + number(k);
  const std::size_t before = graph.size();
  const Expr d = derivative(f, x);
  EXPECT_LT(graph.size() - before, std::size_t{60} * 20);  // a handful of nodes per node
  EXPECT_FALSE(d.is_zero());
}

}  // namespace
}  // namespace alembert::derivative_test
