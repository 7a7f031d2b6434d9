#include "alembert/symbolic/parse.h"

#include <gtest/gtest.h>

#include <string>

#include "alembert/symbolic/graph.h"
#include "known_names.h"

namespace alembert::parse_test {
namespace {

using Code = Error::Code;

class Parse : public ::testing::Test {
 protected:
  Expr parse(std::string_view text) const { return parse_expression(text, names, {"model.toml", 7, 11}); }

  /// The error that `text` gives; fails the test when there is none.
  Error error(std::string_view text) const {
    try {
      parse(text);
    } catch (const Error& e) {
      return e;
    }
    ADD_FAILURE() << "no error for " << text;
    return Error(Code::syntax, "none");
  }

  void expect_error(std::string_view text, int column, const std::string& message, const std::string& hint,
                    Code code = Code::syntax, int line = 7) const {
    const Error e = error(text);
    EXPECT_EQ(e.message(), message) << text;
    EXPECT_EQ(e.at().file, "model.toml");
    EXPECT_EQ(e.at().line, line) << text;
    EXPECT_EQ(e.at().column, column) << text;
    EXPECT_EQ(e.code(), code) << text;
    EXPECT_NE(e.hint().find(hint), std::string::npos) << text << ": " << e.hint();
  }

  Graph graph;
  GraphScope scope{graph};
  KnownNames names{
      {"x", "y", "theta", "rod.tip.x", "link[0].tip.x", "left-knee", "a`b", "sin", "θ", "left-knee.x[1].y"},
      {"a", "b", "c", "m"}};
  Expr x = coordinate("x"), y = coordinate("y"), a = parameter("a"), b = parameter("b"), c = parameter("c");
  Expr one = Expr(1.0);
};

#define EXPECT_SAME(text, e) EXPECT_TRUE(identical(parse(text), e)) << (text)

TEST_F(Parse, Numbers) {
  EXPECT_SAME("0.1", fraction(1, 10));
  EXPECT_SAME("9.81", fraction(981, 100));
  EXPECT_SAME("1e-3", fraction(1, 1000));
  EXPECT_SAME("2.5E+2", Expr(250.0));
  EXPECT_SAME(".5", fraction(1, 2));
  EXPECT_SAME("5.", Expr(5.0));
  EXPECT_SAME("0.1 + 0.2 - 0.3", Expr());
  EXPECT_SAME("1/3*3", one);
}

TEST_F(Parse, Precedence) {
  EXPECT_SAME("a + b*c", a + b * c);
  EXPECT_SAME("(a + b)*c", (a + b) * c);
  EXPECT_SAME("a - b - c", a - b - c);
  EXPECT_SAME("a - (b - c)", a - b + c);
  EXPECT_SAME("a/b/c", a / b / c);
  EXPECT_SAME("a/(b/c)", a * c / b);
  EXPECT_SAME("a/b*c", a * c / b);
  EXPECT_SAME("-x^2", -(x * x));
  EXPECT_SAME("2^3^2", Expr(512.0));
  EXPECT_SAME("(2^3)^2", Expr(64.0));
  EXPECT_SAME("x^-2", one / (x * x));
  EXPECT_SAME("2^-a^2", pow(Expr(2.0), -(a * a)));
  EXPECT_SAME("a*-b", -(a * b));
  EXPECT_SAME("a - -b", a + b);
  EXPECT_SAME("+a + +b", a + b);
  EXPECT_SAME("-(a + b)*c", -((a + b) * c));
  EXPECT_SAME("-(a*b)^2", -(a * a * b * b));
  EXPECT_SAME("a - (b + c)*x + (y*(a + b))", a - (b + c) * x + y * (a + b));
  EXPECT_SAME("a/(b*c)/(x*y)", a / b / c / x / y);
  EXPECT_SAME("a*(b*c)^2*(x + y)", a * b * b * c * c * (x + y));
  EXPECT_SAME("((a + b) + c)*x", (a + b + c) * x);
  EXPECT_SAME("x^(a + b)^c", pow(x, pow(a + b, c)));
}

TEST_F(Parse, NamesAndPrimes) {
  EXPECT_SAME("theta''", coordinate("theta", 2));
  EXPECT_SAME("theta'^2", pow(coordinate("theta", 1), Expr(2.0)));
  EXPECT_SAME("rod.tip.x'", coordinate("rod.tip.x", 1));
  EXPECT_SAME("link[0].tip.x + 1", coordinate("link[0].tip.x") + one);
  EXPECT_SAME("`left-knee`'", coordinate("left-knee", 1));
  EXPECT_SAME("`left-knee`.x[1].`y`''", coordinate("left-knee.x[1].y", 2));
  EXPECT_SAME("`a``b`", coordinate("a`b"));
  EXPECT_SAME("`sin` + sin(`sin`)", coordinate("sin") + sin(coordinate("sin")));
  EXPECT_SAME("θ''", coordinate("θ", 2));
  EXPECT_SAME("pi", Expr::pi());
  EXPECT_SAME("sin(pi/6)", fraction(1, 2));
}

TEST_F(Parse, Functions) {
  EXPECT_SAME("sqrt(x)", sqrt(x));
  EXPECT_SAME("sqrt(4*x)", Expr(2.0) * sqrt(x));
  EXPECT_SAME("atan2(y, x)", atan2(y, x));
  EXPECT_SAME("min(a, max (b, c))", min(a, max(b, c)));
  EXPECT_SAME("sin(x) + cos(x) + tan(x)", sin(x) + cos(x) + tan(x));
  EXPECT_SAME("asin(x) + acos(x) + atan(x)", asin(x) + acos(x) + atan(x));
  EXPECT_SAME("sinh(x) + cosh(x) + tanh(x)", sinh(x) + cosh(x) + tanh(x));
  EXPECT_SAME("exp(x)*log(x) + abs(x)*sign(x)", exp(x) * log(x) + abs(x) * sign(x));
}

TEST_F(Parse, Conditions) {
  const auto equal = [](Expr p, Expr q) { return less_equal(p, q) * less_equal(q, p); };
  EXPECT_SAME("a < b", less(a, b));
  EXPECT_SAME("a > b", less(b, a));
  EXPECT_SAME("a <= b", less_equal(a, b));
  EXPECT_SAME("a >= b", less_equal(b, a));
  EXPECT_SAME("a == b", equal(a, b));
  EXPECT_SAME("a != b", one - equal(a, b));
  EXPECT_SAME("not a + 1 < b*c", one - less(a + one, b * c));
  EXPECT_SAME("a < b and b < c", less(a, b) * less(b, c));
  const Expr p = less(a, b), q = less(b, c), r = less(x, y);
  EXPECT_SAME("a < b or b < c and x < y", p + q * r - p * q * r);
  EXPECT_SAME("a < b or b < c or x < y", (p + q - p * q) + r - (p + q - p * q) * r);
  EXPECT_SAME("if(a < b, x, y)", select(p, x, y));
  EXPECT_SAME("if(0 == 0, pi/2, 0)", Expr::pi() / Expr(2.0));
  EXPECT_SAME("(a < b) < c", less(p, c));
}

TEST_F(Parse, StepsAndPieces) {
  const Expr p = less(a, b), q = less(b, c);
  EXPECT_SAME("step(x)", select(less(x, Expr()), Expr(), one));
  EXPECT_SAME("step(0)", one);
  EXPECT_SAME("step(-1/10)", Expr());
  EXPECT_SAME("piecewise(a < b, x, y)", select(p, x, y));
  EXPECT_SAME("piecewise(a < b, x, b < c, 1, 2*y)", select(p, x, select(q, one, Expr(2.0) * y)));
  EXPECT_SAME("piecewise(1 < 0, 1, 2 < 3, 2, 4 < 5, 3, 4)", Expr(2.0));
  expect_error("piecewise(a < b, x)", 11, "piecewise takes conditions, each with its value, and a last value, 2 given",
               "otherwise");
  expect_error("2*piecewise()", 13, "piecewise takes conditions, each with its value, and a last value, 0 given",
               "otherwise");
  expect_error("piecewise(x)", 11, "piecewise takes conditions, each with its value, and a last value, 1 given",
               "otherwise");
  expect_error("step(x, y)", 11, "step takes 1 argument, 2 given", "step(x)");
  expect_error("1 + mod(x, a - a)", 15, "mod(x, 0) has no value", "mod(x, m)", Code::bad_value);
  expect_error("2*clamp(x, a + 1, a)", 13, "clamp has its lowest value above its highest", "clamp(x, lowest, highest)",
               Code::bad_value);
  expect_error("setp(x)", 11, "unknown function 'setp'", "'step'", Code::unknown_name);
}

TEST_F(Parse, MissingParts) {
  expect_error("", 11, "the expression is empty", "write");
  expect_error("   ", 14, "the expression is empty", "write");
  expect_error("a +", 13, "nothing follows '+'", "after it");
  expect_error("(a + )", 14, "nothing follows '+'", "after it");
  expect_error("a + * b", 15, "a value is missing before '*'", "write");
  expect_error("*a", 11, "a value is missing before '*'", "write");
  expect_error("a and", 13, "nothing follows 'and'", "after it");
  expect_error("sin(x + (a*b)", 14, "'(' is never closed", "')'");
  expect_error("2*(", 13, "'(' is never closed", "')'");
  expect_error("a)", 12, "')' closes nothing", "remove it");
  expect_error(")", 11, "')' closes nothing", "remove it");
  expect_error("()", 11, "nothing stands between the parentheses", "write");
  expect_error("min(a,)", 16, "nothing follows the comma", "remove it");
  expect_error("min(,a)", 15, "a value is missing before the comma", "argument");
  expect_error("min(a,,b)", 17, "a value is missing before the comma", "argument");
  expect_error("1,5", 12, "a comma outside of a function's arguments", "1.5");
  expect_error("(1,5)", 13, "a comma outside of a function's arguments", "1.5");
}

TEST_F(Parse, WrongOperators) {
  expect_error("a ** b", 13, "'**' is not an operator", "^");
  expect_error("a = b", 13, "'=' is not an operator", "==");
  expect_error("a & b", 13, "'&' is not an operator", "and");
  expect_error("a || b", 13, "'||' is not an operator", "or");
  expect_error("a | b", 13, "'|' is not an operator", "or");
  expect_error("!a", 11, "'!' is not an operator", "not");
  expect_error("a < b < c", 17, "comparisons cannot be chained", "a < b and b < c");
  expect_error("a < b == c", 17, "comparisons cannot be chained", "and");
  expect_error("1 + not a", 15, "'not' must stand in parentheses here", "(not ...)");
  expect_error("2 x", 13, "an operator is missing between '2' and 'x'", "2*x");
  expect_error("2x", 12, "an operator is missing between '2' and 'x'", "2*x");
  expect_error("30 deg + x", 14, "an operator is missing between '30' and 'deg'", "unit");
  expect_error("(a)(b)", 14, "an operator is missing between ')' and '('", "*");
  expect_error("a b", 13, "an operator is missing between 'a' and 'b'", "*");
  expect_error("1.5.2", 14, "an operator is missing between '1.5' and '.2'", "*");
  expect_error("a @ b", 13, "unexpected character '@'", "");
  expect_error(std::string_view("a\0b", 3), 12, "unexpected character '\\x00'", "");
  expect_error("(x + y)'", 18, "a prime can only follow a name", "theta'");
  expect_error("2''", 12, "a prime can only follow a name", "theta'");
  expect_error("'x", 11, "a prime follows no name", "theta'");
  expect_error("x\"", 12, "unexpected character '\"'", "two primes");
  expect_error("link[0", 15, "'[' is never closed", "link[0]");
  expect_error("`abc", 11, "a backquote is never closed", "`left-knee`");
  expect_error("``", 11, "a name is missing between the backquotes", "`");
}

TEST_F(Parse, WrongFunctionsAndNames) {
  expect_error("a + atan2(x)", 15, "atan2 takes 2 arguments, 1 given", "atan2(y, x)");
  expect_error("sin()", 11, "sin takes 1 argument, 0 given", "sin(x)");
  expect_error("sin(a, b)", 11, "sin takes 1 argument, 2 given", "sin(x)");
  expect_error("min(a, b, c)", 11, "min takes 2 arguments, 3 given", "min(a, min(b, c))");
  expect_error("if(a, b)", 11, "if takes 3 arguments, 2 given", "if(condition");
  expect_error("a*sni(x)", 13, "unknown function 'sni'", "did you mean 'sin'?", Code::unknown_name);
  expect_error("a(x)", 11, "'a' is not a function", "a*(...)");
  expect_error("cos x", 11, "the function 'cos' has no arguments", "cos(...)");
  expect_error("a + thete", 15, "unknown name 'thete'", "did you mean 'theta'?", Code::unknown_name);
  expect_error("a'", 11, "'a' has no derivative of that order here", "", Code::unknown_name);
  expect_error("pi'", 11, "pi has no rate", "constant");
  expect_error("1e999", 11, "the number '1e999' is out of range", "400", Code::bad_value);
}

TEST_F(Parse, PlacesCountCharactersAndLines) {
  expect_error("θ + @", 15, "unexpected character '@'", "");
  expect_error("a +\n  b +\n    q", 5, "unknown name 'q'", "", Code::unknown_name, 9);
}

TEST_F(Parse, DepthNeedsNoRecursion) {
  constexpr std::size_t depth = 100'000;
  const auto repeat = [](const std::string& s, std::size_t n) {
    std::string all;
    for (std::size_t i = 0; i < n; ++i) all += s;
    return all;
  };
  EXPECT_SAME(repeat("(", depth) + "x" + repeat(")", depth), x);
  EXPECT_SAME(repeat("-", depth) + "x", x);
  EXPECT_SAME(repeat("-(", depth) + "x" + repeat(")", depth), x);
  EXPECT_SAME(repeat("not ", depth) + "x", x);
  EXPECT_SAME(repeat("a+(", depth) + "x" + repeat(")", depth), x + scaled(a, 100'000));
  EXPECT_SAME(repeat("(", depth) + "x" + repeat("+a)", depth), x + scaled(a, 100'000));
  EXPECT_SAME(repeat("a*(", depth) + "x" + repeat(")", depth), x * pow(a, Expr(100'000.0)));
  EXPECT_SAME(repeat("a/(", depth) + "x" + repeat(")", depth), x);
  Expr nested = x, tower = x;
  for (std::size_t i = 0; i < depth; ++i) nested = sin(nested);
  for (std::size_t i = 0; i < depth; ++i) tower = pow(x, tower);
  EXPECT_SAME(repeat("sin(", depth) + "x" + repeat(")", depth), nested);
  EXPECT_SAME(repeat("x^", depth) + "x", tower);
  EXPECT_THROW(parse(repeat("(", depth)), Error);
  EXPECT_THROW(parse(repeat("a^", depth)), Error);
}

TEST_F(Parse, LongTextTakesLinearTime) {
  constexpr std::size_t size = 3'000'000;
  std::string sums = "0", products = "1", nested;
  sums.reserve(size), products.reserve(size), nested.reserve(size);
  while (sums.size() < size) sums += "+x*y-a/b";
  while (products.size() < size) products += "*x/y*(a)";
  EXPECT_NO_THROW(parse(sums));
  EXPECT_NO_THROW(parse(products));
  // Distinct terms, one parenthesis deeper each.
  std::size_t depth = 0;
  for (; nested.size() < size / 10; ++depth) nested += "x^" + std::to_string(depth + 2) + "+(";
  nested += "0" + std::string(depth, ')');
  EXPECT_EQ(parse(nested).args().size(), depth);
}

TEST_F(Parse, HugeNumbersEndInAnError) {
  std::string factors = "9", fractions = "1", zeros = "0.";
  for (int i = 0; i < 1'000'000; ++i) factors += "*9";
  for (int i = 2; i < 300'000; ++i) fractions += "+1/" + std::to_string(i);
  zeros += std::string(10'000'000, '0') + "1";
  EXPECT_EQ(error(factors).code(), Code::too_large);
  EXPECT_EQ(error(fractions).code(), Code::too_large);
  EXPECT_EQ(error(fractions).at().line, 7);
  EXPECT_EQ(error(zeros).code(), Code::bad_value);
  EXPECT_NO_THROW(parse("9^9^9^9"));
}

}  // namespace
}  // namespace alembert::parse_test
