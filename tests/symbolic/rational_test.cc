#include "alembert/symbolic/rational.h"

#include <gtest/gtest.h>

#include <limits>

#include "symbolic/formulas.h"

namespace alembert::rational_test {
namespace {

using boost::multiprecision::cpp_rational;

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

TEST(Rational, IsInLowestTermsWithPositiveDenominator) {
  EXPECT_EQ(Rational(6, -4).text(), "-3/2");
  EXPECT_EQ(Rational(-6, -4).text(), "3/2");
  EXPECT_EQ(Rational(0, -7).text(), "0");
  EXPECT_TRUE(Rational(0, 5).is_zero());
  EXPECT_TRUE(Rational(5, 5).is_one());
}

TEST(Rational, LowestMachineIntegerHasOneRepresentation) {
  const Rational direct = lowest;
  EXPECT_TRUE(direct == *Rational::from_decimal("-9223372036854775808"));
  EXPECT_TRUE(direct == Rational(-highest) - 1);
  EXPECT_TRUE(direct == Rational(lowest, 1));
  EXPECT_EQ((-direct).text(), "9223372036854775808");
  EXPECT_EQ(direct.abs().text(), "9223372036854775808");
  EXPECT_EQ(direct.hash(), (Rational(-highest) - 1).hash());
  EXPECT_EQ(Rational(lowest, lowest).text(), "1");
  EXPECT_EQ(Rational(1, lowest).text(), "-1/9223372036854775808");
  EXPECT_EQ(Rational(lowest, highest).inverse().text(), "-9223372036854775807/9223372036854775808");
  EXPECT_EQ(direct.floor().text(), "-9223372036854775808");
}

/// Numbers around every place where the representation changes.
std::vector<Rational> edge_values() {
  std::vector<Rational> values;
  for (const std::int64_t n : {lowest, lowest + 1, -highest / 2, std::int64_t{-1}, std::int64_t{0}, std::int64_t{1},
                               std::int64_t{3}, std::int64_t{1} << 31, std::int64_t{1} << 53, highest - 1, highest})
    for (const std::int64_t d : {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, highest - 1, highest})
      values.emplace_back(n, d);
  values.push_back(*Rational::from_decimal("1e30"));
  values.push_back(*Rational::from_decimal("-1.5e-30"));
  return values;
}

TEST(Rational, ArithmeticAtTheEdgesAgreesWithBoost) {
  for (const Rational& a : edge_values()) {
    const cpp_rational x(a.text());
    EXPECT_EQ((-a).text(), cpp_rational(-x).str());
    EXPECT_EQ(a.sign(), x.sign());
    for (const Rational& b : edge_values()) {
      const cpp_rational y(b.text());
      EXPECT_EQ((a + b).text(), cpp_rational(x + y).str()) << a.text() << " + " << b.text();
      EXPECT_EQ((a - b).text(), cpp_rational(x - y).str()) << a.text() << " - " << b.text();
      EXPECT_EQ((a * b).text(), cpp_rational(x * y).str()) << a.text() << " * " << b.text();
      EXPECT_EQ(a < b, x < y) << a.text() << " < " << b.text();
      EXPECT_EQ(a == b, x == y) << a.text() << " == " << b.text();
      // One representation a value: what arithmetic makes equal must also hash equal.
      EXPECT_TRUE(a + b - b == a && (a + b - b).hash() == a.hash());
      if (b.is_zero()) continue;
      EXPECT_EQ((a / b).text(), cpp_rational(x / y).str()) << a.text() << " / " << b.text();
      EXPECT_TRUE(a / b * b == a);
    }
  }
}

TEST(Rational, CommonDivisorDividesBothIntoCoprimeIntegers) {
  for (const Rational& a : edge_values()) {
    for (const Rational& b : edge_values()) {
      const Rational g = Rational::gcd(a, b);
      if (a.is_zero() && b.is_zero()) continue;
      ASSERT_GT(g.sign(), 0);
      const Rational p = a / g, q = b / g;
      EXPECT_TRUE(p.is_integer() && q.is_integer()) << a.text() << ", " << b.text();
      using boost::multiprecision::cpp_int;
      EXPECT_EQ(gcd(cpp_int(p.text()), cpp_int(q.text())), 1) << a.text() << ", " << b.text();
    }
  }
}

TEST(Rational, ReadsDecimalsExactly) {
  const auto text = [](const char* s) {
    const auto value = Rational::from_decimal(s);
    return value ? value->text() : "none";
  };
  EXPECT_EQ(text("0.1"), "1/10");
  EXPECT_EQ(text("-1.50"), "-3/2");
  EXPECT_EQ(text("+2e3"), "2000");
  EXPECT_EQ(text("1E-3"), "1/1000");
  EXPECT_EQ(text(".5"), "1/2");
  EXPECT_EQ(text("5."), "5");
  EXPECT_EQ(text("000"), "0");
  EXPECT_EQ(text("1e400")[0], '1');
  for (const char* bad : {"", "-", ".", "e5", "1e", "1e+", "1e+-5", "1e-+5", "1e401", "1e99999999999", "1x", "0x10",
                          "1e5.0", "--1", "inf", "nan", " 1", "1 "})
    EXPECT_EQ(text(bad), "none") << bad;
}

TEST(Rational, RefusesEndlessDigitsQuickly) {
  EXPECT_FALSE(Rational::from_decimal(std::string(1'000'000, '9')));
  EXPECT_FALSE(Rational::from_decimal("0." + std::string(1'000'000, '0') + "1"));
}

TEST(Rational, FromDoubleIsTheShortestDecimal) {
  EXPECT_EQ(Rational::from_double(0.1).text(), "1/10");
  EXPECT_EQ(Rational::from_double(-0.0).text(), "0");
  EXPECT_EQ(Rational::from_double(1e22).text(), "1" + std::string(22, '0'));
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const double value = std::ldexp(random.uniform(-1, 1), static_cast<int>(random.bits() % 2000) - 1000);
    EXPECT_EQ(Rational::from_double(value).to_double(), value);  // reads back: no tolerance
  }
  EXPECT_EQ(Rational::from_double(5e-324).to_double(), 5e-324);
  EXPECT_EQ(Rational::from_double(std::numeric_limits<double>::max()).to_double(), std::numeric_limits<double>::max());
}

TEST(Rational, ToDoubleRoundsToNearest) {
  // 2^53 + 1 lies half way; ties go to the even neighbour. One part in 10^30 more, and it goes up.
  const Rational half_way = Rational((std::int64_t{1} << 53) + 1);
  EXPECT_EQ(half_way.to_double(), 9007199254740992.0);
  EXPECT_EQ((half_way + *Rational::from_decimal("1e-30")).to_double(), 9007199254740994.0);
  EXPECT_EQ(Rational::from_decimal("1e400")->to_double(), std::numeric_limits<double>::infinity());
  EXPECT_EQ((*Rational::from_decimal("1e400") / *Rational::from_decimal("3e400")).to_double(), 1.0 / 3.0);
  EXPECT_EQ(((*Rational::from_decimal("1e400") + 1) / *Rational::from_decimal("1e400")).to_double(), 1.0);
}

TEST(Rational, PowersAreExactOrRefused) {
  EXPECT_EQ(Rational(2).power(100)->text(), "1267650600228229401496703205376");
  EXPECT_EQ(Rational(-2, 3).power(-3)->text(), "-27/8");
  EXPECT_EQ(Rational(0).power(0)->text(), "1");
  EXPECT_EQ(Rational(0).power(5)->text(), "0");
  EXPECT_EQ(Rational(1).power(highest)->text(), "1");
  EXPECT_EQ(Rational(-1).power(highest)->text(), "-1");
  EXPECT_EQ(Rational(-1).power(-highest + 1)->text(), "1");
  EXPECT_FALSE(Rational(2).power(1'000'000'000));
  EXPECT_FALSE(Rational(2).power(lowest));
  EXPECT_FALSE(Rational(1, highest).power(100'000));
  // What is not refused must not have more digits than formulas may hold.
  for (const std::int64_t n : {100, 500, 520, 600, 1000}) {
    const auto p = Rational(highest - 1, highest).power(n);
    EXPECT_TRUE(!p || p->digits() <= Rational::most_digits) << n;
  }
}

TEST(Rational, DecadesAreThoseOfTheLogarithm) {
  for (const std::int64_t n : {std::int64_t{0}, std::int64_t{9}, std::int64_t{-9}}) EXPECT_EQ(Rational(n).decades(), 0);
  EXPECT_EQ(Rational(10).decades(), 1);
  EXPECT_EQ(Rational(-999'999).decades(), 5);
  EXPECT_EQ(Rational(lowest).decades(), 18);
  EXPECT_EQ(Rational(10).power(60)->decades(), 60);
  EXPECT_EQ((*Rational(10).power(60) - 1).decades(), 59);
  EXPECT_EQ(Rational(1, 30).decades(), -2);
  EXPECT_NEAR(Rational(10).power(-60)->decades(), -60, 1);
}

TEST(Rational, SplitsSquares) {
  for (const auto& [n, d] : {std::pair{12, 1}, {8, 27}, {1, 1}, {50, 49}, {997 * 997, 4}, {7, 2}}) {
    const Rational value(n, d);
    const auto [root, rest] = value.split_square();
    EXPECT_TRUE(root * root * rest == value) << value.text();
    EXPECT_GT(root.sign(), 0);
  }
  EXPECT_EQ(Rational(12).split_square().first.text(), "2");
  EXPECT_EQ(Rational(12).split_square().second.text(), "3");
  const Rational large = *Rational::from_decimal("1000000000000000000000000000057");
  EXPECT_TRUE((large * large).split_square().first == large);
}

TEST(Rational, FloorGoesDown) {
  EXPECT_EQ(Rational(7, 2).floor().text(), "3");
  EXPECT_EQ(Rational(-7, 2).floor().text(), "-4");
  EXPECT_EQ(Rational(-4).floor().text(), "-4");
  EXPECT_EQ((*Rational::from_decimal("-1e30") - Rational(1, 2)).floor().text(), "-1" + std::string(29, '0') + "1");
}

TEST(Rational, ToIntOnlyWhenItFits) {
  EXPECT_EQ(Rational(highest).to_int(), highest);
  EXPECT_FALSE((Rational(highest) + 1).to_int());
  EXPECT_FALSE(Rational(1, 2).to_int());
}

}  // namespace
}  // namespace alembert::rational_test
