/// The normal form proves identities, and nothing that is not one.
#include "alembert/symbolic/normal_form.h"

#include <gtest/gtest.h>

#include <array>

#include "alembert/symbolic/print.h"
#include "symbolic/formulas.h"

namespace alembert::normal_form_test {
namespace {

using testing::number;
using testing::square;

class NormalFormTest : public testing::WithGraph {
 protected:
  static bool zero(Expr e) {
    NormalForm form(std::array<Expr, 1>{e});
    return form.is_zero(0);
  }
  static void expect_equal(Expr a, Expr b) { EXPECT_TRUE(zero(a - b)) << to_text(a) << "  =  " << to_text(b); }
  static void expect_unequal(Expr a, Expr b) { EXPECT_FALSE(zero(a - b)) << to_text(a) << "  =  " << to_text(b); }
};

TEST_F(NormalFormTest, AdditionTheorems) {
  expect_equal(sin(x + y), sin(x) * cos(y) + cos(x) * sin(y));
  expect_equal(cos(x + y), cos(x) * cos(y) - sin(x) * sin(y));
  expect_equal(sin(x - y), sin(x) * cos(y) - cos(x) * sin(y));
  expect_equal(tan(x + y), (tan(x) + tan(y)) / (number(1) - tan(x) * tan(y)));
  expect_equal(sin(x + y + z), sin(x) * cos(y + z) + cos(x) * sin(y + z));
  expect_equal(square(sin(x)) + square(cos(x)), number(1));
  expect_unequal(sin(x + y), sin(x) * cos(y) - cos(x) * sin(y));
  expect_unequal(square(sin(x)) + square(cos(y)), number(1));
}

TEST_F(NormalFormTest, MultipleAnglesUpToEight) {
  // cos(n x) = T_n(cos x), sin(n x) = sin(x) U_(n-1)(cos x) with the recurrences of Chebyshev's polynomials
  // (Abramowitz and Stegun 22.7.4, 22.7.5; 22.3.15, 22.3.16).
  const Expr c = cos(x), s = sin(x);
  Expr t0 = number(1), t1 = c, u0 = number(1), u1 = number(2) * c;
  for (int n = 2; n <= 8; ++n) {
    const Expr t2 = number(2) * c * t1 - t0, u2 = number(2) * c * u1 - u0;
    expect_equal(cos(number(n) * x), t2);
    expect_equal(sin(number(n) * x), s * u1);
    expect_unequal(cos(number(n) * x), t2 + s / number(1'000'000));
    t0 = t1;
    t1 = t2;
    u0 = u1;
    u1 = u2;
  }
  expect_equal(pow(cos(x), number(8)), (number(35) + number(56) * cos(number(2) * x) + number(28) * cos(number(4) * x) +
                                        number(8) * cos(number(6) * x) + cos(number(8) * x)) /
                                           number(128));
}

TEST_F(NormalFormTest, HalfAnglesAndProductsToSums) {
  const Expr h = x / number(2);
  expect_equal(square(sin(h)), (number(1) - cos(x)) / number(2));
  expect_equal(tan(h), sin(x) / (number(1) + cos(x)));
  expect_equal(tan(h), (number(1) - cos(x)) / sin(x));
  expect_equal(sin(x) * sin(y), (cos(x - y) - cos(x + y)) / number(2));
  expect_equal(sin(x) * cos(y), (sin(x + y) + sin(x - y)) / number(2));
  expect_equal(sin(x) + sin(y), number(2) * sin((x + y) / number(2)) * cos((x - y) / number(2)));
  expect_equal(sin(x / number(6)) * number(3) - number(4) * pow(sin(x / number(6)), number(3)), sin(h));
  expect_equal(cos(x + Expr::pi() / number(3)), cos(x) / number(2) - sqrt(number(3)) / number(2) * sin(x));
  expect_unequal(square(sin(h)), (number(1) + cos(x)) / number(2));
}

TEST_F(NormalFormTest, TanSinhCoshExp) {
  expect_equal(number(1) + square(tan(x)), number(1) / square(cos(x)));
  expect_equal(tan(number(2) * x), number(2) * tan(x) / (number(1) - square(tan(x))));
  expect_equal(square(cosh(x)) - square(sinh(x)), number(1));
  expect_equal(sinh(x + y), sinh(x) * cosh(y) + cosh(x) * sinh(y));
  expect_equal(cosh(number(2) * x), number(2) * square(sinh(x)) + number(1));
  expect_equal(exp(x) * exp(y), exp(x + y));
  expect_equal(exp(x + y) / exp(y), exp(x));
  expect_equal(tanh(x), (exp(number(2) * x) - number(1)) / (exp(number(2) * x) + number(1)));
  expect_equal(exp(x), cosh(x) + sinh(x));
  expect_equal(exp(x / number(3)) * exp(x / number(6)), exp(x / number(2)));
  expect_unequal(exp(x) * exp(y), exp(x * y));
}

TEST_F(NormalFormTest, Quotients) {
  expect_equal(number(1) / (x + y) + number(1) / (x - y), number(2) * x / (square(x) - square(y)));
  expect_equal((square(x) - square(y)) / (x - y), x + y);
  expect_equal(x / (x + y) + y / (x + y), number(1));
  expect_equal(number(1) / (number(1) + number(1) / (number(1) + number(1) / x)),
               (x + number(1)) / (number(2) * x + number(1)));
  expect_equal(number(1) / (number(1) / x + number(1) / y), x * y / (x + y));
  expect_equal(sin(x) / tan(x), cos(x));
  expect_unequal((square(x) - square(y)) / (x - y), x - y);
  // 1/0 proves nothing.
  const Expr nothing = number(1) / (sin(x) * sin(x) + cos(x) * cos(x) - number(1));
  expect_unequal(nothing, number(1));
  expect_unequal(nothing, number(2) * nothing);
}

TEST_F(NormalFormTest, RootsThatCancel) {
  const Expr r = sqrt(square(x) + square(y));
  expect_equal(square(r), square(x) + square(y));
  expect_equal(number(1) / r, r / (square(x) + square(y)));
  expect_equal((r - x) * (r + x), square(y));
  expect_equal(pow(r, number(3)) / r, square(x) + square(y));
  expect_equal(number(1) / (sqrt(x) + sqrt(y)), (sqrt(x) - sqrt(y)) / (x - y));
  expect_equal(square(sqrt(number(2)) + number(1)), number(3) + number(2) * sqrt(number(2)));
  expect_equal(sqrt(number(2) * x * (square(sin(y)) + square(cos(y)))), sqrt(number(2)) * sqrt(x));
  expect_equal(square(abs(x)), square(x));
  expect_equal(square(abs(x - y)), square(x) - number(2) * x * y + square(y));
  expect_unequal(sqrt(square(x)), x);
  expect_unequal(abs(x), x);
  expect_unequal(sqrt(x * y), sqrt(x) * sqrt(y));
}

TEST_F(NormalFormTest, AnglesAndArgumentsAreNormalisedToo) {
  expect_equal(sin(square(x + y)), sin(square(x) + number(2) * x * y + square(y)));
  expect_equal(log(square(sin(x)) + square(cos(x)) + y), log(number(1) + y));
  expect_equal(atan2(x + x, y), atan2(number(2) * x, y));
  expect_equal(pow(x, y + number(2)), square(x) * pow(x, y));
  expect_equal(min(x * (y + z), z), min(x * y + x * z, z));
}

TEST_F(NormalFormTest, LargeMultiplesAreAnglesOfTheirOwn) {
  const Expr t = Expr::time(), fast = Expr(Rational(123457, 1000)) * t;
  expect_equal(square(sin(t)) + square(cos(t)) + square(sin(fast)) + square(cos(fast)), number(2));
  expect_equal(sin(x + fast), sin(x) * cos(fast) + cos(x) * sin(fast));
  expect_equal(exp(number(3000) * x) * exp(-number(2999) * x), exp(x));
  expect_unequal(sin(fast), sin(t));
}

TEST_F(NormalFormTest, CompleteSaysWhenANonZeroFormProvesADifference) {
  const auto complete = [](Expr e) { return NormalForm(std::array<Expr, 1>{e}).complete(); };
  EXPECT_TRUE(complete(sin(x) * exp(y) / (x + y) + tan(z)));
  EXPECT_FALSE(complete(sqrt(x)));
  EXPECT_FALSE(complete(log(x)));
  EXPECT_FALSE(complete(abs(x)));
  // x a/(a + b) + x b/(a + b) = x, which the base angles do not show.
  const Expr whole = m + l;
  EXPECT_FALSE(complete(sin(x * m / whole + x * l / whole) - sin(x)));
}

TEST_F(NormalFormTest, HugeExponentsDoNotWrapAround) {
  // Sums that collapse to x^(4096^3): 2^36 modulo 2^32 is 0, and x^0 would be 1.
  const Expr nothing = square(y + number(1)) - square(y) - number(2) * y - number(1);
  Expr e = x;
  for (int k = 0; k < 3; ++k) e = pow(e + nothing, number(4096));
  EXPECT_THROW(zero(e - number(1)), FormTooLarge);
  EXPECT_THROW(zero(pow(x, Expr(*Rational::from_decimal("1e18"))) + y), FormTooLarge);
}

TEST_F(NormalFormTest, GeneratorsAreNumberedByTheFormulaAlone) {
  const auto names = [](bool reverse) {
    Graph own;
    const GraphScope own_scope(own);
    std::vector<Expr> parts;
    for (const char* name : {"a", "b", "c"}) {
      const Expr q = testing::coordinate(reverse ? std::string(1, static_cast<char>('a' + 'c' - name[0])) : name);
      parts.push_back(reverse ? cos(q) * sin(number(2) * q) : sin(number(2) * q) * cos(q));
    }
    if (reverse) std::swap(parts[0], parts[1]);
    const NormalForm form(std::array<Expr, 1>{sum(parts) + sqrt(parts[0] * parts[1] * parts[2])});
    std::string text;
    for (const NormalForm::Generator& one : form.generators()) text += to_text(one.meaning) + "; ";
    return text;
  };
  EXPECT_EQ(names(false), names(true));
}

TEST_F(NormalFormTest, ExpressionIsTheSameFunction) {
  Random random(31);
  testing::Recipe recipe;
  recipe.exponents = {2, -1, 3};
  recipe.functions = {"sin", "cos", "tan", "exp", "atan"};
  int compared = 0;
  for (int k = 0; k < 200; ++k) {
    const Expr e = testing::build_tree(testing::random_tree(random, recipe, 3), random);
    try {
      const NormalForm form(std::array<Expr, 1>{e});
      const Expr again = form.expression(form.polynomial(0));
      const auto at = testing::random_point<testing::Digits50>({e, again}, random);
      const testing::Digits50 value = testing::value_of(e, at);
      if (!isfinite(value) || abs(value) > 1e10) continue;
      ++compared;
      // 50 digits, of which expanding a power of a small sum may lose twenty.
      EXPECT_LT(testing::relative_difference(testing::value_of(again, at), value), testing::tol(1e-25)) << to_text(e);
    } catch (const FormTooLarge&) {
    }
  }
  EXPECT_GT(compared, 120);
}

}  // namespace
}  // namespace alembert::normal_form_test
